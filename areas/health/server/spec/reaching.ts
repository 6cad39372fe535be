// The fields by which a check names the server that it asks: a connection, or an address with the user who signs in there.
import { connectionOf, credentials, templated } from "#server/spec/parts.ts";
import { webAccess } from "../../../connections/server/index.ts";

/** `types` are the types of connections that usually fit. */
export const reaching = (...types: readonly string[]) => ({
  connection: connectionOf(...types).optional(),
  // `$(username)` and `$(password)` in it are filled in.
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
});

/** The same of a server that is asked over HTTP. */
export const reachingWeb = (...types: readonly string[]) => ({ ...reaching(...types), ...webAccess });
