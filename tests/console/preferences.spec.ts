import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const panel = (page: Page) => page.getByRole("dialog", { name: "Preferences" });
const started = (page: Page) => page.getByRole("main").locator("dd time").first();

async function openPreferences(page: Page) {
  await page.goto("/settings/system");
  await expect(started(page)).toBeVisible();
  await page.getByRole("button", { name: "Preferences" }).click();
  await expect(panel(page).getByRole("heading", { name: "Preferences" })).toBeVisible();
}

test("SH-25 the header opens the preferences by mouse and by keyboard, and axe finds no violation", async ({
  page,
}) => {
  await page.goto("/settings/system");
  const button = page.getByRole("button", { name: "Preferences" });
  await button.press("Enter");
  await expect(panel(page).getByText("Date/Time Format:")).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  expect(await axeFindings(page, { part: "[role=dialog]", onlyColours: true })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(button).toBeFocused();
});

test("SH-38 SH-39 a change of date format or time zone applies to every date immediately, even in other tabs", async ({
  page,
  context,
}) => {
  const other = await context.newPage();
  await other.goto("/settings/system");
  await openPreferences(page);
  await expect(started(page)).toHaveText(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3}$/);
  await expect(panel(page).getByRole("radio", { name: /^timestamp/i })).toBeChecked();
  const instant = Date.parse((await started(page).getAttribute("datetime")) ?? "");

  await panel(page).getByRole("radio", { name: /^full/i }).check();
  await expect(started(page)).toHaveText(/^[A-Z][a-z]{2} \d+ \d\d:\d\d:\d\d$/);
  await expect(started(other)).toHaveText(/^[A-Z][a-z]{2} \d+ \d\d:\d\d:\d\d$/);
  await panel(page)
    .getByRole("radio", { name: /^short/i })
    .check();
  await expect(started(page)).toHaveText(/^\d+[sm]$/);
  await expect(started(other)).toHaveText(/^\d+[sm]$/);
  expect(await stored(page, "datetime_preference")).toBe("short");
  await panel(page)
    .getByRole("radio", { name: /^timestamp/i })
    .check();

  const zone = panel(page).getByLabel("Timezone:");
  await expect(zone).toHaveValue(/^Browser \(Europe\/Berlin/);
  await zone.click();
  await zone.fill("tokyo");
  await page.keyboard.press("Enter");
  const inTokyo = new Date(instant + 9 * 3_600_000).toISOString().replace("T", " ").replace("Z", "");
  await expect(started(page)).toHaveText(inTokyo);
  await expect(started(other)).toHaveText(inTokyo);
  expect(await stored(page, "display_timezone_preference")).toBe("Asia/Tokyo");
  await page.reload();
  await expect(started(page)).toHaveText(inTokyo);
});

test("SH-35 the setting for hidden components is in the URL", async ({ page }) => {
  await openPreferences(page);
  const hidden = panel(page).getByRole("switch", { name: "Show hidden components:" });
  await expect(hidden).toBeChecked();
  await hidden.click();
  await expect(page).toHaveURL("/settings/system?showHiddenComponents=no");
  await expect(hidden).not.toBeChecked();
  await hidden.click();
  await expect(page).toHaveURL("/settings/system");
});

test("SH-36 SH-37 WG-38 the settings for deleted configs and the card width are stored and survive a reload", async ({
  page,
}) => {
  await openPreferences(page);
  const deleted = panel(page).getByRole("switch", { name: "Show deleted configs:" });
  await expect(deleted).not.toBeChecked();
  await deleted.press("Space");
  expect(await stored(page, "show_deleted_items_preference")).toBe("yes");
  const width = panel(page).getByRole("slider", { name: "Card Width:" });
  await expect(width).toHaveValue("554");
  await width.press("Home");
  expect(await stored(page, "topology_card_width")).toBe("250px");
  await width.press("ArrowRight");
  expect(await stored(page, "topology_card_width")).toBe("252px");
  await width.press("End");
  await expect(width).toHaveValue("768");
  await page.reload();
  await page.getByRole("button", { name: "Preferences" }).click();
  await expect(width).toHaveValue("768");
  await expect(deleted).toBeChecked();
  await panel(page).getByRole("button", { name: "Reset" }).click();
  await expect(width).toHaveValue("554");
});

test("on a phone the user menu opens the preferences", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/settings/system");
  await expect(started(page)).toBeVisible();
  await expect(page.getByRole("button", { name: "Preferences" })).toBeHidden();
  await page.getByRole("button", { name: "User menu" }).click();
  await page.getByRole("menuitem", { name: "Preferences" }).click();
  await expect(panel(page).getByText("Date/Time Format:")).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await panel(page).getByRole("switch", { name: "Show deleted configs:" }).click();
  expect(await stored(page, "show_deleted_items_preference")).toBe("yes");
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
});

test("the theme can be selected in the preferences", async ({ page }) => {
  await openPreferences(page);
  await panel(page).getByText("dark", { exact: true }).click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});
