// Tests how incidents that rules opened are resolved and closed: autoResolve must not conflict with its rule, the
// definition of done or people.
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
import { incidentRuleSpec } from "../spec.ts";
import { endIncidents } from "./ends.ts";
import type { Rule } from "./rule.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db, { areas: [incidents] });
afterAll(() => system.stop());
const tree = componentTree(db);
const { incident, addEvidence, statusOf, statusHistory } = incidentRows(db);
const anyProcess = async () => {};

/** An incident of a rule with autoResolve about a healthy config item. */
async function openByRule(spec: object = {}) {
  const rule: Rule = {
    id: randomUUID(),
    name: "ends",
    spec: incidentRuleSpec.parse({ autoResolve: { timeout: "0s" }, ...spec }),
  };
  await sql`
    insert into incident_rules (id, name, spec, source, created_by)
    values (${rule.id}, ${rule.id}, ${JSON.stringify(rule.spec)}::jsonb, 'UI', ${systemPersonId})`.execute(db.system);
  const config = await tree.config(undefined, { health: "healthy" });
  const written = await incident([{ config_id: config, definition_of_done: false }], { incident_rule_id: rule.id });
  return { ...written, rule, config };
}

test("autoResolve leaves an incident open while a resource still has a status of its rule", async () => {
  const { id, rule, config } = await openByRule({ filter: { status: ["CrashLoop"] } });
  await sql`update config_items set status = 'crashloop' where id = ${config}`.execute(db.system);
  await endIncidents(system, [rule], anyProcess);
  expect(await statusOf(id)).toBe("open");
  await sql`update config_items set status = 'Running' where id = ${config}`.execute(db.system);
  await endIncidents(system, [rule], anyProcess);
  expect(await statusOf(id)).toBe("resolved");
});

test("a rule cannot open incidents in a final status", () => {
  for (const status of ["resolved", "closed", "cancelled"])
    expect(incidentRuleSpec.safeParse({ template: { status } }).error?.issues).toMatchObject([
      {
        path: ["template", "status"],
        message: "must be new, open, investigating or mitigated, because a new incident is not finished",
      },
    ]);
  expect(incidentRuleSpec.safeParse({ template: { status: "investigating" } }).success).toBe(true);
});

test("autoResolve waits for the definition of done", async () => {
  const { id, rule, hypothesis } = await openByRule();
  const task = await addEvidence(hypothesis, { description: "write a report" });
  for (const _ of [1, 2]) {
    await endIncidents(system, [rule], anyProcess);
    await settleDone(system);
  }
  expect(await statusHistory(id)).toEqual([]);
  await sql`update evidences set done = true where id = ${task}`.execute(db.system);
  await endIncidents(system, [rule], anyProcess);
  await settleDone(system);
  expect((await statusHistory(id)).map(({ description }) => description)).toEqual(["resolved"]);
});

test("an incident that a person cancels while its rule resolves it stays cancelled", async () => {
  const { id, rule } = await openByRule();
  await endIncidents(system, [rule], async () => {
    await sql`update incidents set status = 'cancelled' where id = ${id}`.execute(db.system);
  });
  expect(await statusOf(id)).toBe("cancelled");
});
