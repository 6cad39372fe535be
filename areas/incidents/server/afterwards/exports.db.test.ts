// Exports of an incident as one HTML file and as a zip file.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { readZip } from "#tests/support/read-zip.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { maxHtmlBytes, thinned } from "./exports.ts";
import type { IncidentRecord } from "./incident-record.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { db, person } = await openEstate(server);
const viewer = await person({ roles: ["viewer"] });
const tree = componentTree(server.system.db);
const { incident, addEvidence } = incidentRows(server.system.db);

const component = await tree.component({ name: "export quay" });
const check = await tree.check(component, "unhealthy");
const config = await tree.config(component, { health: "unhealthy" });
const { id } = await incident([{ check_id: check }, { config_id: config }], {
  title: "cranes </script><script>alert(1)</script>",
});
await sql`
  insert into comments (incident_id, comment, created_by)
  values (${id}, 'it was postgres://u:hunter2secret@h/x <img src=x>', ${viewer.id})`.execute(db);

const download = async (who: Someone, path: string) => {
  const answer = await server.fetch(path, { headers: { authorization: `Bearer ${who.token}` } });
  expect(answer.status).toBe(200);
  return { headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

test("the HTML file needs no network: it loads nothing, and its content security policy forbids all requests", async () => {
  const { headers, bytes } = await download(viewer, `/api/incidents/${id}/export.html`);
  expect(headers.get("content-type")).toContain("text/html");
  expect(headers.get("content-disposition")).toContain("attachment");
  const page = bytes.toString();
  expect(page).toContain(`content="default-src 'none';`);
  expect(page).not.toMatch(/<(?:link|img|iframe|object|embed|source|video|audio)\b/i);
  expect(page).not.toMatch(/<script[^>]+src|@import|url\(/i);
  expect(page).toContain("cranes &lt;/script&gt;");
  expect(page).not.toContain("alert(1)</script>");
  expect(page.match(/<script>/g)).toHaveLength(1);
  expect(page).toContain("export quay");
});

test("credentials in texts are left out, and each export is audited", async () => {
  const { bytes } = await download(viewer, `/api/incidents/${id}/export.html`);
  expect(bytes.toString()).toContain("it was postgres://");
  expect(bytes.toString()).not.toContain("hunter2secret");
  const { rows } = await sql<object>`
    select action, resource_id, person_id, after from audit_log
    where  resource_type = 'incidents' and resource_id = ${id} order by created_at desc limit 1`.execute(db);
  expect(rows).toEqual([{ action: "run", resource_id: id, person_id: viewer.id, after: { export: "html" } }]);
});

test("rows that the exporter is not allowed to read are left out of the HTML file and the zip file", async () => {
  const limited = await person({ roles: ["guest"], rules: [{ action: "read", object: "canaries", deny: true }] });
  const name = (await sql<{ name: string }>`select name from checks where id = ${check}`.execute(db)).rows[0]!.name;
  const all = (await download(viewer, `/api/incidents/${id}/export.html`)).bytes.toString();
  const some = (await download(limited, `/api/incidents/${id}/export.html`)).bytes.toString();
  expect(all).toContain(name);
  expect(some).not.toContain(`${name}<`);
  const files = readZip((await download(limited, `/api/incidents/${id}/export.zip`)).bytes);
  expect(files.has("checks.json")).toBe(false);
});

test("DA-85 the zip file has the incident, its checks and config items, and the post-mortem, also at the older path", async () => {
  for (const path of [`/api/incidents/${id}/export.zip`, `/api/snapshot/incident/${id}`]) {
    const files = readZip((await download(viewer, path)).bytes);
    expect([...files.keys()].toSorted()).toEqual([
      "checks.json",
      "configs.json",
      "incidents.json",
      "postmortem.md",
      "replay.json",
    ]);
    expect(JSON.parse(files.get("incidents.json")!)).toMatchObject([
      { id, evidence: [{ kind: "check" }, { kind: "config" }] },
    ]);
    expect(JSON.parse(files.get("checks.json")!)).toMatchObject([{ id: check }]);
    expect(JSON.parse(files.get("configs.json")!)).toMatchObject([{ id: config }]);
    expect(files.get("postmortem.md")).toContain("## Impact");
  }
});

test("a file that would be too large is reduced until it has at most 20 MB", async () => {
  const big = await incident([], { title: "large" });
  for (let at = 0; at < 30; at += 1) await addEvidence(big.hypothesis, { type: "log", description: `log ${at}` });
  await sql`
    update evidences set evidence = jsonb_build_object('lines', repeat('x', 1000000)) where hypothesis_id = ${big.hypothesis}`.execute(
    db,
  );
  const { bytes } = await download(viewer, `/api/incidents/${big.id}/export.html`);
  expect(bytes.length).toBeLessThanOrEqual(maxHtmlBytes);
  expect(bytes.toString()).toContain("are left out");
});

test("reducing the size keeps the newest rows and the start of texts", () => {
  const comment = (n: number) => ({ id: String(n), comment: `comment ${n}`, author: null, created_at: "" });
  const record = { comments: [1, 2, 3].map(comment), history: [], evidence: [] } as unknown as IncidentRecord;
  expect(thinned(record, { text: 4, rows: 2 }).comments.map(({ comment: text }) => text)).toEqual(["comm…", "comm…"]);
});
