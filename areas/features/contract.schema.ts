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
      /** Its effect, if known; otherwise empty. */
      description: z.string(),
      /** `bool` or `int` if known, otherwise `text`. */
      type: z.enum(["bool", "int", "text"]),
      /** The source of the value: the table, which wins, or the configuration of the operator. */
      source: z.enum(["db", "local"]),
      /** The place where a local property is edited; null for the table. */
      origin: z.enum(["file", "environment"]).nullable(),
      /** The value that would apply without the row in the table. */
      overrides: z.object({ value: z.string(), origin: z.enum(["file", "environment"]) }).nullable(),
      created_by: person.nullable(),
      created_at: z.string().nullable(),
      updated_at: z.string().nullable(),
    }),
  ),
};
