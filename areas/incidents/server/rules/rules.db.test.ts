// Tests individual rules: filters, order, templates, responders, owners, and resolving and closing.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { systemPersonId } from "#areas/people/server/index.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { settleDone } from "../done/settle.ts";
import { incidents } from "../index.ts";
import { endIncidents } from "./ends.ts";
import { applyRules } from "./engine.ts";
import { loadRules } from "./rule.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db, { areas: [incidents] });
afterAll(() => system.stop());
const tree = componentTree(db);
const { incident } = incidentRows(db);

const query = async <Row>(text: ReturnType<typeof sql>) => (await text.execute(db.system)).rows as Row[];
const anyProcess = async () => {};

/** Applies only the rules of this test. */
async function apply(...specs: object[]) {
  const ids: string[] = [];
  await sql`update incident_rules set deleted_at = now()`.execute(db.system);
  for (const spec of specs) {
    const id = randomUUID();
    ids.push(id);
    await sql`
      insert into incident_rules (id, name, spec, source, created_by)
      values (${id}, ${`rule ${id}`}, ${JSON.stringify(spec)}::jsonb, 'UI', ${systemPersonId})`.execute(db.system);
  }
  const again = async () => {
    const { rules } = await loadRules(db.system);
    const later = await applyRules(system, { rules, among: "all", requireLead: anyProcess, recordsAll: true });
    await endIncidents(system, rules, anyProcess);
    return later;
  };
  return { ids, again, later: await again() };
}

const opened = (rules: readonly string[]) =>
  query<Record<string, unknown>>(sql`
    select i.*, (select count(*)::int from hypotheses h join evidences e on e.hypothesis_id = h.id where h.incident_id = i.id) as evidence
    from   incidents i where i.incident_rule_id = any (${rules}::uuid[]) order by i.created_at, i.id`);

const newCheck = async (row: object = {}) => {
  const id = await tree.check(await tree.component(), "unhealthy");
  for (const [column, value] of Object.entries(row))
    await sql`update checks set ${sql.ref(column)} = ${value} where id = ${id}`.execute(db.system);
  return id;
};
const only = (id: string) => ({ checks: [{ id }] });

test("a rule opens one incident, with its template, a hypothesis and evidence", async () => {
  const check = await newCheck({ name: "quay 7" });
  const template = {
    title: "{{.name}} is {{.status}}!",
    description: "See {{.kind}}",
    type: "technicalDebt",
    severity: "High",
  };
  const { ids, again } = await apply({ ...only(check), template });
  await again();
  expect(await opened(ids)).toMatchObject([
    {
      title: "quay 7 is unhealthy!",
      description: "See check",
      type: "technicalDebt",
      severity: "high",
      status: "open",
      created_by: systemPersonId,
      evidence: 1,
    },
  ]);
  expect(
    await query(sql`
      select h.type, e.type as evidence, e.definition_of_done, e.check_id
      from   incidents i join hypotheses h on h.incident_id = i.id left join evidences e on e.hypothesis_id = h.id
      where  i.incident_rule_id = ${ids[0]!} order by h.type desc`),
  ).toEqual([
    { type: "root", evidence: null, definition_of_done: null, check_id: null },
    { type: "factor", evidence: "check", definition_of_done: true, check_id: check },
  ]);
  expect(
    await query(sql`
      select name, status, success_count, details -> 'summary' as summary
      from   job_history where resource_type = 'incident_rule' and resource_id = ${ids[0]!} order by created_at`),
  ).toEqual([
    { name: "IncidentRules", status: "SUCCESS", success_count: 1, summary: { opened: 1, joined: 0 } },
    { name: "IncidentRules", status: "SUCCESS", success_count: 0, summary: { opened: 0, joined: 0 } },
  ]);
});

test("a rule opens no incident if the age, the hours or the severity do not match, and evaluates the check again when it is old enough", async () => {
  const check = await newCheck({ severity: "low" });
  await sql`update checks set last_transition_time = now() - interval '5 minutes' where id = ${check}`.execute(
    db.system,
  );
  const old = await apply({ ...only(check), filter: { age: "2m" } });
  expect(await opened(old.ids)).toHaveLength(1);
  const young = await apply({ ...only(check), filter: { age: "1h" } });
  expect(await opened(young.ids)).toEqual([]);
  expect(young.later).toMatchObject([{ kind: "check", id: check }]);
  const hours = [{ start: "00:00", end: "24:00", negate: true }];
  expect(await opened((await apply({ ...only(check), hoursOfOperation: hours })).ids)).toEqual([]);
  expect(await opened((await apply({ ...only(check), filter: { severity: ["critical"] } })).ids)).toEqual([]);
});

test("a matching rule with breakOnMatch stops the evaluation of later rules", async () => {
  const check = await newCheck();
  const { ids } = await apply(
    { ...only(check), priority: 1 },
    { ...only(check), priority: 5, breakOnMatch: true },
    { ...only(check), priority: 9 },
  );
  expect(new Set((await opened(ids)).map((row) => row["incident_rule_id"]))).toEqual(new Set([ids[1], ids[2]]));
});

test("a resource joins a person's incident about its component, but is not added to the definition of done", async () => {
  const check = await newCheck();
  const [link] = await query<{ component_id: string }>(
    sql`select component_id from check_component_relationships where check_id = ${check}`,
  );
  await db.system.transaction().execute(async (tx) => {
    await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
    await sql`update components set health = 'unhealthy' where id = ${link!.component_id}`.execute(tx);
  });
  const { id } = await incident([{ component_id: link!.component_id, definition_of_done: false }]);
  const { ids } = await apply(only(check));
  expect(await opened(ids)).toEqual([]);
  expect(
    await query(sql`
      select e.definition_of_done from hypotheses h join evidences e on e.hypothesis_id = h.id
      where  h.incident_id = ${id} and e.check_id = ${check}`),
  ).toEqual([{ definition_of_done: false }]);
});

test("autoResolve waits until all resources have been healthy for the configured time, and autoClose until the incident has been resolved for the configured time", async () => {
  const check = await newCheck();
  const { ids, again } = await apply({ ...only(check), autoResolve: { timeout: "10m" }, autoClose: { timeout: "1h" } });
  const statusOf = async () => (await opened(ids))[0]!["status"];
  await sql`update checks set status = 'healthy', last_transition_time = now() where id = ${check}`.execute(db.system);
  await again();
  expect(await statusOf()).toBe("open");
  await sql`update checks set last_transition_time = now() - interval '11 minutes' where id = ${check}`.execute(
    db.system,
  );
  await settleDone(system);
  expect(await statusOf()).toBe("open");
  await again();
  expect(await statusOf()).toBe("resolved");
  await again();
  expect(await statusOf()).toBe("resolved");
  await sql`update incidents set resolved = now() - interval '61 minutes' where incident_rule_id = ${ids[0]!}`.execute(
    db.system,
  );
  await again();
  expect(await statusOf()).toBe("closed");
  expect(
    await query(sql`
      select h.description, h.reason from incident_histories h join incidents i on i.id = h.incident_id
      where  i.incident_rule_id = ${ids[0]!} and h.type = 'incident.status_updated' order by h.created_at`),
  ).toEqual([
    { description: "resolved", reason: expect.stringContaining("healthy again") },
    { description: "closed", reason: expect.stringContaining("resolved for long enough") },
  ]);
});

test("the owner becomes the commander, and responders that can be contacted are added", async () => {
  const [person] = await query<{ id: string }>(
    sql`insert into people (name, email) values ('Grace Hopper', 'grace@example.org') returning id`,
  );
  const check = await newCheck({ owner: "grace@example.org" });
  const { ids } = await apply({
    ...only(check),
    autoAssignOwner: true,
    responders: { email: ["ops@example.org"], person: ["Grace Hopper", "nobody"], slack: [{ channel: "#ops" }] },
  });
  const [row] = await opened(ids);
  expect(row).toMatchObject({ commander_id: person!.id });
  expect(
    await query(
      sql`select type, person_id, properties from responders where incident_id = ${row!["id"]} order by type`,
    ),
  ).toEqual([
    { type: "email", person_id: null, properties: { responderType: "email", to: "ops@example.org" } },
    { type: "person", person_id: person!.id, properties: { responderType: "person" } },
  ]);
  expect(
    await query(sql`select details -> 'summary' as summary from job_history where resource_id = ${ids[0]!}`),
  ).toEqual([{ summary: { opened: 1, joined: 0, responders_without_effect: ["slack"] } }]);
});

test("a rule with an invalid selector is reported, and the other rules work", async () => {
  const check = await newCheck();
  const { ids } = await apply({ checks: [{ search: "nosuchfield=x" }] }, only(check));
  expect((await opened(ids)).map((row) => row["incident_rule_id"])).toEqual([ids[1]]);
  expect(
    await query(sql`select status, details -> 'errors' as errors from job_history where resource_id = ${ids[0]!}`),
  ).toEqual([{ status: "FAILED", errors: [expect.stringContaining("A selector cannot be used")] }]);
});
