import { z } from "zod";

export const properties = {
  answer: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      /** Where the value comes from: the table, which wins over whatever else states it. */
      source: z.literal("db"),
      created_at: z.string(),
      updated_at: z.string(),
    }),
  ),
};
