// The connections that a server sends to an agent.
import { z } from "zod";

const text = z.string().nullable();
/** References to secrets, such as `secret://…`, are not resolved: the agent resolves them. */
export const sentConnection = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  url: text,
  username: text,
  password: text,
  certificate: text,
  insecure_tls: z.boolean(),
  properties: z.record(z.string(), z.string()),
});
export type SentConnection = z.output<typeof sentConnection>;

/** A connection that an action refers to. */
export const sentForAction = sentConnection.extend({ reference: z.string() });
export type SentForAction = z.output<typeof sentForAction>;

const place = { resource_id: z.guid(), reference: z.string() };
/** A reference of a resource, with the connection if the agent does not have this version of it. */
export const sentForResource = z.union([
  z.object({ ...place, refused: z.string() }),
  z.object({ ...place, version: z.string(), connection: sentConnection.optional() }),
]);
export type SentForResource = z.output<typeof sentForResource>;
