import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { Candidates, type Candidate } from "./candidates.ts";
import { linkComponents } from "./link-components.ts";
import { componentLinks } from "./link-kinds.ts";
import { selectedBy, type Pair } from "./selected-by.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());
const tree = componentTree(db);

test("a selector that cannot be used is reported, and the other selectors are evaluated", async () => {
  const target = await tree.component({ name: "pump", owner: "ada" });
  const selecting = async (selectors: readonly unknown[], configs: readonly unknown[] = []) => {
    const id = await tree.component();
    await sql`update components set selectors = ${JSON.stringify(selectors)}::jsonb, configs = ${JSON.stringify(configs)}::jsonb where id = ${id}`.execute(
      db.system,
    );
    return id;
  };
  const byField = await selecting([{ name: "pump", fieldSelector: "owner" } satisfies ResourceSelector]);
  const names = Array.from({ length: 70_000 }, (_, index) => `name ${index}`).join(",");
  const poisoned = await selecting(
    [{ name: "pump", limit: -1 }, { name: 5 }, { name: names }, { name: "pump", types: "Pump" }],
    [{ fieldSelector: 5 }, { tagSelector: [], type: "Pump" }],
  );
  const faults = await linkComponents(system, [poisoned, byField]);
  expect(faults.length).toBeGreaterThanOrEqual(4);
  expect(faults.join("\n")).toContain("LIMIT must not be negative");
  const { rows } = await sql<{ component_id: string; relationship_id: string }>`
    select component_id, relationship_id from component_relationships where deleted_at is null`.execute(db.system);
  expect(rows).toEqual([{ component_id: target, relationship_id: byField }]);
});

test("selectors match the same rows with few candidates, with many candidates and without candidates", async () => {
  const { rows } = await sql<Candidate>`
    insert into components (name, type, owner, labels)
    select 'fan ' || n, case when n % 3 = 0 then 'Air::Fan' else 'Fan' end, case when n % 2 = 0 then 'ada' else 'bo' end,
           jsonb_build_object('room', 'room-' || n % 5)
    from   generate_series(1, 250) n
    returning id, name, type, namespace, labels, null as tags`.execute(db.system);
  const selectors: readonly ResourceSelector[] = [
    { name: "fan 4" },
    { name: "fan *" },
    { name: "fan *", fieldSelector: "owner=ada" },
    { types: ["Air::Fan"], fieldSelector: "owner!=ada" },
    { types: ["fan"], labelSelector: "room=room-2" },
    { search: "name=fan* limit=3" },
    { name: "fan 1*", limit: 5 },
    { name: "other" },
  ];
  const owned = selectors.map((selector, n) => ({
    component: rows[0]!.id,
    selector,
    selectorId: `selector ${n}`,
    readsUntracked: false,
  }));
  const isLimited = ({ selectorId }: Pair) => ["selector 5", "selector 6"].includes(selectorId);
  const inOrder = (pairs: readonly Pair[]) => pairs.map((pair) => `${pair.selectorId} ${pair.target}`).sort();
  const every = await selectedBy(system, componentLinks.target, owned);
  expect(new Set(every.pairs.map(({ selectorId }) => selectorId)).size).toBe(selectors.length - 1);
  for (const among of [rows.slice(0, 20), rows]) {
    const ids = new Set(among.map(({ id }) => id));
    const found = await selectedBy(system, componentLinks.target, owned, new Candidates(among));
    expect(found.faults).toEqual([]);
    // Selectors with a limit are compared with all rows.
    expect(inOrder(found.pairs)).toEqual(
      inOrder(every.pairs.filter((pair) => isLimited(pair) || ids.has(pair.target))),
    );
  }
});
