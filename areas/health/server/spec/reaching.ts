// How a server is named in the spec of a check: by a connection, or by its address and who signs in there.
import { connection, text } from "#server/spec/parts.ts";
import { credentials } from "./check.ts";

export const reaching = {
  connection: connection.optional(),
  url: text.optional().meta({ label: "URL" }),
  ...credentials,
};
