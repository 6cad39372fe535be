import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { expect, test } from "./journey.ts";

test.use({ as: "editor", contextOptions: { reducedMotion: "reduce" } });

const dialog = (page: Page, option?: string) =>
  page.getByRole("dialog", {
    name: option === undefined ? "Add Integration" : `Add Integration - ${option}`,
    exact: true,
  });

async function choose(page: Page, option: string) {
  await page.goto("/settings/integrations");
  await page.getByRole("button", { name: "Add Integration" }).click();
  await dialog(page).getByRole("button", { name: option, exact: true }).click();
  await expect(dialog(page, option)).toBeVisible();
  return dialog(page, option);
}

test("SE-63 SE-64 the list has scrapers, topologies and log backends, and each opens its editor", async ({ page }) => {
  const { rows } = await query(
    `with scraper as (
       insert into config_scrapers (name, spec, source) values ('journey dredger', '{"schedule": "@never"}', 'UI') returning id
     ), topology as (
       insert into topologies (name, spec, source) values ('journey quay', '{"schedule": "@never"}', 'UI') returning id
     ), backend as (
       insert into logging_backends (name, spec, source) values ('journey log', '{"backends": []}', 'UI') returning id
     )
     select (select id from scraper) as scrapers, (select id from topology) as topologies, (select id from backend) as logging_backends`,
  );
  await page.goto("/settings/integrations?search=journey");
  await expect(page.getByRole("columnheader")).toHaveText([
    "Name",
    "Namespace",
    "Source",
    "Job Status",
    "Last Run",
    "Created By",
    "Created At",
    "Updated At",
  ]);
  expect(await axeFindings(page)).toEqual([]);
  for (const [type, name] of [
    ["scrapers", "journey dredger"],
    ["topologies", "journey quay"],
    ["logging_backends", "journey log"],
  ] as const) {
    await page.goto("/settings/integrations?search=journey");
    await page.getByRole("gridcell", { name }).click();
    await expect(page).toHaveURL(new RegExp(`/settings/integrations/${type}/${rows[0]![type]}`));
    await expect(page.getByRole("navigation", { name: "Breadcrumb" })).toContainText("Integrations");
    await expect(page.getByRole("tab", { name: "Spec" })).toBeVisible();
    await expect(page.getByRole("definition").first()).toHaveText(name);
  }
  // After the deletion, the page shows the list again.
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/settings\/integrations$/);
});

test("WI-01 WI-02 WI-03 WI-05 the dialog has two option groups, and Back returns to the options", async ({ page }) => {
  await page.goto("/settings/integrations");
  await page.getByRole("button", { name: "Add Integration" }).click();
  const choice = dialog(page);
  await expect(choice.getByRole("region", { name: "Add via GitOps" }).getByRole("button")).toHaveText([
    "AWS",
    "Azure",
    "Prometheus",
    "Flux",
    "Kubernetes",
    "Mission Control",
  ]);
  await expect(choice.getByRole("region", { name: "Add Directly" }).getByRole("button")).toHaveText([
    "Custom Topology",
    "Catalog Scraper",
    "Log Backends",
  ]);
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  for (const option of ["AWS", "Custom Topology"]) {
    await dialog(page).getByRole("button", { name: option, exact: true }).click();
    await dialog(page, option).getByRole("button", { name: "Back" }).click();
    await expect(dialog(page)).toBeVisible();
  }
});

for (const [option, chart] of [
  ["AWS", "mission-control-aws"],
  ["Azure", "mission-control-azure"],
  ["Prometheus", "mission-control-prometheus"],
  ["Flux", "mission-control-flux"],
  ["Kubernetes", "mission-control-kubernetes"],
  ["Mission Control", "mission-control"],
] as const)
  test(`WI-06 WI-07 WI-08 WI-09 the option ${option} shows snippets for Flux and Helm, and sends no requests that write`, async ({
    page,
  }) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.method() !== "HEAD") sent.push(`${request.method()} ${request.url()}`);
      const isOwn = request.url().startsWith(new URL(page.url()).origin) || !request.url().startsWith("http");
      if (page.url().startsWith("http") && !isOwn) sent.push(request.url());
    });
    const step = await choose(page, option);
    await expect(step.getByLabel(/^Namespace/)).toHaveValue("mission-control");
    await expect(step.getByLabel(/^Interval/)).toHaveValue("30m");
    await expect(step).toContainText(`You will need to have ${option} chart installed in flux to use this option.`);
    const flux = step.getByRole("region", { name: "Flux" });
    await expect(flux).toContainText(`chart: ${chart}`);
    await expect(flux).toContainText("interval: 30m");

    const submit = step.getByRole("button", { name: "Download manifest" });
    await step.getByLabel(/^Name\b/).fill("Not valid");
    await expect(submit).toBeDisabled();
    await expect(flux).toHaveCount(0);
    await step.getByLabel(/^Name\b/).fill("north");
    await step.getByRole("button", { name: /Add/ }).first().click();
    await step.getByLabel("Labels, key 1").fill("team");
    await step.getByLabel("Labels: team").fill("platform");
    const editor = step.getByRole("textbox", { name: "Values" });
    await editor.click();
    await page.keyboard.insertText("clusterName: north");
    await expect(submit).toBeEnabled();
    await expect(flux).toContainText("name: north");
    await expect(flux).toContainText("team: platform");
    await expect(flux).toContainText("clusterName: north");
    await step.getByRole("tab", { name: "Helm CLI" }).click();
    const helm = step.getByRole("region", { name: "Helm CLI" });
    await expect(helm).toContainText(`helm install north flanksource/${chart}`);
    await expect(helm).toContainText("--namespace mission-control");
    const [file] = await Promise.all([page.waitForEvent("download"), submit.click()]);
    expect(file.suggestedFilename()).toBe("north.yaml");
    await expect(step.getByRole("button", { name: "Create in Quarterdeck" })).toHaveCount(
      ["Prometheus", "Flux", "Kubernetes"].includes(option) ? 1 : 0,
    );
    await step.getByRole("button", { name: "Close", exact: true }).last().click();
    await expect(step).toBeHidden();
    expect(sent).toEqual([]);
  });

for (const [option, type] of [
  ["Kubernetes", "kubernetes"],
  ["Flux", "kubernetes"],
] as const)
  test(`WI-09 ${option} is created in Quarterdeck from a connection`, async ({ page }) => {
    const name = `here-${option.toLowerCase()}`;
    await query("insert into connections (name, type, source) values ($1, $2, 'UI')", [`${name} cluster`, type]);
    const step = await choose(page, option);
    await step.getByRole("button", { name: "Create in Quarterdeck" }).click();
    const create = step.getByRole("button", { name: "Create", exact: true });
    await expect(create).toBeDisabled();
    await step.getByLabel(/^Name\b/).fill(name);
    await step.getByLabel(/^Connection/).fill(`connection://default/${name} cluster`);
    await page.keyboard.press("Escape");
    await expect(step).toContainText("clusterName");
    await create.click();
    await expect(page.getByText(`${option} added successfully`)).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: name })).toHaveCount(2);
    const { rows } = await query(
      `select (select count(*)::int from config_scrapers where name = $1) as scrapers,
              (select count(*)::int from canaries where name = $1) as canaries,
              (select count(*)::int from topologies where name = $1) as topologies`,
      [name],
    );
    expect(rows[0]).toEqual({ scrapers: 1, canaries: 1, topologies: 1 });
  });

test("WI-09 Prometheus is created in Quarterdeck after a preview of its check", async ({ page }) => {
  const server = createServer((_, response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ status: "success", data: { resultType: "vector", result: [] } })),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await query(
      "insert into connections (name, type, url, source) values ('here prometheus', 'prometheus', $1, 'UI')",
      [url],
    );
    const step = await choose(page, "Prometheus");
    await step.getByRole("button", { name: "Create in Quarterdeck" }).click();
    await step.getByLabel(/^Name\b/).fill("here-prometheus");
    await step.getByLabel(/^Connection/).fill("connection://default/here prometheus");
    await page.keyboard.press("Escape");
    await step.getByRole("button", { name: "Preview" }).click();
    await expect(step.getByRole("status").filter({ hasText: "The check passes." })).toBeVisible();
    await step.getByRole("button", { name: "Create", exact: true }).click();
    await expect(page.getByText("Prometheus added successfully")).toBeVisible();
    await expect(page.getByRole("row").filter({ hasText: "here-prometheus" })).toHaveCount(1);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

for (const [option, page_, form] of [
  ["Custom Topology", { name: "Open the topology", path: /\/topology/ }, /\/settings\/topologies\/new/],
  ["Catalog Scraper", { name: "Open the scrapers", path: /\/catalog\/scrapers$/ }, /\/catalog\/scrapers\/new/],
  [
    "Log Backends",
    { name: "Open the log backends", path: /\/settings\/log-backends$/ },
    /\/settings\/log-backends\/new/,
  ],
] as const)
  test(`WI-04 WI-09 the option ${option} links to its page and to its form`, async ({ page }) => {
    let step = await choose(page, option);
    await step.getByRole("link", { name: page_.name }).click();
    await expect(page).toHaveURL(page_.path);
    step = await choose(page, option);
    await step.getByRole("link", { name: `Add ${option}` }).click();
    await expect(page).toHaveURL(form);
  });

test("LG-07 WI-03 without the logs feature, the dialog does not offer Log Backends", async ({ page }) => {
  await page.route("**/api/properties*", async (route) => {
    const answer = await route.fetch();
    const properties = (await answer.json()) as { name: string; value: string }[];
    await route.fulfill({ response: answer, json: [...properties, { name: "logs.disable", value: "true" }] });
  });
  await page.goto("/settings/integrations?add=true");
  await expect(dialog(page).getByRole("region", { name: "Add Directly" }).getByRole("button")).toHaveText([
    "Custom Topology",
    "Catalog Scraper",
  ]);
});

test.describe("as a viewer", () => {
  test.use({ as: "viewer" });

  test("AC-20 can read the list, but cannot open or add an integration", async ({ page }) => {
    const { rows } = await query(
      "insert into topologies (name, spec, source) values ('journey jetty', '{\"schedule\": \"@never\"}', 'UI') returning id",
    );
    await page.goto("/settings/integrations?search=jetty");
    await expect(page.getByRole("gridcell", { name: "journey jetty" })).toBeVisible();
    await expect(page.getByRole("button", { name: "Add Integration" })).toHaveCount(0);
    await page.goto(`/settings/integrations/topologies/${rows[0]!["id"]}`);
    await expect(page.getByText(/The page needs write access to integrations/)).toBeVisible();
  });
});
