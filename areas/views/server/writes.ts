// Validates writes of views.
import { z } from "zod";
import { door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";
import { viewSpec } from "./spec.ts";

export const viewWrites: WriteDoors = {
  views: door({
    shape: z.object({ name, spec: viewSpec }),
    defaults: { spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: viewSpec },
  }),
};
