// The fields by which a check names its server: a connection, or an address with credentials.
import { connectionOf, credentials, templated } from "#server/spec/parts.ts";
import { webAccess } from "#areas/connections/server/index.ts";

/** `types` are the connection types that usually fit. */
export const reaching = (...types: readonly string[]) => ({
  connection: connectionOf(...types).optional(),
  // `$(username)` and `$(password)` are filled in.
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
});

/** The same for a server with HTTP. */
export const reachingWeb = (...types: readonly string[]) => ({ ...reaching(...types), ...webAccess });
