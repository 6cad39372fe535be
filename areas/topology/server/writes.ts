// Validates writes of topologies, and publishes an event when a component's health changes.
import { z } from "zod";
import { changed, door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";
import { topologySpec } from "./spec.ts";

export const topologyWrites: WriteDoors = {
  topologies: door({
    shape: z.object({ name, spec: topologySpec.nullable() }),
    defaults: { namespace: "default", spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: topologySpec },
  }),
  components: door({
    shape: z.object({ name }),
    async after({ publish }, written, before) {
      for (const { was, is } of changed(before, written))
        if (typeof is["health"] === "string" && is["health"] !== was["health"])
          await publish({ name: `component.${is["health"]}`, id: is["id"] as string });
    },
  }),
};
