// A web server on the loopback addresses of this machine that counts who connects and remembers what was asked.
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { createServer as createSecureServer, type ServerOptions } from "node:https";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { TLSSocket } from "node:tls";
import { afterAll } from "vitest";

export interface CountingServer {
  port: number;
  connections: number;
  requests: { method: string; url: string; headers: IncomingMessage["headers"]; body: string; isKnown: boolean }[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
}

export async function startCountingServer(tls?: ServerOptions): Promise<CountingServer> {
  const counting: CountingServer = {
    port: 0,
    connections: 0,
    requests: [],
    answer: (_, response) => response.end("reached"),
  };
  const onRequest: RequestListener = (request, response) => {
    const { method = "", url = "", headers } = request;
    let body = "";
    request.on("data", (chunk) => (body += String(chunk)));
    request.on("end", () => {
      const { socket } = request;
      // Whoever shows a certificate is known, whatever it is worth.
      const isKnown = socket instanceof TLSSocket && Object.keys(socket.getPeerCertificate()).length > 0;
      counting.requests.push({ method, url, headers, body, isKnown });
      counting.answer(request, response);
    });
  };
  const listen = async (host: string) => {
    const server = tls
      ? createSecureServer({ requestCert: true, rejectUnauthorized: false, ...tls }, onRequest)
      : createServer(onRequest);
    // What speaks no TLS where it is expected has connected all the same.
    server.on("connection", () => (counting.connections += 1));
    server.listen(counting.port, host);
    await once(server, "listening");
    counting.port = (server.address() as AddressInfo).port;
    afterAll(() => {
      server.closeAllConnections();
      server.close();
    });
  };
  await listen("127.0.0.1");
  // Some machines have no IPv6.
  await listen("::1").catch(() => {});
  return counting;
}
