// Opens sockets to addresses that were judged, and to nothing else.
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { checkServerIdentity, connect as connectTls, type TLSSocket } from "node:tls";
import type { PinnedAddress, TlsTarget } from "./outbound.ts";
import { trusting } from "./trust.ts";

/** An address that says nothing holds up the next one no longer than this. */
const patienceMs = 2_000;

/** The first of the addresses that takes the connection, tried in turn. */
export async function openSocket(
  addresses: readonly PinnedAddress[],
  { port, signal }: { port: number; signal: AbortSignal },
): Promise<{ socket: Socket; pinned: PinnedAddress }> {
  let failure: unknown;
  for (const [index, pinned] of addresses.entries()) {
    const isLast = index === addresses.length - 1;
    const patience = isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]);
    try {
      // An address is not looked up.
      const socket = connectTcp({ host: pinned.address, port });
      return { socket: await opened(socket, "connect", patience), pinned };
    } catch (error) {
      signal.throwIfAborted();
      failure ??= error;
    }
  }
  throw failure;
}

/** TLS on top of it. `name` is what the certificate must be for, unless the target says otherwise. */
export async function startTls(
  socket: Socket,
  { name, tls, signal }: { name: string; tls: TlsTarget; signal: AbortSignal },
): Promise<TLSSocket> {
  const { servername = name, insecure = false, handshakeMs } = tls;
  const secure = connectTls({
    socket,
    // An IP address is no server name, and TLS forbids to send one.
    ...(isIP(servername) ? {} : { servername }),
    // Left to itself it would compare with the name that was sent, or with localhost.
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
    // What the limit threw is of no use: it would be taken for that of the whole.
    // oxlint-disable-next-line preserve-caught-error
    throw new Error(`${servername} did not agree on TLS within ${handshakeMs} ms`);
  }
}

/** One promise, and no more listeners than it takes: this is what every probe waits for. */
function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect", signal: AbortSignal): Promise<S> {
  return new Promise<S>((resolve, reject) => {
    const settle = () => {
      signal.removeEventListener("abort", stop);
      socket.off(event, succeed).off("error", fail).off("close", hungUp);
    };
    const fail = (error: Error) => {
      settle();
      // What it says from here on is nobody's concern.
      socket.on("error", () => {}).destroy();
      reject(error);
    };
    const succeed = () => {
      settle();
      resolve(socket);
    };
    const stop = () => fail(signal.reason as Error);
    // Hung up before TLS was agreed upon, without an error of its own.
    const hungUp = () => fail(Object.assign(new Error("The other side hung up"), { code: "ECONNRESET" }));
    socket.on(event, succeed).on("error", fail).on("close", hungUp);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop);
  });
}
