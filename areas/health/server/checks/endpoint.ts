// Returns the address or connection of a check, without its credentials.
import { mask, replaceParts, secretParts } from "#server/spec/secret-text.ts";

interface Reaching {
  url?: string | undefined;
  connection?: string | undefined;
}

export function endpointOf({ url, connection }: Reaching): string | undefined {
  const text = url || connection;
  return text && replaceParts(text, secretParts(text), () => mask).replaceAll(`:${mask}@`, "@");
}
