// Tests which writes reach the links keeper, and that it evaluates only selectors that these writes can affect.
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test } from "vitest";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { linkTargets } from "./link-components.ts";
import { linkKinds, configLinks, selectingAmong, type LinkKind } from "./link-kinds.ts";
import { keepLinks } from "./links-keeper.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());
const tree = componentTree(db);

const dirt = async () => {
  const { rows } = await sql<{ relation: string; target_id: string }>`
    select relation, target_id from link_dirt order by id`.execute(db.system);
  return rows.map(({ relation, target_id: id }) => `${relation} ${id}`);
};
const clean = () => sql`delete from link_dirt`.execute(db.system);
beforeEach(clean);

async function item(name: string, more: { tags?: object; health?: string } = {}): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into config_items (name, type, config_class, external_id, tags, health)
    values (${name}, 'Dirt::Item', 'Item', array[${name}], ${JSON.stringify(more.tags ?? {})}::jsonb, ${more.health ?? "healthy"})
    returning id`.execute(db.system);
  return rows[0]!.id;
}

async function check(): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with k as (insert into canaries (name, spec) values ('dirt', '{}') returning id)
    insert into checks (canary_id, type, name, status) select id, 'http', 'ping', 'healthy' from k returning id`.execute(
    db.system,
  );
  return rows[0]!.id;
}

/** The SQL of a new value for each tracked column. */
const changes: Readonly<Record<string, string>> = {
  name: "'other'",
  type: "'Other'",
  config_class: "'Other'",
  namespace: "'other'",
  external_id: "",
  tags: `'{"a": "b"}'`,
  labels: `'{"a": "b"}'`,
  owner: "'ada'",
  severity: "'high'",
  agent_id: "(select id from agents where name = 'edge')",
  scraper_id: "(select id from config_scrapers where name = 'dirt')",
  canary_id: "(select id from canaries where name = 'second')",
  topology_id: "(select id from topologies where name = 'dirt')",
  deleted_at: "now()",
};

test("changes of tracked columns are recorded for each relation, and changes of other columns are not recorded", async () => {
  await sql`insert into agents (name) values ('edge')`.execute(db.system);
  await sql`insert into config_scrapers (name, spec, source) values ('dirt', '{}', 'UI')`.execute(db.system);
  await sql`insert into canaries (name, spec) values ('second', '{}')`.execute(db.system);
  await sql`insert into topologies (name, spec) values ('dirt', '{}')`.execute(db.system);
  const create: Readonly<Record<string, () => Promise<string>>> = {
    config_items: () => item("tracked"),
    checks: check,
    components: () => tree.component({ name: "tracked" }),
  };
  for (const { target, tracked } of linkKinds) {
    const { relation } = target;
    await clean();
    const id = await create[relation]!();
    expect(await dirt()).toEqual([`${relation} ${id}`]);
    for (const column of tracked) {
      if (column === "id") continue;
      await clean();
      const value = column === "external_id" ? (relation === "components" ? "'x'" : "'{x}'") : changes[column]!;
      await sql`update ${sql.table(relation)} set ${sql.ref(column)} = ${sql.raw(value)} where id = ${id}`.execute(
        db.system,
      );
      expect({ relation, column, dirt: await dirt() }).toEqual({ relation, column, dirt: [`${relation} ${id}`] });
    }
    await clean();
    const change = relation === "checks" ? "last_runtime = now()" : "status = 'Busy'";
    await sql`update ${sql.table(relation)} set ${sql.raw(change)} where id = ${id}`.execute(db.system);
    expect({ relation, dirt: await dirt() }).toEqual({ relation, dirt: [] });
  }
});

const select = async (configs: readonly object[]) => {
  const id = await tree.component();
  await sql`update components set configs = ${JSON.stringify(configs)}::jsonb where id = ${id}`.execute(db.system);
  return id;
};

const linked = async (component: string) => {
  const { rows } = await sql<{ name: string }>`
    select i.name
    from   config_component_relationships l
    join   config_items i on i.id = l.config_id
    where  l.component_id = ${component} and l.deleted_at is null
    order  by 1`.execute(db.system);
  return rows.map(({ name }) => name);
};

/** Counts the selectors that a statement evaluates. */
async function evaluatedBy(work: () => Promise<unknown>): Promise<number> {
  const { reading } = db;
  let count = 0;
  db.reading = (...asked) => {
    const client = reading(...asked);
    return {
      query: (statement, values) => {
        count += (typeof statement === "string" ? statement : statement.text).split("union all").length;
        return client.query(statement, values);
      },
    };
  };
  try {
    await work();
  } finally {
    db.reading = reading;
  }
  return count;
}

test("only selectors that a written row can match are evaluated", async () => {
  for (let n = 0; n < 300; n += 1) await select([{ name: `item ${n}`, types: ["Dirt::Item"] }]);
  const wanted = await select([{ types: ["Dirt::Item"], tagSelector: "quay=7" }, { id: "none" }]);
  const selecting = await selectingAmong(db.system);
  const ids = await Promise.all(
    Array.from({ length: 120 }, (_, n) => item(`new ${n}`, { tags: { quay: `${n % 8}` } })),
  );
  const link = (kind: LinkKind, targets: readonly string[]) => linkTargets(system, kind, selecting, targets);
  expect(await evaluatedBy(() => link(configLinks, ids))).toBe(1);
  expect(await linked(wanted)).toHaveLength(15);
  expect(await evaluatedBy(() => link(configLinks, [ids[0]!]))).toBe(0);
  const named = await item("item 7");
  expect(await evaluatedBy(() => link(configLinks, [named]))).toBe(1);
});

test("links are updated after writes of many rows, and for selectors that read the health", async () => {
  const quay = await select([{ types: ["Dirt::Item"], tagSelector: "pier=9" }]);
  const failing = await select([{ types: ["Dirt::Item"], health: "unhealthy" }]);
  const ending = new AbortController();
  const keeping = keepLinks(system, ending.signal, 20);
  try {
    await until(
      async () => (await dirt()).length,
      (count) => count === 0,
    );
    // More rows than the live stream lists.
    await sql`
      insert into config_items (name, type, config_class, external_id, tags)
      select 'bulk ' || n, 'Dirt::Item', 'Item', array['bulk ' || n], '{"pier": "9"}' from generate_series(1, 500) n`.execute(
      db.system,
    );
    await until(
      () => linked(quay),
      (names) => names.length === 500,
    );
    await sql`update config_items set tags = '{"pier": "8"}' where name like 'bulk 4%'`.execute(db.system);
    await until(
      () => linked(quay),
      (names) => names.length === 389,
    );
    await sql`update config_items set health = 'unhealthy' where name = 'bulk 5'`.execute(db.system);
    await until(
      () => linked(failing),
      (names) => names.join() === "bulk 5",
    );
    await sql`update config_items set health = case name when 'bulk 6' then 'unhealthy' else 'healthy' end where name like 'bulk %'`.execute(
      db.system,
    );
    const failed = await until(
      () => linked(failing),
      (names) => names.join() !== "bulk 5" && names.length === 1,
    );
    expect(failed).toEqual(["bulk 6"]);
  } finally {
    ending.abort();
    await keeping;
  }
});
