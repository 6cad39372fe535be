// Tests that a value, team or component that cannot be processed affects only itself: each test also rolls up an
// unrelated component.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { createRollUp } from "./roll-up.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());
const tree = componentTree(db);
const warnings: { reason?: string }[] = [];
const log = { ...system.log, warn: (fields: object) => void warnings.push(fields) } as unknown as typeof system.log;
const rollUp = createRollUp({ ...system, log });

const read = async (id: string) =>
  (
    await sql<{
      health: string | null;
      status: string;
      cost: string | null;
    }>`select health, status, cost_per_minute::text as cost from components where id = ${id}`.execute(db.system)
  ).rows[0]!;

/** Changes a check, runs the roll-up, and expects the unrelated component to be updated. */
async function expectOthersRolledUp(): Promise<Awaited<ReturnType<typeof rollUp.round>>> {
  const innocent = await tree.component();
  const check = await tree.check(innocent);
  await rollUp.round();
  await sql`update checks set status = 'unhealthy' where id = ${check}`.execute(db.system);
  const round = await rollUp.round();
  expect((await read(innocent)).health).toBe("unhealthy");
  return round;
}

async function team(components: unknown): Promise<string> {
  const [person, id] = [randomUUID(), randomUUID()];
  await sql`insert into people (id, name) values (${person}, 'Grace')`.execute(db.system);
  await sql`insert into teams (id, name, created_by, spec) values (${id}, ${id}, ${person}, ${JSON.stringify({ components })}::jsonb)`.execute(
    db.system,
  );
  return id;
}

const membersOf = async (id: string) =>
  (
    await sql<{ component_id: string }>`select component_id from team_components where team_id = ${id}`.execute(
      db.system,
    )
  ).rows.map((row) => row.component_id);

test("a team whose selectors cannot be evaluated keeps its rows; other teams and components are matched and rolled up", async () => {
  const owned = await tree.component({ owner: "ada", type: "Owned" });
  const byField = await team([{ types: ["Owned"], fieldSelector: "owner" }]);
  const tooLarge = await team([{ types: ["Owned"] }]);
  await rollUp.round();
  expect(await membersOf(byField)).toEqual([owned]);
  expect(await membersOf(tooLarge)).toEqual([owned]);

  const names = Array.from({ length: 70_000 }, (_, index) => `name ${index}`).join(",");
  await sql`update teams set spec = ${JSON.stringify({ components: [{ name: names }] })}::jsonb where id = ${tooLarge}`.execute(
    db.system,
  );
  await team([null, "text", 5, { types: 5 }, { search: "(".repeat(30_000) }, { fieldSelector: ["owner"] }]);
  const later = await tree.component({ owner: "bea", type: "Owned" });
  await expectOthersRolledUp();
  expect(new Set(await membersOf(byField))).toEqual(new Set([owned, later]));
  expect(await membersOf(tooLarge)).toEqual([owned]);
  expect(warnings.map(({ reason }) => reason)).toContain("A selector can have at most 65535 values.");
  const { length } = warnings;
  await expectOthersRolledUp();
  expect(warnings).toHaveLength(length);
});

test("a status with characters that PostgreSQL refuses is stored without them", async () => {
  const [nul, half] = [
    await tree.component({ status_expr: String.raw`"Run\u0000ning"` }),
    await tree.component({ status_expr: `"${"x".repeat(199)}😀"` }),
  ];
  await expectOthersRolledUp();
  expect((await read(nul)).status).toBe("Running");
  expect((await read(half)).status).toBe(`${"x".repeat(199)}\u{fffd}`);
});

test("costs that are too large are stored as the column's maximum, and NaN counts as missing", async () => {
  const root = await tree.component();
  const [rich, strange] = [await tree.component({ parent_id: root }), await tree.component({ parent_id: root })];
  await tree.config(rich, { cost_per_minute: 999_999_999_999 });
  await tree.config(rich, { cost_per_minute: 999_999_999_999 });
  const config = await tree.config(strange, { cost_per_minute: 1 });
  await sql`update config_items set cost_per_minute = 'NaN' where id = ${config}`.execute(db.system);
  await expectOthersRolledUp();
  expect((await read(rich)).cost).toBe("999999999999.9999");
  expect((await read(root)).cost).toBe("999999999999.9999");
  expect((await read(strange)).cost).toBeNull();
});

test("a summary that was inserted with a different structure is replaced", async () => {
  const { rows } = await sql<{ id: string }>`
    insert into components (name, health, summary) values ('pushed', 'healthy', '{"incidents": null}') returning id`.execute(
    db.system,
  );
  await expectOthersRolledUp();
  expect(await read(rows[0]!.id)).toMatchObject({ health: "healthy", status: "healthy" });
  const stored = await sql<{ summary: object }>`select summary from components where id = ${rows[0]!.id}`.execute(
    db.system,
  );
  expect(stored.rows).toEqual([{ summary: { healthy: 1 } }]);
});

test("a check with the maximum interval and a check that is paused forever neither stop the scheduler nor cause extra rounds", async () => {
  const component = await tree.component();
  const [late, paused] = [await tree.check(component), await tree.check(component, "unhealthy")];
  await sql`update checks set interval_seconds = 2147483647, could_not_check_since = now() where id = ${late}`.execute(
    db.system,
  );
  await sql`update checks set paused_at = now(), paused_until = 'infinity' where id = ${paused}`.execute(db.system);
  const { nextAt } = await expectOthersRolledUp();
  expect((await read(component)).health).toBe("healthy");
  expect(nextAt).toBeGreaterThan(Date.now());
});

test("a component whose inputs cannot be read is unknown, and its reason is logged", async () => {
  const root = await tree.component();
  const poisoned = await tree.component({ parent_id: root });
  const check = await tree.check(poisoned);
  await rollUp.round();
  expect((await read(poisoned)).health).toBe("healthy");
  await sql`
    create or replace function is_paused(paused_at timestamptz, paused_until timestamptz) returns boolean
    language plpgsql as $$
    begin
      if paused_at = '1999-01-01' then raise 'poisoned check'; end if;
      return false;
    end $$`.execute(db.system);
  await sql`update checks set paused_at = '1999-01-01' where id = ${check}`.execute(db.system);
  await expectOthersRolledUp();
  expect((await read(poisoned)).health).toBe("unknown");
  expect((await read(root)).health).toBe("unknown");
  expect(warnings).toContainEqual({ component: poisoned, reason: "poisoned check" });
  // A new process reads all components at once when it takes over the roll-up.
  const other = createRollUp({ ...system, log });
  await sql`update checks set status = 'unhealthy' where id = ${check}`.execute(db.system);
  const innocent = await tree.component({ stated_health: "warning" });
  await other.round();
  expect((await read(innocent)).health).toBe("warning");
});

test("a component whose result the database rejects becomes unknown, or keeps its state", async () => {
  const [refused, stuck] = [await tree.component({ name: "refused" }), await tree.component({ name: "stuck" })];
  await rollUp.round();
  await sql`
    create function refuse() returns trigger language plpgsql as $$
    begin
      if new.name = 'stuck' or new.health = 'unhealthy' then raise 'refused health'; end if;
      return new;
    end $$`.execute(db.system);
  await sql`
    create trigger z_refuse before update on components for each row
    when (new.name in ('refused', 'stuck') and new.health is distinct from old.health) execute function refuse()`.execute(
    db.system,
  );
  for (const id of [refused, stuck]) {
    await tree.check(id, "unhealthy");
    await sql`update components set stated_health = 'healthy' where id = ${id}`.execute(db.system);
  }
  const { isIncomplete } = await expectOthersRolledUp();
  expect(isIncomplete).toBe(false);
  expect(await read(refused)).toMatchObject({ health: "unknown", status: "unknown" });
  expect(await read(stuck)).toMatchObject({ health: "unknown" });
  expect(warnings).toContainEqual({ component: refused, reason: "refused health" });
});
