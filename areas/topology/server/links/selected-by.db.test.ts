import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { ResourceSelector } from "#language/resource-selector.ts";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { linkComponents } from "./link-components.ts";

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
