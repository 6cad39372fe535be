import { z } from "zod";

const person = z.object({
  id: z.uuid(),
  name: z.string(),
  email: z.string().nullable(),
  avatar: z.string().nullable(),
});

export const properties = {
  answer: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      /** What it does, where that is known. */
      description: z.string(),
      /** `bool` or `int` where that is known, otherwise `text`. */
      type: z.enum(["bool", "int", "text"]),
      /** Where the value comes from: the table, which wins, or what the operator states beside it. */
      source: z.enum(["db", "local"]),
      /** Of a local one, where it is edited. */
      origin: z.enum(["file", "environment"]).nullable(),
      /** What would hold without the row in the table. */
      overrides: z.object({ value: z.string(), origin: z.enum(["file", "environment"]) }).nullable(),
      created_by: person.nullable(),
      created_at: z.string().nullable(),
      updated_at: z.string().nullable(),
    }),
  ),
};
