// Tests the work of an agent as people see it on the server: checks, playbook actions with live output, and resources
// that are read-only. Uses its own server, because the agent would add resources to the other browser tests.
import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { createAgent } from "./an-agent.ts";
import { axeFindings } from "./axe.ts";
import { expect, stateOf, test } from "./journey.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });
test.describe.configure({ mode: "serial" });

/** The agent pulls every 10 seconds; a busy machine needs more time. */
const slowly = { timeout: 60_000 };

let server: StartedProduct;
let agent: StartedProduct | undefined;
let target: Server;
let targetUrl: string;

test.beforeAll(async () => {
  server = await startProduct();
  target = createServer((_, response) => void response.end("berth free"));
  await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve));
  targetUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`;
});
test.afterAll(async () => {
  target.close();
  await agent?.stop();
  await server.stop();
});

test.beforeEach(async ({ context }) => {
  const { cookies } = await stateOf("admin", server);
  await context.addCookies(cookies);
  await context.addInitScript(() => {
    if (location.protocol === "http:") localStorage.setItem("signedIn", "true");
  });
});

const agentLink = (part: Page | Locator) => part.getByRole("link", { name: "north" });

async function chooseAgent(page: Page) {
  const runOn = page.getByRole("combobox", { name: "Run on" });
  await runOn.click();
  await page.getByRole("option", { name: "north" }).click();
  await expect(runOn).toHaveValue("north");
}

test("a check with “Run on” runs on the agent, and its results appear on the server", async ({ page }) => {
  const { ROLE: role, UPSTREAM_URL: url, ...variables } = await createAgent(page, "north", server.url);
  expect({ role, url }).toEqual({ role: "agent", url: `${server.url}/api` });
  agent = await startProduct({ ...variables, UPSTREAM_URL: url! }, "tests/console/agent-process.ts");
  await expect(page.getByRole("row", { name: /north/ })).toContainText("Online", slowly);

  await page.goto(`${server.url}/settings/canaries/new`);
  await page
    .getByRole("textbox", { name: /^Name(?!space)/ })
    .first()
    .fill("near");
  await chooseAgent(page);
  await page.getByRole("searchbox", { name: "Search types" }).fill("htt");
  await page.getByRole("button", { name: "HTTP", exact: true }).click();
  const http = page.getByRole("region", { name: "New HTTP check" }).or(page.getByRole("region", { name: "quay" }));
  await http.getByRole("textbox", { name: /^Name/ }).first().fill("quay");
  await http.getByRole("textbox", { name: /^URL/ }).first().fill(targetUrl);
  expect(await axeFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/canaries$/);

  await page.goto(`${server.url}/health?hidePassing=false&groupBy=no-group`);
  await expect(page.getByText("quay", { exact: true }).first()).toBeVisible(slowly);
  const { rows } = await query("select id from agents where name = 'north'", [], server);
  await page.goto(`${server.url}/settings/canaries?agent_id=${rows[0]!["id"]}`);
  await page.getByRole("gridcell", { name: "near", exact: true }).click();
  // The canary was created here, so it can be edited here.
  await expect(page.getByRole("combobox", { name: "Run on" })).toHaveValue("north");
  await expect(page.getByText("Read-only", { exact: true })).toHaveCount(0);
});

test("scrapers and topologies also have “Run on”", async ({ page }) => {
  for (const path of ["/catalog/scrapers/new", "/settings/topologies/new"]) {
    await page.goto(`${server.url}${path}`);
    await chooseAgent(page);
  }
});

test("a playbook with “Run on” runs on the agent, and its page shows the output while it runs", async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), "agent-work-"));
  chmodSync(folder, 0o755);
  const gate = join(folder, "open");
  await page.goto(`${server.url}/settings/playbooks/new`);
  await page.getByRole("textbox", { name: "Name", exact: true }).first().fill("moor");
  await page.getByRole("button", { name: "Add to Run on" }).click();
  const runOn = page.getByRole("combobox", { name: /^Run on 1/ });
  await runOn.click();
  await page.getByRole("option", { name: "north" }).click();
  await expect(runOn).toHaveValue("north");
  await page.locator(".cm-content").first().click();
  await page.keyboard.press("ControlOrMeta+a");
  const script = `echo first line; while [ ! -e ${gate} ]; do sleep 0.1; done; echo second line`;
  await page.keyboard.insertText(`actions:\n  - name: Moor\n    exec:\n      script: ${JSON.stringify(script)}\n`);
  await page.getByRole("button", { name: "Create", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/playbooks$/);

  const { rows } = await query("select id, spec->>'runsOn' as runs_on from playbooks where name = 'moor'", [], server);
  expect(rows[0]!["runs_on"]).toBe('["north"]');
  await page.goto(`${server.url}/playbooks?run=${rows[0]!["id"]}`);
  await page.getByRole("dialog").getByRole("button", { name: "Run", exact: true }).click();
  await expect(page).toHaveURL(/\/playbooks\/runs\/[0-9a-f-]{36}/);
  const output = page.getByRole("log", { name: "Output" });
  await expect(output).toContainText("first line", slowly);
  const action = page.getByRole("region", { name: "Moor", exact: true });
  await expect(action).toContainText("Running");
  await expect(agentLink(action)).toBeVisible();
  await expect(output).not.toContainText("second line");
  expect(await axeFindings(page)).toEqual([]);
  writeFileSync(gate, "");
  await expect(output).toContainText("second line", slowly);
  await expect(action).toContainText("Completed", slowly);

  await page.goto(`${server.url}/settings/agents`);
  await page.getByRole("row", { name: /north/ }).getByText("north").click();
  await page.getByRole("dialog", { name: "north", exact: true }).getByRole("link", { name: "Playbook runs" }).click();
  await expect(page.getByRole("row", { name: /moor/i })).toBeVisible();
});

test("a resource that the agent pushed is read-only, with a link to the agent", async ({ page }) => {
  const stored = await query(
    `insert into canaries (name, namespace, source, agent_id, spec)
     select 'pushed', 'default', 'Push', id, '{"schedule": "@every 1m", "http": [{"name": "far", "url": "http://a.local"}]}'
     from   agents where name = 'north' returning id`,
    [],
    server,
  );
  await page.goto(`${server.url}/settings/canaries/${stored.rows[0]!["id"]}`);
  const note = page.getByRole("note").filter({ hasText: "Read-only" });
  await expect(note).toContainText("Linked to");
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
  await agentLink(note).click();
  await expect(page).toHaveURL(/\/settings\/agents\?id=/);
  await expect(page.getByRole("dialog", { name: "north", exact: true })).toContainText("Online");
});

test("the agent appears in the catalog with its version, host and lag", async ({ page }) => {
  await page.goto(`${server.url}/catalog/scrapers?agent_id=00000000-0000-0000-0000-000000000000`);
  await page.getByRole("gridcell", { name: "quarterdeck", exact: true }).click();
  await page.getByRole("button", { name: "Run now" }).click();
  await expect
    .poll(
      async () =>
        (await query("select id from config_items where type = 'MissionControl::Agent' and name = 'north'", [], server))
          .rows.length,
      slowly,
    )
    .toBe(1);
  await page.goto(`${server.url}/catalog?configType=MissionControl::Agent`);
  await page.getByText("north", { exact: true }).first().click();
  await expect(page.getByRole("heading", { level: 1, name: "north" })).toBeVisible();
  await page.getByRole("button", { name: "Show details" }).click();
  for (const label of ["Version", "Host", "Lag"])
    await expect(page.getByText(label, { exact: true }).first()).toBeVisible();
});
