// Validates views when they are written.
import { z } from "zod";
import { writeHook, name } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";
import { viewSpec } from "./spec/view-spec.ts";

export const viewWrites: WriteHooks = {
  views: writeHook({
    shape: z.object({ name, spec: viewSpec }),
    defaults: { spec: {} },
    fixed: ["name", "namespace"],
    sealed: { spec: viewSpec },
  }),
};
