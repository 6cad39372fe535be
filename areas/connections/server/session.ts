// What a trial over sockets stands on: one that is opened by the one way out, and that is closed however the trial ends.
import type { Socket } from "node:net";
import { isIP } from "node:net";
import { rootCertificates, type ConnectionOptions } from "node:tls";
import type { Outbound, Target, TlsTarget } from "#server/outbound/outbound.ts";
import type { Scrubber } from "#server/scrub.ts";
import { ConnectionFailure } from "./failure.ts";
import type { OpenConnection } from "./sealed.ts";

/** The way to a server, as long as it is wanted. */
export interface Way {
  outbound: Outbound;
  signal: AbortSignal;
  /** Learns the secrets that are found on the way, such as temporary keys. */
  scrubber?: Pick<Scrubber, "know"> | undefined;
}

/** How long a server may take for one answer. */
export const patienceMs = 10_000;

/** How long it may take to be connected, TLS included. */
const connectingMs = 5_000;

export async function openSocket({ outbound, signal }: Way, target: Omit<Target, "signal">): Promise<Socket> {
  const socket = await outbound.connect({ timeoutMs: connectingMs, ...target, signal }).catch((error: Error) => {
    // Many a server waits for the end of what it does not understand.
    if (target.tls && error.name === "TimeoutError")
      throw new ConnectionFailure(
        "Nobody answered with TLS in time",
        "Check host and port, and whether it speaks TLS there.",
      );
    throw error;
  });
  // What a driver no longer listens to must not end the process.
  socket.on("error", () => {});
  return socket;
}

/** Does the work until it is done or the trial is told to stop; `close` is called either way. */
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

/** A certificate of the connection is whom it trusts beside the well-known. */
export const tlsOf = ({ insecure_tls, certificate }: Trusting): TlsTarget => ({
  insecure: insecure_tls,
  ca: certificate ?? undefined,
});

/** The same for drivers that begin TLS on an open socket. The name that was asked for is the name that must be proven. */
export const tlsOptionsOf = (host: string, { insecure_tls, certificate }: Trusting): ConnectionOptions => ({
  host,
  // An IP address is no server name, and TLS forbids to send one.
  ...(isIP(host) ? {} : { servername: host }),
  rejectUnauthorized: !insecure_tls,
  ...(certificate ? { ca: [...rootCertificates, certificate] } : {}),
});
