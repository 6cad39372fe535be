// Addresses as people write them: with or without a scheme, with credentials or not. What is wrong with one is told without
// repeating it, because it may hold a password.
import { ConnectionFailure } from "./failure.ts";
import type { OpenConnection } from "./sealed.ts";

export interface Address {
  /** Lower case, without the colon. */
  scheme: string;
  /** Without the brackets of IPv6. */
  host: string;
  port: number;
  user: string;
  password: string;
  /** What comes after host and port, decoded and without the slash that begins it. */
  path: string;
  query: URLSearchParams;
}

/** `ports` says which schemes there are and where each listens usually; the first is meant when none is written. */
export function readAddress(url: string | null, ports: Readonly<Record<string, number>>): Address {
  const text = (url ?? "").trim();
  if (text === "") throw new ConnectionFailure("It has no URL", "Write where it leads.");
  const [usual = ""] = Object.keys(ports);
  const parsed = URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${usual}://${text}`);
  if (!parsed) throw unreadable(usual);
  const scheme = parsed.protocol.slice(0, -1).toLowerCase();
  const usualPort = ports[scheme];
  if (usualPort === undefined || parsed.hostname === "") throw unreadable(usual);
  return {
    scheme,
    host: parsed.hostname.replace(/^\[(.*)\]$/, "$1"),
    port: Number(parsed.port) || usualPort,
    user: decoded(parsed.username),
    password: decoded(parsed.password),
    path: decoded(parsed.pathname.replace(/^\//, "")),
    query: parsed.searchParams,
  };
}

export const unreadable = (scheme: string) =>
  new ConnectionFailure(
    "The URL cannot be read",
    `Write it as ${scheme}://host:port; what is special in a name or a password must be percent-encoded.`,
  );

/** Without percent-encoding. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone % is meant as it stands.
    return text;
  }
}

/** Who signs in: as the address says, else as the fields say. */
export const signInOf = (
  { user, password }: Pick<Address, "user" | "password">,
  connection: Pick<OpenConnection, "username" | "password">,
) => ({ user: user || (connection.username ?? ""), password: password || (connection.password ?? "") });

/** A web address without the credentials that it holds, and who signs in there. */
export function splitAddress(url: string, connection: Pick<OpenConnection, "username" | "password">) {
  const at = URL.parse(url);
  if (!at) return { address: url, ...signInOf({ user: "", password: "" }, connection) };
  const signIn = signInOf({ user: decoded(at.username), password: decoded(at.password) }, connection);
  at.username = "";
  at.password = "";
  return { address: at.href, ...signIn };
}
