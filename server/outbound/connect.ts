// Opens sockets to addresses that the rules allow.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls, type TLSSocket } from "node:tls";
import type { PinnedAddress, TlsTarget } from "./outbound.ts";
import { trusting } from "./trust.ts";

/** The time limit per address, so that an unresponsive address does not delay the next address for longer. */
const addressTimeoutMs = 2_000;

/** Tries the addresses in order and returns the first connection. */
export async function openSocket(
  addresses: readonly PinnedAddress[],
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<{ socket: Socket; pinned: PinnedAddress }> {
  let failure: unknown;
  for (const [index, pinned] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    const attemptSignal = isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(addressTimeoutMs)]);
    try {
      // The host is an IP address, so Node does not look it up.
      const socket = connectTcp({ host: pinned.address, port });
      return { socket: await opened(socket, "connect", attemptSignal), pinned };
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
    }
  }
  throw failure;
}

/**
 * Starts TLS on the socket. The certificate must be valid for `name`, unless the target sets a different server name.
 */
export async function startTls(
  socket: Socket,
  { name, tls, signal }: { name: string; tls: TlsTarget; signal: AbortSignal },
): Promise<TLSSocket> {
  const { servername = name, insecure = false, handshakeMs } = tls;
  const secure = connectTls({
    socket,
    // TLS forbids an IP address as the server name (SNI).
    ...(isIP(servername) ? {} : { servername }),
    // The name is compared here, because by default Node would compare with the SNI name, or with localhost.
    checkServerIdentity: (_, certificate) => checkServerIdentity(servername, certificate),
    rejectUnauthorized: !insecure,
    secureContext: trusting(tls),
  });
  if (handshakeMs === undefined) return opened(secure, "secureConnect", signal);
  const limit = AbortSignal.timeout(handshakeMs);
  try {
    return await opened(secure, "secureConnect", AbortSignal.any([signal, limit]));
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    // The timeout error is replaced, because callers would mistake it for the timeout of the whole request.
    // oxlint-disable-next-line preserve-caught-error
    throw new Error(`${servername} did not complete the TLS handshake within ${handshakeMs} ms`);
  }
}

/** Waits for an event with one promise and as few listeners as possible, because every probe runs through it. */
function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect", signal: AbortSignal): Promise<S> {
  return new Promise<S>((resolve, reject) => {
    const settle = () => {
      signal.removeEventListener("abort", stop);
      socket.off(event, succeed).off("error", fail).off("close", hungUp);
    };
    const fail = (error: Error) => {
      settle();
      // Errors after the failure are ignored.
      socket.on("error", () => {}).destroy();
      reject(error);
    };
    const succeed = () => {
      settle();
      resolve(socket);
    };
    const stop = () => fail(signal.reason as Error);
    // The peer closed the connection before the handshake was complete, without an error.
    const hungUp = () => fail(Object.assign(new Error("The server closed the connection"), { code: "ECONNRESET" }));
    socket.on(event, succeed).on("error", fail).on("close", hungUp);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
}
