// Validates applications when they are written.
import { z } from "zod";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { applicationSpec } from "./spec/application-spec.ts";

export const applicationWrites: WriteHooks = {
  applications: writeHook({
    shape: z.object({ name, spec: applicationSpec }),
    defaults: { spec: {} },
    sealed: { spec: applicationSpec },
  }),
};
