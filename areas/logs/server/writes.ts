// Validates writes of log backends.
import { z } from "zod";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { logBackendSpec, refuseOthers } from "./backends/spec.ts";

export const logWrites: WriteHooks = {
  logging_backends: writeHook({
    shape: z.object({ name, spec: logBackendSpec }),
    defaults: { spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: logBackendSpec },
    async prepare({ actor, verb }, rows, before) {
      if (verb !== "delete")
        refuseOthers(
          actor,
          [...rows, ...before].map((row) => row["spec"]),
        );
      return rows;
    },
  }),
};
