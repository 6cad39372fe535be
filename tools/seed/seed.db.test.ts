import pg from "pg";
import { expect, test } from "vitest";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { serverAreas } from "../../main/areas.server.ts";
import { testDatabase } from "../../tests/support/database.ts";
import { readSeedArguments } from "./arguments.ts";
import { seedDatabase, type SeedProgress } from "./seed.ts";
import type { Sizes } from "./sizes.ts";

const sizes: Sizes = { checks: 40, configs: 600, relationships: 1_800, changes: 3_000, statuses: 4_000 };
const until = new Date("2026-11-10T09:30:00Z");
const patient = { timeout: 60_000 };
const { connection } = await testDatabase();
const { connection: twin } = await testDatabase();

const loaded = [
  "config_items",
  "config_relationships",
  "config_changes",
  "checks",
  "check_statuses",
  "evidences",
  "job_history",
];

async function asked<T>(
  target: typeof connection,
  work: (queryValue: (sql: string) => Promise<unknown>) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(target);
  await client.connect();
  try {
    return await work(async (sql) => Object.values((await client.query<pg.QueryResultRow>(sql)).rows[0] ?? {})[0]);
  } finally {
    await client.end();
  }
}

/** Selects the definitions of everything that is dropped while rows are loaded. */
const structure = `
  select md5(string_agg(part, ';' order by part)) from (
    select pg_get_indexdef(indexrelid) as part from pg_index where indrelid::regclass::text !~ '^(pg_|jobs|check_statuses)'
    union all
    select conrelid::regclass || conname || pg_get_constraintdef(oid) || convalidated from pg_constraint
    where  connamespace = 'public'::regnamespace and conrelid::regclass::text !~ '^check_statuses'
    union all
    select tgrelid::regclass || tgname || tgenabled::text from pg_trigger where not tgisinternal
  ) parts`;

test("creates an estate of the requested size, and restores keys, indexes and triggers", patient, async () => {
  const before = await asked(connection, (queryValue) => queryValue(structure));
  const { rows } = await seedDatabase(connection, { sizes, until });
  expect(await asked(connection, (queryValue) => queryValue(structure))).toBe(before);
  await asked(connection, async (queryValue) => {
    const wanted = {
      checks: sizes.checks,
      config_items: sizes.configs,
      config_relationships: sizes.relationships,
      config_changes: sizes.changes,
      check_statuses: sizes.statuses,
    };
    expect(Object.fromEntries(rows)).toMatchObject(wanted);
    for (const table of Object.keys(wanted))
      expect({ table, rows: await queryValue(`select count(*)::int from ${table}`) }).toEqual({
        table,
        rows: rows.get(table),
      });
    expect(await queryValue("select count(*)::int from check_statuses_default")).toBe(0);
  });
});

test("the last diff of an item results in its current document", () =>
  asked(connection, async (queryValue) => {
    const items = (condition: string) =>
      queryValue(
        `select count(*)::int
         from   config_items c
         join   (select config_id, max(created_at) as last from config_changes where change_type = 'diff' group by 1) d
         on     d.config_id = c.id and d.last > c.created_at
         where  ${condition}`,
      );
    expect(await items("c.updated_at = d.last")).toBeGreaterThan(0);
    expect(await items("c.updated_at <> d.last")).toBe(0);
  }));

test("computes the same rows that the triggers would have maintained", () =>
  asked(connection, async (queryValue) => {
    const surplus = (left: string, right: string) =>
      queryValue(`select count(*)::int from ((${left} except ${right}) union all (${right} except ${left})) d`);
    expect(
      await surplus(
        "select key, value from config_facets where kind = 'tags'",
        "select p.key, p.value from config_items c, jsonb_each_text(c.tags) p where c.deleted_at is null",
      ),
    ).toBe(0);
    expect(
      await surplus(
        "select config_id, related_id from config_relationships where relation = 'hard'",
        "select parent_id, id from config_items where parent_id is not null",
      ),
    ).toBe(0);
    expect(
      await queryValue(`select count(*)::int from config_changes ch join config_items c on c.id = ch.config_id
                 where ch.config_tags is distinct from c.tags or ch.config_type is distinct from c.type`),
    ).toBe(0);
    expect(
      await surplus(
        "select component_id, name, health from component_intervals where until is null",
        "select id, name, health from components",
      ),
    ).toBe(0);
    expect(
      await surplus(
        "select resource_id, status, messages, last_seen from notification_tallies",
        `select h.resource_id, s.status, sum(h.count), max(h.created_at)
         from   notification_send_history h
         cross  join message_tally_statuses(h.status, h.resource_name) s (status)
         group  by 1, 2`,
      ),
    ).toBe(0);
    expect(await queryValue("select count(*)::int from check_status_summaries")).toBe(sizes.checks);
    expect(await queryValue("select sum(total)::int from check_statuses_1h")).toBe(sizes.statuses);
    expect(await queryValue("select sum(total)::int from check_statuses_1d")).toBe(sizes.statuses);
    expect(
      await queryValue(`select count(*)::int from checks c where (c.status = 'healthy') is distinct from
                   (select s.status from check_statuses s where s.check_id = c.id order by s.time desc limit 1)`),
    ).toBe(0);
    expect(await queryValue("select next_incident_id()")).toMatch(/^INC-\d+$/);
    // Open screens are notified.
    expect(await queryValue("select count(*)::int from changes where relation = 'config_items' and ids is null")).toBe(
      1,
    );
  }));

test("evidence has the shape that consoles render for its type", () =>
  asked(connection, async (queryValue) => {
    const rightOnes = (type: string, isRight: string) =>
      queryValue(
        `select count(*) filter (where ${isRight})::int || ' of ' || count(*) from evidences where type = '${type}'`,
      );
    const rights = {
      log: `jsonb_typeof(evidence->'lines') = 'array' and evidence->'lines'->0 ?& array['timestamp', 'message', 'labels']
            and jsonb_typeof(evidence->'selected_lines') = 'object'
            and evidence->'lines'->1->>'message' = evidence->'selected_lines'->>'2'`,
      config: `config_id is not null and evidence ? 'configName' and jsonb_typeof(evidence->'lines') = 'object'
               and evidence->'lines' @> (evidence->'selected_lines') and evidence->'selected_lines' <> '{}'`,
      check: `check_id is not null and evidence->>'check_id' = check_id::text and evidence ?& array['includeMessages', 'start']`,
      topology: "component_id is not null and evidence->>'id' = component_id::text",
      comment: "evidence->>'comment' <> ''",
    };
    for (const [type, isRight] of Object.entries(rights)) {
      const count = await queryValue(`select count(*)::int from evidences where type = '${type}'`);
      expect({ type, count }).not.toEqual({ type, count: 0 });
      expect({ type, right: await rightOnes(type, isRight) }).toEqual({
        type,
        right: `${String(count)} of ${String(count)}`,
      });
    }
  }));

test("the specs of all resources are valid, without unknown fields", () =>
  asked(connection, async (queryValue) => {
    const kinds = serverAreas.flatMap(({ kinds: own = [] }) => own).filter(({ family }) => family === "resource");
    const tables: string[] = [];
    for (const { type: table, spec } of kinds) {
      const hasSpec = `select exists (select from information_schema.columns where table_name = '${table}' and column_name = 'spec')`;
      if ((await queryValue(hasSpec)) !== true) continue;
      const stored = await queryValue(`select coalesce(jsonb_agg(spec), '[]') from ${table} where spec is not null`);
      for (const value of stored as unknown[]) {
        expect({ table, unknown: unknownFields(spec, value) }).toEqual({ table, unknown: [] });
        expect({ table, error: spec.safeParse(value).error }).toEqual({ table, error: undefined });
        tables.push(table);
      }
    }
    expect(tables).toEqual(expect.arrayContaining(["canaries", "config_scrapers", "logging_backends", "topologies"]));
  }));

test("messages of every status exist, with matching attempts and steps", () =>
  asked(connection, async (queryValue) => {
    expect(await queryValue("select count(distinct status)::int from notification_send_history")).toBe(14);
    const without = (what: string) => queryValue(`select count(*)::int from notification_send_history h where ${what}`);
    const attempts = (outcome: string) =>
      `exists (select from notification_attempts a where a.history_id = h.id and a.outcome = '${outcome}')`;
    expect(await without(`(status = 'sent') <> ${attempts("delivered")}`)).toBe(0);
    expect(await without(`(status = 'error') <> ${attempts("refused")}`)).toBe(0);
    expect(await without("jsonb_array_length(trail) < 3")).toBe(0);
    expect(
      await without("status = 'silenced' and not trail @> jsonb_build_array(jsonb_build_object('id', silenced_by))"),
    ).toBe(0);
  }));

test("gives the same rows for the same seed, and different rows for a different seed", patient, async () => {
  await seedDatabase(twin, { sizes, until });
  const print = (table: string) => `select md5(string_agg(t::text, '' order by t::text)) from ${table} t`;
  for (const table of loaded) {
    const printed = (target: typeof connection) =>
      asked(target, async (queryValue) => ({ table, print: await queryValue(print(table)) }));
    expect(await printed(twin)).toEqual(await printed(connection));
  }

  const other = await asked(twin, (queryValue) =>
    queryValue("select md5(string_agg(id::text, '' order by id)) from config_items"),
  );
  await seedDatabase(twin, { sizes, until, seed: 2, add: true });
  expect(await asked(twin, (queryValue) => queryValue("select count(*)::int from config_items"))).toBe(
    2 * sizes.configs,
  );
  expect(await asked(twin, (queryValue) => queryValue("select count(*)::int from check_statuses"))).toBe(
    2 * sizes.statuses,
  );
  expect(
    await asked(twin, (queryValue) => queryValue("select md5(string_agg(id::text, '' order by id)) from config_items")),
  ).not.toBe(other);
});

test("rejects a database that is not empty, and suggests options", async () => {
  await expect(seedDatabase(connection, { sizes })).rejects.toThrow(
    /estate of seed 1\. Add another estate with --add --seed 2/,
  );
  await expect(seedDatabase(connection, { sizes, seed: 3 })).rejects.toThrow(/has config items\. Use --add/);
});

test("retries its locks when a running product locks the same tables in a different order", patient, async () => {
  const { connection: busy } = await testDatabase();
  const product = new pg.Client(busy);
  const observer = new pg.Client(busy);
  await Promise.all([product.connect(), observer.connect()]);
  // Only the seed checks for deadlocks, so PostgreSQL cancels its statement and not the product's.
  await product.query("set deadlock_timeout = '1h'");
  await product.query("begin; lock table checks in row exclusive mode");
  const seeding = seedDatabase(busy, { sizes, until });
  const waiting = async () =>
    (
      await observer.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
    ).rowCount;
  await expect.poll(waiting, { timeout: 30_000 }).toBe(1);
  const { rows } = await observer.query<{ relation: string }>(
    "select relation::regclass::text as relation from pg_locks where granted and locktype = 'relation' and mode in ('AccessExclusiveLock', 'ShareRowExclusiveLock') and relation::regclass::text !~ '^(pg_|checks$)' limit 1",
  );
  expect(rows).toHaveLength(1);
  await product.query(`lock table ${rows[0]!.relation} in row exclusive mode`);
  await product.query("commit");
  expect((await seeding).rows.get("checks")).toBe(sizes.checks);
  await Promise.all([product.end(), observer.end()]);
});

test("leaves no rows behind when it is stopped", patient, async () => {
  const stop = new AbortController();
  const progress: SeedProgress = { table: () => {}, rows: () => {}, done: () => {}, step: () => {} };
  const before = await asked(connection, (queryValue) => queryValue(structure));
  await expect(
    seedDatabase(connection, {
      sizes: { ...sizes, changes: 20_000 },
      seed: 4,
      add: true,
      signal: stop.signal,
      progress: { ...progress, table: (name) => name === "config_changes" && stop.abort() },
    }),
  ).rejects.toThrow(/aborted/i);
  expect(await asked(connection, (queryValue) => queryValue("select count(*)::int from config_items"))).toBe(
    sizes.configs,
  );
  expect(await asked(connection, (queryValue) => queryValue(structure))).toBe(before);
});

test("reports why a number is invalid", () => {
  expect(readSeedArguments(["--checks", "10", "--statuses", "1,000"])).toMatchObject({
    seed: 1,
    add: false,
    sizes: { checks: 10, statuses: 1_000, configs: 10_000 },
  });
  expect(readSeedArguments(["--full", "--seed", "7"])).toMatchObject({ seed: 7, sizes: { statuses: 5_000_000 } });
  for (const words of [
    ["--checks", "many"],
    ["--changes", "-1"],
    ["--configs", "3"],
    ["--until", "soon"],
    ["--cheks", "1"],
    ["--checks", "0"],
  ])
    expect(() => readSeedArguments(words)).toThrow(/Usage: npm run seed/);
});
