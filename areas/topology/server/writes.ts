// Validates writes of topologies and components. A written health becomes the stated health, from which the roll-up
// computes and publishes the component's health.
import { z } from "zod";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { requireSaved } from "./building-access.ts";
import { refuseOthersIn } from "./run/only-admins.ts";
import { topologyTurns } from "./run/turns.ts";
import { topologySpec } from "./spec.ts";

export const topologyWrites: WriteHooks = {
  topologies: writeHook({
    shape: z.object({ name, spec: topologySpec.nullable() }),
    defaults: { namespace: "default", spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: topologySpec },
    async prepare({ actor, verb }, rows, before) {
      if (verb === "delete") return rows;
      const written = rows.map((row) => row["spec"]);
      refuseOthersIn(actor, [...written, ...before.map((row) => row["spec"])]);
      requireSaved(actor, written);
      return rows;
    },
    async after({ tx, verb }, written) {
      if (verb === "delete" || written.length === 0) return;
      const ids = written.map((row) => row["id"] as string);
      const all = await tx.selectFrom("topologies").selectAll().where("id", "in", ids).execute();
      for (const topology of all) await topologyTurns.sync(tx, topology);
    },
  }),
  components: writeHook({ shape: z.object({ name }) }),
};
