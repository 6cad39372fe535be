import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, startTarget, until, writeCanary } from "#tests/support/running-checks.ts";
import { syncChecks } from "./sync.ts";
import { createMemories, type Memory } from "./memories.ts";

const { databases: db } = await testDatabase();
const { engine } = await runChecks(db, { memoriesFrom: 4 });

const deleteCanary = (id: string) =>
  db.system.transaction().execute(async (tx) => {
    const canary = await tx
      .updateTable("canaries")
      .set({ deleted_at: new Date().toISOString() })
      .where("id", "=", id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await syncChecks(tx, canary);
  });

const hasRun = async (canary: string) => {
  const checks = await db.system.selectFrom("checks").select("last_runtime").where("canary_id", "=", canary).execute();
  return checks.length > 0 && checks.every(({ last_runtime }) => last_runtime !== null);
};

test("frees the memory of deleted canaries", async () => {
  const target = await startTarget();
  // The fault of the second check is also kept in memory, so that it is written to the history only once.
  const spec = {
    schedule: "@every 1h",
    tcp: [
      { name: "good", endpoint: target.endpoint },
      { name: "bad", endpoint: "" },
    ],
  };
  let largest = 0;
  for (let n = 0; n < 30; n += 1) {
    const canary = await writeCanary(db, spec);
    await until(
      () => hasRun(canary),
      (has) => has,
    );
    await deleteCanary(canary);
    largest = Math.max(largest, engine.loaded.size + engine.faults.size);
  }
  expect(largest).toBeGreaterThan(0);
  expect(largest).toBeLessThanOrEqual(20);
});

test("a sweep keeps the entries of existing rows, and the next sweep runs when the number of entries has doubled", async () => {
  const canary = await writeCanary(db, { schedule: "@every 1h", tcp: [{ name: "kept", endpoint: "127.0.0.1:1" }] });
  let ids = [canary, "00000000-0000-4000-8000-000000000001", "00000000-0000-4000-8000-000000000002"];
  let sweeps = 0;
  const memory: Memory = {
    get size() {
      return ids.length;
    },
    retain(exists) {
      sweeps += 1;
      ids = ids.filter(exists);
    },
  };
  const memories = createMemories({ db: () => db.system, log: engine.system.log, minEntries: 3 });
  memories.add(memory);
  await memories.sweepWhenDoubled();
  expect([ids, sweeps]).toEqual([[canary], 1]);
  ids.push("00000000-0000-4000-8000-000000000003");
  await memories.sweepWhenDoubled();
  expect(sweeps).toBe(1);
});
