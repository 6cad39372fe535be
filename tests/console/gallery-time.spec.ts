import type { Page } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./gallery.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

const picker = (page: Page) => page.getByRole("button", { name: /^Time range:/ });
const panel = (page: Page) => page.getByRole("dialog", { name: /^Time range:/ });
const paramsOf = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

/** Opens the picker in the middle of November 2026, on a Sunday at noon in Berlin. */
async function open(page: Page) {
  await page.clock.setFixedTime("2026-11-15T11:00:00Z");
  await page.goto("/_gallery/time-range-picker");
  await picker(page).click();
  await expect(panel(page).getByLabel("From")).toBeVisible();
}

test("WG-01 WG-04 the picker switches between relative, mapped and absolute ranges, and the URL contains them", async ({
  page,
}) => {
  await open(page);
  await expect(picker(page)).toHaveText("2 days");
  await panel(page).getByRole("button", { name: "6 hours" }).click();
  await expect(panel(page)).toBeHidden();
  await expect(picker(page)).toHaveText("6 hours");
  expect(paramsOf(page)).toEqual({ rangeType: "relative", display: "6 hours", range: "now-6h" });

  await picker(page).click();
  await panel(page).getByRole("button", { name: "Previous month" }).last().click();
  expect(paramsOf(page)).toEqual({ rangeType: "mapped", display: "Previous month", timeRange: "Previous month" });
  await expect(picker(page)).toHaveText("Previous month");

  await picker(page).click();
  await expect(panel(page).getByLabel("From")).toHaveValue("now-1M/M");
  await panel(page).getByLabel("From").fill("2026-11-01 08:00");
  await panel(page).getByLabel("To", { exact: true }).fill("2026-11-02 09:30");
  await panel(page).getByRole("button", { name: "Submit" }).click();
  expect(paramsOf(page)).toMatchObject({ rangeType: "absolute", from: "2026-11-01 08:00", to: "2026-11-02 09:30" });
  expect(Object.keys(paramsOf(page)).sort()).toEqual(["display", "from", "rangeType", "to"]);
  await expect(picker(page)).toHaveText("2026-11-01 08:00 - 2026-11-02 09:30");

  await page.goBack();
  await expect(picker(page)).toHaveText("Previous month");
  await page.reload();
  await expect(picker(page)).toHaveText("Previous month");
});

test("WG-02 Clear removes every time parameter from the URL, and no other parameter", async ({ page }) => {
  await page.goto("/_gallery/time-range-picker?search=a&rangeType=relative&display=6+hours&range=now-6h&duration=1h");
  await picker(page).click();
  await panel(page).getByRole("button", { name: "Clear" }).click();
  await expect(page).toHaveURL("/_gallery/time-range-picker?search=a");
  await expect(picker(page)).toHaveText("2 days");
});

test("WG-03 Submit needs a valid start and a valid end", async ({ page }) => {
  await open(page);
  const [from, to] = [panel(page).getByLabel("From"), panel(page).getByLabel("To", { exact: true })];
  const submit = panel(page).getByRole("button", { name: "Submit" });
  await from.fill("now-2h");
  await to.fill("");
  await expect(submit).toBeDisabled();
  await to.press("Enter");
  await expect(panel(page)).toBeVisible();
  await to.fill("now");
  await expect(submit).toBeEnabled();
  await expect(panel(page)).toContainText("2026-11-15 10:00:00.000");
  await from.fill("now-2 fortnights");
  await expect(submit).toBeDisabled();
  await expect(panel(page)).toContainText("is not a unit of time");
  await from.fill("now+1h");
  await expect(panel(page)).toContainText("The range ends before it begins");
  await expect(submit).toBeDisabled();
  await from.fill("now-2h/d");
  await from.press("Enter");
  await expect(picker(page)).toHaveText("now-2h/d - now");
});

test("two days of the calendars select a range, by click and by keyboard", async ({ page }) => {
  await open(page);
  await expect(panel(page).getByRole("grid")).toHaveCount(2);
  await panel(page).getByRole("button", { name: "Friday, October 30, 2026" }).click();
  await expect(panel(page).getByRole("button", { name: "Submit" })).toBeDisabled();
  await panel(page).getByRole("button", { name: "Tuesday, November 3, 2026" }).click();
  await expect(panel(page).getByLabel("From")).toHaveValue("2026-10-30 00:00");
  await expect(panel(page).getByLabel("To", { exact: true })).toHaveValue("2026-11-03 23:59");
  await page.keyboard.press("ArrowUp");
  await expect(panel(page).getByRole("button", { name: "Tuesday, October 27, 2026" })).toBeFocused();
  await page.keyboard.press("PageUp");
  await expect(panel(page).getByRole("button", { name: "Sunday, September 27, 2026" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await panel(page).getByRole("button", { name: "Submit" }).click();
  await expect(picker(page)).toHaveText("2026-09-27 00:00 - 2026-09-28 23:59");
});

test("WG-05 the last five absolute ranges are offered again, newest first", async ({ page }) => {
  await open(page);
  for (let day = 1; day <= 6; day += 1) {
    await panel(page).getByLabel("From").fill(`2026-11-0${day} 00:00`);
    await panel(page).getByLabel("To", { exact: true }).fill(`2026-11-0${day} 12:00`);
    await page.keyboard.press("Enter");
    await expect(panel(page)).toBeHidden();
    await picker(page).click();
  }
  const recent = panel(page).getByRole("list").filter({ hasText: "12:00" }).getByRole("button");
  await expect(recent).toHaveText([6, 5, 4, 3, 2].map((day) => `2026-11-0${day} 00:00 to 2026-11-0${day} 12:00`));
  await recent.nth(4).click();
  await expect(picker(page)).toHaveText("2026-11-02 00:00 - 2026-11-02 12:00");
});

test("WG-06 WG-08 all presets and quick ranges are offered, and typing a few letters finds one", async ({ page }) => {
  await open(page);
  const list = (name: string) => panel(page).getByRole("region", { name }).getByRole("button");
  await expect(list("Relative time ranges")).toHaveCount(16);
  await expect(list("Other quick ranges")).toHaveText([
    "Yesterday",
    "Day before yesterday",
    "This day last week",
    "Previous week",
    "Previous month",
    "Previous year",
    "Today",
    "Today so far",
    "This week",
    "This week so far",
    "This month",
    "This month so far",
    "This year",
    "This year so far",
  ]);
  await panel(page).getByLabel("Search quick ranges").fill("so far");
  await expect(list("Other quick ranges")).toHaveCount(4);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(picker(page)).toHaveText("This week so far");
});

test("WG-07 the list of future ranges starts with Indefinitely", async ({ page }) => {
  await page.goto("/_gallery/time-range-picker/ahead");
  const silence = page.getByRole("button", { name: /^Silence for:/ });
  await expect(silence).toHaveText("Indefinitely");
  await silence.click();
  const offered = page.getByRole("region", { name: "Relative time ranges" }).getByRole("button");
  await expect(offered).toHaveCount(17);
  await expect(offered.first()).toHaveText("Indefinitely");
  await expect(page.getByRole("region", { name: "Other quick ranges" })).toHaveCount(0);
  await offered.nth(4).click();
  await expect(silence).toHaveText("1 hour");
});

test("a day begins at midnight in the person's time zone", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("display_timezone_preference", "Pacific/Auckland"));
  await open(page);
  await expect(panel(page)).toContainText("Pacific/Auckland (+13:00)");
  await panel(page).getByLabel("From").fill("now/d");
  await expect(panel(page)).toContainText("2026-11-16 00:00:00.000");
  await expect(panel(page).locator("[aria-current=date]")).toHaveAccessibleName("Monday, November 16, 2026");
});

test("the open picker has no axe violation in either theme and fits a small screen", async ({ page }) => {
  await open(page);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await page.evaluate(() => (document.documentElement.dataset["theme"] = "dark"));
  expect(await axeFindings(page, { part: "[role=dialog]", onlyColours: true })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(picker(page)).toBeFocused();
  await page.setViewportSize({ width: 390, height: 844 });
  await picker(page).click();
  await expect(panel(page).getByRole("grid")).toHaveCount(1);
  const box = await panel(page).boundingBox();
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
});
