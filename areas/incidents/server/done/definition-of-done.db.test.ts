// Tests the definition of done with the running automation.
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemPersonId } from "#areas/people/server/index.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { incidentRows } from "#tests/support/incident-rows.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { incidents } from "../index.ts";
import { automation } from "../rules/automation.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db, { areas: [incidents] });
afterAll(() => system.stop());
const tree = componentTree(db);
const { incident, addEvidence, statusOf, statusHistory, evidenceRow } = incidentRows(db);

let service: { stop(): Promise<void> };
beforeAll(async () => {
  service = await automation.start(system);
});
afterAll(() => service.stop());

const becomes = (id: string, status: string) =>
  until(
    () => statusOf(id),
    (found) => found === status,
  );
const flip = (id: string, status: "healthy" | "unhealthy") =>
  sql`update checks set status = ${status} where id = ${id}`.execute(db.system);
/** Writes the state of a component like the status roll-up. */
const rollUp = (id: string, health: string, status: string) =>
  db.system.transaction().execute(async (tx) => {
    await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
    await sql`update components set health = ${health}, status = ${status} where id = ${id}`.execute(tx);
  });
const newCheck = async (status: "healthy" | "unhealthy") => tree.check(await tree.component(), status);

test("a healthy check resolves the incident, a failing check reopens it, and the history records the reasons", async () => {
  const check = await newCheck("unhealthy");
  const { id, evidence } = await incident([{ check_id: check, description: "the crane check" }]);
  await until(
    () => evidenceRow(evidence[0]!),
    ({ done }) => done === false,
  );
  expect(await statusOf(id)).toBe("open");
  await flip(check, "healthy");
  await becomes(id, "resolved");
  await flip(check, "unhealthy");
  await becomes(id, "open");
  expect(await statusHistory(id)).toEqual([
    {
      description: "resolved",
      created_by: systemPersonId,
      reason: "Resolved, because the definition of done is met: its evidence is done.",
    },
    {
      description: "open",
      created_by: systemPersonId,
      // The check is not named, because readers of the incident may not be allowed to read the check.
      reason: "Opened again, because the definition of done is no longer met: a check is unhealthy.",
    },
  ]);
});

test("the result of a script that uses the check, config item, insight, component or incident decides whether evidence is done", async () => {
  const component = await tree.component();
  await rollUp(component, "unhealthy", "down");
  const check = await newCheck("unhealthy");
  const config = await tree.config(undefined, { health: "healthy" });
  await sql`update config_items set config = '{"spec": {"replicas": 0}}' where id = ${config}`.execute(db.system);
  const insight = await tree.insight(config);
  const { id, evidence } = await incident([
    { check_id: check, script: 'check.status == "healthy" && incident.severity == "low"' },
    { config_id: config, script: "config.spec.replicas > 1" },
    {
      type: "config_analysis",
      config_id: config,
      config_analysis_id: insight,
      script: 'analysis.status == "resolved"',
    },
    { component_id: component, script: "status == 'up' && component.health == 'healthy'" },
  ]);
  for (const each of evidence)
    expect(
      await until(
        () => evidenceRow(each),
        ({ done }) => done !== null,
      ),
    ).toEqual({ done: false, script_result: "false" });
  await flip(check, "healthy");
  await sql`update config_items set config = '{"spec": {"replicas": 3}}' where id = ${config}`.execute(db.system);
  await sql`update config_analysis set status = 'resolved' where id = ${insight}`.execute(db.system);
  await rollUp(component, "healthy", "up");
  await becomes(id, "resolved");
  for (const each of evidence) expect(await evidenceRow(each)).toEqual({ done: true, script_result: "true" });
});

test("evidence is not done if its script fails or does not return a boolean, and the result states why", async () => {
  const check = await newCheck("healthy");
  const { id, evidence } = await incident([
    { check_id: check, script: "check.status + 1 == 2" },
    { check_id: check, script: "check.status" },
    { check_id: check, script: "check.status ==" },
  ]);
  const results = [];
  for (const each of evidence)
    results.push(
      await until(
        () => evidenceRow(each),
        ({ done }) => done !== null,
      ),
    );
  expect(results.map(({ done }) => done)).toEqual([false, false, false]);
  expect(results[1]!.script_result).toBe("The script returned a text, not true or false.");
  for (const { script_result: result } of results) expect(result).toMatch(/\w/);
  expect(await statusOf(id)).toBe("open");
});

test("a script or write that fails for one incident does not stop the others", async () => {
  const check = await newCheck("healthy");
  const scripts = [
    "9007199254740993",
    "{'large': 9007199254740993}",
    String.raw`"\x00"`,
    String.raw`int("\x00")`,
    `int("${"x".repeat(969)}${"😀".repeat(9)}")`,
    `int("${"x".repeat(970)}${"😀".repeat(9)}")`,
  ];
  const strange = await incident(scripts.map((script) => ({ check_id: check, script })));
  await sql`
    create function refuse_one() returns trigger language plpgsql as $$
    begin raise exception 'refused for the test'; end $$`.execute(db.system);
  await sql`
    create trigger refuse_one before update of done on evidences
    for each row when (new.description = 'refuse this') execute function refuse_one()`.execute(db.system);
  const refused = await incident([{ check_id: check, description: "refuse this" }]);
  const other = await incident([{ check_id: check, script: "check.status == 'healthy'" }]);
  await becomes(other.id, "resolved");
  for (const each of strange.evidence)
    expect(
      await until(
        () => evidenceRow(each),
        ({ done }) => done !== null,
      ),
    ).toEqual({ done: false, script_result: expect.stringMatching(/\w/) });
  expect([await statusOf(strange.id), await statusOf(refused.id)]).toEqual(["open", "open"]);
  await sql`drop trigger refuse_one on evidences`.execute(db.system);
});

test("a person marks evidence that cannot be evaluated as done, and only evidence in the definition of done is considered", async () => {
  const check = await newCheck("unhealthy");
  const { id, hypothesis, evidence } = await incident([
    { description: "call the harbour master" },
    { check_id: check, definition_of_done: false },
  ]);
  await sql`update evidences set done = true where id = ${evidence[0]!}`.execute(db.system);
  await becomes(id, "resolved");
  const second = await addEvidence(hypothesis, { description: "write a report" });
  await becomes(id, "open");
  expect((await statusHistory(id)).at(-1)!.reason).toContain("a piece of evidence is not done");
  await sql`delete from evidences where id = ${second}`.execute(db.system);
  await becomes(id, "resolved");
});

test("closed and cancelled incidents are not changed", async () => {
  const check = await newCheck("unhealthy");
  const closed = await incident([{ check_id: check }], { status: "closed" });
  const cancelled = await incident([{ check_id: check, script: "check.status ==" }], { status: "cancelled" });
  const open = await incident([{ check_id: check }]);
  await flip(check, "healthy");
  await becomes(open.id, "resolved");
  expect([await statusOf(closed.id), await statusOf(cancelled.id)]).toEqual(["closed", "cancelled"]);
  expect(await evidenceRow(cancelled.evidence[0]!)).toEqual({ done: null, script_result: null });
});

test("incidents.disable stops the evaluation, which catches up when the feature is enabled again", async () => {
  const check = await newCheck("unhealthy");
  const { id } = await incident([{ check_id: check }]);
  await sql`insert into properties (name, value, created_by) values ('incidents.disable', 'true', ${systemPersonId})`.execute(
    db.system,
  );
  await until(async () => !(await system.features.isEnabled("incidents")));
  await flip(check, "healthy");
  await until(async () => {
    const { rows } = await sql`select from incident_dirt`.execute(db.system);
    return rows.length === 0;
  });
  expect(await statusOf(id)).toBe("open");
  await sql`delete from properties where name = 'incidents.disable'`.execute(db.system);
  await becomes(id, "resolved");
});

test("the scripts of a thousand checks are evaluated after each change of status", async () => {
  const { rows } = await sql<{ id: string }>`
    with canary as (insert into canaries (name, spec, source) values ('many', '{}', 'UI') returning id)
    insert into checks (canary_id, type, name, status)
    select canary.id, 'http', 'many ' || n, 'unhealthy' from canary, generate_series(1, 1000) n
    returning id`.execute(db.system);
  const checks = rows.map(({ id }) => id);
  const { id, hypothesis } = await incident([]);
  await sql`
    insert into evidences (hypothesis_id, type, check_id, definition_of_done, script, created_by)
    select ${hypothesis}::uuid, 'check', c.id, true, 'check.status == "healthy"', ${systemPersonId}::uuid
    from   unnest(${checks}::uuid[]) as c (id)`.execute(db.system);
  const undone = async () => {
    const found = await sql<{ count: number }>`
      select count(*) filter (where done is false)::int as count from evidences where hypothesis_id = ${hypothesis}`.execute(
      db.system,
    );
    return found.rows[0]!.count;
  };
  await until(undone, (count) => count === 1_000);
  await sql`update checks set status = 'healthy' where id = any (${checks}::uuid[])`.execute(db.system);
  await until(undone, (count) => count === 0);
  expect(await becomes(id, "resolved")).toBe("resolved");
});
