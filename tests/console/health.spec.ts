import type { Locator } from "@playwright/test";
import { axeFindings } from "./axe.ts";
import { cell, cells, counter, expectParam, inDatabase, makeHarbour, param, row, search } from "./a-harbour.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

/** Returns the name of the colour in which the health icon is painted. */
async function colourOf(within: Locator): Promise<string> {
  const mark = within.locator("[data-health] svg");
  const painted = await mark.evaluate((element) => getComputedStyle(element).color);
  const [, greenToRed, blueToYellow] = /^lab\(\S+ (\S+) (\S+?)\)$/.exec(painted) ?? [];
  const hue = (Math.atan2(Number(blueToYellow), Number(greenToRed)) * 180) / Math.PI;
  const word = Object.entries({ red: [15, 40], orange: [50, 85], green: [135, 170] }).find(
    ([, [from, to]]) => hue >= from! && hue <= to!,
  );
  return word?.[0] ?? painted;
}
test("HL-01 HL-03 HL-04 HL-05 HL-07 HL-10 HL-15 HL-17 HL-18 HL-24 HL-26 HL-40 HL-42 HL-50 the dashboard shows failing checks and links to them", async ({
  page,
}) => {
  const { word, ids } = await makeHarbour("alma");
  // Runs of the last day, week and month.
  await inDatabase((client) =>
    client.query(
      `insert into check_statuses_1h (check_id, created_at, duration, total, passed, failed)
       select $1, date_trunc('hour', now(), 'UTC') - n * interval '1 hour', 100, 3, 2, 1 from unnest(array[20, 120, 480]) n`,
      [ids.south],
    ),
  );
  await page.setViewportSize({ width: 1920, height: 1080 });
  await page.goto("/health?groupBy=no-group");
  // The first column selects rows.
  const columns = (...uptimes: readonly string[]) =>
    ["", "Checks", "Health", "Last 16 Runs", "Uptime 1h"].concat(uptimes, "Latency 1h", "Transition");
  await expect(page.getByRole("columnheader")).toHaveText(columns("Uptime 24h", "Uptime 7d", "Uptime 30d"));
  // In smaller windows, the uptimes of longer spans are hidden, because names need the space.
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole("columnheader")).toHaveText(columns("Uptime 24h"));
  // The URL does not change until typing has stopped. The page itself reads its URL right after the input event,
  // because a slow machine could reach the end of the pause between two steps of this test.
  const urlWhileTyping = await search(page).evaluate((input, text) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    return location.href;
  }, word.toUpperCase());
  expect(new URL(urlWhileTyping).searchParams.get("query")).toBeNull();
  await expectParam(page, "query", word.toUpperCase());
  await expect(counter(page, "passing")).toHaveText("2 passing");
  await expect(counter(page, "failing")).toHaveText("1 failing");
  await expect(counter(page, "unknown")).toHaveText("1 unknown");
  await expect(counter(page, "failing")).toHaveAttribute("title", "1 check failing");

  // Passing checks are hidden by default.
  const hidePassing = page.getByRole("switch", { name: "Hide Passing" });
  await expect(hidePassing).toHaveAttribute("aria-checked", "true");
  await expect(row(page, "mole/south")).toBeVisible();
  await expect(row(page, "mole/north")).toHaveCount(0);
  await expect(page.getByRole("radio", { name: "All 2 of 4" })).toBeChecked();
  await expect(page.getByText("2 rows · 2 passing hidden")).toBeVisible();
  await page.getByRole("button", { name: "Show", exact: true }).click();
  await expect(row(page, "mole/north")).toBeVisible();
  await expectParam(page, "hidePassing", "false");
  await hidePassing.click();
  await expect(row(page, "mole/north")).toHaveCount(0);
  await hidePassing.click();
  await expect(row(page, "mole/north")).toBeVisible();
  await expectParam(page, "hidePassing", "false");

  const figures = async (name: string, expected: Record<string, RegExp | string>) => {
    for (const [column, text] of Object.entries(expected))
      await expect(cell(page, name, column), column).toHaveText(text);
  };
  await figures("mole/south", {
    name: /^mole\/south/,
    health: "Unhealthy",
    uptime: "66.7%",
    latency: "1.5s",
    transition: "20m ago",
  });
  await figures("mole/north", {
    name: /mole\/north/,
    health: "Healthy",
    uptime: "100.0%",
    latency: "40ms",
    transition: "3d ago",
  });
  await expect(cell(page, "crane", "health")).toHaveText("Healthy2h");
  await expect(cell(page, "crane", "transition")).toHaveText("");
  await expect(cell(page, "beacon", "health")).toHaveText("Unknown2h");
  await expect(cells(page, "beacon").locator("[data-health]")).toHaveAttribute("title", /overdue/);
  expect(await colourOf(cells(page, "mole/north"))).toBe("green");
  expect(await colourOf(cells(page, "mole/south"))).toBe("red");
  // A share with a decimal is shown completely.
  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const column of ["uptime", "uptime_24h", "uptime_7d", "uptime_30d"]) {
    const share = cell(page, "mole/south", column).locator("span").first();
    await expect(share, column).toContainText("66.7%");
    const [needed, available] = await share.evaluate((text) => {
      const { clientWidth } = text.parentElement!;
      const { paddingLeft, paddingRight } = getComputedStyle(text.parentElement!);
      return [
        text.getBoundingClientRect().width,
        clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
      ];
    });
    expect(needed, column).toBeLessThanOrEqual(available);
  }
  // A check that is only an hour old has no figure for longer spans.
  await expect(cell(page, "mole/north", "uptime_24h")).toHaveText(/^–/);
  await page.setViewportSize({ width: 1440, height: 900 });

  // The keyboard moves from the search to the rows, and opens a row.
  await cell(page, "mole/south", "name").focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "mole/south" });
  await expect(drawer).toBeVisible();
  await expectParam(page, "checkId", ids.south);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expectParam(page, "checkId", null);
  await cell(page, "mole/south", "health").click();
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
  await expectParam(page, "checkId", null);
  await expectParam(page, "timeRange", "1h");
  await expectParam(page, "query", word.toUpperCase());

  // A link from another page opens the check.
  await page.goto(`/health?checkId=${ids.crane}&timeRange=1h`);
  await expect(page.getByRole("dialog", { name: "crane" })).toBeVisible();
});

test("HL-08 HL-09 HL-11 HL-12 HL-16 HL-19 HL-20 HL-21 HL-22 HL-23 HL-25 HL-27 HL-40 HL-62 checks are grouped, tabbed, filtered and sorted, and the URL contains the settings", async ({
  page,
}) => {
  const { word } = await makeHarbour("boje");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/health?query=${word}&hidePassing=false`);
  const group = (name: string) => page.getByRole("row", { expanded: false }).filter({ hasText: name });

  // Checks are grouped by canary by default; a single check is not grouped.
  await expect(page.getByLabel("Group By")).toHaveValue("canary_name");
  await expect(row(page, "beacon")).toBeVisible();
  await expect(group("boje-quay")).toContainText("1 failing");
  await expect(group("boje-quay").locator("[data-health]")).toHaveAttribute("data-health", "mixed");
  expect(await colourOf(group("boje-quay"))).toBe("orange");
  await expect(row(page, "crane")).toHaveCount(0);
  await group("boje-quay").click();
  await expect(row(page, "crane")).toBeVisible();
  await expect(page.getByRole("treegrid", { name: "Checks" })).toBeVisible();

  await expect(page.getByLabel("Group By").locator("option")).toContainText([
    "No Grouping",
    "Group Name",
    "Name",
    "Description",
    "Type",
  ]);
  await page.getByLabel("Group By").selectOption("Name");
  await expect(group("mole")).toBeVisible();
  await expectParam(page, "groupBy", "name");
  await page.getByLabel("Group By").selectOption("berth");
  await expect(row(page, "mole/south")).toBeVisible();
  await expect(group("a").first()).toBeVisible();

  // Tabs can show namespaces, labels or agents.
  await expect(page.getByLabel("Tab By")).toHaveValue("namespace");
  await page.getByRole("tab", { name: /^boje-port/ }).click();
  await expectParam(page, "tab", "boje-port");
  await expect(row(page, "beacon")).toHaveCount(0);
  await page.getByLabel("Tab By").selectOption("team");
  await expectParam(page, "tab", null);
  await page.getByRole("tab", { name: /^pilots/ }).click();
  await expect(row(page, "beacon")).toBeVisible();
  await expect(row(page, "mole/south")).toHaveCount(0);
  await page.getByLabel("Tab By").selectOption("Agent");
  await expect(page.getByRole("tab", { name: /^local/ })).toBeVisible();
  await page.getByRole("tab", { name: /^All/ }).click();

  // The last choice is the default of the next visit, and is written to the URL.
  await page.goto(`/health?query=${word}&hidePassing=false`);
  await expect(page.getByLabel("Group By")).toHaveValue("berth");
  await expect(page.getByLabel("Tab By")).toHaveValue("agent_id");
  await expectParam(page, "groupBy", "berth");
  await page.getByLabel("Group By").selectOption("No Grouping");

  // Clicking a header sorts the checks.
  const names = () => page.locator("tbody td[data-col=name]").allInnerTexts();
  await expect.poll(names).toHaveLength(4);
  // Failing checks are first by default.
  await expect.poll(async () => (await names())[0]).toContain("south");
  await page.getByRole("columnheader", { name: "Checks" }).click();
  await expectParam(page, "sortBy", "name");
  await expect.poll(names).toEqual((await names()).toSorted());
  await expect.poll(async () => (await names())[0]).toContain("beacon");
  await page.getByRole("columnheader", { name: "Health" }).click();
  await expectParam(page, "sortBy", null);
  await expect.poll(async () => (await names())[0]).toContain("south");
  await page.getByRole("columnheader", { name: "Health" }).click();
  await expectParam(page, "sortDesc", "true");
  await expect.poll(async () => (await names())[3]).toContain("south");

  // A label with several values has a list, a label with one value a switch; both can include and exclude.
  await page.getByRole("button", { name: /^berth/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "a", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect.poll(names).toHaveLength(2);
  expect(JSON.parse(param(page, "labels")!)).toEqual({ "canary:berth:a": 1 });
  await page.getByRole("radio", { name: "Exclude floating" }).click();
  await expect.poll(names).toHaveLength(1);
  expect(JSON.parse(param(page, "labels")!)).toEqual({ "canary:berth:a": 1, "canary:floating:true": -1 });
  const twice = encodeURIComponent(encodeURIComponent('{"canary:berth:b":1}'));
  await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group&labels=${twice}`);
  await expect.poll(names).toHaveLength(1);
  await expect(row(page, "mole/south")).toBeVisible();
  await page.getByRole("button", { name: "Clear berth b" }).click();

  // The page can be filtered by health; the result may be empty.
  const choices = page.getByRole("radiogroup", { name: "Health" });
  for (const choice of ["All", "Healthy", "Unhealthy", "Unknown"])
    await expect(choices.getByRole("radio", { name: new RegExp(`^${choice}`) })).toHaveCount(1);
  await page.getByRole("radio", { name: /^Healthy/ }).check({ force: true });
  await expect.poll(names).toHaveLength(2);
  await page.getByRole("radio", { name: /^Unhealthy/ }).check({ force: true });
  await expect.poll(names).toHaveLength(1);
  await page.getByRole("radio", { name: /^All/ }).check({ force: true });
  await search(page).fill(`${word} nowhere`);
  await expect(page.getByText("No data available")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(search(page)).toHaveValue("");

  // The page shows a message if all checks pass.
  await page.goto(`/health?query=${word}%20crane&hidePassing=true`);
  await expect(page.getByText("The only check is passing")).toBeVisible();
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(row(page, "crane")).toBeVisible();
});

test("a check in maintenance is marked and does not count as failing; a group's uptime covers all its runs", async ({
  page,
}) => {
  const { word, ids } = await makeHarbour("lull");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/health?query=${word}&hidePassing=false&groupBy=canary_name`);
  await expect(counter(page, "failing")).toHaveText("1 failing");
  await expect(cell(page, `${word}-quay`, "health")).toContainText("1 failing");
  await expect(cell(page, `${word}-quay`, "uptime")).toContainText("85.7%");
  await expect(cell(page, `${word}-quay`, "uptime").locator("[title]")).toHaveAttribute(
    "title",
    "6 of 7 runs passed in the last hour",
  );
  await inDatabase((client) =>
    client.query(
      "insert into maintenance_windows (name, check_id, ends_at) values ('dredging', $1, now() + interval '1 hour')",
      [ids.south],
    ),
  );
  // The page updates without a reload.
  await expect(counter(page, "maintenance")).toHaveText("1 in maintenance", { timeout: 60_000 });
  await expect(counter(page, "failing")).toHaveText("0 failing");
  await expect(counter(page, "passing")).toHaveText("2 passing");
  await expect(cell(page, `${word}-quay`, "health")).toHaveText("Healthy");
  await page.goto(`/health?query=${word}&hidePassing=true&groupBy=no-group`);
  await expect(cell(page, "mole/south", "health")).toHaveText("Maintenance");
  await expect(cells(page, "mole/south").locator("[data-health]")).toHaveAttribute(
    "title",
    /^In maintenance; the last run failed$/,
  );
  await page.goto(`/health?query=${word}&health=unhealthy&groupBy=no-group`);
  await expect(page.getByText("Nothing matches the filters.")).toBeVisible();
  await page.goto(`/health/checks/${ids.south}`);
  await expect(page.locator("span").filter({ hasText: /^Maintenance$/ })).toBeVisible();
});

test("HL-06 HL-13 HL-28 HL-55 the same checks are shown as a pivot table, as cards and on a small screen", async ({
  page,
}) => {
  const { word } = await makeHarbour("cutter");
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = `/health?query=${word}&tabBy=namespace`;
  await page.goto(`${address}&hidePassing=false&groupBy=canary_name&pivotBy=labels&pivotLabel=berth`);
  await expect(page.getByRole("columnheader")).toContainText(["Checks", "All", "a", "b", "c"]);
  await expect(cells(page, "cutter-quay")).toContainText(["cutter-quay", "1 failing", "Healthy", "Unhealthy", ""]);
  await expect(cell(page, "beacon", "pivot:c")).toHaveText("Unknown");
  await row(page, "cutter-quay").click();
  await expect(cell(page, "mole/north", "pivot:a")).toHaveText("Healthy");
  await expect(cell(page, "mole/north", "pivot:b")).toHaveText("");
  await page.getByRole("radiogroup", { name: "Cells show" }).getByText("Uptime").click();
  await expect(cell(page, "mole/south", "pivot:b")).toHaveText("66.7%");
  await expectParam(page, "pivotCellType", "uptime");
  await page.getByRole("radiogroup", { name: "Cells show" }).getByText("Latency").click();
  await expect(cell(page, "mole/south", "pivot:b")).toHaveText("1.5s");
  await page.getByLabel("Columns").selectOption("Namespace");
  await expect(page.getByRole("columnheader", { name: "cutter-sea" })).toBeVisible();
  await expectParam(page, "pivotBy", "namespace");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("radiogroup", { name: "Shown as" }).getByText("Cards").click();
  await expectParam(page, "layout", "card");
  const card = (name: string) => page.getByRole("link").filter({ hasText: name });
  await expect(card("mole/south")).toContainText("Unhealthy");
  await expect(card("mole/south")).toContainText("https://south.example.org");
  await expect(card("mole/south").getByRole("img", { name: "1 of the last 3 runs failed" })).toBeVisible();
  const list = page.getByRole("tabpanel").locator(".overflow-y-auto").last();
  const most = () => list.evaluate((element) => Number.parseFloat(getComputedStyle(element).maxHeight));
  expect(await most()).toBe(900 - 160);
  expect(await axeFindings(page)).toEqual([]);
  await card("crane").click();
  await expect(page.getByRole("dialog", { name: "crane" })).toBeVisible();
  await page.goBack();

  await page.setViewportSize({ width: 390, height: 844 });
  expect(await most()).toBe(844 - 224);
  await expect(page.getByRole("switch", { name: "Hide Passing" })).toBeHidden();
  await page.goto(`${address}&groupBy=no-group&hidePassing=true`);
  const filters = page.getByRole("button", { name: /^Filters/ });
  await expect(filters).toHaveText("Filters 1");
  await filters.click();
  await page.getByRole("switch", { name: "Hide Passing" }).click();
  await expect(row(page, "mole/north")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("switch", { name: "Hide Passing" })).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  // A phone shows why the health of a check is unknown.
  await expect(row(page, "beacon")).toContainText("It is overdue");
});

test("HL-02 HL-44 a wall screen shows the checks of the source in its URL, without controls to change them", async ({
  page,
}) => {
  const { word } = await makeHarbour("fender");
  await page.goto(`/view/health?query=${word}&hidePassing=false&groupBy=no-group`);
  await expect(row(page, "mole/south")).toContainText("Unhealthy");
  await expect(page.getByRole("complementary", { name: "Sidebar" })).toHaveCount(0);
  await expect(page.getByRole("link", { name: "Add Health Check" })).toHaveCount(0);
  expect(await axeFindings(page)).toEqual([]);

  const from = page.waitForRequest((request) => request.url().includes("checkStatuses=3"));
  const source = encodeURIComponent("/api/canary/api/summary?checkStatuses=3");
  await page.goto(`/view/health?query=${word}&hidePassing=false&layout=card&source=${source}`);
  await from;
  await expect(page.getByRole("img", { name: "1 of the last 3 runs failed" })).toBeVisible();
});
