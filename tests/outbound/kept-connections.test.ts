// Tests connections that stay open between requests: the rules apply to each new connection, no connection is shared
// between trust levels or TLS settings, and no request is lost or repeated when the server closes a connection.
import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createOutbound, type OutboundOptions } from "#server/outbound/create-outbound.ts";
import { makeAuthority } from "../support/certificates.ts";
import { startCountingServer } from "./counting-server.ts";

const names = ["harbour.test", "127.0.0.1"];
const authority = makeAuthority();
const [server, secure] = await Promise.all([startCountingServer(), startCountingServer(authority.issue({ names }))]);
const url = `http://harbour.test:${server.port}/`;
const secureUrl = `https://harbour.test:${secure.port}/`;
const ca = authority.certificate;

beforeEach(() => {
  for (const each of [server, secure]) {
    each.requests.length = 0;
    each.connections = 0;
    each.answer = (_, response) => response.end("reached");
  }
});

/** Idle connections stay open long enough even for a slow machine. */
const patient = { idleMs: 60_000, freshMs: 60_000, maxAgeMs: 60_000 };

function waysOut(options: OutboundOptions = {}) {
  const lookUp = vi.fn<(name: string) => Promise<readonly string[]>>(async () => ["127.0.0.1"]);
  return { lookUp, outbound: createOutbound({ lookUp, kept: patient, ...options }) };
}

const keyed = (key: string) => ({ method: "POST", headers: { "idempotency-key": key }, body: key, keepAlive: true });

test("requests with keepAlive share one connection, which is checked only when it is opened", async () => {
  const { outbound, lookUp } = waysOut();
  const warned = vi.fn<(warning: Error) => void>();
  process.on("warning", warned);
  onTestFinished(() => void process.off("warning", warned));
  await outbound.fetch(url, keyed("0"));
  for (let n = 1; n < 30; n += 1) {
    const answer = await outbound.fetch(url, keyed(`${n}`));
    expect(answer).toMatchObject({ status: 200, address: "127.0.0.1", timings: { lookup: 0, connect: 0, tls: 0 } });
    expect(answer.text()).toBe("reached");
  }
  expect(server.requests.map(({ body }) => body)).toEqual(Array.from({ length: 30 }, (_, n) => `${n}`));
  expect(server.connections).toBe(1);
  expect(lookUp).toHaveBeenCalledTimes(1);
  // Node warns about listeners that are never removed.
  await delay(0);
  expect(warned).not.toHaveBeenCalled();
});

test("a request that must not be repeated, or that does not set keepAlive, opens a new connection", async () => {
  const { outbound, lookUp } = waysOut();
  for (let n = 0; n < 3; n += 1) await outbound.fetch(url, { method: "POST", body: "x", keepAlive: true });
  for (let n = 0; n < 3; n += 1) await outbound.fetch(url);
  expect(server.connections).toBe(6);
  expect(lookUp).toHaveBeenCalledTimes(6);
});

test("a kept connection is reused only at the same trust level", async () => {
  const operator = waysOut({ trust: "operator" }).outbound;
  const anyone = waysOut({ trust: "anyone" }).outbound;
  await operator.fetch(url, keyed("a"));
  await expect(anyone.fetch(url, keyed("b"))).rejects.toThrow("which only checks and connections may reach");
  await operator.fetch(url, keyed("c"));
  expect(server.requests.map(({ body }) => body)).toEqual(["a", "c"]);
  expect(server.connections).toBe(1);
});

test("a new connection is checked even if an earlier connection was allowed", async () => {
  const { outbound, lookUp } = waysOut({ trust: "operator", kept: { ...patient, maxAgeMs: 0 } });
  await outbound.fetch(url, keyed("a"));
  lookUp.mockResolvedValue(["169.254.169.254"]);
  await expect(outbound.fetch(url, keyed("b"))).rejects.toThrow("leads to the metadata service of a cloud");
  expect(server.requests).toHaveLength(1);
});

test("a kept connection is reused only for the same origin and the same TLS settings", async () => {
  const { outbound } = waysOut();
  const ask = (host: string, tls: object) =>
    outbound.fetch(secureUrl.replace("harbour.test", host), { ...keyed(host), tls });
  const first = await ask("harbour.test", { ca });
  const second = await ask("harbour.test", { ca });
  expect(second.tls).toEqual(first.tls);
  expect(secure.connections).toBe(1);
  // Without the certificate authority the certificate is not valid, whatever connections are open.
  await expect(ask("harbour.test", {})).rejects.toThrow(/certificate/i);
  await ask("harbour.test", { insecure: true });
  await ask("127.0.0.1", { ca });
  await ask("harbour.test", { ca, servername: "127.0.0.1" });
  expect(secure.requests).toHaveLength(5);
  expect(secure.connections).toBeGreaterThanOrEqual(4);
});

test("a connection is not kept after a response that closes it, a redirect or an unread body", async () => {
  const { outbound } = waysOut();
  server.answer = (_, response) => response.writeHead(200, { connection: "close" }).end("reached");
  await outbound.fetch(url, keyed("a"));
  server.answer = ({ url: path }, response) =>
    path === "/" ? response.writeHead(307, { location: "/next" }).end() : response.end("reached");
  expect(await outbound.fetch(url, keyed("b"))).toMatchObject({ redirects: 1 });
  server.answer = (_, response) => response.end("x".repeat(1_000));
  await expect(outbound.fetch(url, { ...keyed("c"), maxBytes: 10 })).rejects.toThrow("longer than 10 bytes");
  await outbound.fetch(url, keyed("d"));
  expect(server.connections).toBe(5);
});

/** A server that handles each connection by hand. */
async function rawServer(onRequest: (socket: Socket, n: number) => void) {
  const sockets: Socket[] = [];
  let received = 0;
  const raw = createServer((socket) => {
    sockets.push(socket);
    socket.on("error", () => {}).on("data", () => onRequest(socket, (received += 1)));
  }).listen(0, "127.0.0.1");
  await once(raw, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    raw.close();
  });
  return { url: `http://harbour.test:${(raw.address() as AddressInfo).port}/`, sockets, received: () => received };
}

const reached = "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\nreached";

test("a connection that the server closed while it was idle is not used", async () => {
  const { outbound } = waysOut();
  const raw = await rawServer((socket) => socket.write(reached));
  await outbound.fetch(raw.url, keyed("a"));
  raw.sockets[0]!.end();
  await once(raw.sockets[0]!, "close");
  expect((await outbound.fetch(raw.url, keyed("b"))).text()).toBe("reached");
  expect(raw.sockets).toHaveLength(2);
  expect(raw.received()).toBe(2);
});

test("a request is sent once more if the server closes its kept connection at the same moment", async () => {
  const { outbound } = waysOut();
  const raw = await rawServer((socket, n) => (n === 2 ? socket.resetAndDestroy() : socket.write(reached)));
  await outbound.fetch(raw.url, keyed("a"));
  expect((await outbound.fetch(raw.url, keyed("b"))).text()).toBe("reached");
  expect(raw.sockets).toHaveLength(2);
  expect(raw.received()).toBe(3);
});

test("a request is not repeated after the first byte of its response, and a request on a new connection is not repeated", async () => {
  const { outbound } = waysOut();
  const cut = await rawServer((socket, n) =>
    n === 2 ? socket.end("HTTP/1.1 200 OK\r\nconte") : socket.write(reached),
  );
  await outbound.fetch(cut.url, keyed("a"));
  await expect(outbound.fetch(cut.url, keyed("b"))).rejects.toThrow();
  expect(cut.received()).toBe(2);
  const closing = await rawServer((socket) => socket.resetAndDestroy());
  await expect(outbound.fetch(closing.url, keyed("a"))).rejects.toThrow();
  expect(closing.received()).toBe(1);
});

test("with keepAlive: fresh, a request that must not be repeated reuses a recently used connection, and is sent once", async () => {
  const post = (body: string) => ({ method: "POST", body, keepAlive: "fresh" as const });
  const { outbound } = waysOut();
  const raw = await rawServer((socket, n) => (n === 3 ? socket.resetAndDestroy() : socket.write(reached)));
  for (const body of ["a", "b"]) expect((await outbound.fetch(raw.url, post(body))).text()).toBe("reached");
  await expect(outbound.fetch(raw.url, post("c"))).rejects.toThrow();
  expect(raw.received()).toBe(3);
  expect(raw.sockets).toHaveLength(1);
  // With this setting, no connection counts as fresh.
  const other = waysOut({ kept: { ...patient, freshMs: -1 } }).outbound;
  for (const body of ["d", "e"]) await other.fetch(raw.url, post(body));
  expect(raw.sockets).toHaveLength(3);
  await other.fetch(raw.url, { keepAlive: "fresh" });
  expect(raw.sockets).toHaveLength(3);
});

test("unexpected data closes the connection, and is not used as the next response", async () => {
  const { outbound } = waysOut();
  const raw = await rawServer((socket) => socket.write(reached));
  await outbound.fetch(raw.url, keyed("a"));
  raw.sockets[0]!.write("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nwrong");
  await once(raw.sockets[0]!, "close");
  expect((await outbound.fetch(raw.url, keyed("b"))).text()).toBe("reached");
  expect(raw.sockets).toHaveLength(2);
});

test("idle connections close after a while, and their number is limited", async () => {
  const raw = await rawServer((socket) => socket.write(reached));
  const brief = waysOut({ kept: { ...patient, idleMs: 10 } }).outbound;
  await brief.fetch(raw.url, keyed("a"));
  await once(raw.sockets[0]!, "close");
  const { outbound } = waysOut({ kept: { ...patient, maxPerOrigin: 2 } });
  const before = raw.sockets.length;
  await Promise.all(["a", "b", "c", "d"].map((key) => outbound.fetch(raw.url, keyed(key))));
  await vi.waitFor(() => expect(raw.sockets.slice(before).filter(({ destroyed }) => !destroyed)).toHaveLength(2), {
    timeout: 60_000,
  });
});
