// Tests the report of an application over HTTP: its content, the rights of readers, and the exports.
import { afterAll, expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { writeApplication } from "#tests/support/an-application.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { systemActor } from "#server/http/actor.ts";
import type { Report } from "../../contract.ts";
import { findItems } from "./mapped-items.ts";
import { createReader } from "./reader.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const pool = server.system.db.pools.system;
const run = (text: string, values: readonly unknown[]) => pool.query(text, [...values]);
const viewer = await person({ roles: ["viewer"] });
const admin = await person({ roles: ["admin"] });
const berths = await writeApplication(run, "berths", {
  sections: [{ title: "Certificates", viewRef: { name: "certificates" } }, { title: "Empty" }],
});
afterAll(() => run("delete from properties where name = 'applications.disable'", []));

const path = "/api/application/default/berths";

async function read(who: Someone, at = path): Promise<Report> {
  const { status, body, text } = await who.ask(at);
  expect({ status, text: status === 200 ? "" : text }).toEqual({ status: 200, text: "" });
  return body as Report;
}

test("the report has the details, accounts, roles and authentication methods", async () => {
  const report = await read(viewer);
  expect(report).toMatchObject({
    id: berths.id,
    name: "berths",
    namespace: "default",
    type: "Service",
    description: "berths sells berths.",
    lifecycle: "production",
    omitted: [],
  });
  expect(report.properties.map(({ label }) => label)).toEqual(["Owner", "Lifecycle", "Source code", "Git tag"]);
  expect(report.accessControl).toEqual({
    users: [
      {
        id: berths.login,
        name: "Ada Harbour",
        email: "ada@example.org",
        role: "Administrator",
        authType: "",
        created: expect.any(String),
        lastLogin: "2026-11-01T08:00:00.000Z",
        lastAccessReview: "2026-10-01T09:00:00.000Z",
      },
      expect.objectContaining({ name: "Bob Quay", role: "Reader" }),
    ],
    roles: ["Administrator", "Reader"],
    authentication: [
      {
        name: "berths single sign-on",
        type: "OIDC",
        provider: "Okta",
        mfa: { type: "TOTP", enforced: true },
        passwordPolicy: { expiry: "90 days", strength: "12 characters" },
      },
    ],
  });
  expect(report.accessControl.users[1]).not.toHaveProperty("lastLogin");
});

test("the report has changes, incidents, backups, restores, findings and monitoring", async () => {
  const report = await read(viewer);
  expect(report.changes.map(({ type, user, status, config }) => [type, user, status, config.name])).toEqual([
    ["Deployment", "deployer", "Succeeded", "berths-web"],
    ["ScalingReplicaSet", "deployer", "", "berths-web"],
  ]);
  expect(report.incidents).toEqual([
    expect.objectContaining({
      id: berths.incident,
      severity: "high",
      description: "berths was away",
      status: "resolved",
      resolvedDate: expect.any(String),
    }),
  ]);
  expect(report.backups).toHaveLength(40);
  expect(report.backups[0]).toMatchObject({
    database: "berths-db",
    size: "12.1 GB",
    status: "Completed",
    type: "full",
  });
  expect(report.backups[3]).toMatchObject({ status: "Failed", error: "The volume is full", size: "" });
  expect(report.backupDays).toHaveLength(40);
  expect(report.backupDays.reduce((sum, { failed }) => sum + failed, 0)).toBe(2);
  expect(report.restores).toEqual([
    expect.objectContaining({ database: "berths-db", date: "2026-11-05T01:00:00.000Z", status: "Completed" }),
  ]);
  expect(report.findings.map(({ type, severity, status }) => [type, severity, status])).toEqual([
    ["security", "critical", "open"],
    ["compliance", "high", "resolved"],
    ["reliability", "medium", "accepted"],
  ]);
  expect(report.monitoring).toEqual({
    alertsConfigured: 1,
    alertsFired: 1,
    uptime: 99,
    tools: [],
    checks: [{ id: berths.check, name: "berths answers", type: "http", status: "healthy", uptime: 99 }],
  });
});

test("version, repositories, locations and cost are computed from properties and config items; a missing view is reported", async () => {
  const report = await read(viewer);
  expect(report.version).toEqual({ number: "2.4.1", gitTag: "v2.4.1" });
  expect(report.repositories).toEqual([
    { type: "GitHub", url: "https://github.com/example/berths", name: "example/berths" },
  ]);
  expect(report.locations).toEqual([
    {
      type: "production",
      purpose: "primary",
      name: "north",
      account: "harbour-prod",
      region: "eu-west-1",
      provider: "Kubernetes",
      resourceCount: 1,
    },
  ]);
  expect(report.cost).toEqual({ daily: 8, monthly: 240, annual: 2920 });
  expect(report.sections).toEqual([
    expect.objectContaining({ title: "Certificates", error: 'There is no view "default/certificates".' }),
    expect.objectContaining({ title: "Empty", error: "The section does not name a view." }),
  ]);
});

test("the report of an application without a mapping has empty lists and no optional parts", async () => {
  await run("insert into applications (name, spec, source) values ('bare', '{}', 'UI')", []);
  const report = await read(viewer, "/api/application/default/bare");
  expect(report).toMatchObject({
    properties: [],
    accessControl: { users: [], roles: [], authentication: [] },
    changes: [],
    incidents: [],
    backups: [],
    backupDays: [],
    restores: [],
    findings: [],
    repositories: [],
    locations: [],
    sections: [],
    omitted: [],
  });
  for (const part of ["monitoring", "version", "cost", "lifecycle"]) expect(report).not.toHaveProperty(part);
  expect((await viewer.ask("/api/application/default/none")).status).toBe(404);
  expect((await viewer.ask("/api/application/other/berths")).status).toBe(404);
});

test("a selector with an unknown field leaves out only its own config items, and the report contains the reason", async () => {
  const mapping = {
    environments: { production: [{ fieldSelector: "colour=red" }, { labelSelector: "app=berths,part=web" }] },
  };
  await run("insert into applications (name, spec, source) values ('typo', $1, 'UI')", [JSON.stringify({ mapping })]);
  const report = await read(viewer, "/api/application/default/typo");
  expect(report.omitted).toEqual([
    { section: "mapping.environments.production.0", reason: expect.stringContaining("colour") },
  ]);
  expect(report.locations).toHaveLength(1);
});

test("a reader with row rules gets only the allowed rows, and the report mentions this", async () => {
  const limited = await person({
    roles: ["viewer"],
    rules: [{ action: "read", deny: true, config_id: berths.database }],
  });
  const report = await read(limited);
  expect(report.backups).toEqual([]);
  expect(report.changes).toHaveLength(2);
  expect(report.cost).toMatchObject({ daily: 3 });
  expect(report.omitted).toContainEqual({
    section: "All sections",
    reason: "Only rows that your permissions allow are included.",
  });
});

test("a section that the reader may not read is left out and listed in `omitted`", async () => {
  const limited = await person({
    roles: ["viewer"],
    rules: [
      { action: "read", object: "canaries", deny: true },
      { action: "read", object: "incident", deny: true },
    ],
  });
  const report = await read(limited);
  expect(report).not.toHaveProperty("monitoring");
  expect(report.incidents).toEqual([]);
  expect(report.omitted.map(({ section }) => section).toSorted()).toEqual(["Incidents", "Monitoring"]);
  expect(report.changes).toHaveLength(2);
});

test("AP-03 with the feature off, the report and its exports return 404", async () => {
  const set = (value: string) =>
    admin.ask("/properties?name=eq.applications.disable", {
      method: "PUT",
      body: { name: "applications.disable", value },
    });
  await set("true");
  for (const address of [path, `${path}/export`, `${path}/export?format=pdf`])
    await expect.poll(async () => (await viewer.ask(address)).status, { timeout: 60_000 }).toBe(404);
  expect((await viewer.ask(path)).text).toContain("The feature applications is switched off");
  await set("false");
  await expect.poll(async () => (await viewer.ask(path)).status, { timeout: 60_000 }).toBe(200);
});

test("exports are files: JSON like the API response, HTML that needs no network, CSV without formulas", async () => {
  await run(
    "update config_changes set summary = '=cmd|x <script>alert(1)</script>' where config_id = $1 and change_type = 'Deployment'",
    [berths.web],
  );
  const json = await viewer.ask(`${path}/export`);
  expect(json.headers.get("content-disposition")).toMatch(/^attachment; filename="audit-report-berths-[\d-]+\.json"$/);
  expect((json.body as Report).findings).toHaveLength(3);
  const html = await viewer.ask(`${path}/export?format=html&disposition=inline`);
  expect(html.headers.get("content-type")).toContain("text/html");
  expect(html.headers.get("content-disposition")).toMatch(/^attachment/);
  expect(html.text).toContain(`content="default-src 'none';`);
  expect(html.text).not.toMatch(/<script|<img|<link|url\(/);
  expect(html.text).toContain("=cmd|x &lt;script&gt;");
  expect(html.text).toContain("There is no view &quot;default/certificates&quot;.");
  const csv = await viewer.ask(`${path}/export?format=csv`);
  expect(csv.headers.get("content-type")).toContain("text/csv");
  expect(csv.text.split("\r\n")[0]).toBe("section,date,subject,description,severity,status,user,ended");
  expect(csv.text).toContain("'=cmd|x");
  expect(csv.text).toMatch(/Backup,[^,]+,berths-db,The volume is full,,Failed,,/);
  const { rows } = await pool.query(
    "select after from audit_log where resource_type = 'applications' and resource_id = $1 order by created_at",
    [berths.id],
  );
  expect(rows.map(({ after }: { after: unknown }) => after)).toEqual(
    ["json", "html", "csv"].map((format) => ({ export: format })),
  );
});

test("an export as PDF returns 501 with a hint, and an unknown format or parameter is refused", async () => {
  const pdf = await viewer.ask(`${path}/export?format=pdf`);
  expect(pdf.status).toBe(501);
  expect(pdf.text).toContain("print it");
  expect((await viewer.ask(`${path}/export?format=docx`)).status).toBe(400);
  expect((await viewer.ask(`${path}/export?fromat=json`)).text).toContain("fromat");
});

test("a search that cannot be parsed is refused when the application is saved", async () => {
  const spec = { mapping: { datasources: [{ search: 'name="open' }] } };
  const { status, text } = await admin.ask("/applications", { method: "POST", body: { name: "broken", spec } });
  expect(status).toBe(400);
  expect(text).toContain("spec.mapping.datasources");
  expect(await db.selectFrom("applications").where("name", "=", "broken").execute()).toEqual([]);
});

test("a section has at most 1,000 rows, the report mentions the limit, and the CSV file states that it contains no sections", async () => {
  const spec = {
    queries: { items: { configs: { agent: "all" } } },
    merge: "with recursive t(n) as (select 1 union all select n + 1 from t where n < 1500) select n from t",
    columns: [{ name: "n", type: "number", primaryKey: true }],
    panels: [{ name: "Count of <items>", type: "number", query: "select 4711 as value" }],
    cache: { refreshTimeout: "60s" },
  };
  const { status } = await admin.ask("/views", { method: "POST", body: { name: "long", namespace: "default", spec } });
  expect(status).toBe(201);
  const sections = [{ title: "Long", viewRef: { name: "long" } }];
  await run("insert into applications (name, spec, source) values ('sections', $1, 'UI')", [
    JSON.stringify({ sections }),
  ]);
  const report = await read(viewer, "/api/application/default/sections");
  expect((report.sections[0]!.result as { rows: unknown[] }).rows).toHaveLength(1_000);
  expect(report.omitted).toEqual([{ section: "Long", reason: "Only the first 1,000 rows are included." }]);
  const html = await viewer.ask("/api/application/default/sections/export?format=html");
  expect(html.text).toContain("<h3>Count of &lt;items&gt;</h3>");
  expect(html.text).toContain("<td>4711</td>");
  const csv = await viewer.ask("/api/application/default/sections/export?format=csv");
  expect(csv.text).toContain("Left out,,Long,The table of a view is in the HTML and JSON exports.");
});

test("the report reads only those fields of documents that it shows", async () => {
  await run(
    "update config_items set config = config || jsonb_build_object('noise', repeat('x', 100000)) where id = $1",
    [berths.login],
  );
  const reader = await createReader(server.system, systemActor);
  const [match] = await findItems(server.system, reader, { logins: [{ labelSelector: "app=berths" }] });
  const login = match!.items.find(({ id }) => id === berths.login)!;
  expect(login.config).toHaveProperty("email");
  expect(login.config).not.toHaveProperty("noise");
});

test("an invalid time is not printed", async () => {
  await run(
    "update config_changes set details = details || '{\"startedAt\": \"soon\"}' where config_id = $1 and change_type in ('BackupRestored', 'RestoreCompleted')",
    [berths.database],
  );
  const { restores } = await read(viewer);
  expect(restores).toHaveLength(1);
  expect(restores[0]!.date).toBe(restores[0]!.completedAt);
});
