// The one way out: whatever the server reaches on somebody's behalf, it reaches through this. The name is resolved once, the
// address that came out is judged, and that address is the one that is connected to.
import type { Socket } from "node:net";
import type { TLSSocket } from "node:tls";

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
}

export interface Target {
  host: string;
  port: number;
  /** From the first byte on. */
  tls?: TlsTarget | undefined;
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
  headers?: Readonly<Record<string, string>> | undefined;
  body?: string | Uint8Array | undefined;
  tls?: TlsTarget | undefined;
  /** For all of it, redirects and body included. */
  timeoutMs?: number | undefined;
  /** Of the answer's body, after decompression; more is a failure. */
  maxBytes?: number | undefined;
  /** Each is judged anew; 0 answers the redirect itself. */
  maxRedirects?: number | undefined;
  signal?: AbortSignal | undefined;
}

export interface Fetched {
  status: number;
  /** Lower-case names; several values of one name are joined by a comma. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  text(): string;
  json(): unknown;
  /** After redirects. */
  url: string;
}

export interface Outbound {
  address(target: Pick<Target, "host" | "port" | "timeoutMs" | "signal">): Promise<PinnedAddress>;
  connect(target: Target): Promise<Socket | TLSSocket>;
  fetch(url: string | URL, options?: FetchOptions): Promise<Fetched>;
}

/** The target is none that may be reached from here; the message says why and what the operator can do. */
export class TargetRefused extends Error {
  override readonly name = "TargetRefused";
}
