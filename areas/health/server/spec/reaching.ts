// The fields that select the server of a check: a connection, or an address with credentials.
import { connectionOf, credentials, templated } from "#server/spec/parts.ts";
import { webAccess } from "#areas/connections/server/index.ts";
import { mask, replaceParts, secretParts } from "#server/spec/secret-text.ts";

/** `types` are the types of connections that the form offers. */
export const reaching = (...types: readonly string[]) => ({
  connection: connectionOf(...types).optional(),
  // `$(username)` and `$(password)` are replaced by the credentials.
  url: templated.optional().meta({ label: "URL" }),
  ...credentials,
});

/** Like `reaching`, for an HTTP server. */
export const reachingWeb = (...types: readonly string[]) => ({ ...reaching(...types), ...webAccess });

interface Reaching {
  url?: string | undefined;
  connection?: string | undefined;
}

/** Returns the address or connection of a check, without its credentials. */
export function endpointOf({ url, connection }: Reaching): string | undefined {
  const text = url || connection;
  return text && replaceParts(text, secretParts(text), () => mask).replaceAll(`:${mask}@`, "@");
}
