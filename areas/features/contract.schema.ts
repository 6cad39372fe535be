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
      /** The effect of the property; empty if it is unknown. */
      description: z.string(),
      /** `text` if the type is unknown. */
      type: z.enum(["bool", "int", "text"]),
      /** The source of the value: the table, which takes precedence, or the operator's configuration. */
      source: z.enum(["db", "local"]),
      /** Where the operator sets a local property, such as a file; null for a row of the table. */
      origin: z.enum(["file", "environment"]).nullable(),
      /** The operator's value, which applies again when the row is deleted. */
      overrides: z.object({ value: z.string(), origin: z.enum(["file", "environment"]) }).nullable(),
      created_by: person.nullable(),
      created_at: z.string().nullable(),
      updated_at: z.string().nullable(),
    }),
  ),
};
