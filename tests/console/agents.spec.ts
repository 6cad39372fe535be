import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { createAgent } from "./an-agent.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";
import { product } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, provoked: [/status of 409/] });

const toast = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

const create = async (page: Page, name: string) => (await createAgent(page, name))["UPSTREAM_TOKEN"]!;

const ping = (token: string) =>
  fetch(`${product().url}/upstream/ping`, {
    headers: { authorization: `Basic ${Buffer.from(`token:${token}`).toString("base64")}` },
  }).then(({ status }) => status);

test("SE-57 SE-62 an agent is created, connects with the shown values, and is online", async ({ page }) => {
  await page.goto("/settings/agents");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Status",
    "Configs",
    "Checks",
    "Scrapers",
    "Playbook Runs",
    "Last Pushed",
    "Created At",
    "Created By",
  ]);
  const token = await create(page, "journey agent");
  await expect(page).not.toHaveURL(/qd_/);
  const row = page.getByRole("row", { name: /journey agent/ });
  await expect(row).not.toContainText("Online");
  expect(await ping(token)).toBe(200);
  await expect(row).toContainText("Online");
  expect(await axeFindings(page)).toEqual([]);

  await page.goto("/settings/agents?addAgent=true");
  const form = page.getByRole("dialog", { name: "Create new agent" });
  await form.getByRole("button", { name: "Next" }).click();
  await expect(form.getByText("Name is required")).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await form.getByLabel(/^Name/).fill("journey agent");
  await form.getByRole("button", { name: "Next" }).click();
  await expect(page.getByText('There is already an agent named "journey agent".')).toBeVisible();
});

test("an agent with Kubernetes and telemetry gets a scraper that runs on it, and Helm values with its label", async ({
  page,
}) => {
  await page.goto("/settings/agents?addAgent=true");
  const form = page.getByRole("dialog", { name: "Create new agent" });
  await form.getByLabel(/^Name/).fill("cluster agent");
  await expect(form.getByLabel(/^Scrape Interval/)).toHaveCount(0);
  await form.getByRole("switch", { name: /^Kubernetes/ }).click();
  await expect(form.getByLabel(/^Scrape Interval/)).toHaveValue("@every 30m");
  await form.getByRole("switch", { name: /^Telemetry/ }).click();
  await form.getByLabel(/^Label/).fill("north quay");
  expect(await axeFindings(page)).toEqual([]);
  await form.getByRole("button", { name: "Next" }).click();
  await toast(page, "Agent created");
  const created = page.getByRole("dialog", { name: "Installation Instructions" });
  await created.getByRole("tab", { name: "Helm values" }).click();
  await expect(created.getByRole("region", { name: "values.yaml" })).toContainText("topologyName: north quay");
  await created.getByRole("button", { name: "Close" }).last().click();
  await page.goto("/catalog/scrapers");
  await expect(page.getByText("cluster agent Kubernetes").first()).toBeVisible();
});

test("SE-58 SE-61 an agent is opened by its address and deleted with its resources", async ({ page }) => {
  const token = await create(page, "leaving agent");
  await page
    .getByRole("row", { name: /leaving agent/ })
    .getByText("leaving agent")
    .click();
  await expect(page).toHaveURL(/[?&]id=[0-9a-f-]{36}/);
  await page.reload();
  const opened = page.getByRole("dialog", { name: "leaving agent", exact: true });
  await opened.getByRole("button", { name: "Edit" }).click();
  const editor = page.getByRole("dialog", { name: "Edit leaving agent" });
  await editor.getByRole("button", { name: "Add" }).click();
  await editor.getByLabel("Properties, key 1").fill("region");
  await editor.getByLabel("Properties: region").fill("north");
  expect(await axeFindings(page)).toEqual([]);
  await editor.getByRole("button", { name: "Save" }).click();
  await toast(page, "Agent updated");
  await expect(opened).toContainText("region: north");
  await opened.getByRole("button", { name: "Delete" }).click();
  const resources = page.getByRole("dialog", { name: "Delete Agents Resources" });
  await expect(resources).toContainText("Would you like to delete resources created by agent?");
  await resources.getByRole("button", { name: "Yes" }).click();
  const question = page.getByRole("alertdialog", { name: "Delete Agent" });
  await expect(question).toContainText("Are you sure you want to delete agent?");
  await expect(question).toContainText("Its resources are deleted, too.");
  await question.getByRole("button", { name: "Delete" }).click();
  await toast(page, "Agent deleted");
  await expect(page.getByRole("row", { name: /leaving agent/ })).toHaveCount(0);
  await expect.poll(() => ping(token), { timeout: 60_000 }).toBe(401);
});

test("the token of an agent is renewed", async ({ page }) => {
  const before = await create(page, "renewed agent");
  await page
    .getByRole("row", { name: /renewed agent/ })
    .getByText("renewed agent")
    .click();
  await page.getByRole("button", { name: "Renew token" }).click();
  const question = page.getByRole("alertdialog", { name: "Renew token" });
  await expect(question).toContainText("stops working after a minute");
  expect(await axeFindings(page)).toEqual([]);
  await question.getByRole("button", { name: "Renew" }).click();
  await toast(page, "Token renewed");
  const command = page
    .getByRole("dialog", { name: "Installation Instructions" })
    .getByRole("region", { name: "Command" });
  const after = /UPSTREAM_TOKEN=(\S+)/.exec(await command.innerText())![1]!;
  expect(after).not.toBe(before);
  expect(await ping(after)).toBe(200);
});

test("the page of an agent shows why the server sends no resources, until resources are sent", async ({ page }) => {
  await create(page, "refused agent");
  const report = (status: string, details: object | null) =>
    query(
      `insert into job_history (name, status, agent_id, details)
       select 'Receive resources from the server', $1, id, $2::jsonb from agents where name = 'refused agent'`,
      [status, JSON.stringify(details)],
    );
  await report("FAILED", { errors: ["Resources and actions with credentials are sent only over https."] });
  await page
    .getByRole("row", { name: /refused agent/ })
    .getByText("refused agent")
    .click();
  const opened = page.getByRole("dialog", { name: "refused agent", exact: true });
  const note = opened.getByRole("note").filter({ hasText: "Not sent to this agent: Resources and actions" });
  await expect(note).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await report("SUCCESS", null);
  await expect(note).toHaveCount(0);
});

test("the page of an agent links to the lists of its rows", async ({ page }) => {
  await create(page, "linked agent");
  const open = () =>
    page
      .getByRole("row", { name: /linked agent/ })
      .getByText("linked agent")
      .click();
  const opened = page.getByRole("dialog", { name: "linked agent", exact: true });
  for (const [label, address] of [
    ["Scrapers", /\/catalog\/scrapers\?agent_id=/],
    ["Changes", /\/catalog\/changes\?agent_id=/],
    ["Playbook runs", /\/playbooks\/runs\?agent_id=/],
    ["Jobs", /\/settings\/jobs\?agent_id=/],
  ] as const) {
    await page.goto("/settings/agents");
    await open();
    await opened.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(address);
    // The chip of the filter has the name of the agent.
    await expect(page.getByText("linked agent").first()).toBeVisible();
  }
});
