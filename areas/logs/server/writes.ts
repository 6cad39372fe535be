// Validates writes of log backends.
import { z } from "zod";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { logBackendSpec } from "./spec.ts";

export const logWrites: WriteHooks = {
  logging_backends: writeHook({
    shape: z.object({ name, spec: logBackendSpec }),
    defaults: { spec: {} },
    fixed: ["name"],
    sealed: { spec: logBackendSpec },
  }),
};
