// A server that accepts every connection and never sends a byte.
import { createServer, type AddressInfo, type Socket } from "node:net";

export async function startSilence() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    // A socket must be read to notice that the other side has closed it.
    socket.resume();
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  /** Waits for a new connection. */
  const connected = async (before: ReadonlySet<Socket>) => {
    while (![...sockets].some((socket) => !before.has(socket))) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { connected, port: (server.address() as AddressInfo).port, sockets, stop };
}
