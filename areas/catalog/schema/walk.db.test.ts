// Tests that a limited user walks only along edges between visible items, and never through an invisible item.
import { expect, test } from "vitest";
import type { ClaimedRows } from "#server/db/pool.ts";
import { chanceOf } from "#tests/support/chance.ts";
import { testDatabase } from "#tests/support/database.ts";
import { estateIn } from "#tests/support/estate-in.ts";
import { idOf } from "#tests/support/estate.ts";

const { databases, ...database } = await testDatabase();
const { ask } = await estateIn({ ...database, databases });

const count = 40;
const items = await ask<{ id: string; name: string }>(
  `insert into config_items (type, config_class, name, tags)
   select 'Walk::Node', 'Node', 'walk-' || n, jsonb_build_object('side', (array['open', 'closed'])[1 + (n % 3 = 2)::integer])
   from   generate_series(0, $1 - 1) n
   returning id, name`,
  [count],
);
const ids = Array.from({ length: count }, (_, n) => items.find(({ name }) => name === `walk-${n}`)!.id);
const isOpen = (n: number) => n % 3 !== 2;
const chance = chanceOf(7_411);
const edges = chance.times(90, () => [chance.between(0, count - 1), chance.between(0, count - 1)] as const);
for (const [from, to] of edges)
  await ask(
    "insert into config_relationships (config_id, related_id, relation) values ($1, $2, 'Leads') on conflict do nothing",
    [ids[from], ids[to]],
  );

interface Walked {
  id: string;
  related_id: string;
  direction: string;
}

const read: ClaimedRows = { shape: "tags", all: false, tags: [{ side: "open" }] };
const limited = JSON.stringify({ person_id: idOf("person", 1), rows: { config: { read } } });

const walk = async (start: number, way: string, claims: string | undefined, wanted?: "page" | "all") =>
  (
    await databases
      .reading(claims, wanted)
      .query<Walked>("select id, related_id, direction from config_relationships_recursive($1, $2, 50)", [
        ids[start],
        way,
      ])
  ).rows
    .map(({ id, related_id, direction }) => `${ids.indexOf(id)} ${ids.indexOf(related_id)} ${direction}`)
    .sort();

/** Computes the expected edges in the test. */
function expected(start: number, ways: readonly string[], sees: (n: number) => boolean): string[] {
  const found = new Set<string>();
  for (const way of ways) {
    const reached = new Set(sees(start) ? [start] : []);
    for (const from of reached)
      for (const [near, far] of edges.map(([a, b]) => (way === "outgoing" ? [a, b] : [b, a]))) {
        if (near !== from || !sees(far!)) continue;
        found.add(way === "outgoing" ? `${near} ${far} ${way}` : `${far} ${near} ${way}`);
        reached.add(far!);
      }
  }
  return [...found].sort();
}

test.each(["outgoing", "incoming", "all"])("walks %s edges only between visible items", async (way) => {
  const ways = way === "all" ? ["outgoing", "incoming"] : [way];
  let shorter = 0;
  for (let start = 0; start < count; start += 1) {
    const all = expected(start, ways, () => true);
    const seen = expected(start, ways, isOpen);
    expect(await walk(start, way, undefined)).toEqual(all);
    for (const wanted of ["page", "all"] as const) expect(await walk(start, way, limited, wanted)).toEqual(seen);
    if (seen.length > 0 && seen.length < all.length) shorter += 1;
  }
  expect(shorter).toBeGreaterThan(5);
});

test("a database connection without claims finds no edges", async () => {
  const client = await databases.pools.scoped.connect();
  try {
    await client.query("select set_config('quarterdeck.claims', '', false)");
    const { rows } = await client.query("select * from config_relationships_recursive($1, 'all', 10)", [ids[0]]);
    expect(rows).toEqual([]);
  } finally {
    client.release(true);
  }
});
