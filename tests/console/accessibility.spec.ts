import type { Page } from "@playwright/test";
import pg from "pg";
import { watchTraffic } from "../support/quiet.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

// Transitions are disabled, so that axe measures the final colours of a theme.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Only the first rows of a long table are checked; the others have the same columns. */
const moreRows = "tbody > tr:nth-child(n + 12)";

/** Creates data for the pages; returns the ids of a canary and of one of its failed runs. */
async function somethingToSee(): Promise<{ canary: string; run: string }> {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ canary: string; run: string }>(
      `with made as (
         insert into canaries (name, namespace, labels, spec, source)
         values ('judged by axe ' || new_id(), 'default', '{"team": "harbour"}', '{"schedule": "@every 30s"}', 'UI') returning id
       ), ran as (
         insert into job_history (name, status, resource_type, resource_id, duration_millis, error_count, details)
         select 'JudgedByAxe', 'FAILED', 'canary', id::text, 1500, 1, '{"errors": ["It was refused."]}' from made
         returning id
       ) select made.id as canary, ran.id as run from made, ran`,
    );
    return rows[0]!;
  } finally {
    await client.end();
  }
}

/** Returns the violations that axe finds in the page, or in a part of it, in both themes. */
async function findings(page: Page, part = "html") {
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    // The themes differ in colours only, so the second theme is checked for colours only.
    const judged = await axeFindings(page, { part, without: moreRows, onlyColours: theme === "dark" });
    found.push(...judged.map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

test.describe("SH-40 axe finds no violation in either theme", () => {
  test.describe("without a session", () => {
    test.use({ provoked: [/status of 400/] });
    test("the sign-in screen is accessible, empty and with an error message", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByLabel("Email")).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByLabel("Email").fill("nobody@example.org");
      await page.getByLabel("Password", { exact: true }).fill("x");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe("for an administrator", () => {
    test.use({ as: "admin" });

    test("the system page is accessible, wide and narrow, with its menus open", async ({ page }) => {
      await page.goto("/settings/system");
      await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: "Collapse sidebar" }).click();
      await page.getByRole("button", { name: "Settings" }).click();
      await expect(page.getByRole("menuitem", { name: "System" })).toBeVisible();
      expect(await findings(page, "[role=menu]")).toEqual([]);
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "User menu" }).click();
      await expect(page.getByRole("menuitem", { name: "Sign out" })).toBeVisible();
      expect(await findings(page, "[role=menu]")).toEqual([]);
    });

    test("the menu drawer of a small screen is accessible", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/settings/system");
      await expect(page.getByRole("gridcell", { name: "Web and worker", exact: true })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: "Open menu" }).click();
      await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      expect(await findings(page, "dialog")).toEqual([]);
    });

    test("every page of the menu is accessible", async ({ page }) => {
      await somethingToSee();
      const traffic = watchTraffic(page);
      await page.goto("/settings/system");
      const links = page.getByRole("complementary", { name: "Sidebar" }).locator("nav a");
      await expect(links.last()).toBeVisible();
      const hrefs = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href") ?? ""));
      expect(hrefs.length).toBeGreaterThan(5);
      // The pages are opened from last to first, because the settings menu collapses when another page opens.
      for (const href of hrefs.toReversed()) {
        await page.locator(`nav a[href="${href}"]`).click();
        await expect(page).toHaveURL(href);
        await traffic.quiet(100);
        expect.soft(await findings(page), href).toEqual([]);
      }
    });

    test("a resource is accessible as form and as code, and so are dialogs over a page", async ({ page }) => {
      const { canary, run } = await somethingToSee();
      await page.goto("/settings/canaries/new");
      await expect(page.getByRole("button", { name: "Create", exact: true })).toBeVisible();
      expect.soft(await findings(page), "a new one").toEqual([]);
      await page.goto(`/settings/canaries/${canary}`);
      await expect(page.getByRole("button", { name: "Save", exact: true })).toBeVisible();
      expect.soft(await findings(page), "as form").toEqual([]);
      await page.getByText("Code", { exact: true }).click();
      await expect(page.getByRole("textbox", { name: "Spec" })).toContainText("schedule");
      expect.soft(await findings(page), "as code").toEqual([]);
      await page.getByRole("button", { name: "Delete" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
      expect.soft(await findings(page, "[role=alertdialog]"), "a question").toEqual([]);
      await page.keyboard.press("Escape");

      const dialog = page.getByRole("dialog");
      await page.goto("/settings/connections?add=true");
      await expect(dialog.getByRole("listitem").first()).toBeVisible();
      expect.soft(await findings(page, "[role=dialog]"), "types of connections").toEqual([]);
      await page.goto("/settings/connections?add=slack");
      await dialog.getByRole("button", { name: "Save" }).click();
      await expect(dialog.getByText("This field is required").first()).toBeVisible();
      expect.soft(await findings(page, "[role=dialog]"), "a connection").toEqual([]);

      await page.goto(`/settings/jobs?job=${run}`);
      await expect(dialog).toContainText("It was refused.");
      expect.soft(await findings(page, "[role=dialog]"), "a job").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.getByRole("button", { name: "User menu" }).click();
      await page.getByRole("menuitem", { name: "Download kubeconfig" }).click();
      await expect(dialog.getByRole("link", { name: /^Download/ })).toBeVisible();
      expect.soft(await findings(page, "[role=dialog]"), "the kubeconfig").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.keyboard.press("Control+k");
      await expect(dialog.getByRole("option").first()).toBeVisible();
      expect.soft(await findings(page, "[role=dialog]"), "the palette").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.keyboard.press("?");
      await expect(dialog).toContainText("Keyboard shortcuts");
      expect.soft(await findings(page, "[role=dialog]"), "the keys").toEqual([]);
      await page.keyboard.press("Escape");
      await expect(dialog).toBeHidden();
      await page.getByRole("button", { name: "Preferences" }).click();
      await expect(page.getByRole("switch").first()).toBeVisible();
      expect.soft(await findings(page, "[data-popup], [role=dialog]"), "the preferences").toEqual([]);
    });

    test("the page for unknown addresses is accessible", async ({ page }) => {
      await page.goto("/nowhere");
      await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe("if a page fails to load", () => {
    test.use({ as: "admin", provoked: [/status of 503/] });
    test("the error page is accessible with its details open", async ({ page }) => {
      await page.route("**/api/system", (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
      await page.goto("/settings/system");
      await page.getByText("Technical details").click();
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe("for a viewer", () => {
    test.use({ as: "viewer" });
    test("the unauthorized page is accessible", async ({ page }) => {
      await page.goto("/settings/system");
      await expect(page.getByRole("heading", { level: 1, name: "Unauthorized" })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
});
