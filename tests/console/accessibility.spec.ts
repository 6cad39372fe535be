import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

// Colours are judged as they are, not on their way from one theme to the other.
test.use({ contextOptions: { reducedMotion: "reduce" } });

/** What axe finds in the page, or in a part of it, as it is now. */
async function findings(page: Page, part = "html") {
  const found: string[] = [];
  for (const theme of ["light", "dark"]) {
    await page.evaluate((name) => (document.documentElement.dataset["theme"] = name), theme);
    // The themes differ in colours only, so the second one is judged by those.
    const judged = await axeFindings(page, { part, onlyColours: theme === "dark" });
    found.push(...judged.map((finding) => `${theme}: ${finding}`));
  }
  return found;
}

test.describe("SH-40 in both themes axe finds nothing wrong", () => {
  test.describe("on the sign-in screen", () => {
    test.use({ provoked: [/status of 400/] });
    test("as it is, and with a message", async ({ page }) => {
      await page.goto("/login");
      await expect(page.getByLabel("E-mail")).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByLabel("E-mail").fill("nobody@example.org");
      await page.getByLabel("Password", { exact: true }).fill("x");
      await page.getByRole("button", { name: "Sign in" }).click();
      await expect(page.getByRole("alert")).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe("inside", () => {
    test.use({ as: "admin" });

    test("on the system page, wide and narrow, with its menus open", async ({ page }) => {
      await page.goto("/settings/system");
      await expect(page.getByRole("gridcell", { name: "all", exact: true })).toBeVisible();
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

    test("on a small screen, with the drawer open", async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await page.goto("/settings/system");
      await expect(page.getByRole("gridcell", { name: "all", exact: true })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      await page.getByRole("button", { name: "Open menu" }).click();
      await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
      expect(await findings(page, "dialog")).toEqual([]);
    });

    test("on a page that is not there", async ({ page }) => {
      await page.goto("/nowhere");
      await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe("on a page that failed", () => {
    test.use({ as: "admin", provoked: [/status of 503/] });
    test("with the details open", async ({ page }) => {
      await page.route("**/api/system", (route) => route.fulfill({ status: 503, json: { error: "Away." } }));
      await page.goto("/settings/system");
      await page.getByText("Technical details").click();
      expect(await findings(page)).toEqual([]);
    });
  });

  test.describe("for a viewer", () => {
    test.use({ as: "viewer" });
    test("on the unauthorized page", async ({ page }) => {
      await page.goto("/settings/system");
      await expect(page.getByRole("heading", { level: 1, name: "Unauthorized" })).toBeVisible();
      expect(await findings(page)).toEqual([]);
    });
  });
});
