// Tests the sources of logs and the links to them: the machine's journal, Loki, and the links on pages of components,
// config items, checks and incidents.
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { lokiKey, standInLoki } from "../services/loki.ts";
import { type LogProduct, secondsAgo, startLogProduct } from "./a-log.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";

test.describe.configure({ mode: "default" });
// The cluster of a config item cannot be reached.
test.use({ contextOptions: { reducedMotion: "reduce" }, provoked: [/status of (400|502)/] });

let deck: LogProduct;
let loki: { url: string; server: Server };
test.beforeAll(async () => {
  deck = await startLogProduct({ hasJournal: true });
  loki = await startLoki();
  deck.write("crane.log", [`${secondsAgo(120)} INFO crane lifts`, `${secondsAgo(60)} ERROR rope is old`]);
  await deck.backend("Crane files", {
    backends: [{ file: { path: [deck.path("crane.log")], routes: [{ type: "Crane" }] } }],
  });
});
test.afterAll(async () => {
  loki.server.close();
  await deck.stop();
});

test.beforeEach(async ({ page }) => {
  const { cookies } = await stateOf("admin", deck);
  await page.context().addCookies(cookies);
  await page.context().addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
});

/** Simulates Loki with a log line about an order for every second of the last two minutes. */
async function startLoki() {
  const service = standInLoki();
  const begin = Date.now() - 120_000;
  service.lines = service.lines.map((stored, index) => ({ ...stored, time: begin + index * 1_000 }));
  const server = createServer((request, response) => {
    const { method = "GET", headers, url = "/" } = request;
    const { pathname: path, searchParams: query } = new URL(url, "http://loki");
    const asked = { host: "loki", method, path, url, query, body: "", shown: undefined };
    const answer = service.answer({ ...asked, headers: headers as Record<string, string | undefined> });
    const { status = 200, body = "" } = answer;
    const isText = typeof body === "string";
    response
      .writeHead(status, { "content-type": isText ? "text/plain" : "application/json", ...answer.headers })
      .end(isText ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const lines = (page: Page) => page.getByRole("grid", { name: "Log lines" });
const line = (page: Page, text: string | RegExp) => lines(page).locator("[data-line]").filter({ hasText: text });
const chosenBackend = (page: Page) => page.getByRole("combobox", { name: "Backend" }).locator("option:checked");
/** Locates the link on the page, not the link in the menu. */
const logsLink = (page: Page) => page.locator('a[href*="/logs?"]').filter({ hasText: /^Logs$/ });
const param = (page: Page, name: string) => new URL(page.url()).searchParams.get(name);

async function linkedConfig(component: string, name: string): Promise<string> {
  const [row] = await deck.query(
    `with item as (
       insert into config_items (name, type, config_class, status, health, config)
       values ($2, 'Crane::Machine', 'Machine', 'Running', 'healthy', '{}') returning id
     ), link as (
       insert into config_component_relationships (component_id, config_id, selector_id) select $1, id, 'manual' from item
     )
     select id from item`,
    [component, name],
  );
  return row!["id"]!;
}

async function linkedCheck(component: string, name: string): Promise<string> {
  const [row] = await deck.query(
    `with canary as (
       insert into canaries (name, namespace, spec, source) values ($2, 'default', '{}', 'UI') returning id
     ), one as (
       insert into checks (canary_id, type, name, namespace, spec, status, last_runtime, next_runtime, interval_seconds)
       select id, 'http', $2, 'default', '{}', 'healthy', now(), now() + interval '1 hour', 60 from canary
       returning id, canary_id
     ), link as (
       insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
       select $1, id, canary_id, 'rule' from one
     )
     select id from one`,
    [component, name],
  );
  return row!["id"]!;
}

test("an administrator adds and reads the machine's journal with one click", async ({ page }) => {
  await page.goto(`${deck.url}/settings/log-backends`);
  const add = page.getByRole("button", { name: "Add this machine’s journal" });
  await expect(add).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await add.click();
  await expect(page).toHaveURL(/\/logs\?backend=/);
  await expect(page.getByText("The journal of this machine was added")).toBeVisible();
  await expect(chosenBackend(page)).toHaveText("Journal");

  const day = "rangeType=absolute&from=2026-11-17T00:00:00Z&to=2026-11-18T00:00:00Z";
  await page.goto(`${deck.url}/logs?backend=${param(page, "backend")}&query="request 120"&${day}`);
  await expect(line(page, "request 120 failed: connection refused")).toBeVisible();
  await expect(line(page, "request 120 served in 360 ms")).toBeVisible();

  // The journal can be added only once.
  await page.goto(`${deck.url}/settings/log-backends`);
  await expect(page.getByRole("row").filter({ hasText: "Journal" })).toBeVisible();
  await expect(add).toHaveCount(0);
});

test("the page of a config item opens the logs of its component", async ({ page }) => {
  const component = await deck.component("crane-1", "Crane");
  await page.goto(`${deck.url}/catalog/${await linkedConfig(component, "crane-machine")}`);
  await logsLink(page).click();
  await expect(page).toHaveURL(new RegExp(`/logs\\?topologyId=${component}`));
  expect(param(page, "range")).toBe("now-1h");
  await expect(page.getByRole("button", { name: "Component: crane-1" })).toBeVisible();
  await expect(page.getByRole("combobox", { name: "Selector" })).toHaveValue("application");
  await expect(line(page, "rope is old")).toBeVisible();
  await expect(line(page, "crane lifts")).toBeVisible();
});

test("the page of a config item without a component opens the logs of its pods", async ({ page }) => {
  const [item] = await deck.query(
    `insert into config_items (name, type, config_class, status, health, config, tags)
     values ('checkout', 'Kubernetes::Deployment', 'Deployment', 'Running', 'healthy', '{}', '{"namespace": "retail"}')
     returning id`,
  );
  await page.goto(`${deck.url}/catalog/${item!["id"]}`);
  await expect(page.getByRole("heading", { level: 1, name: "checkout" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Actions", exact: true })).toBeVisible();
  await expect(logsLink(page)).toHaveCount(0);

  const kubeconfig = JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "quay",
    contexts: [{ name: "quay", context: { cluster: "quay", user: "quay" } }],
    clusters: [{ name: "quay", cluster: { server: "http://127.0.0.1:1" } }],
    users: [{ name: "quay", user: { token: "none" } }],
  });
  const cluster = await deck.backend("Cluster", { backends: [{ kubernetes: { kubeconfig: { value: kubeconfig } } }] });
  await expect(logsLink(page)).toBeVisible();
  await logsLink(page).click();
  await expect(page).toHaveURL(new RegExp(`/logs\\?backend=${cluster}`));
  expect(param(page, "range")).toBe("now-1h");
  await expect(
    page.getByRole("button", { name: "Labels: namespace:retail, kind:Deployment, name:checkout" }),
  ).toBeVisible();
  await expect(page.getByRole("alert").first()).toContainText("Cluster: Kubernetes at 127.0.0.1:1 cannot be reached");
});

test("the page of a check opens the logs of its component in its own time range", async ({ page }) => {
  const component = await deck.component("crane-2", "Crane");
  const check = await linkedCheck(component, "crane answers");
  await page.goto(`${deck.url}/health/checks/${check}?timeRange=1d`);
  await logsLink(page).click();
  await expect(page).toHaveURL(new RegExp(`/logs\\?topologyId=${component}`));
  expect(param(page, "range")).toBe("now-1d");
  await expect(page.getByRole("combobox", { name: "Selector" })).toHaveValue("application");
  await expect(line(page, "rope is old")).toBeVisible();
});

test("the page of an incident opens the logs of its component, from shortly before its start to its end", async ({
  page,
}) => {
  const component = await deck.component("crane-4", "Crane");
  const check = await linkedCheck(component, "crane lifts");
  const incident = async (isResolved: boolean) => {
    const [row] = await deck.query(
      `with person as (select id from people order by created_at limit 1), one as (
         insert into incidents (title, type, severity, status, created_by, created_at, resolved)
         select 'rope torn', 'availability', 'high', $2::text, id, now() - interval '1 hour',
                case when $2::text = 'resolved' then now() - interval '30 minutes' end
         from   person returning id, created_by
       ), root as (
         insert into hypotheses (incident_id, type, title, status, created_by)
         select id, 'root', 'rope torn', 'possible', created_by from one returning id, created_by
       ), evidence as (
         insert into evidences (hypothesis_id, type, check_id, evidence, created_by)
         select id, 'check', $1, '{}', created_by from root
       )
       select id from one`,
      [check, isResolved ? "resolved" : "open"],
    );
    return row!["id"]!;
  };
  await page.goto(`${deck.url}/incidents/${await incident(false)}`);
  await logsLink(page).click();
  await expect(page).toHaveURL(new RegExp(`/logs\\?.*topologyId=${component}`));
  expect(param(page, "from")).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/);
  expect(param(page, "to")).toBe("now");
  await expect(line(page, "rope is old")).toBeVisible();

  await page.goto(`${deck.url}/incidents/${await incident(true)}`);
  const address = new URL((await logsLink(page).getAttribute("href"))!, page.url()).searchParams;
  const length = Date.parse(address.get("to")!) - Date.parse(address.get("from")!);
  // The range contains the 15 minutes before the incident, its half hour, and the minute of its end.
  expect(Math.round(length / 60_000)).toBeGreaterThanOrEqual(45);
  expect(Math.round(length / 60_000)).toBeLessThanOrEqual(47);
});

test("only components with a log selector offer logs, on their page and in their menus", async ({ page }) => {
  const open = await deck.component("crane-3", "Crane");
  const [silent] = await deck.query(
    `insert into components (name, external_id, type, stated_health) values ('bollard', 'bollard', 'Bollard', 'healthy') returning id`,
  );
  await page.goto(`${deck.url}/topology/${silent!["id"]}`);
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Snapshot" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "View Logs" })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(logsLink(page)).toHaveCount(0);

  await page.goto(`${deck.url}/topology?search=bollard`);
  await page.getByRole("button", { name: "Actions on bollard" }).click();
  await expect(page.getByRole("menuitem", { name: "Zoom In" })).toBeVisible();
  await expect(page.getByRole("menuitem", { name: "View Logs" })).toHaveCount(0);
  await page.goto(`${deck.url}/topology?search=crane-3`);
  await page.getByRole("button", { name: "Actions on crane-3" }).click();
  await page.getByRole("menuitem", { name: "View Logs" }).click();
  await expect(page).toHaveURL(new RegExp(`/logs\\?topologyId=${open}`));
  await expect(line(page, "rope is old")).toBeVisible();
});

test("a Loki backend is added with the form, reports wrong credentials, and is searched by words and in LogQL", async ({
  page,
}) => {
  await page.goto(`${deck.url}/settings/log-backends/new`);
  await page.getByRole("textbox", { name: /^Name/ }).fill("Orders");
  const write = async (password: string) => {
    await page.getByText("Code", { exact: true }).click();
    await page.getByRole("textbox", { name: "Spec" }).click();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.insertText(
      `backends:\n  - loki:\n      url: ${loki.url}\n      username: ${lokiKey.username}\n      password: ${password}\n`,
    );
  };
  const result = page.getByRole("region", { name: "Test" });
  await write("wrong");
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(result).toContainText(/refused the username/);
  await write(lokiKey.password);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await expect(result).toContainText("Loki 3.5.1");
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/log-backends$/);
  await page.getByRole("row").filter({ hasText: "Orders" }).getByRole("link").first().click();
  await page.getByRole("link", { name: "Open logs" }).click();
  await expect(line(page, "order 99 took 198 ms")).toBeVisible();

  await page.getByRole("searchbox", { name: /^Search/ }).fill('"order 42"');
  await expect(line(page, "order 42 took 84 ms")).toBeVisible();
  await expect(lines(page).locator("[data-line]")).toHaveCount(1);
  await page.getByRole("combobox", { name: "Language" }).selectOption("backend");
  const query = page.getByRole("textbox", { name: "LogQL" });
  await query.fill('{app="cart"} |~ "order 4[0-4] "');
  await query.press("Enter");
  await expect(line(page, "order 44 took")).toBeVisible();
  await expect(lines(page).locator("[data-line]")).toHaveCount(3);
  await query.fill('{app="cart"} | nonsense ~');
  await query.press("Enter");
  await expect(page.getByRole("alert").first()).toContainText("parse error");
});
