// The report of an application over HTTP: its content, the rights of its readers, and its exports.
import { afterAll, expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { writeApplication } from "#tests/support/an-application.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { Report } from "../../contract.ts";

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

test("the report has the details, accounts, roles and ways to sign in", async () => {
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
    expect.objectContaining({ database: "berths-db", date: "2026-11-05T01:00:00Z", status: "Completed" }),
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

test("version, repositories, locations and cost follow from properties and items; a missing view is stated", async () => {
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
    expect.objectContaining({ title: "Empty", error: "The section names no view." }),
  ]);
});

test("an application without a mapping has empty lists, and no part that nothing provides", async () => {
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

test("a selector that names an unknown field leaves out its items only, and the report states the reason", async () => {
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

test("a reader limited to single rows gets only these, and the report says so", async () => {
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
    reason: "Only rows that your permissions select are included.",
  });
});

test("a section whose rows the reader may not read is left out and named", async () => {
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

test("AP-03 with the feature off, the report and its exports answer 404", async () => {
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

test("exports are files: JSON as the API answers, HTML that needs no network, CSV without formulas", async () => {
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

test("PDF is not implemented and says what to do, and an unknown format or parameter is refused", async () => {
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
