// Validates writes of settings and feature flags.
import { z } from "zod";
import { writeHook } from "#server/db/write-hook.ts";
import type { WriteHooks } from "#server/db/writes.ts";

export const featureWrites: WriteHooks = {
  properties: writeHook({
    shape: z.object({
      name: z.string("is required").trim().min(1, "is required").regex(/^\S+$/, "is one word, such as health.disable"),
      value: z.union([z.string(), z.number(), z.boolean()], "is required").transform(String),
    }),
  }),
};
