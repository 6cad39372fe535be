// A web server on the loopback addresses that counts connections and records requests.
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
      // Accepts every client certificate, valid or not.
      const isKnown = socket instanceof TLSSocket && Object.keys(socket.getPeerCertificate()).length > 0;
      counting.requests.push({ method, url, headers, body, isKnown });
      counting.answer(request, response);
    });
  };
  const listen = async (host: string) => {
    const server = tls
      ? createSecureServer({ requestCert: true, rejectUnauthorized: false, ...tls }, onRequest)
      : createServer(onRequest);
    // Connections that do not speak TLS are counted as well.
    server.on("connection", () => (counting.connections += 1));
    // Idle connections stay open, because a slow test may use them later.
    server.keepAliveTimeout = 600_000;
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
