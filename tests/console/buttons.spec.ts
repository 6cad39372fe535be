// Tests the positions of buttons: the primary button is last and at the right, Refresh is at the same position on every
// page, and no message covers a button.
import type { Locator, Page } from "@playwright/test";
import { seedItem } from "./an-item.ts";
import { expect, test } from "./journey.ts";

test.use({
  as: "admin",
  contextOptions: { reducedMotion: "reduce" },
  permissions: ["clipboard-read", "clipboard-write"],
});

/** Opens a form and returns the element that contains its buttons. */
const forms: Readonly<Record<string, (page: Page) => Promise<Locator>>> = {
  "a health check": (page) => formAt(page, "/settings/canaries/new"),
  "a scraper": (page) => formAt(page, "/catalog/scrapers/new"),
  "a plugin": (page) => formAt(page, "/catalog/scrapers/plugins/new"),
  "a team": (page) => formAt(page, "/settings/teams/new"),
  "a rule": (page) => formAt(page, "/settings/incident_rules/new"),
  "a view": (page) => formAt(page, "/settings/views/new"),
  "an invitation": (page) => dialogAt(page, "/settings/users?invite=true"),
  "a token": (page) => dialogAt(page, "/settings/tokens?addToken=true"),
  "a feature flag": (page) => dialogAt(page, "/settings/feature-flags?addFlag=true"),
  "a permission": async (page) => {
    await page.goto("/settings/permissions");
    await page.getByRole("button", { name: "Add Permission" }).click();
    return page.getByRole("dialog");
  },
  "a maintenance window": async (page) => {
    const { check } = await seedItem("buttons");
    await page.goto(`/health/checks/${check}`);
    await page.getByRole("button", { name: "Maintenance" }).click();
    return page.getByRole("dialog");
  },
  "a question": async (page) => {
    await page.goto("/settings/teams/new");
    await page.getByLabel("Name").first().fill("unsaved");
    await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link").first().click();
    return page.getByRole("alertdialog");
  },
};

async function formAt(page: Page, path: string) {
  await page.goto(path);
  return page.locator("main form footer");
}

async function dialogAt(page: Page, path: string) {
  await page.goto(path);
  return page.getByRole("dialog");
}

test("the primary button of every form is the last button, at the right", async ({ page }) => {
  for (const [name, open] of Object.entries(forms)) {
    const place = await open(page);
    const primary = place.locator("button.bg-accent, button.bg-danger").last();
    await expect(primary, name).toBeVisible();
    const found = await primary.evaluate((button) => {
      const others = [...button.parentElement!.querySelectorAll("button")].filter((other) => other !== button);
      const edge = button.getBoundingClientRect().right;
      return {
        others: others.length,
        isLast: others.every((other) => other.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING),
        isRight: others.every((other) => other.getBoundingClientRect().right <= edge),
      };
    });
    expect.soft(found, name).toMatchObject({ isLast: true, isRight: true });
    expect.soft(found.others, name).toBeGreaterThan(0);
  }
});

test("Refresh is at the same position on every page", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of [
    "/topology",
    "/health",
    "/catalog",
    "/catalog/changes",
    "/settings/users",
    "/settings/jobs",
    "/settings/system",
  ]) {
    await page.goto(path);
    const refresh = page.getByRole("banner").getByRole("button", { name: "Refresh", exact: true });
    await expect(refresh, path).toBeVisible();
    // Refresh is between the search and the preferences.
    const order = await page
      .getByRole("banner")
      .getByRole("button")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("aria-label") ?? button.textContent));
    const at = order.indexOf("Refresh");
    expect.soft(order[at - 1], path).toMatch(/^Search/);
  }
});

for (const [size, viewport] of [
  ["a wide screen", { width: 1280, height: 800 }],
  ["a phone", { width: 390, height: 844 }],
] as const)
  test(`a message does not cover buttons on ${size}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    for (const path of ["/settings/canaries/new", "/catalog/changes", "/settings/jobs"]) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: "Search pages, actions and resources" }).fill("copy link");
      await page.getByRole("option", { name: "Copy link to this page" }).click();
      await expect(page.getByText("Copied the link to this page")).toBeVisible();
      await expect.poll(() => covered(page), { message: path }).toEqual([]);
    }
  });

/** Returns the names of the buttons that a message covers. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const messages = document.querySelector("section[aria-label=Messages]")!;
    const over = messages.getBoundingClientRect();
    return [...document.querySelectorAll("button")]
      .filter((button) => !messages.contains(button) && button.checkVisibility({ checkOpacity: true }))
      .filter((button) => {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        return left < over.right && right > over.left && top < over.bottom && bottom > over.top;
      })
      .map((button) => button.getAttribute("aria-label") ?? button.textContent);
  });
