// A TCP proxy whose connections a test can cut, as a broken network would:
//
//   const proxy = await cutProxy(server.url);
//   proxy.cut();      // closes all connections and refuses new ones
//   proxy.restore();
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll } from "vitest";

export async function cutProxy(target: string) {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => socket.destroy());
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (isCut) return incoming.destroy();
    const outgoing = connect(Number(port), hostname);
    keep(outgoing);
    outgoing.on("close", () => incoming.destroy());
    incoming.on("close", () => outgoing.destroy());
    incoming.pipe(outgoing).pipe(incoming);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
  };
  afterAll(() => {
    cut();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    restore: () => {
      isCut = false;
    },
  };
}
