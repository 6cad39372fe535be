import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Property } from "#language/columns.ts";
import type { Tx } from "#server/db/pool.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { propertiesOf, type Forest } from "../forest/forest.ts";
import { readEntries } from "../forest/read-entries.ts";
import { selectBranches, type Branch } from "../tree/select.ts";
import { readForestAt } from "./read-forest.ts";
import { removeDeleted, retainHistory } from "./retain.ts";

const { databases: db } = await testDatabase();
const tree = componentTree(db);

const forestAt = async (at: Date) => {
  const present = await readEntries(db.system, "all");
  return readForestAt(db.system, at, new Map(present.map((entry) => [entry.id, entry])));
};

/** Microseconds, as PostgreSQL stores times. */
const nowIn = async (tx: Tx) =>
  (await sql<{ at: number }>`select (extract(epoch from now()) * 1000000)::bigint as at`.execute(tx)).rows[0]!.at;

interface State {
  name: string;
  parent: string | null;
  health: string | null;
  status: string;
  isDeleted: boolean;
}

interface Shown extends Omit<State, "isDeleted"> {
  version: unknown;
  rate: unknown;
  components: Record<string, Shown>;
}

const minutes = 60_000_000;

test("the tree at 1,000 random times equals a replay of the recorded changes", { timeout: 600_000 }, async () => {
  const seed = Number(process.env["SEED"] ?? Date.now() % 1_000_000);
  process.stdout.write(`seed of the random changes: ${seed}\n`);
  const chance = chanceOf(seed);
  const ids: string[] = [];
  /** The expected history: states and property values with their start times. */
  let states = new Map<string, { since: number; state: State }[]>();
  let values = new Map<string, { since: number; value: unknown }[]>();
  const current = new Map<string, { state: State; version: string; rate: number }>();

  const recordState = (id: string, since: number, state: State) => {
    const all = states.get(id) ?? [];
    states.set(id, [...all.filter((one) => one.since !== since), { since, state: { ...state } }]);
  };
  const recordValue = (key: string, since: number, { former, value }: { former: unknown; value: unknown }) => {
    if (former === value) return;
    const all = values.get(key) ?? [{ since: Number.NEGATIVE_INFINITY, value: former }];
    const last = all.at(-1)!;
    if (last.since > since - 5 * minutes) last.value = value;
    else all.push({ since, value });
    values.set(key, all);
  };
  const propertiesWith = (version: string, rate: number): Property[] => [
    { name: "version", text: version },
    { name: "rate", value: rate, headline: true },
    { name: "load", value: chance.between(1, 9) },
  ];

  async function add(): Promise<void> {
    const parent = ids.length > 0 && chance.next() < 0.8 ? chance.pick(ids) : null;
    const properties = propertiesWith("1", 1);
    const id = await tree.component({ name: `new ${ids.length}`, parent_id: parent, properties });
    const [since] = (
      await sql<{ at: number }>`
        select (extract(epoch from since) * 1000000)::bigint as at from component_states where component_id = ${id}`.execute(
        db.system,
      )
    ).rows;
    const state: State = { name: `new ${ids.length}`, parent, health: null, status: "", isDeleted: false };
    ids.push(id);
    current.set(id, { state, version: "1", rate: 1 });
    recordState(id, since!.at, state);
  }

  /** Changes a component several times in one transaction, which is recorded as one state. */
  async function change(): Promise<void> {
    const index = chance.between(0, ids.length - 1);
    const id = ids[index]!;
    const known = current.get(id)!;
    await db.system.transaction().execute(async (tx) => {
      await sql`select set_config('quarterdeck.rolling_up', 'on', true)`.execute(tx);
      const at = await nowIn(tx);
      for (let count = chance.between(1, 2); count > 0; count -= 1) {
        const before = JSON.stringify(known.state);
        const { version, rate } = known;
        const field = chance.pick(["health", "status", "name", "parent", "isDeleted", "version", "rate", "load"]);
        if (field === "health") known.state.health = chance.pick(["healthy", "unhealthy", "warning", "unknown"]);
        else if (field === "status") known.state.status = chance.pick(["", "Running", "Failed"]);
        else if (field === "name") known.state.name = `${chance.pick(["api", "web", "db"])} ${index}`;
        // Moving a component only below earlier components cannot create a cycle.
        else if (field === "parent")
          known.state.parent = index === 0 ? null : chance.pick([null, ...ids.slice(0, index)]);
        else if (field === "isDeleted") known.state.isDeleted = !known.state.isDeleted;
        else if (field === "version") known.version = String(chance.between(1, 5));
        else if (field === "rate") known.rate = chance.between(1, 5);
        const { name, parent, health, status, isDeleted } = known.state;
        const properties = JSON.stringify(propertiesWith(known.version, known.rate));
        await sql`update components set name = ${name}, parent_id = ${parent}, health = ${health}, status = ${status},
                         deleted_at = case when ${isDeleted} then coalesce(deleted_at, now()) end, properties = ${properties}::jsonb
                  where id = ${id}`.execute(tx);
        if (JSON.stringify(known.state) !== before) recordState(id, at, known.state);
        recordValue(`${id} version`, at, { former: version, value: known.version });
        recordValue(`${id} rate`, at, { former: rate, value: known.rate });
      }
    });
  }

  /** Moves everything into the past, because properties have at most one value in five minutes. */
  async function passTime(): Promise<void> {
    const passed = chance.pick([2, 7]) * minutes;
    const interval = sql`${passed} * interval '1 microsecond'`;
    await sql`update component_states set since = since - ${interval}`.execute(db.system);
    await sql`update component_property_states set since = since - ${interval}`.execute(db.system);
    states = new Map([...states].map(([id, all]) => [id, all.map((one) => ({ ...one, since: one.since - passed }))]));
    values = new Map([...values].map(([key, all]) => [key, all.map((one) => ({ ...one, since: one.since - passed }))]));
  }

  // The expected history has one component per change, so a deleted component must have no children.
  await sql`alter table components disable trigger ended`.execute(db.system);
  for (let phase = 0; phase < 8; phase += 1) {
    for (let count = 0; count < 8; count += 1) await add();
    for (let count = 0; count < 60; count += 1) await change();
    await passTime();
  }

  await sql`alter table components enable trigger ended`.execute(db.system);

  const latest = <T extends { since: number }>(all: readonly T[], at: number) =>
    all
      .filter(({ since }) => since <= at)
      .reduce<T | undefined>((last, one) => (last && last.since > one.since ? last : one), undefined);
  function replay(at: number): Record<string, Shown> {
    const shown = new Map<string, Shown>();
    for (const [id, all] of states) {
      const state = latest(all, at)?.state;
      if (!state || state.isDeleted) continue;
      const { isDeleted: _, ...fields } = state;
      const value = (name: "version" | "rate") => {
        const recorded = values.get(`${id} ${name}`);
        return recorded ? latest(recorded, at)!.value : current.get(id)![name];
      };
      shown.set(id, { ...fields, version: value("version"), rate: value("rate"), components: {} });
    }
    const roots: Record<string, Shown> = {};
    for (const [id, one] of shown) (shown.get(one.parent ?? "")?.components ?? roots)[id] = one;
    return roots;
  }
  const show = (forest: Forest): Record<string, Shown> => {
    const branch = ({ entry, components }: Branch): [string, Shown] => {
      const property = (name: string) => propertiesOf(entry).find((candidate) => candidate.name === name);
      expect(property("load")).toBeUndefined();
      return [
        entry.id,
        {
          name: entry.name,
          parent: entry.parentId,
          health: entry.health,
          status: entry.status,
          version: property("version")?.text,
          rate: property("rate")?.value,
          components: Object.fromEntries(components.map(branch)),
        },
      ];
    };
    return Object.fromEntries(selectBranches(forest, { depth: 100 }).map(branch));
  };

  const begins = [...states.values()].flatMap((all) => all.map(({ since }) => since));
  const [first, last] = [Math.min(...begins), Math.max(...begins)];
  // Half of the times are close to a change.
  const times = [
    ...chance.times(500, () => chance.between(Math.floor(first / 1000) - 5, Math.ceil(last / 1000) + 5)),
    ...chance.times(500, () => Math.floor(chance.pick(begins) / 1000) + chance.between(-2, 3)),
  ];
  expect(times).toHaveLength(1_000);
  for (const time of times)
    expect(show(await forestAt(new Date(time))), `at ${time} with seed ${seed}`).toEqual(replay(time * 1000));
});

test("a state that began before the retention period is kept while it lasts; older states are deleted", async () => {
  await sql`delete from component_states`.execute(db.system);
  const id = await tree.component({ properties: [{ name: "version", text: "1" }] });
  await sql`delete from component_states where component_id = ${id}`.execute(db.system);
  for (const days of [50, 40, 20, 10])
    await sql`insert into component_states (component_id, since, name, status, is_deleted)
              values (${id}, now() - ${days} * interval '1 day', ${`${days} days ago`}, '', false)`.execute(db.system);
  const names = async () =>
    (
      await sql<{ name: string }>`select name from component_states where component_id = ${id} order by since`.execute(
        db.system,
      )
    ).rows.map(({ name }) => name);
  expect(await retainHistory(db.system, { days: 30 })).toMatchObject({ deleted: 1 });
  expect(await names()).toEqual(["40 days ago", "20 days ago", "10 days ago"]);
});

test("if there are too many rows, the history is shortened, and the run reports this", async () => {
  await sql`delete from component_property_states`.execute(db.system);
  const [{ count }] = (await sql<{ count: number }>`select count(*) as count from component_states`.execute(db.system))
    .rows as [{ count: number }];
  const { deleted, shortenedTo } = await retainHistory(db.system, { days: 30, maxRows: count - 1 });
  expect(deleted).toBe(1);
  expect(shortenedTo).toEqual(expect.any(String));
});

test("components and topologies that were deleted before the history begins are removed", async () => {
  const topology = async (days: number) => {
    const { rows } = await sql<{ id: string }>`
      insert into topologies (name, spec, deleted_at)
      values (${`${days} days ago`}, '{}', now() - ${days} * interval '1 day')
      returning id`.execute(db.system);
    const [root, below] = [await tree.component(), await tree.component()];
    await sql`
      update components set topology_id = ${rows[0]!.id}, parent_id = case id when ${below} then ${root}::uuid end,
             deleted_at = now() - ${days} * interval '1 day'
      where  id in (${root}, ${below})`.execute(db.system);
    return { id: rows[0]!.id, root, below };
  };
  const [old, recent] = [await topology(40), await topology(20)];
  // An existing component keeps its deleted parent.
  const [parent, child] = [await tree.component(), await tree.component()];
  await sql`update components set deleted_at = now() - interval '50 days' where id = ${parent}`.execute(db.system);
  await sql`update components set parent_id = ${parent} where id = ${child}`.execute(db.system);
  expect(await removeDeleted(db.system, { days: 30 })).toBe(3);
  const { rows } = await sql<{ id: string }>`
    select id from components where id in (${old.root}, ${old.below}, ${recent.root}, ${recent.below}, ${parent}, ${child})
    union all
    select id from topologies where id in (${old.id}, ${recent.id})`.execute(db.system);
  expect(rows.map(({ id }) => id).toSorted()).toEqual([recent.id, recent.root, recent.below, parent, child].toSorted());
  expect(await removeDeleted(db.system, { days: 30 })).toBe(0);
});
