// Parses addresses as users write them: with or without scheme and credentials. Errors never repeat the address,
// because it may contain a password.
import { ConnectionFailure } from "./failure.ts";
import type { OpenConnection } from "./open-connection.ts";

export interface Address {
  /** In lower case, without the colon. */
  scheme: string;
  /** Without the brackets of IPv6. */
  host: string;
  port: number;
  user: string;
  password: string;
  /** The path after host and port, decoded and without its leading slash. */
  path: string;
  query: URLSearchParams;
}

/** `ports` maps each accepted scheme to its default port; the first scheme is the default. */
export function readAddress(url: string | null, ports: Readonly<Record<string, number>>): Address {
  const text = (url ?? "").trim();
  if (text === "") throw new ConnectionFailure("The connection has no URL", "Fill in the URL.");
  const [defaultScheme = ""] = Object.keys(ports);
  const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${defaultScheme}://${text}`);
  if (!parsed) throw unreadable(defaultScheme);
  const scheme = parsed.protocol.slice(0, -1).toLowerCase();
  const defaultPort = ports[scheme];
  if (defaultPort === undefined || parsed.hostname === "") throw unreadable(defaultScheme);
  return {
    scheme,
    host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(parsed.port) || defaultPort,
    user: decoded(parsed.username),
    password: decoded(parsed.password),
    path: decoded(parsed.pathname.replace(/^\//, "")),
    query: parsed.searchParams,
  };
}

export const unreadable = (scheme: string) =>
  new ConnectionFailure(
    "The URL is not valid",
    `Use the form ${scheme}://host:port. Special characters in a name or a password must be percent-encoded.`,
  );

/** Removes percent-encoding. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is a plain character.
    return text;
  }
}

/** Returns the credentials from the address, or else from the fields. */
export const signInOf = (
  { user, password }: Pick<Address, "user" | "password">,
  connection: Pick<OpenConnection, "username" | "password">,
) => ({ user: user || (connection.username ?? ""), password: password || (connection.password ?? "") });

/** Splits a URL into the URL without credentials, and the credentials. */
export function splitAddress(url: string, connection: Pick<OpenConnection, "username" | "password">) {
  const at = URL.parse(url);
  if (!at) return { address: url, ...signInOf({ user: "", password: "" }, connection) };
  const signIn = signInOf({ user: decoded(at.username), password: decoded(at.password) }, connection);
  at.username = "";
  at.password = "";
  return { address: at.href, ...signIn };
}

/** Returns the Authorization header; empty without a user. */
export const basicAuth = (user: string | null, password: string | null): Record<string, string> =>
  user === null || user === ""
    ? {}
    : { authorization: `Basic ${Buffer.from(`${user}:${password ?? ""}`).toString("base64")}` };
