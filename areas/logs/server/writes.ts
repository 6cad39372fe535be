// Validates writes of log backends.
import { z } from "zod";
import { door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";
import { logBackendSpec } from "./spec.ts";

export const logWrites: WriteDoors = {
  logging_backends: door({
    shape: z.object({ name, spec: logBackendSpec }),
    defaults: { spec: {} },
    fixed: ["name"],
    sealed: { spec: logBackendSpec },
  }),
};
