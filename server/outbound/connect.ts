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
export function startTls(
  socket: Socket,
  { name, tls, signal }: { name: string; tls: TlsTarget; signal: AbortSignal },
): Promise<TLSSocket> {
  const { servername = name, insecure = false } = tls;
  const secure = connectTls({
    socket,
    // An IP address is no server name, and TLS forbids to send one.
    ...(isIP(servername) ? {} : { servername }),
    // Left to itself it would compare with the name that was sent, or with localhost.
    checkServerIdentity: (_, certificate) => checkServerIdentity(servername, certificate),
    rejectUnauthorized: !insecure,
    secureContext: trusting(tls),
  });
  return opened(secure, "secureConnect", signal);
}

function opened<S extends Socket>(socket: S, event: "connect" | "secureConnect", signal: AbortSignal): Promise<S> {
  const { promise, resolve, reject } = Promise.withResolvers<S>();
  const stop = () => reject(signal.reason as Error);
  const succeed = () => resolve(socket);
  // Hung up before TLS was agreed upon, without an error of its own.
  const hungUp = () => reject(Object.assign(new Error("The other side hung up"), { code: "ECONNRESET" }));
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  socket.once(event, succeed).once("error", reject).once("close", hungUp);
  return promise
    .catch((error: unknown) => {
      // What it says from here on is nobody's concern.
      socket.on("error", () => {}).destroy();
      throw error;
    })
    .finally(() => {
      signal.removeEventListener("abort", stop);
      socket.off(event, succeed).off("error", reject).off("close", hungUp);
    });
}
