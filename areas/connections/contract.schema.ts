import { z } from "zod";

const booleanText = z.enum(["true", "false"], "must be true or false").transform((text) => text === "true");

const tested = z.object({
  message: z.literal("ok"),
  payload: z.object({
    /**
     * Description of the server that was reached, such as "PostgreSQL 17.2, database orders". It never contains a
     * secret.
     */
    reached: z.string(),
    duration_ms: z.int(),
  }),
});

export const testConnection = {
  params: z.object({ id: z.guid("is not the id of a connection") }),
  query: z.object({ send: booleanText.optional() }),
  body: z.object({
    /** Whether to send a test message; otherwise only the credential is checked. Can also be sent in the query. */
    send: z.boolean("must be true or false").optional(),
  }),
  answer: tested,
};

export const testUnsaved = {
  body: z.object({
    /** The stored connection that is being edited; without it, a new connection is tested. */
    id: z.guid("is not the id of a connection").optional(),
    /**
     * The same body as for a write to `connections`: all columns of a new row, or the changed columns of a stored row.
     */
    connection: z.record(z.string(), z.unknown(), "must be an object"),
    send: z.boolean("must be true or false").optional(),
  }),
  answer: tested,
};
