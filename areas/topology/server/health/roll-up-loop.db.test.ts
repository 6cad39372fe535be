import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { componentTree } from "#tests/support/component-tree.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem, until } from "#tests/support/running-system.ts";
import { rollUpLoop } from "./roll-up-loop.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());
const tree = componentTree(db);

const healthOf = async (id: string) =>
  (await sql<{ health: string | null }>`select health from components where id = ${id}`.execute(db.system)).rows[0]!
    .health;

test("two processes keep the health of ancestors correct while checks, builds and links are written concurrently", async () => {
  const root = await tree.component();
  const groups = await Promise.all([1, 2, 3].map(() => tree.component({ parent_id: root })));
  const leaves = await Promise.all(
    groups.flatMap((group) => [1, 2, 3, 4].map(() => tree.component({ parent_id: group }))),
  );
  const checks = await Promise.all(leaves.map((leaf) => tree.check(leaf)));
  const services = await Promise.all([rollUpLoop.start(system), rollUpLoop.start(system)]);
  try {
    await until(
      () => healthOf(root),
      (health) => health === "healthy",
    );
    const flipAll = async (status: string) => {
      for (const check of checks)
        await sql`update checks set status = ${status} where id = ${check}`.execute(db.system);
    };
    // Locks the components in a different order, in the same way as a build.
    const build = (ids: readonly string[], icon: string) =>
      db.system.transaction().execute(async (tx) => {
        for (const id of ids) await sql`update components set icon = ${icon} where id = ${id}`.execute(tx);
      });
    const link = async () => {
      for (const leaf of leaves) await tree.relate(leaf, groups[0]!);
    };
    const everyone = [root, ...groups, ...leaves];
    for (const round of [1, 2, 3]) {
      await Promise.all([
        flipAll(round === 2 ? "healthy" : "unhealthy"),
        build(everyone, `one ${round}`),
        build(everyone, `two ${round}`),
        link(),
      ]);
      const expected = round === 2 ? "healthy" : "unhealthy";
      for (const id of everyone)
        await until(
          () => healthOf(id),
          (health) => health === expected,
        );
    }
    expect(
      (
        await sql<{ count: number }>`select count(*)::int as count from components where health = 'unhealthy'`.execute(
          db.system,
        )
      ).rows,
    ).toEqual([{ count: everyone.length }]);
  } finally {
    for (const service of services) await service.stop();
  }
});
