// Tests the responder forms: the fields of every type, and the options that the team's Jira offers.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "@playwright/test";
import { query } from "./accounts.ts";
import { axeFindings } from "./axe.ts";
import { seedIncident } from "./an-incident.ts";
import { expect, test } from "./journey.ts";
import { people } from "./product.ts";

test.use({ as: "admin", contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1440, height: 900 } });

const read = async (request: IncomingMessage) => {
  let text = "";
  for await (const part of request) text += String(part);
  return text;
};

/** Simulates Jira's documented REST API version 2, with two projects that have different issue types. */
async function startJira() {
  const issues: unknown[] = [];
  const types: Record<string, string[]> = { OPS: ["Bug", "Outage"], WEB: ["Story"] };
  const server = createServer((request, response) => {
    const send = (body: unknown, status = 200) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    const path = new URL(request.url!, "http://jira").pathname.replace("/rest/api/2", "");
    if (path === "/project") return send(Object.keys(types).map((key) => ({ key, name: `${key} team` })));
    if (path === "/priority") return send([{ name: "High" }, { name: "Low" }]);
    const key = /^\/project\/(\w+)$/.exec(path)?.[1];
    if (key) return send({ key, issueTypes: types[key]!.map((name) => ({ name, subtask: false })) });
    if (path === "/issue" && request.method === "POST")
      return void (async () => {
        issues.push(JSON.parse(await read(request)));
        send({ id: "1", key: "OPS-7", self: "" }, 201);
      })();
    return send({ startAt: 0, total: 0, comments: [] });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, issues, stop: () => server.close() };
}

async function addTeam(page: Page, name: string, client: object) {
  const answer = await page.request.post("/api/db/teams", {
    data: { name, icon: "group", spec: { responder_clients: { jira: client } } },
    headers: { prefer: "return=representation", origin: new URL(page.url()).origin },
  });
  expect(answer.status()).toBe(201);
}

const dialog = (page: Page) => page.getByRole("dialog", { name: "Add Responders" });
const choice = (page: Page, name: string) => dialog(page).getByRole("combobox", { name, exact: true });

async function openForm(page: Page, team: string) {
  await page.getByRole("region", { name: "Responders" }).getByRole("button", { name: "Add Responders" }).click();
  await choice(page, "Team").fill(team);
  await page.getByRole("option", { name: team }).click();
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await choice(page, "Type").selectOption("Jira");
  await dialog(page).getByRole("button", { name: "Next" }).click();
}

test("the Jira form offers the projects, issue types and priorities of the team's Jira, and creates an issue", async ({
  page,
}) => {
  const jira = await startJira();
  const { id } = await seedIncident({ title: "boom stuck" });
  await page.goto(`/incidents/${id}?panel=responders`);
  await addTeam(page, "Boom keepers", {
    url: jira.url,
    username: "deck",
    password: "boom-token",
    linkUrl: `${jira.url}/browse/{ID}`,
  });
  await openForm(page, "Boom keepers");
  await expect(choice(page, "Jira Instance").locator("option:checked")).toHaveText(jira.url);
  await expect(choice(page, "Project").locator("option")).toHaveText(["Choose", "OPS team (OPS)", "WEB team (WEB)"]);
  await expect(choice(page, "Priority").locator("option")).toHaveText(["Choose", "High", "Low"]);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(dialog(page).getByText("This field is required")).toBeVisible();
  await choice(page, "Project").selectOption("WEB team (WEB)");
  await expect(choice(page, "Issue Type").locator("option")).toHaveText(["Choose", "Story"]);
  await choice(page, "Project").selectOption("OPS team (OPS)");
  await expect(choice(page, "Issue Type").locator("option")).toHaveText(["Choose", "Bug", "Outage"]);
  await choice(page, "Issue Type").selectOption("Outage");
  await choice(page, "Priority").selectOption("High");
  await expect(dialog(page).getByRole("textbox", { name: "Summary" })).toHaveValue("boom stuck");
  expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Responder added successfully")).toBeVisible();
  const row = page.getByRole("region", { name: "Responders" }).getByRole("listitem");
  await expect(row.getByRole("link", { name: "OPS-7" })).toHaveAttribute("href", `${jira.url}/browse/OPS-7`);
  expect(jira.issues).toMatchObject([
    {
      fields: {
        project: { key: "OPS" },
        issuetype: { name: "Outage" },
        priority: { name: "High" },
        summary: "boom stuck",
      },
    },
  ]);
  jira.stop();
});

test.describe("with an unreachable Jira", () => {
  test.use({ provoked: [/status of 502/] });

  test("the form shows the reason, and the values are entered by hand", async ({ page }) => {
    const { id } = await seedIncident({ title: "davit bent" });
    await page.goto(`/incidents/${id}?panel=responders`);
    await addTeam(page, "Davit keepers", { url: "http://127.0.0.1:1", password: "davit-token" });
    await openForm(page, "Davit keepers");
    await expect(dialog(page).getByRole("alert")).toContainText(/Jira.*The choices were not loaded/);
    await dialog(page).getByRole("textbox", { name: "Project" }).fill("OPS");
    expect(await axeFindings(page, { part: "[role=dialog]" })).toEqual([]);
    await dialog(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Responder added successfully")).toBeVisible();
    const { rows } = await query("select properties from responders where incident_id = $1", [id]);
    expect(rows).toMatchObject([{ properties: { responderType: "jira", project: "OPS", summary: "davit bent" } }]);
  });
});

const request = ["Category", "Description", "Body"];
const forms: Readonly<Record<string, readonly string[]>> = {
  Email: ["To", "Subject", "Body"],
  Webhook: ["Address", "Body"],
  ServiceNow: request,
  CA: request,
  "AWS Support": request,
  "AWS AMS Service Request": request,
  Redhat: ["Product", ...request],
  Oracle: ["Product", ...request],
  VMWare: ["Product", ...request],
  "Microsoft Planner": ["Microsoft Planner Instance", "Plan", "Bucket", "Priority", "Title", "Description"],
};

test("every responder form has its fields, and states whether the responder is only recorded", async ({ page }) => {
  const { id } = await seedIncident({ title: "berth list" });
  await page.goto(`/incidents/${id}?panel=responders`);
  await page.getByRole("region", { name: "Responders" }).getByRole("button", { name: "Add Responders" }).click();
  await dialog(page).getByText("Other system", { exact: true }).click();
  await dialog(page).getByRole("button", { name: "Next" }).click();
  for (const [type, fields] of Object.entries(forms)) {
    await choice(page, "Type").selectOption(type);
    await dialog(page).getByRole("button", { name: "Next" }).click();
    await expect(dialog(page).getByRole("heading", { name: type })).toBeVisible();
    await expect(dialog(page).getByRole("textbox")).toHaveCount(fields.length);
    for (const field of fields)
      await expect(dialog(page).getByRole("textbox", { name: field, exact: true })).toBeVisible();
    await expect(dialog(page).getByText("This responder is only recorded")).toHaveCount(
      type === "Email" || type === "Webhook" ? 0 : 1,
    );
    await dialog(page).getByRole("button", { name: "Back" }).click();
  }
  // A responder that is only recorded is stored with the key of its type, and the form states that it is only recorded.
  await choice(page, "Type").selectOption("ServiceNow");
  await dialog(page).getByRole("button", { name: "Next" }).click();
  await dialog(page).getByRole("textbox", { name: "Category" }).fill("Cranes");
  await dialog(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Responder added successfully")).toBeVisible();
  await expect(page.getByRole("region", { name: "Responders" }).getByRole("listitem")).toContainText("Only recorded");
  const { rows } = await query(
    "select r.type, r.status, p.email from responders r join people p on p.id = r.created_by where r.incident_id = $1",
    [id],
  );
  expect(rows).toEqual([{ type: "service_now", status: "recorded", email: people.admin.email }]);
});
