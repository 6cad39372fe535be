// Tests that acknowledged rows survive when all processes are killed at once during writes.
import { spawnSync } from "node:child_process";
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { processesIn } from "./child.ts";
import { EmbeddedProgram, ask, createDataDir } from "./embedded-database.ts";

test("after kill -9 of the whole tree during writes, the next start has every acknowledged row", async () => {
  const dataDir = await createDataDir();
  const acknowledged: number[] = [];
  for (const rows of [50, 150, 300]) {
    const program = new EmbeddedProgram({ dataDir, write: true });
    await program.wrote(rows);
    const tree = [program.child.pid, ...processesIn(realpathSync(join(dataDir, "postgres")))];
    // A single command kills all processes, so that no process can react to the exit of another process. PostgreSQL
    // starts and stops helper processes, so a listed process may already have exited.
    spawnSync("kill", ["-9", ...tree.map(String)]);
    await program.child.ended;
    acknowledged.push(...program.acknowledged());
  }
  const program = new EmbeddedProgram({ dataDir });
  const { connection } = await program.started();
  const kept = (await ask<{ n: number }>(connection, "select n from written order by n")).map(({ n }) => n);
  expect(acknowledged.length).toBeGreaterThanOrEqual(500);
  expect(acknowledged.filter((n) => !kept.includes(n))).toEqual([]);
  // At most one row per crash was written but not acknowledged.
  expect(kept.length - acknowledged.length).toBeLessThanOrEqual(3);
  await program.stop();
});
