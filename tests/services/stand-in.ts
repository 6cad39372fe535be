// Simulates services that tests cannot reach: real servers with real TLS verification, which serve any number of hosts
// according to their documentation. The tests' outbound connections lead to these servers for every host and port, so
// the product works as with the real services.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import type { TLSSocket } from "node:tls";
import { afterAll } from "vitest";
import type { Outbound } from "../../server/outbound/outbound.ts";
import { type Authority, makeAuthority } from "../support/certificates.ts";
import { outboundTo, type Way } from "./outbound-to.ts";

export interface Asked {
  host: string;
  method: string;
  path: string;
  /** The request target as sent, for services that check its signature. */
  url: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  body: string;
  /** The subject of the client certificate, if the test authority issued it. */
  shown: string | undefined;
}

export interface Answer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Objects are sent as JSON, strings unchanged. */
  body?: object | string | Buffer;
  /** Sends nothing and keeps the connection open. */
  isSilent?: true;
  /** Replaces the body with a function that writes the response step by step. */
  stream?: (response: ServerResponse) => void;
}

export type StandIn = ((asked: Asked) => Answer) & {
  /** Handles requests to upgrade the connection to another protocol. */
  upgrade?: (asked: Asked, socket: Socket) => void;
};

export interface StandIns {
  /** Connects to the working services. */
  outbound: Outbound;
  /** `down`: nothing listens. `instead`: a different response. `untrusted`: a certificate from an unknown authority. */
  down: Outbound;
  instead: (answer: StandIn) => Outbound;
  untrusted: Outbound;
  /** Returns the requests since the last call. */
  asked(): Asked[];
  /** PEM of the authority to trust, and a way to issue client certificates. */
  ca: string;
  issue: Authority["issue"];
}

export interface OpenStandIns extends StandIns {
  /** For another process, which connects to the working services through `outboundTo`. */
  way: Way;
  close(): void;
}

export const json = (body: object, status = 200, headers: Record<string, string> = {}): Answer => ({
  status,
  body,
  headers,
});

/** Runs the services until the tests of the file have ended. */
export async function startStandIns(services: Readonly<Record<string, StandIn>>): Promise<StandIns> {
  const opened = await openStandIns(services);
  afterAll(() => opened.close());
  return opened;
}

export async function openStandIns(services: Readonly<Record<string, StandIn>>): Promise<OpenStandIns> {
  const ours = makeAuthority();
  const names = [...new Set(Object.keys(services).map(withoutPort))];
  const seen: Asked[] = [];
  const others: StandIn[] = [];
  const serviceAt = (host: string) => services[host] ?? services[withoutPort(host)];
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    const asked = await askedIn(request);
    seen.push(asked);
    const other = asked.headers[otherHeader];
    const service = other === undefined ? serviceAt(asked.host) : others[Number(other)];
    const answer: Answer = service?.(asked) ?? { status: 421, body: "nobody stands in" };
    const { status = 200, headers = {}, body = "", stream } = answer;
    if (answer.isSilent) return;
    if (stream) {
      response.writeHead(status, { "content-type": "application/json", ...headers }).flushHeaders();
      stream(response);
      return;
    }
    const isText = typeof body === "string" || Buffer.isBuffer(body);
    const type = isText ? "text/html; charset=utf-8" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers }).end(isText ? body : JSON.stringify(body));
  };
  const identity = ours.issue({ names });
  const secure = createSecureServer(
    { ...identity, ca: ours.certificate, requestCert: true, rejectUnauthorized: false },
    listener,
  );
  const plain = createServer(listener);
  for (const server of [secure, plain])
    server.on("upgrade", (request: IncomingMessage, socket: Socket) => {
      const asked = askedOf(request, "");
      seen.push(asked);
      const { upgrade } = serviceAt(asked.host) ?? {};
      if (upgrade) upgrade(asked, socket);
      else socket.destroy();
    });
  const ports = { "https:": await listening(secure), "http:": await listening(plain) };
  const nobody = createServer();
  const closed = await listening(nobody);
  await new Promise((resolve) => nobody.close(resolve));

  const way: Way = { names, ports, ca: ours.certificate };
  return {
    way,
    outbound: outboundTo(way),
    down: outboundTo({ names, ports: { "https:": closed, "http:": closed }, ca: ours.certificate }),
    untrusted: outboundTo({ names, ports }),
    instead: (other) => outboundTo({ ...way, headers: { [otherHeader]: `${others.push(other) - 1}` } }),
    asked: () => seen.splice(0),
    ca: ours.certificate,
    issue: ours.issue,
    close() {
      for (const server of [secure, plain]) {
        server.closeAllConnections();
        server.close();
      }
    },
  };
}

/** This header selects the response that replaces the response of the service. */
const otherHeader = "x-stand-in";

const withoutPort = (host: string) => host.replace(/:\d+$/, "");

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

async function askedIn(request: IncomingMessage): Promise<Asked> {
  let body = "";
  for await (const piece of request) body += String(piece);
  return askedOf(request, body);
}

function askedOf(request: IncomingMessage, body: string): Asked {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://stand-in");
  const socket = request.socket as TLSSocket;
  return {
    host: request.headers.host ?? "",
    method: request.method ?? "",
    path: pathname,
    url: request.url ?? "/",
    query: searchParams,
    headers: request.headers as Asked["headers"],
    body,
    shown: socket.authorized ? [socket.getPeerCertificate().subject.CN].flat()[0] : undefined,
  };
}
