// Combines the variables of the hosted identity service (Clerk).
import { issuerOf } from "#language/hosted-identity.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { Parsed } from "./variables.ts";

export interface HostedIdentity {
  publishableKey: string;
  secretKey: string;
  /** The service's address for browsers. It issues the session tokens and serves their keys and the browser library. */
  issuer: string;
  /** The service's address for servers. */
  apiUrl: string;
  /** The organisation whose data this server holds. Without it the server only serves the console. */
  organization: string | undefined;
  /** The origins of consoles whose session tokens are accepted. */
  parties: readonly string[];
  /** The origins of the organisations' backends that the console may call directly. */
  backends: readonly string[];
}

export function hostedIdentity(parsed: Parsed, publicUrl: string): HostedIdentity | undefined {
  const { CLERK_PUBLISHABLE_KEY: publishableKey, CLERK_SECRET_KEY: secretKey } = parsed;
  if (publishableKey === undefined && secretKey === undefined) return undefined;
  if (publishableKey === undefined || secretKey === undefined)
    throw new StartRefused("CLERK_PUBLISHABLE_KEY and CLERK_SECRET_KEY are required together.");
  return {
    publishableKey,
    secretKey,
    issuer: issuerOf(publishableKey)!,
    apiUrl: parsed.CLERK_API_URL ?? "https://api.clerk.com",
    organization: parsed.CLERK_ORGANIZATION_ID,
    parties: parsed.CLERK_AUTHORIZED_PARTIES ?? [publicUrl],
    backends: parsed.CLERK_BACKEND_ORIGINS ?? [],
  };
}
