// Canaries as people write them, and what is told when the state of a check changes.
import { z } from "zod";
import { changed, door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";
import { maintenanceWindow } from "./maintenance-window.ts";
import { canarySpec } from "./spec/canary.ts";

export const healthWrites: WriteDoors = {
  canaries: door({
    shape: z.object({ name, spec: canarySpec }),
    defaults: { namespace: "default", spec: {} },
    fixed: ["name", "namespace"],
  }),
  checks: door({
    shape: z.object({ name, type: z.string("is required").min(1, "is required") }),
    async after({ publish }, written, before) {
      for (const { was, is } of changed(before, written))
        if (is["status"] !== null && is["status"] !== was["status"])
          await publish({ name: is["status"] === "healthy" ? "check.passed" : "check.failed", id: is["id"] as string });
    },
  }),
  maintenance_windows: maintenanceWindow,
};
