// A webhook on this machine that accepts every request, or rejects all requests while `isBroken` is set.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

export interface Receiver {
  url: string;
  /** The bodies of the requests, oldest first. */
  bodies: string[];
  isBroken: boolean;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const receiver: Receiver = { url: "", bodies: [], isBroken: false, stop: async () => {} };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += String(chunk);
    receiver.bodies.push(body);
    response.statusCode = receiver.isBroken ? 400 : 200;
    response.end(receiver.isBroken ? "not here" : "thanks");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  receiver.stop = async () => {
    server.closeAllConnections();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return receiver;
}
