// The one way out: whatever the server reaches on somebody's behalf, it reaches through this. The name is resolved once, the
// addresses that came out are judged, and one that is allowed is the one that is connected to.
import type { X509Certificate } from "node:crypto";
import type { Agent as HttpAgent } from "node:http";
import type { Agent as HttpsAgent } from "node:https";
import type { LookupFunction, Socket } from "node:net";
import type { Resolver } from "node:dns/promises";
import type { TLSSocket } from "node:tls";
import type { Pinged } from "./ping.ts";

export type { Resolver } from "node:dns/promises";

/**
 * On whose behalf: resources of the system itself; what operators wrote down, such as checks and connections; what anybody
 * who may look at the product can set off.
 */
export type Trust = "system" | "operator" | "anyone";

export interface TlsTarget {
  /** The name that the certificate must be for; the host unless said. */
  servername?: string | undefined;
  /** Accept a certificate that nobody vouches for. */
  insecure?: boolean | undefined;
  /** PEM: whom to trust beside the well-known, and what to show of ourselves. */
  ca?: string | undefined;
  cert?: string | undefined;
  key?: string | undefined;
  /** For agreeing on it; as long as all of it may take unless said. */
  handshakeMs?: number | undefined;
}

export interface Target {
  host: string;
  port: number;
  /** From the first byte on. */
  tls?: TlsTarget | undefined;
  /** Until it is open; 10 seconds unless said. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

/** An address that may be connected to now: for drivers that open their own sockets. Names are not asked again. */
export interface PinnedAddress {
  address: string;
  family: 4 | 6;
}

export interface FetchOptions {
  method?: string | undefined;
  /** Of another site than the first, a redirect gets only what says nothing about us (redirects.ts). */
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  tls?: TlsTarget | undefined;
  /** For all of it, redirects and body included; 10 seconds unless said. */
  timeoutMs?: number | undefined;
  /** Of the answer's body, after decompression; more is a failure. 10 MiB unless said. */
  maxBytes?: number | undefined;
  /** Each is judged anew; 0 answers the redirect itself, more than that many is a failure. 5 unless said. */
  maxRedirects?: number | undefined;
  /**
   * What proves who asks, where that depends on what the other side wants to know (digest, NTLM): called for an answer 401,
   * and asked again with these headers over the same connection. Undefined leaves it at that.
   */
  prove?: ((challenge: Challenge) => Readonly<Record<string, string>> | undefined) | undefined;
  signal?: AbortSignal | undefined;
}

export interface Challenge {
  /** Each header `www-authenticate`. */
  challenges: readonly string[];
  method: string;
  /** With its query. */
  path: string;
}

/** How long each part took, in milliseconds. Together they are all the time that a fetch took. */
export interface Timings {
  /** Requests before the last one: redirects, and answers that asked who we are. 0 without those. */
  before: number;
  /** Until the name was an address that is allowed. */
  lookup: number;
  connect: number;
  /** 0 without TLS. */
  tls: number;
  /** From the open connection to the head of the answer. */
  firstByte: number;
  body: number;
}

export interface Fetched {
  status: number;
  /** Lower-case names; several values of one name are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  text(): string;
  json(): unknown;
  /** After redirects; without user and password. */
  url: string;
  redirects: number;
  /** Who answered. */
  address: string;
  /** What was agreed on, and who proved to be there. */
  tls: { protocol: string; certificate: X509Certificate } | undefined;
  /** From the beginning to the end of the body, redirects and proofs of identity included. */
  totalMs: number;
  timings: Timings;
}

export interface NamesAsked {
  /** Port 53 unless said. */
  server?: { host: string; port?: number | undefined } | undefined;
  /** For one answer; 10 seconds unless said. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Outbound {
  /**
   * For drivers that take nothing but an address. Where a name has several, the first that takes a connection: connect()
   * saves that trial, so prefer it for drivers that take a socket.
   */
  address(target: Pick<Target, "host" | "port" | "timeoutMs" | "signal">): Promise<PinnedAddress>;
  connect(target: Target): Promise<Socket | TLSSocket>;
  /** http and https. User and password of the address become basic authentication. */
  fetch(url: string | URL, options?: FetchOptions): Promise<Fetched>;
  /**
   * For libraries that take a `lookup` and connect to this port. Node asks it about names only: where the host may be an
   * address, have it judged by address() first.
   */
  lookup(port: number): LookupFunction;
  /** Echo requests to the first address of a host, IPv4 before others. */
  ping(
    target: Pick<Target, "host" | "timeoutMs" | "signal"> & { count: number },
  ): Promise<Pinged & { address: string }>;
  /** Does the work with a resolver that asks this name server, or those of this machine; it ends with the work. */
  askingNames<T>(server: NamesAsked, work: (resolver: Resolver) => Promise<T>): Promise<T>;
  /** For libraries that take agents, such as the SDKs of clouds. They judge every connection, of addresses too. */
  agents(tls?: TlsTarget): { http: HttpAgent; https: HttpsAgent };
}

/** The target is none that may be reached from here; the message says why and what the operator can do. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
  /** It was not asked for: an answer sent us there. */
  readonly isRedirect: boolean;

  constructor(message: string, { isRedirect = false } = {}) {
    super(message);
    this.isRedirect = isRedirect;
  }
}

/** Whether nobody looked, because nobody may go there. A target that sends us there by a redirect was looked at. */
export function isRefused(error: unknown): boolean {
  if (error instanceof TargetRefused) return !error.isRedirect;
  return error instanceof Error && error.cause !== undefined && isRefused(error.cause);
}
