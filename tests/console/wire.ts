// A TCP proxy to a port of this machine that a test can cut, hold and restore.
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Wire {
  port: number;
  url: string;
  /** Closes all connections and rejects new connections. */
  cut(): Promise<void>;
  /** Keeps connections open but does not forward data, like a stopped process or a lossy network. */
  hold(): void;
  /** Forwards everything again. */
  mend(): Promise<void>;
}

export async function openWire(to: number): Promise<Wire> {
  const sockets = new Set<Socket>();
  let isHeld = false;
  const server = createServer((near) => {
    const far = connect(to, "127.0.0.1");
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      if (isHeld) socket.pause();
      socket.on("error", () => {}).on("close", () => (sockets.delete(socket), other.destroy()));
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    cut: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
      if (!server.listening) await listen(port);
    },
  };
}
