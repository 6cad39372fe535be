// Validates writes of applications.
import { z } from "zod";
import { door, name } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";
import { applicationSpec } from "./spec.ts";

export const applicationWrites: WriteDoors = {
  applications: door({
    shape: z.object({ name, spec: applicationSpec }),
    defaults: { spec: {} },
    sealed: { spec: applicationSpec },
  }),
};
