import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";
import type { Locator, Page, Request } from "@playwright/test";
import pg from "pg";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" } });

async function inDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: product().databaseUrl });
  await client.connect();
  return work(client).finally(() => client.end());
}

interface Harbour {
  /** A word that only the checks of this harbour are found by. */
  word: string;
  ids: Record<"north" | "south" | "crane" | "beacon", string>;
}

/** Two canaries with four checks: two healthy, one unhealthy, and one that nobody has run for a while. */
const makeHarbour = (word: string): Promise<Harbour> =>
  inDatabase(async (client) => {
    const { rows } = await client.query<{ name: string; id: string }>(
      `with quay as (
         insert into canaries (name, namespace, labels, spec, source)
         values ($1 || '-quay', $1 || '-port', '{"team": "dockers"}', '{"schedule": "@never"}', 'UI') returning id
       ), sea as (
         insert into canaries (name, namespace, labels, spec, source)
         values ($1 || '-sea', $1 || '-sea', '{"team": "pilots"}', '{"schedule": "@never"}', 'UI') returning id
       )
       insert into checks (canary_id, type, name, namespace, description, spec, labels, status, last_runtime, next_runtime, interval_seconds, last_transition_time)
       select quay.id, 'http', 'mole/north', $1 || '-port', null, '{"url": "https://north.example.org"}'::jsonb, '{"berth": "a", "floating": "true"}'::jsonb,
              'healthy', now() - interval '10 seconds', now() + interval '1 hour', 3600, now() - interval '3 days' from quay
       union all
       select quay.id, 'http', 'mole/south', $1 || '-port', null, '{"url": "https://south.example.org"}', '{"berth": "b"}',
              'unhealthy', now() - interval '10 seconds', now() + interval '1 hour', 3600, now() - interval '20 minutes' from quay
       union all
       select quay.id, 'tcp', 'crane', $1 || '-port', 'Lifts what is heavy', '{"url": "crane:502"}', '{"berth": "a"}',
              'healthy', now() - interval '2 hours', now() + interval '1 hour', 3600, now() - interval '30 days' from quay
       union all
       select sea.id, 'dns', 'beacon', $1 || '-sea', null, '{"host": "beacon.example.org"}', '{"berth": "c"}',
              'healthy', now() - interval '2 hours', now() - interval '1 hour', 60, now() - interval '1 day' from sea
       returning name, id`,
      [word],
    );
    const id = (name: string) => rows.find((row) => row.name === name)!.id;
    const ids = { north: id("mole/north"), south: id("mole/south"), crane: id("crane"), beacon: id("beacon") };
    await client.query(
      `insert into check_statuses (check_id, time, status, duration)
       select $1::uuid, now() - n * interval '1 minute', true, 40 from generate_series(1, 4) n
       union all select $2::uuid, now() - n * interval '1 minute', n > 1, 1500 from generate_series(1, 3) n`,
      [ids.north, ids.south],
    );
    return { word, ids };
  });

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });
const cells = (page: Page, name: string) => row(page, name).getByRole("gridcell");
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);
/** The address follows what is pressed, a moment later. */
const expectParam = (page: Page, name: string, value: string | null) =>
  expect.poll(() => param(page, name), { message: name }).toBe(value);
/** Of the mark in it, in a word. */
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
const search = (page: Page) => page.getByRole("searchbox", { name: "Search by name, description, or endpoint" });
const counter = (page: Page, word: string) => page.locator(`header [data-counter=${word}]`);

test("HL-01 HL-03 HL-04 HL-05 HL-07 HL-10 HL-15 HL-17 HL-18 HL-24 HL-26 HL-40 HL-42 HL-50 the dashboard shows what needs a look, and leads to it", async ({
  page,
}) => {
  const { word, ids } = await makeHarbour("alma");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/health?groupBy=no-group");
  await expect(page.getByRole("columnheader")).toHaveText(["Checks", "Health", "Uptime", "Latency", "Transition"]);
  // The address is as it was until nobody types any more.
  await search(page).pressSequentially(word.toUpperCase());
  expect(param(page, "query")).toBeNull();
  await expectParam(page, "query", word.toUpperCase());
  await expect(counter(page, "passing")).toHaveText("2 passing");
  await expect(counter(page, "failing")).toHaveText("1 failing");
  await expect(counter(page, "unknown")).toHaveText("1 unknown");
  await expect(counter(page, "failing")).toHaveAttribute("title", "1 check failing");

  // What passes is hidden until somebody asks.
  const hidePassing = page.getByRole("switch", { name: "Hide Passing" });
  await expect(hidePassing).toHaveAttribute("aria-checked", "true");
  await expect(row(page, "mole/south")).toBeVisible();
  await expect(row(page, "mole/north")).toHaveCount(0);
  await hidePassing.click();
  await expect(row(page, "mole/north")).toBeVisible();
  await expectParam(page, "hidePassing", "false");

  await expect(cells(page, "mole/south")).toHaveText([
    /mole\/south\s*alma-port/,
    "Unhealthy",
    "66.7%",
    "1.5s",
    "20m ago",
  ]);
  await expect(cells(page, "mole/north")).toHaveText([/mole\/north/, "Healthy", "100%", "40ms", "3d ago"]);
  await expect(cells(page, "crane").nth(1)).toHaveText("Healthy2h");
  await expect(cells(page, "crane").nth(4)).toHaveText("");
  await expect(cells(page, "beacon").nth(1)).toHaveText("Unknown2h");
  await expect(cells(page, "beacon").locator("[data-health]")).toHaveAttribute("title", /overdue/);
  expect(await colourOf(cells(page, "mole/north"))).toBe("green");
  expect(await colourOf(cells(page, "mole/south"))).toBe("red");

  // By keyboard: from the search to the rows, and into one.
  await row(page, "mole/south").getByRole("gridcell").first().focus();
  await page.keyboard.press("Enter");
  const drawer = page.getByRole("dialog", { name: "mole/south" });
  await expect(drawer).toBeVisible();
  await expectParam(page, "checkId", ids.south);
  await page.goBack();
  await expect(drawer).toBeHidden();
  await expectParam(page, "checkId", null);
  await row(page, "mole/south").getByRole("gridcell").nth(1).click();
  await expect(drawer).toBeVisible();
  await drawer.getByRole("button", { name: "Close" }).click();
  await expect(drawer).toBeHidden();
  await expectParam(page, "checkId", null);
  await expectParam(page, "timeRange", "1h");
  await expectParam(page, "query", word.toUpperCase());

  // A link from elsewhere.
  await page.goto(`/health?checkId=${ids.crane}&timeRange=1h`);
  await expect(page.getByRole("dialog", { name: "crane" })).toBeVisible();
});

test("HL-08 HL-09 HL-11 HL-12 HL-16 HL-19 HL-20 HL-21 HL-22 HL-23 HL-25 HL-27 HL-40 HL-62 checks are grouped, tabbed, filtered and sorted, and the address says how", async ({
  page,
}) => {
  const { word } = await makeHarbour("boje");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/health?query=${word}&hidePassing=false`);
  const group = (name: string) => page.getByRole("row", { expanded: false }).filter({ hasText: name });

  // By canary, unless somebody says otherwise; one alone is no group.
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

  // Tabs.
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

  // What was chosen last is how the page begins next time, and the address says so.
  await page.goto(`/health?query=${word}&hidePassing=false`);
  await expect(page.getByLabel("Group By")).toHaveValue("berth");
  await expect(page.getByLabel("Tab By")).toHaveValue("agent_id");
  await expectParam(page, "groupBy", "berth");
  await page.getByLabel("Group By").selectOption("No Grouping");

  // Order.
  const names = () => page.locator("tbody tr td:first-child").allInnerTexts();
  await expect.poll(names).toHaveLength(4);
  await page.getByRole("columnheader", { name: "Health" }).click();
  await expectParam(page, "sortBy", "health");
  await expect.poll(async () => (await names())[0]).toContain("south");
  await page.getByRole("columnheader", { name: "Health" }).click();
  await expectParam(page, "sortDesc", "true");
  await expect.poll(async () => (await names())[3]).toContain("south");

  // Labels: several values as a list, one as a switch; both include and exclude.
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

  // Health, and nothing at all.
  await expect(page.getByRole("radiogroup", { name: "Health" }).getByRole("radio")).toHaveCount(4);
  await page.getByRole("radio", { name: /^Healthy/ }).check({ force: true });
  await expect.poll(names).toHaveLength(2);
  await page.getByRole("radio", { name: /^Unhealthy/ }).check({ force: true });
  await expect.poll(names).toHaveLength(1);
  await page.getByRole("radio", { name: /^All/ }).check({ force: true });
  await search(page).fill(`${word} nowhere`);
  await expect(page.getByText("No data available")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect(search(page)).toHaveValue("");

  // Where everything passes, the page says so.
  await page.goto(`/health?query=${word}%20crane&hidePassing=true`);
  await expect(page.getByText("The only check is passing")).toBeVisible();
  await page.getByRole("button", { name: "Show them" }).click();
  await expect(row(page, "crane")).toBeVisible();
});

test("HL-06 HL-13 HL-28 HL-55 the same as a pivot, as cards and on a small screen", async ({ page }) => {
  const { word } = await makeHarbour("cutter");
  await page.setViewportSize({ width: 1440, height: 900 });
  const address = `/health?query=${word}&tabBy=namespace`;
  await page.goto(`${address}&hidePassing=false&groupBy=canary_name&pivotBy=labels&pivotLabel=berth`);
  await expect(page.getByRole("columnheader")).toContainText(["Checks", "All", "a", "b", "c"]);
  await expect(cells(page, "cutter-quay")).toContainText(["cutter-quay", "2/3", "2/2", "Unhealthy", ""]);
  await expect(cells(page, "beacon").nth(4)).toHaveText("Unknown");
  await row(page, "cutter-quay").click();
  await expect(cells(page, "mole/north").nth(2)).toHaveText("Healthy");
  await expect(cells(page, "mole/north").nth(3)).toHaveText("");
  await page.getByRole("radiogroup", { name: "Cells show" }).getByText("Uptime").click();
  await expect(cells(page, "mole/south").nth(3)).toHaveText("66.7%");
  await expectParam(page, "pivotCellType", "uptime");
  await page.getByRole("radiogroup", { name: "Cells show" }).getByText("Latency").click();
  await expect(cells(page, "mole/south").nth(3)).toHaveText("1.5s");
  await page.getByLabel("Columns").selectOption("Namespace");
  await expect(page.getByRole("columnheader", { name: "cutter-sea" })).toBeVisible();
  await expectParam(page, "pivotBy", "namespace");
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("radiogroup", { name: "Shown as" }).getByText("Cards").click();
  await expectParam(page, "layout", "card");
  const card = (name: string) => page.getByRole("link").filter({ hasText: name });
  await expect(card("mole/south")).toContainText("Unhealthy");
  await expect(card("mole/south").getByRole("img", { name: "Of the last 3 runs 1 failed" })).toBeVisible();
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
});

const isSummary = (request: Request) => new URL(request.url()).pathname === "/api/canary/api/summary";

test("rows follow the results as they arrive, and nothing but what changed is read", async ({ page }) => {
  const { word, ids } = await makeHarbour("davit");
  const asked: string[] = [];
  await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group`);
  await expect(cells(page, "mole/north").nth(1)).toHaveText("Healthy");
  page.on("request", (request) => isSummary(request) && asked.push(request.url()));
  await inDatabase(async (client) => {
    await client.query("update checks set status = 'unhealthy', last_runtime = now() where id = $1", [ids.north]);
    await client.query("update checks set deleted_at = now() where id = $1", [ids.crane]);
  });
  await expect(cells(page, "mole/north").nth(1)).toHaveText("Unhealthy");
  await expect(row(page, "crane")).toHaveCount(0);
  await expect(counter(page, "failing")).toContainText("2");
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((url) => new URL(url).searchParams.has("since"))).toBe(true);
});

test("a new installation shows itself well, and what stops taking connections turns red by itself", async ({
  page,
}) => {
  await page.goto("/health?query=quarterdeck&hidePassing=false&groupBy=no-group");
  // Nobody made these. Other journeys let jobs fail, which is told, too.
  for (const name of ["Web interface", "Database", "Disk space", "Memory"])
    await expect(cells(page, name).nth(1)).toHaveText("Healthy", { timeout: 60_000 });
  await expect(row(page, "Jobs")).toBeVisible();

  const gate = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1");
  await once(gate, "listening");
  const { port } = gate.address() as AddressInfo;
  const spec = { schedule: "@every 1s", tcp: [{ name: "sluice gate", endpoint: `127.0.0.1:${port}` }] };
  const made = await page.request.post("/api/db/canaries", {
    headers: { origin: new URL(page.url()).origin },
    data: { name: "sluice", spec },
  });
  expect(made.status()).toBe(201);
  try {
    await search(page).fill("sluice");
    await expect(cells(page, "sluice gate").nth(1)).toHaveText("Healthy");
    let loads = 0;
    page.on("load", () => (loads += 1));
    gate.close();
    await expect(cells(page, "sluice gate").nth(1)).toHaveText("Unhealthy");
    gate.listen(port, "127.0.0.1");
    await expect(cells(page, "sluice gate").nth(1)).toHaveText("Healthy");
    expect(loads).toBe(0);
  } finally {
    gate.close();
    await inDatabase((client) => client.query("update canaries set deleted_at = now() where name = 'sluice'"));
  }
});

test.describe("a server that is slow or away", () => {
  test.use({ still: true, provoked: [/ERR_FAILED|status of (404|50)/] });

  test("HL-29 HL-43 HL-46 a skeleton comes first, each reload gives up the one before, and old data says since when", async ({
    page,
  }) => {
    const { word } = await makeHarbour("ebbe");
    const asked: string[] = [];
    const failed: string[] = [];
    page.on("request", (request) => isSummary(request) && asked.push(request.url()));
    page.on("requestfailed", (request) => isSummary(request) && failed.push(request.failure()?.errorText ?? ""));
    let answer: "wait" | "pass" | "fail" = "wait";
    const waiting: (() => void)[] = [];
    await page.route("**/api/canary/api/summary*", async (route) => {
      if (answer === "wait") await new Promise<void>((resolve) => waiting.push(resolve));
      if (answer === "fail") await route.fulfill({ status: 503, json: { error: "The database is away" } });
      else await route.continue().catch(() => {});
    });
    await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group`);
    const grid = page.getByRole("grid", { name: "Checks" });
    await expect(grid).toHaveAttribute("aria-busy", "true");
    await expect(counter(page, "passing")).toHaveCount(0);
    answer = "pass";
    for (const go of waiting) go();
    await expect(row(page, "crane")).toBeVisible();
    await expect(grid).toHaveAttribute("aria-busy", "false");

    // The next one comes before the last was answered.
    answer = "wait";
    const before = asked.length;
    const refresh = page.getByRole("button", { name: "Refresh", exact: true });
    await refresh.click();
    await expect.poll(() => asked.length).toBe(before + 1);
    await refresh.click();
    await expect.poll(() => asked.length).toBe(before + 2);
    await expect.poll(() => failed).toContain("net::ERR_ABORTED");
    answer = "pass";
    for (const go of waiting) go();
    await expect(refresh.locator(".animate-spin")).toHaveCount(0);
    await expect(page.getByText(/Data is stale/)).toHaveCount(0);

    // Another time range asks again.
    const calm = asked.length;
    await page.evaluate(() => history.pushState({}, "", `${location.pathname}${location.search}&timeRange=2h`));
    await expect.poll(() => asked.length).toBeGreaterThan(calm);

    answer = "fail";
    await refresh.click();
    await expect(page.getByText(/Data is stale since .* The database is away/)).toBeVisible();
    await expect(row(page, "crane")).toBeVisible();
    answer = "pass";
    await page.getByRole("button", { name: /^Refresh every/ }).click();
    await expect(page.getByRole("menuitemradio")).toHaveText([
      "None",
      "15 seconds",
      "30 seconds",
      "60 seconds",
      "2 minutes",
      "3 minutes",
      "5 minutes",
      "10 minutes",
      "15 minutes",
    ]);
    await page.keyboard.press("Escape");
    await refresh.click();
    await expect(page.getByText(/Data is stale/)).toHaveCount(0);
  });

  test("HL-46 HL-50 by the clock: a search is meant after 400 ms, and every so often all is read anew", async ({
    page,
  }) => {
    const { word } = await makeHarbour("gig");
    const asked: string[] = [];
    page.on("request", (request) => isSummary(request) && asked.push(request.url()));
    await page.clock.install();
    await page.goto("/health?hidePassing=false&groupBy=no-group");
    await expect(search(page)).toBeVisible();
    await page.getByRole("button", { name: /^Refresh every/ }).click();
    await page.getByRole("menuitemradio", { name: "15 seconds" }).click();
    await page.clock.pauseAt(Date.now() + 60_000);
    await search(page).fill(word);
    await page.clock.runFor(399);
    expect(param(page, "query")).toBeNull();
    await page.clock.runFor(1);
    await expectParam(page, "query", word);
    const before = asked.length;
    let seconds = 0;
    const tick = async () => {
      await page.clock.runFor(1_000);
      seconds += 1;
      return asked.length - before;
    };
    await expect.poll(tick, { intervals: [50], timeout: 30_000 }).toBe(2);
    expect(seconds).toBeGreaterThanOrEqual(30);
    expect(seconds).toBeLessThan(45);
  });

  test("where nothing is heard the page asks by itself, and says when nobody can tell", async ({ page }) => {
    const { word } = await makeHarbour("hulk");
    await page.clock.install();
    await page.goto(`/health?query=${word}&hidePassing=false&groupBy=no-group`);
    await expect(row(page, "crane")).toBeVisible();
    // The stream is open all the while; behind it the database is away.
    const json = { error: "The database is away" };
    await page.route("**/api/canary/api/summary*", (route) => route.fulfill({ status: 503, json }));
    await page.clock.pauseAt(Date.now() + 60_000);
    let seconds = 0;
    const tick = async () => {
      await page.clock.runFor(1_000);
      seconds += 1;
      return page.getByText(/Data is stale since/).count();
    };
    await expect.poll(tick, { intervals: [100], timeout: 30_000 }).toBe(1);
    expect(seconds).toBeLessThan(60);
    await expect(row(page, "crane")).toBeVisible();
  });

  test("a view whose feature is off is no page, and says who can bring it back", async ({ page }) => {
    const json = { error: "It is off.", message: "Somebody can switch it on.", id: "not_found", feature: "health" };
    await page.route("**/api/canary/api/summary*", (route) => route.fulfill({ status: 404, json }));
    await page.goto("/view/health");
    await expect(page.getByRole("heading", { name: "There is no such page" })).toBeVisible();
    await expect(page.getByText("It is off. Somebody can switch it on.")).toBeVisible();
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    expect(await axeFindings(page)).toEqual([]);
  });
});

test("HL-02 HL-44 a screen on a wall shows the checks of the source that its address names, and nothing to change them", async ({
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
  await expect(page.getByRole("img", { name: "Of the last 3 runs 1 failed" })).toBeVisible();
});
