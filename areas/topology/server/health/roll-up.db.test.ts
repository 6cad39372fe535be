import { isDeepStrictEqual } from "node:util";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { findMaintained } from "#areas/health/server/index.ts";
import { ComponentGraph } from "./graph.ts";
import { computedColumns, readInputs } from "./inputs.ts";
import { createRollUp } from "./roll-up.ts";

const { databases: db } = await testDatabase();
const heard: { name: string; id: string }[] = [];
const system = await runSystem(db, {
  listeners: [{ event: "component.*", name: "test", run: (event) => void heard.push(event as never) }],
});
afterAll(() => system.stop());
const tree = componentTree(db);
const rollUp = createRollUp(system);

interface Row {
  id: string;
  health: string | null;
  status: string;
  summary: Record<string, unknown> | null;
  cost_per_minute: number | null;
}

const read = async (id: string) =>
  (
    await sql<Row>`select id, health, status, summary, cost_per_minute::float8 as cost_per_minute
                   from components where id = ${id}`.execute(db.system)
  ).rows[0]!;
const healthOf = async (id: string) => (await read(id)).health;
const flip = (check: string, status: string) =>
  sql`update checks set status = ${status} where id = ${check}`.execute(db.system);

test("a check whose status changes updates its component and all ancestors, and each change is published", async () => {
  const root = await tree.component();
  const service = await tree.component({ parent_id: root });
  const pod = await tree.component({ parent_id: service });
  const other = await tree.component();
  const check = await tree.check(pod);
  await rollUp.round();
  expect(await read(root)).toMatchObject({
    health: "healthy",
    status: "healthy",
    summary: { healthy: 1, checks: { healthy: 1 } },
  });
  expect(await read(other)).toMatchObject({ health: "unknown", summary: {} });

  await flip(check, "unhealthy");
  await rollUp.round();
  for (const id of [pod, service, root])
    expect(await read(id)).toMatchObject({ health: "unhealthy", summary: { unhealthy: 1, checks: { unhealthy: 1 } } });
  await until(
    () => heard.filter(({ id }) => [root, service, pod].includes(id)),
    (events) => events.length >= 3,
  );
  expect(new Set(heard.map(({ name, id }) => `${name} ${id}`))).toEqual(
    new Set([root, service, pod].map((id) => `component.unhealthy ${id}`)),
  );
});

test("a parent counts each child by its state and a mixed child as a warning, and adds the warnings of its children", async () => {
  const root = await tree.component();
  const mixed = await tree.component({ parent_id: root });
  await tree.component({ parent_id: mixed, stated_health: "healthy" });
  await tree.component({ parent_id: mixed, stated_health: "unhealthy" });
  await tree.component({ parent_id: root, stated_health: "unhealthy" });
  await tree.component({ parent_id: root, stated_health: "healthy" });
  await tree.component({ parent_id: root, stated_health: "warning" });
  await tree.component({ parent_id: root, stated_status: "info" });
  await rollUp.round();
  expect(await read(mixed)).toMatchObject({ health: "unhealthy", summary: { healthy: 1, unhealthy: 1 } });
  expect((await read(root)).summary).toEqual({ healthy: 1, unhealthy: 1, warning: 2, info: 1 });
});

test("a child with two links and a component with two parents are counted only once", async () => {
  const root = await tree.component();
  const [left, right] = [await tree.component({ parent_id: root }), await tree.component({ parent_id: root })];
  const shared = await tree.component({ parent_id: left });
  await tree.relate(shared, right, "one");
  await tree.relate(shared, right, "two");
  await tree.relate(shared, left, "three");
  await tree.check(shared, "unhealthy");
  await tree.config(shared, { cost_per_minute: 1.5 });
  await rollUp.round();
  expect(await read(left)).toMatchObject({ summary: { unhealthy: 1, checks: { unhealthy: 1 } }, cost_per_minute: 1.5 });
  expect(await read(root)).toMatchObject({ summary: { unhealthy: 2, checks: { unhealthy: 1 } }, cost_per_minute: 1.5 });
});

test("cycles are cut, and health propagates up to 10 levels", async () => {
  const [one, two] = [await tree.component(), await tree.component()];
  await tree.relate(one, two);
  await tree.relate(two, one);
  await tree.check(one, "unhealthy");
  const chain = [await tree.component()];
  for (let level = 1; level <= 11; level += 1) chain.push(await tree.component({ parent_id: chain.at(-1)! }));
  await tree.check(chain.at(-1)!, "unhealthy");
  await rollUp.round();
  expect([await healthOf(one), await healthOf(two)]).toEqual(["unhealthy", "unhealthy"]);
  expect((await read(two)).summary).toEqual({ unhealthy: 1, checks: { unhealthy: 1 } });
  expect([await healthOf(chain[0]!), await healthOf(chain[1]!)]).toEqual(["unknown", "unhealthy"]);
});

test("expressions read the summary and the component; a faulty expression is ignored", async () => {
  const tolerant = await tree.component({
    health_expr: 'summary.unhealthy > 1 ? "unhealthy" : (self.name == "none" ? "unknown" : "warning")',
    status_expr: 'string(summary.unhealthy) + " of " + string(summary.healthy + summary.unhealthy)',
  });
  const faulty = await tree.component({ health_expr: "summary.nothing.at(3)", stated_status: "Running" });
  for (const parent of [tolerant, faulty]) {
    await tree.component({ parent_id: parent, stated_health: "healthy" });
    await tree.component({ parent_id: parent, stated_health: "unhealthy" });
  }
  const above = await tree.component();
  await tree.relate(tolerant, above);
  await rollUp.round();
  expect(await read(tolerant)).toMatchObject({ health: "warning", status: "1 of 2" });
  expect(await read(above)).toMatchObject({ health: "warning" });
  expect(await read(faulty)).toMatchObject({ health: "unhealthy", status: "Running" });
});

test("a config item whose health changes updates its components, and a component that represents an item has the item's health instead of its stated health", async () => {
  const represented = await tree.config(undefined, { health: "healthy" });
  const [linked, same] = [
    await tree.component(),
    await tree.component({ config_id: represented, stated_health: "unhealthy" }),
  ];
  const config = await tree.config(linked, { health: "healthy" });
  await tree.insight(config);
  await rollUp.round();
  expect([await healthOf(linked), await healthOf(same)]).toEqual(["healthy", "healthy"]);
  expect((await read(linked)).summary).toEqual({ healthy: 1, insights: { security: { high: 1 } } });
  await sql`update config_items set health = 'warning' where id in (${config}, ${represented})`.execute(db.system);
  await sql`update config_analysis set status = 'resolved' where config_id = ${config}`.execute(db.system);
  await rollUp.round();
  expect([await healthOf(linked), await healthOf(same)]).toEqual(["warning", "warning"]);
  expect((await read(linked)).summary).toEqual({ warning: 1 });
});

test("open incidents are counted for the resources in their evidence until they are resolved", async () => {
  const root = await tree.component();
  const component = await tree.component({ parent_id: root });
  const person = randomUUID();
  const incident = randomUUID();
  const hypothesis = randomUUID();
  await sql`insert into people (id, name) values (${person}, 'Ada')`.execute(db.system);
  await sql`insert into incidents (id, title, severity, created_by) values (${incident}, 'down', 'high', ${person})`.execute(
    db.system,
  );
  await sql`insert into hypotheses (id, incident_id, type, title, created_by) values (${hypothesis}, ${incident}, 'root', 'down', ${person})`.execute(
    db.system,
  );
  await sql`insert into evidences (hypothesis_id, type, component_id, created_by) values (${hypothesis}, 'topology', ${component}, ${person})`.execute(
    db.system,
  );
  await rollUp.round();
  expect((await read(root)).summary).toEqual({ incidents: { availability: { high: 1 } } });
  await sql`update incidents set resolved = now() where id = ${incident}`.execute(db.system);
  await rollUp.round();
  expect((await read(root)).summary).toEqual({});
});

test("checks that are paused or in maintenance do not count as healthy or unhealthy", async () => {
  const component = await tree.component();
  const [paused, maintained] = [await tree.check(component, "unhealthy"), await tree.check(component, "unhealthy")];
  await tree.check(component, "healthy");
  await rollUp.round();
  expect(await healthOf(component)).toBe("unhealthy");
  await sql`update checks set paused_at = now() where id = ${paused}`.execute(db.system);
  const window = randomUUID();
  await sql`insert into maintenance_windows (id, name, check_id, ends_at) values (${window}, 'upgrade', ${maintained}, now() + interval '1 hour')`.execute(
    db.system,
  );
  rollUp.windowsChanged();
  await rollUp.round();
  expect(await read(component)).toMatchObject({ health: "healthy", summary: { healthy: 1, checks: { healthy: 1 } } });
  await sql`update maintenance_windows set deleted_at = now() where id = ${window}`.execute(db.system);
  rollUp.windowsChanged();
  await rollUp.round();
  expect(await healthOf(component)).toBe("unhealthy");
});

test("the next round starts when a pause ends", async () => {
  const component = await tree.component();
  const check = await tree.check(component, "unhealthy");
  await sql`update checks set paused_at = now(), paused_until = now() + interval '200 ms' where id = ${check}`.execute(
    db.system,
  );
  const { nextAt } = await rollUp.round();
  expect(await healthOf(component)).toBe("unknown");
  await until(() => Date.now() > nextAt! + 50);
  await rollUp.round();
  expect(await healthOf(component)).toBe("unhealthy");
});

test("an overdue check counts as unknown until it runs again, in the same way as in lists", async () => {
  const component = await tree.component();
  const check = await tree.check(component, "healthy");
  const recheckAt = async () => (await readInputs(db.system, [component], []))[0]!.recheckAt!;
  /** The change of the interval records the component. */
  const becomeOverdue = async (interval: number, at: number) => {
    await sql`
      update checks set interval_seconds = ${interval}, next_runtime = ${new Date(at - 3_000 * interval)}
      where  id = ${check}`.execute(db.system);
    return rollUp.round();
  };
  const inAnHour = Date.now() + 3_600_000;
  await becomeOverdue(60, inAnHour);
  expect(await read(component)).toMatchObject({ health: "healthy", summary: { checks: { healthy: 1 } } });
  expect(await recheckAt()).toBeGreaterThan(inAnHour);
  expect(await recheckAt()).toBeLessThanOrEqual(inAnHour + 5_000);

  const { nextAt } = await becomeOverdue(61, Date.now() - 1_000);
  expect(await read(component)).toMatchObject({ health: "unknown", summary: {} });
  const { rows } = await sql`
    select check_health(status, next_runtime, interval_seconds, could_not_check_since, paused_at, paused_until) as health
    from   checks where id = ${check}`.execute(db.system);
  expect(rows).toEqual([{ health: "unknown" }]);
  // After its next run, the check differs only in the time of the following run.
  await sql`update checks set next_runtime = now() + interval '61 s' where id = ${check}`.execute(db.system);
  await until(() => Date.now() > nextAt!);
  await rollUp.round();
  expect(await healthOf(component)).toBe("healthy");
});

test("moving, deleting or restoring a component recomputes its old and new ancestors", async () => {
  const [from, to] = [await tree.component(), await tree.component()];
  const child = await tree.component({ parent_id: from });
  await tree.check(child, "unhealthy");
  await rollUp.round();
  await sql`update components set parent_id = ${to} where id = ${child}`.execute(db.system);
  await rollUp.round();
  expect([await healthOf(from), await healthOf(to)]).toEqual(["unknown", "unhealthy"]);
  await sql`update components set deleted_at = now() where id = ${child}`.execute(db.system);
  await rollUp.round();
  expect(await healthOf(to)).toBe("unknown");
  await sql`update components set deleted_at = null, stated_health = 'warning' where id = ${child}`.execute(db.system);
  await rollUp.round();
  expect(await healthOf(to)).toBe("warning");
});

test("a write to the health column sets the stated health, from which the roll-up computes the health column", async () => {
  const [id] = (
    await sql<{
      id: string;
    }>`insert into components (name, external_id, health, status) values ('pushed', 'pushed', 'warning', 'Slow') returning id`.execute(
      db.system,
    )
  ).rows.map((row) => row.id);
  await rollUp.round();
  expect(await read(id!)).toMatchObject({ health: "warning", status: "Slow" });
  await sql`update components set health = 'unhealthy', status = 'Down' where id = ${id!}`.execute(db.system);
  expect(await read(id!)).toMatchObject({ health: "warning", status: "Slow" });
  await rollUp.round();
  expect(await read(id!)).toMatchObject({ health: "unhealthy", status: "Down" });
});

test("a row that another writer has locked is written in a later round, without waiting", async () => {
  const component = await tree.component();
  const check = await tree.check(component);
  await rollUp.round();
  await flip(check, "unhealthy");
  await db.system.transaction().execute(async (tx) => {
    await sql`update components set icon = 'box' where id = ${component}`.execute(tx);
    expect((await rollUp.round()).isIncomplete).toBe(true);
  });
  await rollUp.round();
  expect(await healthOf(component)).toBe("unhealthy");
});

test("a change of an ordinary column records the component for the next roll-up, and computed columns cannot be edited", async () => {
  const [component, other] = [await tree.component({ stated_health: "healthy" }), await tree.component()];
  await tree.config(component, { cost_per_minute: 2 });
  await rollUp.round();
  const changed: Record<string, string> = {
    agent_id: "(select id from agents where name = 'elsewhere')",
    topology_id: "(select id from topologies where name = 'ships')",
    created_by: "(select id from people where name = 'Joan')",
    config_id: "(select id from config_items limit 1)",
    parent_id: `'${other}'`,
    health: "'unhealthy'",
    stated_health: "'warning'",
    stated_status: "'Slow'",
    labels: `'{"tier": "gold"}'`,
    properties: `'[{"name": "cpu"}]'`,
  };
  await sql`insert into agents (name) values ('elsewhere')`.execute(db.system);
  await sql`insert into topologies (name) values ('ships')`.execute(db.system);
  await sql`insert into people (name) values ('Joan')`.execute(db.system);
  const byType: Record<string, string> = {
    text: "'other'",
    boolean: "true",
    jsonb: `'[{"name": "pod"}]'`,
    "timestamp with time zone": "'2001-01-01'",
    "numeric(16,4)": "7",
    integer: "7",
  };
  const { columns } = system.catalog.current.relations.get("components")!;
  for (const { name, type } of columns.values()) {
    if (["id", "properties_values", "build_hash", "updated_at"].includes(name)) continue;
    const before = await sql<Record<string, unknown>>`select * from components where id = ${component}`.execute(
      db.system,
    );
    await sql`delete from component_dirt`.execute(db.system);
    await sql`update components set ${sql.ref(name)} = ${sql.raw(changed[name] ?? byType[type]!)} where id = ${component}`.execute(
      db.system,
    );
    const { rows } = await sql<{ is_edited: boolean }>`
      select is_edited from component_dirt where component_id = ${component}`.execute(db.system);
    const after = await sql<Record<string, unknown>>`select * from components where id = ${component}`.execute(
      db.system,
    );
    const isStated = name === "health" || name === "status";
    expect({ name, isRecorded: rows.some((row) => row.is_edited) }).toEqual({
      name,
      isRecorded: isStated || !computedColumns.includes(name),
    });
    const isKept = isDeepStrictEqual(after.rows[0]![name], before.rows[0]![name]);
    expect({ name, isKept: isKept || !computedColumns.includes(name) }).toEqual({ name, isKept: true });
  }
  await sql`delete from components where id = ${component}`.execute(db.system);
  await rollUp.round();
});

test("a component whose lifecycle changes is computed again", async () => {
  const component = await tree.component({ status_expr: "self.lifecycle" });
  for (const lifecycle of ["beta", "production"]) {
    await sql`update components set lifecycle = ${lifecycle} where id = ${component}`.execute(db.system);
    await rollUp.round();
    expect((await read(component)).status).toBe(lifecycle);
  }
});

test("team_components are written without waiting for a component that another writer moves", async () => {
  const [person, team] = [randomUUID(), randomUUID()];
  await sql`insert into people (id, name) values (${person}, 'Mary')`.execute(db.system);
  await sql`insert into teams (id, name, created_by, spec) values (${team}, 'movers', ${person}, '{"components": [{"types": ["Mover"]}]}')`.execute(
    db.system,
  );
  const [moving, free] = [await tree.component({ type: "Mover" }), await tree.component({ type: "Mover" })];
  const members = async () =>
    new Set(
      (
        await sql<{ component_id: string }>`select component_id from team_components where team_id = ${team}`.execute(
          db.system,
        )
      ).rows.map((row) => row.component_id),
    );
  await db.system.transaction().execute(async (tx) => {
    // The name is part of a key, so an insert with a foreign key to the component would have to wait.
    await sql`update components set name = 'moved' where id = ${moving}`.execute(tx);
    expect((await rollUp.round()).isIncomplete).toBe(true);
    expect(await members()).toEqual(new Set([free]));
  });
  await rollUp.round();
  expect(await members()).toEqual(new Set([moving, free]));
});

test("a process that has lost its leadership writes nothing, and leaves the recorded components for the new leader", async () => {
  const component = await tree.component({ stated_health: "warning" });
  let isLeading = true;
  const former = createRollUp(system, async () => isLeading);
  expect(await former.round()).toMatchObject({ isLeading: true });
  await sql`update components set stated_health = 'unhealthy' where id = ${component}`.execute(db.system);
  isLeading = false;
  expect(await former.round()).toMatchObject({ isLeading: false });
  expect(await healthOf(component)).toBe("warning");
  await db.system.transaction().execute(async (tx) => {
    // Another process is running a round.
    await sql`select pg_advisory_xact_lock(hashtext('quarterdeck.round of the component roll-up'))`.execute(tx);
    isLeading = true;
    expect(await former.round()).toMatchObject({ isLeading: false });
  });
  await rollUp.round();
  expect(await healthOf(component)).toBe("unhealthy");
});

test("team_components are updated with the team selectors, and rows that people added stay", async () => {
  const person = randomUUID();
  const team = randomUUID();
  const byHand = await tree.component({ type: "Other" });
  const chosen = await tree.component({ type: "Payment", labels: { tier: "gold" } });
  await sql`insert into people (id, name) values (${person}, 'Grace')`.execute(db.system);
  await sql`insert into teams (id, name, created_by, spec) values (${team}, 'payments', ${person}, '{"components": [{"types": ["Payment"]}]}')`.execute(
    db.system,
  );
  await sql`insert into team_components (team_id, component_id) values (${team}, ${byHand})`.execute(db.system);
  const members = async () =>
    (
      await sql<{ component_id: string }>`select component_id from team_components where team_id = ${team}`.execute(
        db.system,
      )
    ).rows.map((row) => row.component_id);
  await rollUp.round();
  expect(new Set(await members())).toEqual(new Set([byHand, chosen]));
  const later = await tree.component({ type: "Payment" });
  await sql`update components set type = 'Invoice' where id = ${chosen}`.execute(db.system);
  await rollUp.round();
  expect(new Set(await members())).toEqual(new Set([byHand, later]));
  await sql`update teams set spec = '{"components": [{"search": "health=unhealthy type=Invoice"}]}' where id = ${team}`.execute(
    db.system,
  );
  await tree.check(chosen, "unhealthy");
  await rollUp.round();
  expect(new Set(await members())).toEqual(new Set([byHand, chosen]));
});

test("the incremental result equals a full computation after random changes", { timeout: 300_000 }, async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  process.stdout.write(`seed of the random changes: ${seed}\n`);
  const chance = chanceOf(seed);
  const words = ["healthy", "unhealthy", "warning", "unknown", null] as const;
  const components: string[] = [];
  const checks: string[] = [];
  const configs: string[] = [];
  const maybeParent = () => (components.length > 0 && chance.next() < 0.85 ? chance.pick(components) : null);
  const changes: readonly (() => Promise<unknown>)[] = [
    async () =>
      components.push(
        await tree.component({
          parent_id: maybeParent(),
          stated_health: chance.pick(words),
          stated_status: chance.pick(["info", "Running", null]),
          health_expr: chance.next() < 0.1 ? 'summary.unhealthy > 0 ? "warning" : "healthy"' : null,
        }),
      ),
    async () => checks.push(await tree.check(chance.pick(components), chance.pick(["healthy", "unhealthy", null]))),
    async () =>
      configs.push(
        await tree.config(chance.pick(components), {
          health: chance.pick(words),
          cost_per_minute: chance.between(0, 50) / 4,
        }),
      ),
    () => tree.insight(chance.pick(configs), { severity: chance.pick(["high", "low"]) }),
    () => tree.relate(chance.pick(components), chance.pick(components), chance.pick(["one", "two"])),
    () => flip(chance.pick(checks), chance.pick(["healthy", "unhealthy"])),
    () => flip(chance.pick(checks), chance.pick(["healthy", "unhealthy"])),
    () =>
      sql`update checks set paused_at = case when paused_at is null then now() end where id = ${chance.pick(checks)}`.execute(
        db.system,
      ),
    () =>
      sql`update config_items set health = ${chance.pick(words)} where id = ${chance.pick(configs)}`.execute(db.system),
    () => sql`update config_items set deleted_at = now() where id = ${chance.pick(configs)}`.execute(db.system),
    () =>
      sql`update config_analysis set status = ${chance.pick(["open", "resolved"])} where config_id = ${chance.pick(configs)}`.execute(
        db.system,
      ),
    () =>
      sql`update components set stated_health = ${chance.pick(words)} where id = ${chance.pick(components)}`.execute(
        db.system,
      ),
    // This statement may create a cycle of parents.
    () =>
      sql`update components set parent_id = ${maybeParent()} where id = ${chance.pick(components)}`.execute(db.system),
    () =>
      sql`update component_relationships set deleted_at = now() where component_id = ${chance.pick(components)}`.execute(
        db.system,
      ),
    () =>
      sql`update components set deleted_at = case when deleted_at is null then now() end where id = ${chance.pick(components)}`.execute(
        db.system,
      ),
    () => sql`update checks set deleted_at = now() where id = ${chance.pick(checks)}`.execute(db.system),
  ];
  for (let count = 0; count < 40; count += 1) for (const change of changes.slice(0, 3)) await change();
  await rollUp.round();
  for (let count = 0; count < 60; count += 1) {
    for (const change of chance.times(chance.between(1, 8), () => chance.pick(changes))) await change();
    await rollUp.round();
    if (count % 5 !== 4) continue;
    const full = new ComponentGraph();
    const all = await readInputs(db.system, "all", await findMaintained(db.system));
    await full.evaluate(full.apply(all, []));
    const differing = [...full.nodes.values()].filter(
      ({ inputs: { stored }, result }) =>
        JSON.stringify([stored.health, stored.status, stored.summary, stored.costs]) !==
        JSON.stringify([result!.health, result!.status, result!.summary, result!.sums.costs]),
    );
    expect(
      differing.map(({ inputs, result }) => ({ inputs, result })),
      `after ${count} rounds with seed ${seed}`,
    ).toEqual([]);
  }
});
