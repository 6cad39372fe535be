// Opens sockets for clients through `outbound` and closes them when the work finishes or fails.
import type { Socket } from "node:net";
import { isIP } from "node:net";
import { rootCertificates, type ConnectionOptions } from "node:tls";
import type { Outbound, Target, TlsTarget } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import { ConnectionFailure } from "./failure.ts";
import type { OpenConnection } from "./open-connection.ts";

/** The network access that a client gets for one piece of work. */
export interface Way {
  outbound: Outbound;
  signal: AbortSignal;
  /** Receives secrets that are found during the work, such as temporary keys. */
  scrubber?: Pick<Scrubber, "know"> | undefined;
}

/** Timeout for one response of a server. */
export const timeoutMs = 10_000;

/** Timeout for connecting, including the TLS handshake. */
const connectingMs = 5_000;

export async function openSocket({ outbound, signal }: Way, target: Omit<Target, "signal">): Promise<Socket> {
  const socket = await outbound.connect({ timeoutMs: connectingMs, ...target, signal }).catch((error: Error) => {
    // Many servers wait for more input if they receive data that they do not understand.
    if (target.tls && error.name === "TimeoutError")
      throw new ConnectionFailure(
        "The server did not respond to the TLS handshake in time",
        "Check host and port, and whether the server uses TLS on this port.",
      );
    throw error;
  });
  // An error after the driver stopped listening must not end the process.
  socket.on("error", () => {});
  return socket;
}

/** Runs `work` until it finishes or the signal is aborted; `close` is called in both cases. */
export async function closing<T>(signal: AbortSignal, close: () => unknown, work: () => Promise<T>): Promise<T> {
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason as Error);
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  try {
    return await Promise.race([stopped.promise, work()]);
  } finally {
    signal.removeEventListener("abort", stop);
    close();
  }
}

type Trusting = Pick<OpenConnection, "insecure_tls" | "certificate">;

/** The certificate of the connection is trusted in addition to the well-known authorities. */
export const tlsOf = ({ insecure_tls, certificate }: Trusting): TlsTarget => ({
  insecure: insecure_tls,
  ca: certificate ?? undefined,
});

/**
 * The TLS options for drivers that start TLS on an open socket. The certificate must match the host name of the
 * connection.
 */
export const tlsOptionsOf = (host: string, { insecure_tls, certificate }: Trusting): ConnectionOptions => ({
  host,
  // An IP address is not a server name, and TLS forbids sending an IP address as the server name.
  ...(isIP(host) ? {} : { servername: host }),
  rejectUnauthorized: !insecure_tls,
  ...(certificate ? { ca: [...rootCertificates, certificate] } : {}),
});
