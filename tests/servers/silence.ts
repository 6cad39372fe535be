// A server that takes every connection and never says a word.
import { createServer, type AddressInfo, type Socket } from "node:net";

export async function startSilence() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    // Who does not listen does not hear either that the other side has gone.
    socket.resume();
    socket.on("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  /** Waits for somebody who was not there before. */
  const connected = async (before: ReadonlySet<Socket>) => {
    while (![...sockets].some((socket) => !before.has(socket))) await new Promise((resolve) => setTimeout(resolve, 5));
  };
  return { connected, port: (server.address() as AddressInfo).port, sockets, stop };
}
