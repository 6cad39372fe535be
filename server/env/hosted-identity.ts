// Combines the variables of the hosted identity service (Clerk).
import { StartRefused } from "#lib/process/start-refused.ts";
import { isLoopback } from "./own-hosts.ts";
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

/**
 * The service's host is encoded in the publishable key: pk_test_ or pk_live_, then the host and "$" in base64. Returns
 * undefined if the key has a different format.
 */
export function issuerOf(publishableKey: string): string | undefined {
  const encoded = /^pk_(?:test|live)_([A-Za-z0-9+/_-]+={0,2})$/.exec(publishableKey)?.[1];
  const host = /^([a-z0-9.-]+(?::\d{1,5})?)\$$/i.exec(Buffer.from(encoded ?? "", "base64").toString("utf8"))?.[1];
  if (host === undefined || !URL.canParse(`https://${host}`)) return undefined;
  // Plain http is used only on this machine.
  const scheme = isLoopback(new URL(`https://${host}`).hostname) ? "http" : "https";
  return new URL(`${scheme}://${host}`).origin;
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
