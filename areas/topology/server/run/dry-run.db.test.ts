import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testDatabase } from "#tests/support/database.ts";
import { runSystem } from "#tests/support/running-system.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";
import { DryRunMeter, findTopology, runDry } from "./dry-run.ts";

const { databases: db } = await testDatabase();
const system = await runSystem(db);
afterAll(() => system.stop());
const { create, run, idsOf } = await openTopologies(db);

test("a dry run compares components without waiting for other writers, and without locking the components", async () => {
  const id = await create("harbour", {
    components: [
      { name: "crane", type: "Machine", components: [{ name: "hook", type: "Part" }] },
      { name: "quay", type: "Place" },
    ],
  });
  await run(id);
  const { crane, hook, quay } = await idsOf(id);
  const dryRun = async () => {
    const spec = {
      components: [
        { name: "crane", type: "Machine", icon: "hook" },
        { name: "shed", type: "Place" },
      ],
    };
    const topology = await findTopology(system, { id, spec, namespace: "default" });
    const options = { signal: new AbortController().signal, scrubber: createScrubber() };
    return runDry(system, topology, options, new DryRunMeter());
  };
  await db.system.transaction().execute(async (tx) => {
    await sql`select from components where topology_id = ${id} for update`.execute(tx);
    const { components, ...counts } = await dryRun();
    expect(counts).toMatchObject({ added: 1, changed: 1, removed: 2, summary: "would add 1, change 1, remove 2" });
    const actions = new Map(components.map((component) => [component.id, component.action]));
    expect([crane, hook, quay].map((one) => actions.get(one!))).toEqual(["updated", "deleted", "deleted"]);
  });
});
