// All outbound connections of the server that depend on user input go through this interface. It resolves the name
// once, checks the addresses against the rules, and connects to an address that is allowed.
import type { X509Certificate } from "node:crypto";
import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { Resolver } from "node:dns/promises";
import type { TLSSocket } from "node:tls";
import type { Pinged } from "./ping.ts";

export type { Resolver } from "node:dns/promises";

/**
 * The source of a target: the system itself; operators, who write checks and connections; or anyone who can use the
 * console.
 */
export type Trust = "system" | "operator" | "anyone";

export interface TlsTarget {
  /** The name that the certificate must be valid for. Default: the host. */
  servername?: string | undefined;
  /** Accepts every certificate, even an invalid certificate. */
  insecure?: boolean | undefined;
  /** Additional certificate authorities, and the client certificate and key, as PEM. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  /** The timeout of the TLS handshake. Default: the timeout of the whole connection. */
  handshakeMs?: number | undefined;
}

export interface Target {
  host: string;
  port: number;
  /** Starts TLS right after the connection opens. */
  tls?: TlsTarget | undefined;
  /** The timeout until the connection is open. Default: 10 seconds. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/**
 * An address that may be connected to now, for drivers that open their own sockets. The name is not looked up again.
 */
export interface PinnedAddress {
  address: string;
  family: 4 | 6;
}

export interface FetchOptions {
  method?: string | undefined;
  /**
   * The request headers. A redirect to a different site gets only the headers that carry no credentials (redirects.ts).
   */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  tls?: TlsTarget | undefined;
  /** The timeout of the whole fetch, including redirects and body. Default: 10 seconds. */
  timeoutMs?: number | undefined;
  /** The maximum size of the decompressed response body; a larger body is an error. Default: 10 MiB. */
  maxBytes?: number | undefined;
  /**
   * The maximum number of redirects; the rules apply to each of them. 0 returns the redirect itself; exceeding the
   * maximum is an error. Default: 5.
   */
  maxRedirects?: number | undefined;
  /**
   * Reuses a connection that an earlier request to the same origin left open, and leaves the connection open for the
   * next request. A reused connection was checked when it was opened. If the server closes it at the same moment, the
   * request is sent again. Requests that must not be repeated, such as a POST without an Idempotency-Key, open their own
   * connections; with "fresh" they use a connection that had a response within the last half second, and fail if the
   * server closes it.
   */
  keepAlive?: boolean | "fresh" | undefined;
  /**
   * Responds to an authentication challenge of the server (digest, NTLM). Called for a 401 response; the request is
   * repeated with the returned headers over the same connection. If it returns undefined, the 401 is returned.
   */
  prove?: ((challenge: Challenge) => Readonly<Record<string, string>> | undefined) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Challenge {
  /** The values of all `www-authenticate` headers. */
  challenges: readonly string[];
  method: string;
  /** The path and query. */
  path: string;
}

/** The duration of each phase in milliseconds. Their sum is the duration of the fetch. */
export interface Timings {
  /** The time for requests before the last request: redirects and authentication rounds. Otherwise 0. */
  before: number;
  /** The time for the name lookup and the check of the addresses. */
  lookup: number;
  connect: number;
  /** The time for the TLS handshake; 0 without TLS. */
  tls: number;
  /** The time from the open connection to the head of the response. */
  firstByte: number;
  body: number;
}

export interface Fetched {
  status: number;
  /** The headers by lower-case name; several values of one name are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  text(): string;
  json(): unknown;
  /** The final URL after redirects, without user and password. */
  url: string;
  redirects: number;
  /** The IP address of the server. */
  address: string;
  /** The TLS version, and the certificate of the server. */
  tls: { protocol: string; certificate: X509Certificate } | undefined;
  /** The time from the start to the end of the body, including redirects and authentication. */
  totalMs: number;
  timings: Timings;
}

export interface NamesAsked {
  /** The name server. Default port: 53. */
  server?: { host: string; port?: number | undefined } | undefined;
  /** The timeout per query. Default: 10 seconds. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Outbound {
  /**
   * Returns an address for drivers that accept only an address. If a name has several, it returns the first that
   * accepts a connection. Prefer connect() for drivers that accept a socket: it avoids this extra connection.
   */
  address(target: Pick<Target, "host" | "port" | "timeoutMs" | "signal">): Promise<PinnedAddress>;
  connect(target: Target): Promise<Socket | TLSSocket>;
  /** Supports http and https. User and password of the URL become basic authentication. */
  fetch(url: string | URL, options?: FetchOptions): Promise<Fetched>;
  /**
   * Returns a function for libraries that accept a `lookup` function and connect to this port. Node calls it for names
   * only: if the host may be an IP address, check it with address() first.
   */
  lookup(port: number): LookupFunction;
  /** Sends echo requests to the first address of a host; IPv4 has priority. */
  ping(
    target: Pick<Target, "host" | "timeoutMs" | "signal"> & { count: number },
  ): Promise<Pinged & { address: string }>;
  /**
   * Calls `work` with a resolver for this name server, or for the name servers of this machine. The resolver is closed
   * when `work` ends.
   */
  askingNames<T>(server: NamesAsked, work: (resolver: Resolver) => Promise<T>): Promise<T>;
  /**
   * Returns agents for libraries that accept them, such as cloud SDKs. The rules apply to every connection, including
   * those to IP addresses.
   */
  agents(tls?: TlsTarget): { http: HttpAgent; https: HttpsAgent };
}

/** Thrown if the rules do not allow the target. The message explains why, and what the operator can do. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
  /** A redirect led to the refused target. */
  readonly isRedirect: boolean;

  constructor(message: string, { isRedirect = false } = {}) {
    super(message);
    this.isRedirect = isRedirect;
  }
}

/**
 * Whether the connection was refused before any request was sent. False for a refused redirect, because the first
 * request was sent.
 */
export function isRefused(error: unknown): boolean {
  if (error instanceof TargetRefused) return !error.isRedirect;
  return error instanceof Error && error.cause !== undefined && isRefused(error.cause);
}
