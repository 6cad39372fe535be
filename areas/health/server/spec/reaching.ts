// How a server is named in the spec of a check: by a connection, or by its address and who signs in there.
import { connection, credentials, templated } from "#server/spec/parts.ts";

export const reaching = {
  connection: connection.optional(),
  // Its user and password are filled in, `$(username)`.
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
};
