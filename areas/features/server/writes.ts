// Validates writes of settings and feature flags.
import { z } from "zod";
import { door } from "#server/db/door.ts";
import type { WriteDoors } from "#server/db/writes.ts";

export const featureWrites: WriteDoors = {
  properties: door({
    shape: z.object({
      name: z.string("is required").trim().min(1, "is required").regex(/^\S+$/, "is one word, such as health.disable"),
      value: z.union([z.string(), z.number(), z.boolean()], "is required").transform(String),
    }),
  }),
};
