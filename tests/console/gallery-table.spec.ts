// Tests the gallery's table with the mouse, the keyboard, the URL and the browser storage.
import { readFileSync } from "node:fs";
import type { Locator, Page } from "@playwright/test";
import { colourOf, expect, test } from "./gallery.ts";

const many = "/_gallery/data-table/10-000-rows";

/** Locates the cells of a column, from the top. */
const column = (grid: Locator, id: string) => grid.locator(`tbody td[data-col="${id}"]`);
const firstTexts = async (grid: Locator, id: string, count: number) =>
  (await column(grid, id).allTextContents()).slice(0, count);

const bodyRows = (page: Page) => page.locator("tbody tr[data-key]").count();

const scrollTo = (page: Page, top: number) =>
  page
    .getByRole("grid")
    .locator("xpath=..")
    .evaluate((element, to) => element.scrollTo({ top: to }), top);

test("WG-14 WG-23 clicking a header sorts ascending, then descending, then removes the sort order; the URL contains the order", async ({
  page,
}) => {
  await page.goto(many);
  const grid = page.getByRole("grid");
  const name = grid.getByRole("columnheader", { name: "Name" });
  const before = await firstTexts(grid, "name", 3);
  await name.click();
  await expect(page).toHaveURL(/sortBy=name&sortOrder=asc/);
  await expect(name).toHaveAttribute("aria-sort", "ascending");
  // Numbers inside names are compared numerically.
  await expect(column(grid, "name").first()).toHaveText("edge-proxy-6");
  await name.click();
  await expect(page).toHaveURL(/sortBy=name&sortOrder=desc/);
  await expect(column(grid, "name").first()).toHaveText(/^session-store-9\d{3}$/);
  await name.click();
  await expect(page).not.toHaveURL(/sortBy/);
  expect(await firstTexts(grid, "name", 3)).toEqual(before);
  await page.goBack();
  await expect(name).toHaveAttribute("aria-sort", "descending");
  await page.goto(`${many}?sortBy=cpu&sortDesc=true`);
  await expect(grid.getByRole("columnheader", { name: "CPU" })).toHaveAttribute("aria-sort", "descending");
});

test("WG-17 at most 80 of ten thousand rows are in the document, at any scroll position", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 });
  await page.goto("/_gallery/data-table/10-000-rows");
  await page.locator("main > div").evaluate((frame) => (frame.style.height = "2200px"));
  await expect(column(page.getByRole("grid"), "name").first()).toBeVisible();
  for (const top of [0, 1000, 160_000, 10_000_000]) {
    await scrollTo(page, top);
    await expect.poll(() => bodyRows(page)).toBeGreaterThan(40);
    expect(await bodyRows(page)).toBeLessThanOrEqual(80);
  }
  await expect(page.locator('tbody tr[aria-rowindex="10001"]')).toBeVisible();
});

test("WG-15 groups open and close, show aggregates, and are remembered", async ({ page }) => {
  await page.goto("/_gallery/data-table/grouped-with-aggregates");
  const grid = page.getByRole("treegrid", { name: "Groups" });
  const group = grid.locator("tbody tr[aria-expanded]", { hasText: "AWS::EC2::Instance" });
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect(group.locator('[data-col="memory_bytes"]')).toHaveText(/GiB/);
  await expect(page.getByText("240 rows, 4 groups")).toBeVisible();
  await group.click();
  await expect(group).toHaveAttribute("aria-expanded", "true");
  const opened = await bodyRows(page);
  expect(opened).toBeGreaterThan(10);
  await page.reload();
  await expect(group).toHaveAttribute("aria-expanded", "true");
  await group.getByRole("gridcell").first().focus();
  await page.keyboard.press("ArrowLeft");
  await expect(group).toHaveAttribute("aria-expanded", "false");
  await expect.poll(() => bodyRows(page)).toBe(4);
});

test("WG-16 WG-24 WG-25 WG-27 the page size and the page can be chosen, and the URL and the storage keep both", async ({
  page,
}) => {
  await page.goto("/_gallery/data-table/pages-and-bulk-actions?paged.pageSize=50");
  const pages = page.getByRole("navigation", { name: /pages$/ });
  await expect(pages).toContainText("1–50 of 120");
  const size = pages.getByLabel("Rows per page");
  await expect(size.getByRole("option")).toHaveText(
    [5, 10, 25, 50, 100, 150, 200, 250, 300, 500, 1000].map((rows) => `${rows} rows`),
  );
  await size.selectOption("25");
  await expect(page).toHaveURL(/paged\.pageSize=25/);
  await expect(pages).toContainText("1–25 of 120");
  await pages.getByRole("button", { name: "Last page" }).click();
  await expect(page).toHaveURL(/paged\.pageIndex=4/);
  await expect(pages).toContainText("101–120 of 120");
  const number = pages.getByLabel("Page number");
  await expect(number).toHaveAttribute("min", "1");
  await expect(number).toHaveAttribute("max", "5");
  await number.fill("99");
  await number.press("Enter");
  await expect(number).toHaveValue("5");
  await number.fill("2");
  await number.press("Enter");
  await expect(pages).toContainText("26–50 of 120");
  await page.goBack();
  await expect(pages).toContainText("101–120 of 120");
  // The page size applies to every table without its own page size.
  await page.goto("/_gallery/data-table/pages-and-bulk-actions");
  await expect(pages).toContainText("1–25 of 120");
});

test("a table with one page shows only the row count, and on a phone the page controls fit on one line", async ({
  page,
}) => {
  await page.goto("/_gallery/data-table/pages-and-bulk-actions?paged.pageSize=50");
  const pages = page.getByRole("navigation", { name: /pages$/ });
  await expect(pages).toContainText("1–50 of 120");
  await page.goto("/_gallery/data-table/pages-and-bulk-actions?paged.pageSize=150");
  await expect(page.getByText("120 rows", { exact: true })).toBeVisible();
  await expect(pages).toHaveCount(0);
  // A selected page size can be changed again.
  await page.getByLabel("Rows per page").selectOption("50");
  await expect(pages).toContainText("1–50 of 120");
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(pages.getByLabel("Page number")).toHaveCount(0);
  expect((await pages.boundingBox())!.height).toBeLessThanOrEqual(40);
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(pages).toContainText("51–100 of 120");
  await page.getByRole("button", { name: "Display" }).click();
  await page.getByRole("dialog", { name: "Display" }).getByLabel("Rows per page").selectOption("25");
  await expect(pages).toContainText("1–25 of 120");
});

test("rows are selected by checkbox, by range and by keyboard, and bulk actions apply to them", async ({ page }) => {
  await page.goto("/_gallery/data-table/pages-and-bulk-actions");
  const grid = page.getByRole("grid", { name: "Pages" });
  const boxes = grid.locator("tbody").getByRole("checkbox");
  const left = async (cell: Locator) => (await cell.boundingBox())!.x;
  expect(await left(grid.getByRole("columnheader", { name: "Name" }))).toBe(await left(column(grid, "name").first()));
  await boxes.nth(0).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  await expect(page.getByText("4 of 120 selected")).toBeVisible();
  await expect(grid.getByRole("row", { selected: true })).toHaveCount(4);
  await page.getByRole("button", { name: "Restart" }).click();
  await expect(page.getByText("4 machines", { exact: true })).toBeVisible();
  await grid.locator('tbody tr[data-key] td[data-col="name"]').nth(4).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText("5 of 120 selected")).toBeVisible();
  await page.keyboard.press("Control+a");
  await expect(page.getByText("120 of 120 selected")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Select all/ })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await boxes.nth(0).click();
  await page.getByRole("button", { name: "Select all 120" }).click();
  await expect(page.getByText("120 of 120 selected")).toBeVisible();
  // The destructive action comes last, and its label is red.
  const red = await colourOf(page, "unhealthy-text");
  await expect(page.getByRole("button", { name: "Delete" })).toHaveCSS("color", red);
  await expect(page.getByRole("button", { name: "Restart" })).not.toHaveCSS("color", red);
  await expect(page.getByRole("button").filter({ hasText: /^(Restart|Delete)$/ })).toHaveText(["Restart", "Delete"]);
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect(page.getByText("selected")).toHaveCount(0);
});

test("every cell is reachable by arrows, Home, End and Control+End, and Enter opens it", async ({ page }) => {
  await page.goto(many);
  const grid = page.getByRole("grid");
  await grid.getByRole("columnheader", { name: "Name" }).focus();
  await page.keyboard.press("ArrowDown");
  const focused = () => page.evaluate(() => document.activeElement?.closest("tr")?.getAttribute("aria-rowindex"));
  expect(await focused()).toBe("2");
  await page.keyboard.press("End");
  await expect(grid.locator("td:focus")).toHaveAttribute("data-col", "restarts");
  await page.keyboard.press("Control+End");
  expect(await focused()).toBe("10001");
  await expect(grid.locator("td:focus")).toBeInViewport();
  // The focused row stays in the document at any scroll position.
  await scrollTo(page, 0);
  await expect(grid.locator('tr[aria-rowindex="2"]')).toBeVisible();
  expect(await focused()).toBe("10001");
  await page.keyboard.press("Control+Home");
  await expect(grid.locator("td:focus")).toBeInViewport();
  await page.keyboard.press("PageDown");
  expect(Number(await focused())).toBeGreaterThan(5);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/machines\/m\d+$/);
});

test("only the focused cell of the table, and a link inside the cell, can be reached by Tab", async ({ page }) => {
  await page.goto(many);
  const grid = page.getByRole("grid");
  expect(await grid.locator('[tabindex="0"]').count()).toBe(1);
  await grid.getByRole("columnheader", { name: "Name" }).focus();
  await page.keyboard.press("ArrowDown");
  // The cell and the link inside it can be reached by Tab.
  expect(await grid.locator('[tabindex="0"]').count()).toBe(2);
});

test("WG-19 WG-21 columns are resized, moved and hidden, and keep these settings", async ({ page }) => {
  await page.goto(many);
  const grid = page.getByRole("grid");
  const titles = () => grid.getByRole("columnheader").allTextContents();
  const type = grid.getByRole("columnheader", { name: "Type" });
  const width = async () => (await type.boundingBox())!.width;
  const before = await width();
  const edge = (await type.locator("[data-edge]").boundingBox())!;
  await page.mouse.move(edge.x + 4, edge.y + 10);
  await page.mouse.down();
  await page.mouse.move(edge.x + 84, edge.y + 10, { steps: 4 });
  await page.mouse.up();
  await expect.poll(width).toBeCloseTo(before + 80, -1);
  const resized = await width();
  await type.focus();
  await page.keyboard.press("Shift+ArrowLeft");
  await expect.poll(width).toBeCloseTo(resized - 16, 0);

  await grid.getByRole("columnheader", { name: "Region" }).dragTo(grid.getByRole("columnheader", { name: "Status" }));
  expect((await titles()).slice(0, 3)).toEqual(["Name", "Region", "Status"]);
  await grid.getByRole("columnheader", { name: "Region" }).focus();
  await page.keyboard.press("Alt+ArrowRight");
  await expect.poll(async () => (await titles()).slice(0, 3)).toEqual(["Name", "Status", "Region"]);

  await page.getByRole("button", { name: "Display" }).click();
  const panel = page.getByRole("dialog", { name: "Display" });
  await panel.getByRole("checkbox", { name: "Restarts" }).uncheck();
  await panel.getByRole("checkbox", { name: "Owner" }).check();
  await panel.getByRole("button", { name: "Move Region forward" }).click();
  await expect(panel.getByRole("checkbox", { name: "Name" })).toBeDisabled();
  const arranged = ["Name", "Region", "Status", "Type", "CPU", "Memory", "Owner"];
  expect(await titles()).toEqual(arranged);
  await page.reload();
  await expect(grid.getByRole("columnheader", { name: "Owner" })).toBeVisible();
  expect(await titles()).toEqual(arranged);
  expect(await width()).toBeCloseTo(resized - 16, 0);
  await page.getByRole("button", { name: "Display" }).click();
  await panel.getByRole("button", { name: "Reset columns and density" }).click();
  await expect.poll(titles).toEqual(["Name", "Status", "Type", "Region", "CPU", "Memory", "Restarts"]);
});

test("WG-18 dense rows are 28 pixels high, regular rows 32", async ({ page }) => {
  await page.goto(many);
  const height = async () => (await page.locator("tbody tr[data-key]").first().boundingBox())!.height;
  const whole = () =>
    page
      .getByRole("grid")
      .locator("xpath=..")
      .evaluate(({ scrollHeight }) => scrollHeight);
  expect(await height()).toBe(32);
  // The height includes the header and the footer.
  await expect.poll(whole).toBe(32 * 10_002);
  await page.getByRole("button", { name: "Display" }).click();
  await page.getByRole("radio", { name: "Dense" }).click();
  await expect.poll(height).toBe(28);
  await expect.poll(whole).toBe(28 * 10_002);
  await page.reload();
  expect(await height()).toBe(28);
});

test("WG-20 the header, the footer and the first column stay visible", async ({ page }) => {
  await page.setViewportSize({ width: 600, height: 800 });
  await page.goto(many);
  const grid = page.getByRole("grid");
  const scroller = grid.locator("xpath=..");
  await expect(column(grid, "name").first()).toBeVisible();
  await scroller.evaluate((element) => element.scrollTo({ top: 5000, left: 400 }));
  await expect(grid.getByRole("columnheader", { name: "Name" })).toBeInViewport();
  await expect(grid.locator("tfoot")).toBeInViewport();
  const [box, name] = [await scroller.boundingBox(), await column(grid, "name").nth(15).boundingBox()];
  expect(name!.x).toBe(box!.x);
});

test("WG-22 an empty table shows “No data available” and the reason", async ({ page }) => {
  await page.goto("/_gallery/data-table/empty");
  await expect(page.getByRole("status")).toContainText("No data available");
  // Without filters, the column titles of an empty table are hidden.
  expect((await page.locator("thead").boundingBox())!.height).toBe(1);
  await page.goto(`${many}?search=nothing-is-called-so`);
  await expect(page.getByText("No data available")).toBeVisible();
  // The button stays visible, otherwise the search field would move while typing.
  await expect(page.getByRole("button", { name: "Export" })).toBeDisabled();
  await expect(page.getByText("Nothing matches the filters.")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).press("Enter");
  await expect(page).not.toHaveURL(/search/);
  // The clicked button disappears, and the focus moves to the table.
  await expect(page.getByRole("grid").locator(":focus")).toHaveCount(1);
  await expect(page.getByText("10,000 rows").last()).toBeVisible();
});

test("a table that failed to load shows the error and can be reloaded", async ({ page }) => {
  await page.goto("/_gallery/data-table/failed");
  await expect(page.getByRole("alert")).toContainText("The database cannot be reached.");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("Retried", { exact: true })).toBeVisible();
});

test("WG-29 going back restores the scroll position", async ({ page }) => {
  await page.goto(many);
  const grid = page.getByRole("grid");
  await expect(column(grid, "name").first()).toBeVisible();
  await scrollTo(page, 64_000);
  await expect(grid.locator('tr[aria-rowindex="2002"]')).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem("table.gallery-many"))).toContain("64000");
  await grid.locator('tr[aria-rowindex="2003"]').getByRole("link").click();
  await expect(page).toHaveURL(/machines/);
  await page.goBack();
  await expect(grid.locator('tr[aria-rowindex="2002"]')).toBeInViewport();
});

test("the export contains all filtered rows, not only the rendered rows", async ({ page }) => {
  await page.goto(`${many}?status=unhealthy:1&sortBy=name&sortOrder=asc`);
  await expect(page.getByText(/^[\d,]+ rows$/)).toBeVisible();
  const count = Number((await page.getByText(/^[\d,]+ rows$/).textContent())!.replaceAll(/\D/g, ""));
  expect(count).toBeGreaterThan(500);
  const saved = async (format: string) => {
    await page.getByRole("button", { name: "Export" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: format }).click(),
    ]);
    return { name: download.suggestedFilename(), content: readFileSync(await download.path(), "utf8") };
  };
  const csv = await saved("CSV");
  expect(csv.name).toBe("gallery-many.csv");
  const lines = csv.content.trimEnd().split("\r\n");
  expect(lines).toHaveLength(count + 1);
  expect(lines[0]).toBe("Name,Status,Type,Region,CPU,Memory,Restarts");
  expect(lines[1]).toMatch(/^edge-proxy-\d+,unhealthy,/);
  const json = JSON.parse((await saved("JSON")).content) as { name: string; cpu: number }[];
  expect(json).toHaveLength(count);
  expect(typeof json[0]!.cpu).toBe("number");
});

test("a hover button, the context menu and the keyboard filter by the value of a cell or exclude it", async ({
  page,
}) => {
  await page.goto(many);
  const grid = page.getByRole("grid");
  const cell = column(grid, "status").nth(2);
  await expect(cell).toHaveText("healthy");
  await cell.hover();
  await cell.getByTitle("Filter by this value").click();
  await page.getByRole("menuitem", { name: "Filter by this value" }).click();
  await expect(page).toHaveURL(/status=healthy%3A1/);
  await expect(page.getByRole("button", { name: "Status: healthy", exact: true }).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Clear Status healthy" })).toBeVisible();
  await column(grid, "type").nth(1).click({ button: "right" });
  await page.getByRole("menuitem", { name: "Filter out this value" }).click();
  await expect(page).toHaveURL(/type=\w+__\w+(__\w+)?%3A-1/);
  // The keyboard opens the same menu, and focus returns to the cell.
  await column(grid, "region").nth(1).focus();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Copy value" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(column(grid, "region").nth(1)).toBeFocused();
  // The pressed button disappears, and the focus stays on the filter.
  await page.getByRole("button", { name: "Clear Status healthy" }).press("Enter");
  await expect(page).not.toHaveURL(/status=/);
  await expect(page.getByRole("button", { name: "Status: Any" })).toBeFocused();
});

test("WG-28 an endless table doubles its limit when scrolled to the end", async ({ page }) => {
  await page.goto("/_gallery/data-table/endless");
  await expect(page.getByText("50 rows, scroll for more")).toBeVisible();
  await scrollTo(page, 1_000_000);
  await expect(page.getByText("100 rows, scroll for more")).toBeVisible();
  await scrollTo(page, 1_000_000);
  await expect(page.getByText("200 rows, scroll for more")).toBeVisible();
  await scrollTo(page, 1_000_000);
  await expect(page.getByText("300 rows", { exact: true })).toBeVisible();
});

test("WG-26 the simple table offers 50, 100 and 200 rows per page, and requests each page from its server", async ({
  page,
}) => {
  await page.goto("/_gallery/data-table/pages-from-a-server");
  const pages = page.getByRole("navigation", { name: /pages$/ });
  await expect(pages.getByRole("option")).toHaveText(["50 rows", "100 rows", "200 rows"]);
  await expect(pages).toContainText("1–50 of 430");
  await pages.getByRole("button", { name: "Next page" }).click();
  await expect(page.locator('tbody td[data-col="name"]').first()).toHaveText(/-50$/);
  await page.getByRole("columnheader", { name: "Name" }).click();
  await expect(pages).toContainText("1–50 of 430");
  await expect(page).toHaveURL(/served\.sortBy=name/);
});

test.describe("a narrow table", () => {
  const narrow = "/_gallery/data-table/narrow";
  const boxOf = async (cell: Locator) => (await cell.boundingBox())!;

  test("has rows of two lines that are completely visible and never scroll sideways", async ({ page }) => {
    await page.goto(narrow);
    const grid = page.getByRole("grid", { name: "Narrow" });
    const row = grid.locator("tbody tr[data-key]").nth(1);
    const [whole, name, status, type] = await Promise.all([
      boxOf(row),
      boxOf(row.locator('[data-col="name"]')),
      boxOf(row.locator('[data-col="status"]')),
      boxOf(row.locator('[data-col="type"]')),
    ]);
    expect(whole.height).toBe(56);
    const scroller = grid.locator("xpath=..");
    expect(await scroller.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // The status is right of the name, at the edge; the type is below the name.
    expect(status.y).toBe(name.y);
    expect(status.x + status.width).toBeCloseTo(whole.x + whole.width - 12, 0);
    expect(type.y).toBeGreaterThanOrEqual(name.y + name.height);
    expect(type.x).toBe(name.x);
    // Every detail is either completely inside the row or below it.
    for (const cells of await grid.locator("tbody tr[data-key]").all()) {
      const outer = await boxOf(cells);
      for (const detail of await cells.locator('td:not([data-col="select"])').all()) {
        const inner = await boxOf(detail);
        if (inner.y < outer.y + outer.height)
          expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
        expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
      }
    }
    await expect(row.locator('[data-col="cpu"]')).toHaveText(/^CPU \d/);
    await expect(row.locator('[data-col="restarts"]')).toHaveCount(0);
    await expect.poll(() => scroller.evaluate(({ scrollHeight }) => scrollHeight)).toBe(40 + 56 * 201 + 40);
  });

  test("is sorted by its titles and by every column in the display options", async ({ page }) => {
    await page.goto(narrow);
    const grid = page.getByRole("grid", { name: "Narrow" });
    const memory = grid.getByRole("columnheader", { name: "Memory" });
    const header = grid.locator("thead tr");
    const isVisible = async (title: Locator) => (await boxOf(title)).y < (await boxOf(header)).y + 20;
    await grid.getByRole("columnheader", { name: "Name" }).click();
    await expect(page).toHaveURL(/narrow\.sortBy=name/);
    expect(await isVisible(memory)).toBe(false);
    await page.getByRole("button", { name: "Display" }).click();
    const panel = page.getByRole("dialog", { name: "Display" });
    await panel.getByLabel("Sort by").selectOption({ label: "Memory" });
    await expect(memory).toHaveAttribute("aria-sort", "ascending");
    await panel.getByRole("button", { name: "Sort descending" }).click();
    await expect(page).toHaveURL(/narrow\.sortBy=memory_bytes&narrow\.sortOrder=desc/);
    // The title of the sorted column shows the order.
    expect(await isVisible(memory)).toBe(true);
    await expect(memory).toHaveText("Sort: Memory");
    // A column that the narrow table leaves out has a title while the table is sorted by it.
    const restarts = grid.getByRole("columnheader", { name: "Restarts" });
    await expect(restarts).toHaveCount(0);
    await panel.getByLabel("Sort by").selectOption({ label: "Restarts" });
    await expect(restarts).toHaveAttribute("aria-sort", "descending");
    expect(await isVisible(restarts)).toBe(true);
    await panel.getByLabel("Sort by").selectOption({ label: "Default order" });
    await expect(memory).toHaveAttribute("aria-sort", "none");
    await expect(restarts).toHaveCount(0);
  });

  test("keeps checkboxes and keyboard navigation, and never clips a focused detail", async ({ page }) => {
    await page.goto(narrow);
    const grid = page.getByRole("grid", { name: "Narrow" });
    const row = grid.locator("tbody tr[data-key]").nth(1);
    await row.getByRole("checkbox").click();
    await expect(page.getByText("1 of 201 selected")).toBeVisible();
    await expect(row).toHaveAttribute("aria-selected", "true");
    await row.locator('[data-col="name"]').focus();
    const visited = [];
    for (let step = 0; step < 5; step += 1) {
      await page.keyboard.press("ArrowRight");
      const focused = row.locator("td:focus");
      visited.push(await focused.getAttribute("data-col"));
      expect((await boxOf(focused)).y).toBeLessThan((await boxOf(row)).y + 40);
    }
    expect(visited).toEqual(["status", "type", "region", "cpu", "memory_bytes"]);
    await page.keyboard.press("Control+ArrowUp");
    await page.keyboard.press("ArrowUp");
    const title = grid.locator("th:focus");
    await expect(title).toHaveText("Memory");
    expect((await boxOf(title)).y).toBeLessThan((await boxOf(grid)).y + 20);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/narrow\.sortBy=memory_bytes/);
  });

  test("keeps one line per group, and switches to columns when there is enough space", async ({ page }) => {
    await page.setViewportSize({ width: 400, height: 800 });
    await page.goto("/_gallery/data-table/grouped-with-aggregates");
    const grid = page.getByRole("treegrid", { name: "Groups" });
    const group = grid.locator("tbody tr[aria-expanded]").first();
    expect((await boxOf(group)).height).toBe(44);
    const cells = await group.getByRole("gridcell").all();
    const tops = await Promise.all(cells.map(async (cell) => Math.round((await boxOf(cell)).y)));
    expect(tops.filter((top) => top === tops[0]).length).toBeGreaterThan(1);
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(async () => (await boxOf(group)).height).toBe(32);
  });
});
