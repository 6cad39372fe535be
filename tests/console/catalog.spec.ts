import type { Page } from "@playwright/test";
import { inDatabase, makeYard } from "./a-yard.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const cells = (page: Page, name: string) => row(page, name).getByRole("gridcell");
const cell = (page: Page, name: string, column: string) =>
  row(page, name).locator(`[role="gridcell"][data-col="${column}"]`);
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
/** Waits for the URL parameter, because the URL changes shortly after the click. */
const expectParam = (page: Page, name: string, value: string | RegExp | null) =>
  value instanceof RegExp
    ? expect.poll(() => param(page, name), { message: name }).toMatch(value)
    : expect.poll(() => param(page, name), { message: name }).toBe(value);
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Catalog", exact: true }).getByRole("link", { name, exact: true });

test("CA-01 CA-02 CA-13 CA-14 CA-20 the catalog shows the number and health of items by type, and links to them", async ({
  page,
}) => {
  const { word, ids } = await makeYard("yawl");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/configs?tags=berth____${word}-a:1,berth____${word}-b:1`);
  await expect(page).toHaveURL(/\/catalog\?tags=/);
  await expect(page).toHaveTitle("Catalog | Quarterdeck");
  await expect(tab(page, "Catalog")).toHaveAttribute("aria-current", "page");
  await expect(tab(page, "Changes")).not.toHaveAttribute("aria-current");

  // Items are listed by provider and type; a group shows the totals of its rows.
  const crane = `Quay Crane`;
  await expect(row(page, crane)).toHaveAttribute("aria-level", "2");
  await expect(cell(page, crane, "changes")).toHaveText("3");
  await expect(cell(page, crane, "health")).toHaveText("Unhealthy: 1Healthy: 1");
  await expect(cell(page, crane, "analysis")).toHaveText("2mostly security");
  await expect(cell(page, crane, "analysis").getByTitle(/Technical Debt: 1/)).toBeVisible();
  await expect(cell(page, crane, "cost")).toHaveText(/^\$120more by 25%$/);
  const provider = row(page, word).filter({ hasText: "items" }).first();
  await expect(provider).toHaveAttribute("aria-expanded", "true");
  await expect(provider.locator("[data-col=health]")).toHaveText("Unhealthy: 1Healthy: 1Unknown: 1");
  await provider.click();
  await expect(row(page, crane)).toHaveCount(0);
  await provider.click();

  // Pinned rows come first in this browser until they are unpinned.
  const types = page.locator("tbody [aria-level='2']");
  await expect(types.first()).toContainText("Lock");
  await row(page, crane).hover();
  await row(page, crane).getByRole("button", { name: "Pin Quay Crane" }).click();
  await expect(types.first()).toContainText(crane);
  await row(page, crane).getByRole("button", { name: "Unpin Quay Crane" }).click();
  await expect(types.first()).toContainText("Lock");

  // Items can be grouped by several fields, in the order of selection.
  await page.getByRole("button", { name: /^Group By/ }).click();
  const groups = page.getByRole("dialog", { name: /^Group By/ });
  await groups.getByRole("button", { name: "Reset" }).waitFor({ state: "detached" });
  await groups.getByRole("checkbox", { name: "Provider" }).uncheck();
  await groups.getByRole("checkbox", { name: "berth (tag)" }).check();
  await expectParam(page, "groupBy", "type,berth__tag");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader").first()).toHaveText("Type / berth");
  await row(page, crane).click();
  await expect(row(page, `${word}-b`)).toBeVisible();

  // A row links to its items and keeps the filters.
  await row(page, `${word}-b`)
    .getByRole("link", { name: `${word}-b` })
    .click();
  await expectParam(page, "configType", `${word}::Quay::Crane`);
  await expectParam(page, "tags", `berth____${word}-b:1`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quay Crane");
  await expect(tab(page, "Changes")).toHaveAttribute("href", /configType=yawl/);
  await expect(cell(page, `${word}-winch`, "status")).toHaveText("Unhealthy: Jammed");
  await expect(row(page, `${word}-crane`)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("columnheader").first()).toHaveText("Type / berth");

  // Each part of a bar links to its items and keeps the filters as well.
  await page.goto(`/catalog?tags=berth____${word}-a:1,berth____${word}-b:1`);
  await row(page, crane).getByRole("link", { name: "Unhealthy: 1" }).click();
  await expectParam(page, "health", "unhealthy:1");
  await expect(row(page, `${word}-winch`)).toBeVisible();

  // The list is sorted by the server, filtered from its cells, and grouped.
  await page.goto(`/catalog?configType=${word}::Quay::Crane`);
  const names = page.locator("tbody").getByRole("row").getByRole("gridcell").first();
  // The list begins with the faults, which are also counted above it.
  await expect(names).toContainText(`${word}-winch`);
  await expect(page.getByRole("columnheader", { name: "Status" })).toHaveAttribute("aria-sort", "descending");
  const health = page.getByRole("list", { name: "Health of the items" });
  await expect(health.getByRole("link").first()).toHaveText("Unhealthy: 1unhealthy");
  await page.getByRole("columnheader", { name: "Name" }).click();
  await expectParam(page, "sortOrder", "asc");
  await expect(names).toContainText(`${word}-crane`);
  await cell(page, `${word}-winch`, "status").click({ button: "right" });
  await page.getByRole("menuitem", { name: "Filter out this value" }).click();
  await expectParam(page, "status", "Jammed:-1");
  await expect(row(page, `${word}-winch`)).toHaveCount(0);
  await page.getByRole("button", { name: "Clear Status Jammed" }).click();
  await page.getByRole("button", { name: /^Group By/ }).click();
  await page.getByRole("checkbox", { name: "load (label)" }).check();
  await expectParam(page, "groupBy", "load__label");
  await page.keyboard.press("Escape");
  await expect(row(page, "light1")).toHaveAttribute("aria-expanded", "true");
  const links = row(page, `${word}-crane`).getByRole("link");
  await expect(links.filter({ hasText: `${word}-crane` })).toHaveAttribute("href", `/catalog/${ids.crane}`);
  // The number of changes links to the changes.
  await expect(links.filter({ hasText: /^1$/ })).toHaveAttribute(
    "href",
    new RegExp(`^/catalog/${ids.crane}/changes\\?.*now-7d`),
  );

  // Deleted items are hidden by default, and marked when shown.
  await page.goto(`/catalog?search=${word}-`);
  await expect(row(page, `${word}-lock`)).toBeVisible();
  // The items of a search are counted as well, and the link keeps the search.
  await health.getByRole("link", { name: "Unhealthy: 1" }).click();
  await expectParam(page, "health", "unhealthy:1");
  await expectParam(page, "search", `${word}-`);
  await expect(row(page, `${word}-lock`)).toHaveCount(0);
  await page.goBack();
  await expect(row(page, `${word}-lock`)).toBeVisible();
  await expect(row(page, `${word}-wreck`)).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem("show_deleted_items_preference", "yes"));
  await page.reload();
  await expect(cells(page, `${word}-wreck`).first()).toContainText("Deleted");

  // The keyboard moves from the header to a row, and opens its item.
  await page.getByRole("columnheader", { name: "Name" }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/catalog\/[0-9a-f-]{36}/);
});

test("CA-03 CA-16 changes are filtered by type and time, and each change can be opened", async ({ page }) => {
  const { word, ids } = await makeYard("zulu");
  await page.setViewportSize({ width: 1440, height: 900 });
  // The changes page is opened from the items of one type.
  await page.goto(`/catalog?configType=${word}::Quay::Crane`);
  await tab(page, "Changes").click();
  await expectParam(page, "configTypes", `${word}__Quay__Crane:1`);
  await expectParam(page, "configType", null);
  await expect(page).toHaveTitle("Catalog Changes | Quarterdeck");
  await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toHaveText("CatalogQuay Crane");
  await expect(cells(page, `${word}Diff`)).toHaveText([
    /×4 over 30m$/,
    /zulu-crane/,
    /zuluDiff, severity Info$/,
    "Info",
    "The hook is longer",
    "zulu-docker",
  ]);

  // The filter selects this severity and all higher severities.
  await page.getByLabel("Severity").selectOption("Critical");
  await expectParam(page, "severity", "critical");
  await expect(row(page, `${word}Stuck`)).toBeVisible();
  await expect(row(page, `${word}Diff`)).toHaveCount(0);
  await page.getByLabel("Severity").selectOption("Any");

  // By keyboard, the histogram moves from the newest bar to earlier bars.
  const bars = page.getByRole("slider", { name: "Changes over time" });
  await expect(bars).toHaveAttribute("aria-valuetext", "3, of which 1 Critical, 1 Low, 1 Info");
  await bars.focus();
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Shift+ArrowLeft");
  await expect(bars).toHaveAttribute("aria-valuetext", /^\d{4}-\d\d-\d\d \d\d:\d\d to .*: 2, of which 1 Low, 1 Info$/);
  await page.keyboard.press("Enter");
  await expectParam(page, "rangeType", "absolute");
  await expect(row(page, `${word}Oiled`)).toBeVisible();
  await expect(row(page, `${word}Stuck`)).toHaveCount(0);
  await expect(bars).toHaveAttribute("aria-valuetext", "2, of which 1 Low, 1 Info");
  await page.goBack();
  await expect(row(page, `${word}Stuck`)).toBeVisible();
  // With the mouse, the histogram selects changes older than a day.
  const { x, y, width, height } = (await bars.boundingBox())!;
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
  await expect(page.locator("[data-brush]")).toBeVisible();
  await page.mouse.up();
  await expect(row(page, `${word}Stuck`)).toBeVisible();
  await expect(row(page, `${word}Oiled`)).toHaveCount(0);
  await page.getByRole("button", { name: "Zoom out" }).click();
  await page.goto(`/catalog/changes?configTypes=${word}__Quay__Crane:1`);

  // A filter set from a cell has a chip, but no control.
  await cells(page, `${word}Diff`)
    .nth(1)
    .click({ button: "right", position: { x: 190, y: 10 } });
  await page.getByRole("menuitem", { name: "Filter out this value" }).click();
  await expectParam(page, "id", `${ids.crane}:-1`);
  await expect(row(page, `${word}Diff`)).toHaveCount(0);
  await page
    .getByRole("group", { name: "Filtered by" })
    .getByRole("button", { name: /^Clear Config/ })
    .last()
    .click();

  // The dialog shows the diff and the author of one change.
  await cells(page, `${word}Diff`).nth(3).click();
  const dialog = page.getByRole("dialog", { name: `${word}Diff` });
  await expect(dialog).toContainText("Severity");
  await expect(dialog.getByText("4 times over 30m")).toBeVisible();
  await expect(dialog.getByRole("link", { name: `${word}-crane` })).toHaveAttribute("href", `/catalog/${ids.crane}`);
  await expect(dialog.getByRole("figure", { name: "What changed" })).toContainText("length: 5");
  await expectParam(page, "change", /./);
  // The dialog links to other changes at that time and by the same author.
  await expect(dialog.getByRole("link", { name: "Other changes at this time" })).toHaveAttribute(
    "href",
    /^\/catalog\/changes\?rangeType=absolute&/,
  );
  await dialog.getByRole("link", { name: "All changes by this author" }).click();
  await expectParam(page, "created_by", `${word}-docker:1`);
  await expect(dialog).toBeHidden();
  await expect(row(page, `${word}Diff`)).toBeVisible();
  await expect(row(page, `${word}Oiled`)).toHaveCount(0);
  await page.goBack();
  await expect(dialog).toBeVisible();
  const link = page.url();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goto(link);
  await expect(dialog).toBeVisible();
  await page.keyboard.press("Escape");
  await cells(page, `${word}Stuck`).nth(3).click();
  await expect(page.getByRole("dialog", { name: `${word}Stuck` }).getByRole("figure")).toContainText("teeth: 12");
  await page.keyboard.press("Escape");

  // A new change appears at once.
  await inDatabase((client) =>
    client.query("insert into config_changes (config_id, change_type, summary) values ($1, $2, 'The sea is calm')", [
      ids.winch,
      `${word}Calm`,
    ]),
  );
  await expect(row(page, `${word}Calm`)).toBeVisible();
});

test("CA-04 CA-17 insights are filtered and grouped, and their messages are displayed safely", async ({ page }) => {
  const { word, ids } = await makeYard("xebec");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/catalog/insights?analyzer=${word}-surveyor`);
  await expect(page).toHaveTitle("Catalog Insights | Quarterdeck");
  await expect(cells(page, "Rust")).toHaveText([
    "Rust",
    `${word}-crane`,
    "Technical Debt",
    "High",
    `${word}-surveyor`,
    /\d/,
  ]);
  // The filtered insights are counted by severity.
  const severities = page.getByRole("list", { name: "Insights by severity" }).getByRole("listitem");
  await expect(severities).toHaveText(["Critical1", "High1"]);
  // Resolved insights are hidden by default, and so is the Status column.
  await expect(row(page, "Was dear")).toHaveCount(0);
  await page.getByRole("button", { name: "Clear Status open" }).click();
  await expect(row(page, "Was dear")).toBeVisible();
  await expect(severities).toHaveText(["Critical1", "High1", "Low1"]);
  await severities.getByRole("button", { name: /^Low/ }).click();
  await expectParam(page, "severity", "low");
  await expect(severities).toHaveText(["Low1"]);
  await page.goBack();
  await expect(cell(page, "Rust", "status")).toHaveText("Open");
  await expectParam(page, "status", "");
  await page.getByLabel("Group By").selectOption("Severity");
  await expect(page.getByRole("row", { expanded: true }).first()).toHaveText(/^Critical1/);
  // The page can be filtered by a component, whose name the filter shows.
  const component = `${word} station`;
  await inDatabase((client) =>
    client.query(
      `with made as (insert into components (name, type, status) values ($1, 'Application', 'healthy') returning id)
       insert into config_component_relationships (component_id, config_id, selector_id) select id, $2, 'manual' from made`,
      [component, ids.crane],
    ),
  );
  await page.reload();
  await page.getByRole("button", { name: /^More/ }).click();
  await page.getByRole("combobox", { name: /^Component/ }).selectOption(component);
  await expect(row(page, "No fence")).toHaveCount(0);
  await expect(row(page, "Rust")).toBeVisible();
  await page.getByRole("combobox", { name: /^Component/ }).selectOption("Any");
  await page.keyboard.press("Escape");
  await expect(row(page, "No fence")).toBeVisible();
  await page.getByRole("combobox", { name: "Type", exact: true }).selectOption("Technical Debt");
  await expectParam(page, "type", "technical_debt");
  await expect(row(page, "No fence")).toHaveCount(0);

  await cells(page, "Rust").nth(3).click();
  const dialog = page.getByRole("dialog", { name: `${word}-surveyor` });
  await expect(dialog.getByText("Paint soon")).toBeVisible();
  await expect(dialog.locator("script")).toHaveCount(0);
  expect(await page.title()).not.toBe("stolen");
  await expect(dialog.getByRole("figure", { name: "Analysis" })).toContainText("coats: 2");
  await expect(dialog.getByRole("link", { name: `${word}-crane` })).toHaveAttribute("href", `/catalog/${ids.crane}`);
  await expectParam(page, "insight", /./);
  await page.goBack();
  await expect(dialog).toBeHidden();

  // If there are no insights, the default filter (open only) is not offered as a filter to clear.
  await page.goto(`/catalog/${ids.lock}/insights`);
  const none = page.getByRole("status").filter({ hasText: "No open insights" });
  await expect(none).toContainText("No analyzer reports an insight for this item.");
  await expect(none).not.toContainText("Nothing matches the filters.");
  await none.getByRole("button", { name: "Clear filters" }).click();
  await expectParam(page, "status", "");
  await expect(page.getByRole("status").filter({ hasText: "No insights" })).toContainText(
    "No analyzer reports an insight for this item.",
  );
  // Filters appear only where there is something to filter.
  await expect(page.getByRole("combobox", { name: "Severity" })).toHaveCount(0);
  await page.goto(`/catalog/${ids.crane}/insights?severity=low`);
  await expect(page.getByText("Nothing matches the filters.")).toBeVisible();
});

test("the catalog is accessible in both themes, on wide and small screens", async ({ page }) => {
  const { word } = await makeYard("wherry");
  const addresses = [
    `/catalog?tags=berth____${word}-a:1,berth____${word}-b:1`,
    `/catalog?configType=${word}::Quay::Crane&groupBy=load__label`,
    `/catalog/changes?configTypes=${word}__Quay__Crane:1`,
    `/catalog/insights?analyzer=${word}-surveyor`,
  ];
  for (const [index, address] of addresses.entries()) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.setViewportSize(index % 2 === 0 ? { width: 390, height: 844 } : { width: 1280, height: 800 });
    await page.goto(address);
    await expect(page.locator("tbody [data-key]").first()).toBeVisible();
    if (index >= 2) {
      await page.locator("tbody [data-key]").first().getByRole("gridcell").last().click();
      await expect(page.getByRole("dialog").locator("dl")).toBeVisible();
      expect(await axeFindings(page, { part: "[role=dialog]" }), `${address}, its dialog`).toEqual([]);
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toBeHidden();
    }
    expect(await axeFindings(page), address).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await axeFindings(page, { onlyColours: true }), `${address} in the dark`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address).toBe(true);
  }
});

test("the health of an item is next to its name on the smallest screen, and common words are not truncated", async ({
  page,
}) => {
  const { word, ids } = await makeYard("ketch");
  await inDatabase((client) =>
    client.query(
      `insert into config_analysis (config_id, analyzer, analysis_type, severity, status, summary)
       values ($1, $2, 'recommendation', 'info', 'open', 'Two hooks')`,
      [ids.crane, `${word}-surveyor`],
    ),
  );
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/catalog?configType=${word}::Quay::Crane`);
  await expect(row(page, `${word}-crane`)).toBeVisible();
  const name = cell(page, `${word}-winch`, "name");
  await expect(name).toHaveText(`${word}-winch`);
  const status = cell(page, `${word}-winch`, "status");
  await expect(status).toHaveText(/^Unhealthy: /);
  expect((await status.boundingBox())!.y).toBe((await name.boundingBox())!.y);
  const health = (await status.locator("svg").first().boundingBox())!;
  const table = (await page.getByRole("grid").locator("xpath=..").boundingBox())!;
  expect(health.x).toBeGreaterThanOrEqual(table.x);
  expect(health.x + health.width).toBeLessThanOrEqual(table.x + table.width);
  expect(await name.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await page.goto(`/catalog/insights?analyzer=${word}-surveyor`);
  const type = row(page, "Two hooks").getByText("Recommendation");
  expect(await type.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
