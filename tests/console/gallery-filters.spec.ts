// Tests which URL parameters the gallery's filters write, and how the filters read them.
import type { Page } from "@playwright/test";
import { expect, test } from "./gallery.ts";

const page10k = "/_gallery/data-table/10-000-rows";
const rowCount = (page: Page) => page.getByText(/^[\d,]+ rows$/);
const chips = (page: Page) => page.getByRole("group", { name: "Filtered by" });
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

test("WG-31 WG-32 WG-36 the dropdown includes or excludes values, stays open, and either includes or excludes all selected items", async ({
  page,
}) => {
  await page.goto(page10k);
  await page.getByRole("button", { name: "Status: Any" }).click();
  const panel = page.getByRole("dialog", { name: /^Status/ });
  await panel.getByRole("button", { name: "unhealthy" }).click();
  await expect.poll(() => param(page, "status")).toBe("unhealthy:1");
  await panel.getByRole("radio", { name: "Include warning" }).click();
  await expect.poll(() => param(page, "status")).toBe("unhealthy:1,warning:1");
  await expect(page.getByRole("button", { name: "Status: unhealthy, warning" })).toBeVisible();
  await panel.getByRole("radio", { name: "Exclude unknown" }).click();
  await expect.poll(() => param(page, "status")).toBe("unknown:-1");
  // Choosing the current state again resets it.
  await panel.getByRole("radio", { name: "Exclude unknown" }).click();
  await expect.poll(() => param(page, "status")).toBeNull();
  expect((await panel.boundingBox())!.width).toBeLessThanOrEqual(800);
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(page.getByRole("button", { name: "Status: Any" })).toBeFocused();
});

test("WG-33 the switch has three positions, by mouse and by arrow keys", async ({ page }) => {
  await page.goto("/_gallery/filters/tri-state-switch");
  const group = page.getByRole("radiogroup", { name: "Deployment" });
  await expect(group.getByRole("radio", { name: "Do not filter Deployment" })).toBeChecked();
  await group.getByRole("radio", { name: "Include Deployment" }).click();
  await expect(group.getByRole("radio", { name: "Include Deployment" })).toBeChecked();
  await page.keyboard.press("ArrowLeft");
  await expect(group.getByRole("radio", { name: "Do not filter Deployment" })).toBeChecked();
  await page.keyboard.press("ArrowLeft");
  await expect(group.getByRole("radio", { name: "Exclude Deployment" })).toBeChecked();
  await expect(group.getByRole("radio", { name: "Exclude Deployment" })).toBeFocused();
  await group.getByRole("radio", { name: "Exclude Deployment" }).click();
  await expect(group.getByRole("radio", { name: "Do not filter Deployment" })).toBeChecked();
});

test("the list can be used by keyboard alone", async ({ page }) => {
  await page.goto(page10k);
  await page.getByRole("button", { name: "Type: Any" }).press("Enter");
  const panel = page.getByRole("dialog", { name: /^Type/ });
  await expect(panel).toBeVisible();
  await page.keyboard.press("Tab");
  await expect(panel.getByRole("button", { name: "AWS::EC2::Instance" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => param(page, "type")).toBe("Azure__VirtualMachine:-1");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => param(page, "type")).toBe("Azure__VirtualMachine:1");
});

test("WG-34 WG-35 tags have one state per key, and clicking a chip switches it from include to exclude to none", async ({
  page,
}) => {
  await page.goto(page10k);
  await page.getByRole("button", { name: "Tags: Any" }).click();
  const panel = page.getByRole("dialog", { name: /^Tags/ });
  await panel.getByRole("radio", { name: "Include env:prod" }).click();
  await panel.getByRole("radio", { name: "Include team:core" }).click();
  await panel.getByRole("radio", { name: "Exclude env:staging" }).click();
  await expect.poll(() => param(page, "tags")).toBe("team____core:1,env____staging:-1");
  await page.keyboard.press("Escape");
  await chips(page).getByRole("button", { name: "Tags: team:core", exact: true }).click();
  await expect.poll(() => param(page, "tags")).toBe("env____staging:-1,team____core:-1");
  await chips(page).getByRole("button", { name: "Tags is not team:core", exact: true }).click();
  await expect.poll(() => param(page, "tags")).toBe("env____staging:-1");
  await chips(page).getByRole("button", { name: "Clear Tags env:staging" }).click();
  await expect.poll(() => param(page, "tags")).toBeNull();
  await expect(chips(page)).toHaveCount(0);
});

test("the search is written to the URL once, after typing has stopped", async ({ page }) => {
  await page.goto(page10k);
  const search = page.getByRole("searchbox", { name: "Search machines" });
  const visits = () => page.evaluate(() => history.length);
  const before = await visits();
  const urlWhileTyping = await search.evaluate((input) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, "ledger");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return location.href;
  });
  // The URL has not changed yet, because the person may still be typing.
  expect(new URL(urlWhileTyping).searchParams.get("search")).toBeNull();
  await expect.poll(() => param(page, "search")).toBe("ledger");
  await search.press("End");
  await search.pressSequentially("-5");
  await search.press("Enter");
  await expect.poll(() => param(page, "search")).toBe("ledger-5");
  expect(await visits()).toBe(before + 1);
  await expect(page.locator('tbody td[data-col="name"]').first()).toHaveText(/^ledger-5/);
  await page.goBack();
  await expect(search).toHaveValue("");
  await expect(rowCount(page)).toHaveText("10,000 rows");
  await page.goForward();
  await expect(search).toHaveValue("ledger-5");
  await page.getByRole("button", { name: "Clear: Search machines" }).click();
  await expect.poll(() => param(page, "search")).toBeNull();
});

test("a URL opened in a new window shows the same filters, and back and forward work", async ({ page, context }) => {
  await page.goto(page10k);
  await page.getByRole("combobox", { name: "Region" }).selectOption("us-east-1");
  await expect.poll(() => param(page, "region")).toBe("us-east-1");
  await page.getByRole("button", { name: "Status: Any" }).click();
  await page.getByRole("radio", { name: "Exclude healthy" }).click();
  await page.keyboard.press("Escape");
  await expect(chips(page)).toContainText("Status is not healthy");
  const shown = await rowCount(page).textContent();
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(rowCount(other)).toHaveText(shown!);
  await expect(other.getByRole("combobox", { name: "Region" })).toHaveValue("us-east-1");
  await page.goBack();
  await expect(page.getByRole("button", { name: "Status: Any" })).toBeVisible();
  await expect(chips(page)).toHaveCount(0);
  await page.goBack();
  await expect(rowCount(page)).toHaveText("10,000 rows");
  await page.goForward();
  await page.goForward();
  await expect(rowCount(page)).toHaveText(shown!);
  await chips(page).getByRole("button", { name: "Clear all" }).click();
  await expect(rowCount(page)).toHaveText("10,000 rows");
});

test("a default filter can be cleared, and Reset restores it", async ({ page }) => {
  await page.goto("/_gallery/filters/with-a-default");
  await expect(chips(page)).toContainText("Status is not SUCCESS");
  expect(param(page, "status")).toBeNull();
  await chips(page).getByRole("button", { name: "Clear Status SUCCESS" }).click();
  await expect.poll(() => param(page, "status")).toBe("");
  await expect(page.getByRole("button", { name: "Status: Any" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Status: Any" })).toBeVisible();
  await chips(page).getByRole("button", { name: "Reset" }).click();
  await expect(chips(page)).toContainText("Status is not SUCCESS");
});

test("on a phone a button opens the filters, and chips show the active filters", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/_gallery/filters/with-a-default");
  const bar = page.getByRole("search", { name: "Job filters" });
  await expect(bar.getByRole("button", { name: "Status: SUCCESS (excluded)" })).toHaveCount(0);
  await bar.getByRole("button", { name: "Filters 1 set" }).click();
  const sheet = page.getByRole("dialog", { name: "Filters 1 set" });
  await sheet.getByRole("button", { name: "Status: SUCCESS (excluded)" }).click();
  await page
    .getByRole("dialog", { name: /^Status/ })
    .getByRole("button", { name: "FAILED" })
    .click();
  await expect.poll(() => param(page, "status")).toBe("FAILED:1");
  await expect(chips(page)).toContainText("Status: FAILED");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear Status FAILED" }).click();
  await expect(bar.getByRole("button", { name: "Filters", exact: true })).toBeVisible();
});

test("on a phone the filters of a table share one line with the search and the tools", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(page10k);
  const parts = [
    page.getByRole("searchbox").first(),
    page.getByRole("button", { name: "Filters", exact: true }),
    page.getByRole("button", { name: "Export" }),
    page.getByRole("button", { name: "Display" }),
  ];
  await expect(parts[1]!).toBeVisible();
  const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
  expect(new Set(boxes.map(({ y }) => Math.round(y))).size).toBe(1);
  for (const { height } of boxes) expect(height).toBeGreaterThanOrEqual(40);
});
