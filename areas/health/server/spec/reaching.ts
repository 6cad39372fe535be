// How a server is named in the spec of a check: by a connection, or by its address and who signs in there.
import { connectionOf, credentials, templated } from "#server/spec/parts.ts";

/** By a connection of one of these types, usually. */
export const reaching = (...types: readonly string[]) => ({
  connection: connectionOf(...types).optional(),
  // Its user and password are filled in, `$(username)`.
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
});
