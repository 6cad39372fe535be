// For a user with limited rights, pages are filtered row by row, but counts are filtered by kind. Tests that both give
// the same rows.
import { expect, test } from "vitest";
import type { ClaimedRows } from "#server/db/pool.ts";
import { chanceOf, type Chance } from "#tests/support/chance.ts";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const database = await testDatabase();
const { ask } = await estateIn(database);
const config = (number: number) => idOf("config", number);

const claimsOf = (read: ClaimedRows) => JSON.stringify({ person_id: idOf("person", 1), rows: { config: { read } } });

const seen = async (read: ClaimedRows, wanted: "page" | "all") =>
  (
    await database.databases
      .reading(claimsOf(read), wanted)
      .query<{ id: string }>("select id from config_items order by id", [])
  ).rows.map(({ id }) => id);

await ask(`insert into config_items (type, config_class, name, tags, labels, agent_id)
  select 'Kind::' || n % 3, 'Kind', 'kind-' || n % 7,
         case when n % 5 > 0 then jsonb_build_object('cluster', (array['north', 'south'])[1 + n % 2], 'namespace', 'ns-' || n % 4) end,
         jsonb_build_object('app', 'app-' || n % 3), a.id
  from   generate_series(1, 60) n, lateral (select id from agents order by id offset n % 2 limit 1) a`);
const agents = (await ask<{ id: string }>("select id from agents order by id limit 2")).map(({ id }) => id);

function document(chance: Chance, isAlike: boolean): object {
  const parts: [string, unknown][] = [
    ["agent", chance.pick(agents)],
    ["type", chance.pick(["Kind::0", "Kind::1", "Kubernetes::Pod"])],
    ["namespace", chance.pick(["ns-0", "ns-1"])],
    ["tags", { cluster: chance.pick(["north", "south"]) }],
    ...(isAlike
      ? []
      : ([
          ["name", chance.pick(["kind-1", "kind-2", "pod-5"])],
          ["labels", { app: chance.pick(["app-1", "app-2"]) }],
        ] satisfies [string, unknown][])),
  ];
  return Object.fromEntries(parts.filter(() => chance.between(0, 2) === 0));
}

/** Returns the claims of a user, in all possible shapes. */
function claimed(chance: Chance): ClaimedRows {
  const some = <T>(make: () => T): T[] => Array.from({ length: chance.between(0, 2) }, make);
  const ids = () => some(() => config(chance.between(1, 9)));
  const tags = () => some(() => ({ cluster: chance.pick(["north", "south", "nowhere"]) }));
  const shape = chance.pick(["all", "ids", "tags", "all_but_ids", "alike", "mixed"] as const);
  const documents = () => some(() => document(chance, shape === "alike"));
  return {
    shape,
    all: shape === "all" || shape === "all_but_ids" || chance.between(0, 1) === 0,
    ids: ids(),
    tags: tags(),
    denied_ids: ids(),
    denied_tags: tags(),
    documents: documents(),
    denied: documents(),
  };
}

test("filtering by kind and filtering by row return the same rows for all claims", async () => {
  const chance = chanceOf(20_261_126);
  const sizes = new Set<number>();
  for (let time = 0; time < 150; time += 1) {
    const read = claimed(chance);
    const [page, all] = [await seen(read, "page"), await seen(read, "all")];
    if (page.join() !== all.join())
      throw new Error(`${JSON.stringify(read)} shows ${page.length} and ${all.length} rows`);
    sizes.add(all.length);
  }
  // The random claims must select sets of many different sizes.
  expect(sizes.size).toBeGreaterThan(20);
});

test("an item with changed tags or of a new kind is counted immediately", async () => {
  const read: ClaimedRows = { shape: "tags", all: false, tags: [{ cluster: "never-met" }] };
  expect(await seen(read, "all")).toEqual([]);
  await ask(`update config_items set tags = '{"cluster": "never-met"}' where id = $1`, [config(7)]);
  expect(await seen(read, "all")).toEqual([config(7)]);
  await ask("select refresh_config_groups()");
  expect(await seen(read, "all")).toEqual([config(7)]);
  await ask(`update config_items set tags = '{"cluster": "north"}' where id = $1`, [config(7)]);
  await ask("select refresh_config_groups(), sweep_config_groups()");
  expect(await seen(read, "all")).toEqual([]);
});

test("an insert returns the created row to a user who is limited to the row's tags, even if the row has a new kind", async () => {
  const mine: ClaimedRows = { shape: "tags", all: false, tags: [{ team: "mine" }] };
  const claims = { person_id: idOf("person", 1), rows: { config: { read: mine, create: mine, update: mine } } };
  const created = await database.databases.scoped(claims, (tx) =>
    tx
      .insertInto("config_items")
      .values({
        type: "Own::Thing",
        config_class: "Thing",
        name: "new",
        tags: { team: "mine", at: "new" },
      })
      .returning(["id", "name"])
      .execute(),
  );
  expect(created).toMatchObject([{ name: "new" }]);
});

test("counting rows uses an index", async () => {
  await ask("vacuum analyze config_items");
  const client = await database.databases.pools.gathered.connect();
  try {
    await client.query("begin; set local enable_seqscan = off; set local enable_bitmapscan = off");
    const { rows } = await client.query<{ "QUERY PLAN": string }>(
      "explain select count(*) from config_items where type = 'Kubernetes::Pod' and deleted_at is null",
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(
      "Index Only Scan using config_items_type_present",
    );
  } finally {
    await client.query("rollback");
    client.release();
  }
});
