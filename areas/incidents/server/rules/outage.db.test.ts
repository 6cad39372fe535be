// Tests a rule during the outage of a parent with many checks, with the running status roll-up and automation.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { topology } from "#areas/topology/server/index.ts";
import { systemPersonId } from "#areas/people/server/index.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { incidents } from "../index.ts";
import { automation } from "./automation.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db, { areas: [incidents] });
afterAll(() => system.stop());
const tree = componentTree(db);

const rollUpLoop = topology.services!.find(({ name }) => name === "component roll-up")!;

let services: { stop(): Promise<void> }[] = [];
beforeAll(async () => {
  services = [await rollUpLoop.start(system), await automation.start(system)];
});
afterAll(async () => {
  for (const service of services) await service.stop();
});

const query = async <Row>(text: ReturnType<typeof sql>) => (await text.execute(db.system)).rows as Row[];
const incidentsOf = (rule: string) =>
  query<{ id: string; title: string; status: string; evidence: number; checks: number }>(sql`
    select i.id, i.title, i.status, count(e.id)::int as evidence, count(e.check_id)::int as checks
    from   incidents i
    left   join hypotheses h on h.incident_id = i.id
    left   join evidences e on e.hypothesis_id = h.id
    where  i.incident_rule_id = ${rule}
    group  by i.id
    order  by i.created_at`);

async function addRule(name: string, spec: object): Promise<string> {
  const [row] = await query<{ id: string }>(sql`
    insert into incident_rules (name, spec, source, created_by)
    values (${name}, ${JSON.stringify(spec)}::jsonb, 'UI', ${systemPersonId}) returning id`);
  return row!.id;
}

/** A parent with twenty components of 25 checks each. */
async function addOutage(type: string) {
  const parent = await tree.component({ name: `${type} parent`, type });
  const checks: string[] = [];
  const children: string[] = [];
  for (let at = 0; at < 20; at += 1) {
    const child = await tree.component({ type, parent_id: parent });
    children.push(child);
    const rows = await query<{ id: string }>(sql`
      with canary as (insert into canaries (name, spec, source, labels) values (${`${type} ${at}`}, '{}', 'UI', '{}') returning id),
      added as (
        insert into checks (canary_id, type, name, status, labels)
        select canary.id, 'http', ${`${type} ${at}/`} || n, 'healthy', jsonb_build_object('of', ${type}::text)
        from   canary, generate_series(1, 25) n
        returning id, canary_id
      )
      insert into check_component_relationships (component_id, check_id, canary_id, selector_id)
      select ${child}::uuid, id, canary_id, 'rule' from added
      returning check_id as id`);
    checks.push(...rows.map(({ id }) => id));
  }
  const health = async () =>
    (await query<{ health: string | null }>(sql`select health from components where id = ${parent}`))[0]!.health;
  await until(health, (found) => found === "healthy");
  return { parent, children, checks };
}

const spec = (type: string) => ({
  components: [{ types: [type] }],
  checks: [{ labelSelector: `of=${type}` }],
  template: { title: "{{.name}} is {{.status}}" },
});

test("500 failing checks below a failing parent open a single incident of the rule, which the children join", async () => {
  const { parent, children, checks } = await addOutage("Quay");
  const rule = await addRule("outage", spec("Quay"));
  await sql`update checks set status = 'unhealthy' where id = any (${checks}::uuid[])`.execute(db.system);
  const found = await until(
    () => incidentsOf(rule),
    ([first]) => first?.evidence === 521,
  );
  expect(found).toMatchObject([{ title: "Quay parent is unhealthy", status: "open", checks: 500 }]);
  // Each child joined this incident as evidence once, below the hypothesis about the parent, and no other incident.
  const evidence = await query<{ id: string; incident_id: string; hypothesis: string }>(sql`
    select coalesce(e.check_id, e.component_id) as id, h.incident_id, h.title as hypothesis
    from   evidences e join hypotheses h on h.id = e.hypothesis_id
    where  e.check_id = any (${checks}::uuid[]) or e.component_id = any (${[parent, ...children]}::uuid[])`);
  expect(evidence.map(({ id }) => id).toSorted()).toEqual([parent, ...children, ...checks].toSorted());
  expect(new Set(evidence.map(({ incident_id: id }) => id))).toEqual(new Set([found[0]!.id]));
  expect(new Set(evidence.map(({ hypothesis }) => hypothesis))).toEqual(
    new Set(["Component of type Quay is unhealthy"]),
  );
  await sql`update checks set status = 'healthy' where id = any (${checks}::uuid[])`.execute(db.system);
  await until(
    () => incidentsOf(rule),
    ([first]) => first?.status === "resolved",
  );
  // If the outage returns, the same incident is used.
  await sql`update checks set status = 'unhealthy' where id = any (${checks.slice(0, 100)}::uuid[])`.execute(db.system);
  await until(
    () => incidentsOf(rule),
    ([first]) => first?.status === "open",
  );
  expect(await incidentsOf(rule)).toHaveLength(1);
});

test("checks that fail one after another join the same incident", async () => {
  const { checks } = await addOutage("Dock");
  const rule = await addRule("one by one", spec("Dock"));
  for (const check of checks.slice(0, 60))
    await sql`update checks set status = 'unhealthy' where id = ${check}`.execute(db.system);
  const found = await until(
    () => incidentsOf(rule),
    ([first]) => first?.checks === 60,
  );
  expect(found).toHaveLength(1);
});

test("two processes open only one incident", async () => {
  const second = await automation.start(system);
  services.push(second);
  const component = await tree.component({ type: "Lock" });
  const check = await tree.check(component, "unhealthy");
  const rule = await addRule("twice", { components: [{ types: ["Lock"] }], checks: [{ id: check }] });
  await until(
    () => incidentsOf(rule),
    ([first]) => first?.evidence === 2,
  );
  expect(await incidentsOf(rule)).toHaveLength(1);
});
