// Validates writes of topologies, and publishes an event when a component's health changes.
import { z } from "zod";
import { changed, writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { topologySpec } from "./spec.ts";

export const topologyWrites: WriteHooks = {
  topologies: writeHook({
    shape: z.object({ name, spec: topologySpec.nullable() }),
    defaults: { namespace: "default", spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: topologySpec },
  }),
  components: writeHook({
    shape: z.object({ name }),
    async after({ publish }, written, before) {
      for (const { was, is } of changed(before, written))
        if (typeof is["health"] === "string" && is["health"] !== was["health"])
          await publish({ name: `component.${is["health"]}`, id: is["id"] as string });
    },
  }),
};
