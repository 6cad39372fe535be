// Tests a check at its own URL, and its canary in the editor.
import { type AddressInfo, createServer } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|404)/] });

const shop = {
  schedule: "@every 1m",
  http: [{ name: "login", url: "https://shop.example.org/login", severity: "high" }],
};

interface Rows {
  name: string;
  /** Minutes since the last run. */
  lastRun: number;
  runs: number;
}

/**
 * Creates a canary with a check that ran every minute. One of the last runs failed, one was in maintenance and one
 * could not be checked.
 */
async function seed({ name, lastRun, runs }: Rows): Promise<{ canary: string; check: string }> {
  const canaries = await query(
    `insert into canaries (name, namespace, labels, spec, source) values ($1, 'retail', '{"team": "web"}', $2, 'UI') returning id`,
    [name, shop],
  );
  const canary = canaries.rows[0]!["id"]!;
  const checks = await query(
    `insert into checks (canary_id, type, name, namespace, spec, labels, severity, status, last_runtime, next_runtime,
                         last_transition_time, interval_seconds)
     select $1, 'http', $2, 'retail', $3, '{"page": "login"}', 'high', 'unhealthy', at, now() + interval '1 minute',
            at - interval '1 hour', 60
     from   (select now() - $4 * interval '1 minute' as at) run
     returning id`,
    [canary, `${name} login`, shop.http[0], lastRun],
  );
  const check = checks.rows[0]!["id"]!;
  await query(
    `insert into check_statuses (check_id, time, status, duration, message, error, could_not_check, in_maintenance, details)
     select $1, date_trunc('milliseconds', now()) - ($2 + n) * interval '1 minute', case n when 2 then null else n > 0 end,
            case n when 0 then 1500 else 100 end, case n when 0 then '' else 'login is up ' || n end,
            case n when 0 then 'the status is 503' when 2 then 'The database was away.' end, n = 2, n = 3,
            jsonb_build_object(
              'status', case n when 0 then 503 else 200 end,
              'headers', jsonb_build_object('server', 'nginx', 'x-run', n::text),
              'timings', jsonb_build_object('dns', 2, 'ttfb', 90 + n, 'total', 100),
              'body', case n when 0 then 'no upstream' else '{"ok":true}' end,
              'certificate', jsonb_build_object('issuer', 'CN=Harbour', 'validTo', '2027-02-01T00:00:00Z'))
     from   generate_series(0, $3 - 1) n`,
    [check, lastRun, runs],
  );
  return { canary, check };
}

/** Starts a TCP server that accepts connections. */
async function listen() {
  const server = createServer((socket) => socket.end());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}

/**
 * Records the requests of the page to one path, except for single rows. The returned function returns the newest
 * request.
 */
function questions(page: Page, path: string) {
  const asked: URLSearchParams[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.pathname === path && url.searchParams.get("limit") !== "1") asked.push(url.searchParams);
  });
  return () => asked.at(-1)!;
}

const stat = (page: Page, label: string) => page.locator("dl > div").filter({ hasText: label }).first();
const rowWith = (page: Page, text: string | RegExp) => page.getByRole("row").filter({ hasText: text });

test("HL-30 HL-31 HL-32 HL-33 HL-34 HL-39 HL-48 HL-49 HL-54 HL-56 HL-57 HL-58 HL-60 HL-61 HL-62 HL-63 HL-64 a check shows its history, run by run", async ({
  page,
}) => {
  const { check } = await seed({ name: "history", lastRun: 250, runs: 60 });
  await query(
    `with item as (
       insert into config_items (name, type, config_class, config) values ('history web', 'Kubernetes::Pod', 'Pod', '{}') returning id
     )
     insert into check_config_relationships (config_id, check_id, canary_id)
     select item.id, c.id, c.canary_id from item, checks c where c.id = $1`,
    [check],
  );
  const graph = questions(page, "/api/canary/api/graph");
  const history = questions(page, "/api/db/check_statuses");
  await page.goto(`/health/checks/${check}`);
  await expect(page.getByRole("heading", { level: 1, name: "history login" })).toBeVisible();
  await expect(page).toHaveTitle(/^history login/);
  await expect(page.getByText("https://shop.example.org/login").first()).toBeVisible();
  await expect(page.getByTitle("page:login")).toBeVisible();

  // The last run of the check is more than three hours ago, so the default range is six hours.
  const range = page.getByLabel("Time Range");
  await expect(range).toHaveValue("6h");
  expect(Object.fromEntries(graph())).toEqual({ check, count: "300", start: "6h" });
  await expect(range.getByRole("option")).toHaveText(
    "15m 1h 2h 3h 6h 12h 1d 2d 3d 1w 2w 3w 1mo 2mo 3mo 6mo 1y 2y 3y 5y".split(" "),
  );
  await expect(stat(page, "Uptime")).toContainText("1 of 58 failed");
  await expect(stat(page, "Latency")).toHaveText(/^Latency \(p95, 6h\)100msp97 100ms · p99 [\d.]+m?s$/);
  const severity = page.getByTitle("Severity", { exact: true });
  await expect(severity).toHaveText("High");
  for (const word of ["Low", "Medium", "Critical", "Blocker"]) {
    await query("update checks set severity = $2 where id = $1", [check, word.toLowerCase()]);
    await expect(severity).toHaveText(word);
  }
  await expect(stat(page, "Last Run")).toContainText("4h ago");
  await expect(stat(page, "Last Run")).toContainText("Changed 5h ago");
  await expect(stat(page, "Next Run")).toContainText(/^Next Runin \d+s$/);
  await expect(
    page.getByRole("img", { name: /57 passed, 1 failed, 1 could not be checked, 1 in maintenance/ }),
  ).toBeVisible();

  // A page has fifty runs, and runs without a result are marked.
  await expect(page.getByRole("columnheader")).toHaveText(["", "Age", "Duration", "Message"]);
  await expect(page.getByText("1–50 of 60")).toBeVisible();
  expect(history().get("limit")).toBe("50");
  expect(history().get("order")).toBe("time.desc");
  await expect(rowWith(page, "the status is 503")).toContainText("1.5s");
  await expect(rowWith(page, "The database was away.")).toContainText("Could not be checked");
  await expect(rowWith(page, /login is up 3$/)).toContainText("Maintenance");
  expect(await axeFindings(page, { without: "tbody tr:nth-child(n+6)" })).toEqual([]);

  // A filter returns to the first page.
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(page.getByText("51–60 of 60")).toBeVisible();
  const status = page.getByRole("combobox", { name: "Status" });
  await expect(status.getByRole("option")).toHaveText(["All", "Healthy", "Unhealthy"]);
  await status.selectOption("Unhealthy");
  await expect(page.getByText("1 row", { exact: true })).toBeVisible();
  expect(history().get("status")).toBe("eq.0");
  expect(history().get("offset") ?? "0").toBe("0");
  await status.selectOption("Healthy");
  await expect(page.getByText("1–50 of 58")).toBeVisible();
  expect(history().get("status")).toBe("eq.1");
  await status.selectOption("All");

  const duration = page.getByRole("combobox", { name: "Duration" });
  await duration.click();
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([
    "All",
    "100ms",
    "500ms",
    "1s",
    "5s",
    "10s",
    "30s",
  ]);
  await duration.fill("5m");
  await expect(page.getByText("duration is allowed only in milli seconds & seconds")).toBeVisible();
  await duration.fill("1s");
  await expect(page.getByText("1 row", { exact: true })).toBeVisible();
  expect(history().get("duration")).toBe("gte.1000");
  await page.keyboard.press("Escape");
  await page
    .getByRole("button", { name: "Clear all" })
    .or(page.getByRole("button", { name: /Clear/ }))
    .first()
    .click();
  await expect(page.getByText("1–50 of 60")).toBeVisible();

  // A low window shows the chart in a tab, and higher windows show it above the tabs.
  await expect(page.getByRole("tab")).toHaveText([
    "History",
    "Graph",
    "Spec",
    "Relationships1",
    "Notifications",
    "Playbooks",
  ]);
  await page.getByRole("tab", { name: "Graph" }).click();
  await expect(page.getByRole("img", { name: /^Health Overview/ })).toBeVisible();
  await page.setViewportSize({ width: 1280, height: 1000 });
  await expect(page.getByRole("tab")).toHaveText(["History", "Spec", "Relationships1", "Notifications", "Playbooks"]);
  await expect(page.getByRole("img", { name: /^Health Overview/ })).toBeVisible();

  await page.getByRole("tab", { name: "Spec" }).click();
  await expect(page.getByRole("region", { name: "Spec of history login" })).toContainText(
    "https://shop.example.org/login",
  );
  await page.getByText("Canary", { exact: true }).click();
  await expect(page.getByRole("region", { name: "Spec of history", exact: true })).toContainText("@every 1m");
  await page.getByRole("tab", { name: "Relationships" }).click();
  await expect(rowWith(page, "history web")).toContainText("Config");

  // The selection is in the URL, and the back button restores it.
  await range.selectOption("15m");
  await expect(page).toHaveURL(/timeRange=15m/);
  await page.getByRole("tab", { name: "History" }).click();
  await expect(page.getByText("The check did not run in the last 15 minutes.")).toBeVisible();
  await page.goBack();
  await page.goBack();
  await expect(range).toHaveValue("6h");
});

test("the drawer shows a run in full, compares two runs, and sets and ends a maintenance window", async ({ page }) => {
  const { check } = await seed({ name: "compare", lastRun: 0, runs: 8 });
  await page.goto(`/health?checkId=${check}`);
  const drawer = page.getByRole("dialog", { name: "compare login", exact: true });
  await expect(page).toHaveTitle(/^compare login/);
  await rowWith(page, "the status is 503").getByText("the status is 503").click();
  const run = page.getByRole("dialog", { name: "Run of compare login" });
  await expect(run.getByRole("group", { name: "Timings" })).toContainText("DNS lookup2ms");
  await expect(run.getByRole("group", { name: "Body" })).toContainText("no upstream");
  await expect(run.getByRole("group", { name: "Certificate" })).toContainText("CN=Harbour");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(run).toBeHidden();
  await expect(drawer).toBeVisible();
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);

  await rowWith(page, "the status is 503").getByRole("checkbox").click();
  await rowWith(page, "login is up 1").getByRole("checkbox").click();
  await page.getByRole("button", { name: "Compare", exact: true }).click();
  const both = page.getByRole("dialog", { name: "Two runs of compare login" });
  const line = (name: string) => both.getByRole("row").filter({ hasText: name }).first();
  await expect(line("x-run")).toHaveText(/x-run≠, differs10$/);
  await expect(line("server")).toHaveText("servernginxnginx");
  await expect(line("First byte")).toContainText("−1ms");
  await expect(both.getByRole("figure", { name: "Body" })).toContainText("no upstream");
  await both.getByRole("switch", { name: "Only differences" }).click();
  await expect(line("server")).toHaveCount(0);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  // The URL restores the comparison.
  await page.reload();
  await expect(both).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Maintenance" }).click();
  const dialog = page.getByRole("dialog", { name: "Schedule maintenance" });
  await dialog.getByLabel("Name").fill("new cables");
  await dialog.getByText("Recurring").click();
  await dialog.getByRole("combobox", { name: "Begins" }).fill("@every 1h");
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: "Schedule maintenance" }).click();
  await expect(dialog.getByText("Enter a schedule, such as 0 2 * * 0 or @daily")).toBeVisible();
  await dialog.getByText("Once").click();
  await dialog.getByRole("button", { name: "Schedule maintenance" }).click();
  await expect(page.getByText(/In maintenance new cables, until/)).toBeVisible();
  await page.getByRole("button", { name: "End now" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "End" }).click();
  await expect(page.getByText(/In maintenance/)).toHaveCount(0);

  // Closing the drawer also removes its parameters.
  await drawer.getByRole("tab", { name: "Spec" }).click();
  await drawer.getByRole("button", { name: "Close" }).first().click();
  await expect(drawer).toBeHidden();
  await expect(page).toHaveURL(/\/health\?timeRange=1h$/);
  await expect(page).toHaveTitle(/^Health/);
});

test("HL-35 a check that could not be run shows the reason, and people with permission can run it", async ({
  browser,
  page,
}) => {
  const { check, canary } = await seed({ name: "roles", lastRun: 0, runs: 1 });
  const why = "Nobody runs checks at the moment.";
  await query(
    "update checks set could_not_check_since = now() - interval '1 hour', could_not_check_reason = $2 where id = $1",
    [check, why],
  );
  await page.goto(`/health/checks/${check}`);
  await expect(page.getByText(`Unknown ${why}`)).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveAttribute(
    "href",
    `/settings/canaries/${canary}?check=http%2Froles+login`,
  );
  await expect(page.getByRole("button", { name: "Run Now" })).toBeVisible();
  for (const [role, mayRun] of [
    ["responder", true],
    ["viewer", false],
  ] as const) {
    const context = await browser.newContext({ storageState: await stateOf(role) });
    const other = await context.newPage();
    await other.goto(new URL(page.url()).href);
    await expect(other.getByRole("tab", { name: "History" })).toBeVisible();
    await expect(other.getByRole("button", { name: "Run Now" })).toHaveCount(mayRun ? 1 : 0);
    await expect(other.getByRole("button", { name: "Maintenance" })).toHaveCount(0);
    await context.close();
  }

  // A canary from a file cannot be edited here.
  await query("update canaries set source = 'ConfigFile' where id = $1", [canary]);
  await page.reload();
  await expect(page.getByText("Linked to local file")).toBeVisible();
  await expect(page.getByRole("link", { name: "Edit" })).toHaveCount(0);
  await page.goto("/health/checks/00000000-0000-4000-8000-00000000dead");
  await expect(page.getByRole("heading", { name: "No such check" })).toBeVisible();
});

test("a failing check shows its error above the figures, and on a phone all actions are in one row", async ({
  page,
}) => {
  const { check, canary } = await seed({ name: "failing", lastRun: 0, runs: 2 });
  await page.goto(`/health/checks/${check}`);
  const notice = page.getByRole("note").filter({ hasText: "Failing" });
  await expect(notice).toHaveText("Failing for 1h: the status is 503Show run");
  // The run is shown from every tab.
  await page.getByRole("tab", { name: "Spec" }).click();
  await notice.getByRole("button", { name: "Show run" }).click();
  await expect(page.getByRole("dialog", { name: "Run of failing login" })).toContainText("no upstream");
  await page.keyboard.press("Escape");

  // The tabs begin where the text above them begins, on the page and in the drawer.
  const left = (locator: Locator) =>
    locator.evaluate(
      (element) => element.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(element).paddingLeft),
    );
  const history = page.getByRole("tab", { name: "History" });
  const runs = page.getByRole("region", { name: "Runs" });
  expect(await left(history)).toBe(await left(runs));
  await page.goto(`/health?checkId=${check}`);
  await expect(history).toBeVisible();
  await expect.poll(async () => (await left(history)) - (await left(runs))).toBe(0);

  await page.setViewportSize({ width: 390, height: 844 });
  const drawer = page.getByRole("dialog", { name: "failing login" });
  await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(390);
  await page.goto(`/health/checks/${check}`);
  await expect(page.getByRole("main").locator("p", { hasText: "failing login" })).toBeVisible();
  const [run, more] = [
    page.getByRole("button", { name: "Run Now" }),
    page.getByRole("button", { name: "More actions" }),
  ];
  expect((await run.boundingBox())!.y).toBe((await more.boundingBox())!.y);
  expect((await run.boundingBox())!.height).toBeGreaterThanOrEqual(40);
  // The button of the incidents is loaded later; all buttons stay on the screen.
  const attach = page.getByRole("button", { name: "Attach as Evidence" });
  await expect(attach).toBeVisible();
  expect((await attach.boundingBox())!.y).toBe((await run.boundingBox())!.y);
  expect((await more.boundingBox())!.x).toBeGreaterThanOrEqual(16);
  await more.click();
  await expect(page.getByRole("menuitem")).toHaveText(["Edit", "Maintenance", "Pause", "Delete check"]);
  await expect(page.getByRole("menuitem", { name: "Edit" })).toHaveAttribute("href", /\?check=http%2Ffailing\+login$/);
  expect(await axeFindings(page, { part: "[role=menu]" })).toEqual([]);
  await page.getByRole("menuitem", { name: "Pause" }).click();
  await expect(page.getByRole("dialog", { name: "Pause failing login?" })).toBeVisible();

  // The page of a canary that was created by a catalog item shows the item.
  const items = await query(
    "insert into config_items (name, type, config_class, config) values ('failing item', 'Kubernetes::Pod', 'Pod', '{}') returning id",
    [],
  );
  const item = items.rows[0]!["id"]!;
  await query("update canaries set source = $2 where id = $1", [canary, `kubernetes/${item}`]);
  // On a phone the list has no space for the source.
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const path of [`/health/checks/${check}`, `/settings/canaries/${canary}`, "/settings/canaries?search=failing"]) {
    await page.goto(path);
    await expect(page.getByRole("link", { name: "failing item" })).toHaveAttribute("href", `/catalog/${item}`);
  }
});

test("HL-65 HL-66 HL-67 HL-68 HL-69 HL-70 a canary is created with checks of several types, by forms and as code", async ({
  page,
}) => {
  await page.goto("/settings/canaries/new");
  await expect(page.getByLabel("Namespace")).toHaveValue("default");
  await page.getByRole("searchbox", { name: "Search types" }).fill("htt");
  await page.getByRole("button", { name: "HTTP", exact: true }).click();
  await expect(page.getByRole("combobox", { name: "Schedule" })).toHaveValue("@every 1m");
  const http = page
    .getByRole("region", { name: "New HTTP check" })
    .or(page.getByRole("region", { name: "front page" }));

  // A name and a URL are required.
  for (const field of [/^Name/, /^URL/]) {
    const line = http.getByRole("textbox", { name: field }).first();
    await expect(line).toHaveAttribute("aria-required", "true");
    await line.focus();
    await line.blur();
  }
  await expect(http.getByText("This field is required")).toHaveCount(2);
  await http.getByRole("textbox", { name: /^Name/ }).first().fill("front page");
  await http.getByRole("textbox", { name: /^URL/ }).first().fill("http://127.0.0.1:1/");
  const method = http.getByRole("combobox", { name: "Method" });
  await expect(method.getByRole("option")).toContainText(["GET", "POST", "PUT", "DELETE"]);
  const body = http.getByRole("textbox", { name: "Body" });
  for (const [chosen, has] of [
    ["GET", 0],
    ["DELETE", 0],
    ["POST", 1],
    ["PUT", 1],
  ] as const) {
    await method.selectOption(chosen);
    await expect(body).toHaveCount(has);
  }
  await body.fill("hello");
  // A header has a name, which is required, and a value.
  await http.getByRole("button", { name: "Add to Headers" }).click();
  const header = http.getByRole("group", { name: /^Headers/ });
  const headerName = header.getByRole("textbox", { name: /^Name/ });
  await expect(headerName).toHaveAttribute("aria-required", "true");
  await headerName.fill("X-Deck");
  await header
    .getByRole("textbox", { name: /^Value/ })
    .first()
    .fill("north");
  const codes = http.getByRole("group", { name: "Response codes" });
  for (const code of [200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503])
    await expect(codes.getByText(String(code), { exact: true })).toBeVisible();
  await codes.getByText("204", { exact: true }).click();
  expect(await axeFindings(page)).toEqual([]);

  await page.getByRole("button", { name: "Add check" }).click();
  await page.getByRole("dialog", { name: "Add check" }).getByRole("button", { name: "TCP", exact: true }).click();
  const tcp = page.getByRole("region", { name: "New TCP check" }).or(page.getByRole("region", { name: "port" }));
  // The canary can be tested before it is saved.
  await using harbour = await listen();
  await tcp.getByRole("textbox", { name: /^URL/ }).first().fill(harbour.address);
  await tcp.getByRole("button", { name: "Test now" }).click();
  await expect(tcp.getByText(/^Passed in \d+ms\.$/)).toBeVisible();
  await tcp.getByRole("textbox", { name: /^URL/ }).first().fill("nowhere");
  await tcp.getByRole("button", { name: "Test now" }).click();
  await expect(tcp.getByText("The check is invalid.")).toBeVisible();
  await expect(tcp.getByText('"nowhere" is not an endpoint.')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await tcp.getByRole("textbox", { name: /^Name/ }).first().fill("port");
  await page.getByRole("textbox", { name: /^Name/ }).first().fill("journey checks");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Health Check added successfully")).toBeVisible();
  const stored = await query("select id, spec from canaries where name = 'journey checks'");
  const { id, spec } = stored.rows[0] as unknown as { id: string; spec: unknown };
  expect(spec).toEqual({
    schedule: "@every 1m",
    http: [
      {
        name: "front page",
        url: "http://127.0.0.1:1/",
        method: "PUT",
        body: "hello",
        headers: [{ name: "X-Deck", value: "***" }],
        responseCodes: [204],
      },
    ],
    tcp: [{ name: "port", endpoint: "nowhere" }],
  });

  await page.goto(`/settings/canaries/${id}`);
  await expect(page.getByRole("tab")).toHaveText(["Spec", "Job History"]);
  // The new check ran at once, and its error is shown.
  await expect(page.getByText('port (tcp): "nowhere" is not an endpoint.')).toBeVisible();
  await page.getByRole("button", { name: /^port/ }).click();
  await expect(tcp.getByRole("textbox", { name: /^URL/ }).first()).toHaveValue("nowhere");
  await page.getByRole("button", { name: "Remove port" }).click();
  await page.getByText("Code", { exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Spec" })).toContainText("front page");
  await expect(page.getByRole("textbox", { name: "Spec" })).not.toContainText("nowhere");
  await page.getByText("Form", { exact: true }).first().click();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Health Check updated successfully")).toBeVisible();
});
