// Tests HTTP and TLS requests to other servers: responses, redirects and limits.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { get } from "node:https";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { afterAll, beforeEach, expect, test } from "vitest";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import { TargetRefused } from "#server/outbound/outbound.ts";
import { failureOf } from "#areas/connections/server/connection/failure.ts";
import { makeAuthority, selfSigned } from "../support/certificates.ts";
import { startCountingServer } from "./counting-server.ts";

const names = ["localhost", "harbour.test", "127.0.0.1"];
const authority = makeAuthority();
const issued = authority.issue({ names });
const [server, secure] = await Promise.all([startCountingServer(), startCountingServer(issued)]);
const ca = authority.certificate;
const outbound = createOutbound({ lookUp: async () => ["127.0.0.1"] });
const plainUrl = (path: string, host = "harbour.test") => `http://${host}:${server.port}${path}`;
const secureUrl = (path: string, host = "harbour.test") => `https://${host}:${secure.port}${path}`;

beforeEach(() => {
  for (const each of [server, secure]) {
    each.requests.length = 0;
    each.answer = (_, response) => response.end("reached");
  }
});

test("fetch returns status, headers, body and the final address", async () => {
  server.answer = (_, response) =>
    response
      .writeHead(201, { "Content-Type": "application/json", "Set-Cookie": ["a=1", "b=2"] })
      .end(JSON.stringify({ port: "Ålesund" }));
  const answer = await outbound.fetch(plainUrl("/ports?x=1#top", "ada:s%40il@harbour.test"), {
    method: "post",
    headers: { "X-Tide": "high", "Content-Length": "999", Connection: "close" },
    body: "hello",
  });
  expect(answer).toMatchObject({ status: 201, url: plainUrl("/ports?x=1") });
  expect(answer.headers).toMatchObject({ "content-type": "application/json", "set-cookie": "a=1, b=2" });
  expect(answer.json()).toEqual({ port: "Ålesund" });
  expect(answer.text()).toBe('{"port":"Ålesund"}');
  expect(server.requests).toMatchObject([
    {
      method: "POST",
      url: "/ports?x=1",
      body: "hello",
      headers: {
        host: `harbour.test:${server.port}`,
        "x-tide": "high",
        authorization: `Basic ${Buffer.from("ada:s@il").toString("base64")}`,
        "content-length": "5",
      },
    },
  ]);
  server.answer = (_, response) => response.writeHead(502).end("<html>");
  const other = await outbound.fetch(plainUrl("/"));
  expect(() => other.json()).toThrow("The response (status 502) is not JSON.");
});

test("connects to a trusted TLS server by name and by address, with a client certificate if it is configured", async () => {
  for (const host of ["harbour.test", "127.0.0.1", "127.1", "localhost."])
    await expect(outbound.fetch(secureUrl("/", host), { tls: { ca } })).resolves.toMatchObject({ status: 200 });
  await expect(outbound.fetch(secureUrl("/"), { tls: { insecure: true } })).resolves.toMatchObject({ status: 200 });
  const socket = await outbound.connect({
    host: "elsewhere.test",
    port: secure.port,
    tls: { ca, servername: "localhost" },
  });
  socket.destroy();
  const { https } = outbound.agents({ ca });
  const [answer] = (await once(get({ host: "harbour.test", port: secure.port, agent: https }), "response")) as [
    { statusCode: number; resume(): void },
  ];
  answer.resume();
  expect(answer.statusCode).toBe(200);
});

test("each TLS certificate error has its own code, which connections translate into a message", async () => {
  const long = new Date("2020-01-01");
  const { port: expired } = await startCountingServer(
    authority.issue({ names, validFrom: long, validUntil: new Date("2021-01-01") }),
  );
  const { port: own } = await startCountingServer(selfSigned({ names }));
  const wrong = async (port: number, host: string, tls = { ca }) => {
    const ways = [outbound.connect({ host, port, tls }), outbound.fetch(`https://${host}:${port}/`, { tls })];
    const [one, two] = await Promise.all(
      ways.map((way) =>
        way.then(
          () => undefined,
          (error: unknown) => error,
        ),
      ),
    );
    expect((two as { code: string }).code).toBe((one as { code: string }).code);
    return { code: (one as { code: string }).code, words: failureOf(one).message };
  };
  expect(await wrong(expired, "harbour.test")).toEqual({
    code: "CERT_HAS_EXPIRED",
    words: "The server's certificate has expired",
  });
  expect(await wrong(own, "harbour.test")).toEqual({
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
    words: "The server's certificate is self-signed",
  });
  expect(await wrong(secure.port, "harbour.test", { ca: selfSigned({ names }).cert })).toEqual({
    code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
    words: "The server's certificate is signed by an unknown authority",
  });
  const otherName = {
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
    words: "The server's certificate is for a different host name",
  };
  expect(await wrong(secure.port, "other.test")).toEqual(otherName);
  // The certificate contains localhost but not this address.
  expect(await wrong(secure.port, "[::1]")).toEqual(otherName);
  const speaksNoTls = await outbound.fetch(`https://harbour.test:${server.port}/`).catch((error: unknown) => error);
  expect(failureOf(speaksNoTls).message).toBe("The server does not use TLS on this port");
});

test.each([
  [301, "POST", "GET"],
  [302, "POST", "GET"],
  [303, "PUT", "GET"],
  [307, "POST", "POST"],
  [308, "PATCH", "PATCH"],
  [303, "HEAD", "HEAD"],
])("a redirect %i turns %s into %s", async (status, method, then) => {
  server.answer = (request, response) =>
    request.url === "/" ? response.writeHead(status, { location: "/next" }).end() : response.end();
  const headers = { authorization: "Bearer x", "content-type": "text/plain" };
  const body = method === "HEAD" ? undefined : "cargo";
  const answer = await outbound.fetch(plainUrl("/"), { method, headers, body });
  expect(answer.url).toBe(plainUrl("/next"));
  const [, second] = server.requests;
  expect(second).toMatchObject({ method: then, headers: { authorization: "Bearer x" } });
  expect(second?.body).toBe(then === method && body ? body : "");
  expect(second?.headers["content-type"]).toBe(then === method ? "text/plain" : undefined);
});

test("a redirect to another site does not send headers that could contain credentials", async () => {
  const there = secureUrl("/b", "you:too@localhost");
  secure.answer = (request, response) =>
    request.url === "/b" ? response.end() : response.writeHead(307, { location: there }).end();
  const headers = {
    Authorization: "Bearer secret",
    Cookie: "session=secret",
    "X-Api-Key": "secret",
    "PRIVATE-TOKEN": "secret",
    Accept: "application/json",
    "User-Agent": "quarterdeck",
  };
  const answer = await outbound.fetch(secureUrl("/a", "me:secret@harbour.test"), {
    headers,
    tls: { ca, ...issued, servername: "127.0.0.1" },
  });
  expect(answer.url).toBe(secureUrl("/b", "localhost"));
  const [first, second] = secure.requests;
  expect(first).toMatchObject({ isKnown: true, headers: { "x-api-key": "secret" } });
  expect(second).toMatchObject({
    isKnown: false,
    headers: { accept: "application/json", "user-agent": "quarterdeck" },
  });
  expect(Object.keys(second!.headers).sort()).toEqual([
    "accept",
    "accept-encoding",
    "connection",
    "host",
    "user-agent",
  ]);
});

test("credentials are never sent from https to http; without credentials the redirect is followed", async () => {
  secure.answer = (_, response) => response.writeHead(302, { location: plainUrl("/b") }).end();
  for (const options of [
    { headers: { authorization: "Bearer secret" } },
    { headers: { cookie: "a=1" } },
    { headers: { "x-api-key": "secret" } },
    { tls: { ca, ...issued } },
  ])
    await expect(outbound.fetch(secureUrl("/a"), { tls: { ca }, ...options })).rejects.toThrow(/from https to http/);
  await expect(outbound.fetch(secureUrl("/a", "me:secret@harbour.test"), { tls: { ca } })).rejects.toThrow(
    TargetRefused,
  );
  expect(server.requests).toEqual([]);
  await expect(outbound.fetch(secureUrl("/a"), { tls: { ca } })).resolves.toMatchObject({ url: plainUrl("/b") });
});

test("follows at most five redirects by default, even in a loop, and none with maxRedirects: 0", async () => {
  server.answer = (_, response) => response.writeHead(302, { location: "/" }).end("moved");
  const kept = await outbound.fetch(plainUrl("/"), { maxRedirects: 0 });
  expect(kept).toMatchObject({ status: 302, headers: { location: "/" } });
  expect(kept.text()).toBe("moved");
  server.requests.length = 0;
  await expect(outbound.fetch(plainUrl("/"))).rejects.toThrow("More than 5 redirects.");
  expect(server.requests).toHaveLength(6);
});

const compressors = {
  gzip: gzipSync,
  "x-gzip": gzipSync,
  deflate: deflateSync,
  br: brotliCompressSync,
  zstd: zstdCompressSync,
};

test.each(Object.entries(compressors))(
  "%s is decompressed, and a decompression bomb is stopped at maxBytes",
  async (coding, compress) => {
    const serve = (body: Buffer) => {
      server.answer = (_, response) => response.writeHead(200, { "content-encoding": coding }).end(body);
    };
    serve(compress(Buffer.from("a calm sea")));
    expect((await outbound.fetch(plainUrl("/"))).text()).toBe("a calm sea");
    const bomb = compress(Buffer.alloc(16 * 1024 * 1024));
    expect(bomb.length).toBeLessThan(100_000);
    serve(bomb);
    await expect(outbound.fetch(plainUrl("/"), { maxBytes: 1_000_000 })).rejects.toThrow("longer than 1000000 bytes");
    serve(compress(randomBytes(1_000)).subarray(0, 200));
    await expect(outbound.fetch(plainUrl("/"))).rejects.toThrow(/cannot be decompressed/);
  },
);

test("unusual compressed bodies are read if their encodings are supported", async () => {
  const ask = async (encoding: string, body: Buffer, method = "GET") => {
    server.answer = (_, response) => response.writeHead(200, { "content-encoding": encoding }).end(body);
    return (await outbound.fetch(plainUrl("/"), { method, maxBytes: 10_000 })).text();
  };
  const text = Buffer.from("fog");
  await expect(ask("deflate", deflateRawSync(text))).resolves.toBe("fog");
  await expect(ask("GZIP, br", brotliCompressSync(gzipSync(text)))).resolves.toBe("fog");
  await expect(ask("identity", text)).resolves.toBe("fog");
  await expect(ask("gzip", Buffer.alloc(0))).resolves.toBe("");
  await expect(ask("gzip", text, "HEAD")).resolves.toBe("");
  await expect(ask("compress", text)).rejects.toThrow(/unknown content encoding/);
  await expect(ask("gzip, gzip, gzip, gzip", text)).rejects.toThrow(/too many content encodings/);
  // The result is small, but an intermediate step is large.
  const inner = gzipSync(Buffer.alloc(20_000_000));
  await expect(ask("gzip, gzip", gzipSync(inner))).rejects.toThrow(/longer than 10000 bytes/);
});

test("an endless body is cut at maxBytes, even without a content-length", async () => {
  server.answer = (_, response) => {
    const pour = () => {
      while (response.write("x".repeat(16_384)));
      response.once("drain", pour);
    };
    pour();
  };
  await expect(outbound.fetch(plainUrl("/"), { maxBytes: 50_000 })).rejects.toThrow("longer than 50000 bytes");
});

test.each([
  ["a header with a line break", { headers: { "x-a": "1\r\nx-b: 2" } }, /line break/],
  ["a header with a bare line feed", { headers: { "x-a": "1\nx-b: 2" } }, /line break/],
  ["a header with a null character", { headers: { "x-a": "1\0" } }, /line break/],
  ["a line break in a header name", { headers: { "x-a: 1\r\nx-b": "2" } }, /is not a valid header name/],
  ["a space in a header name", { headers: { "x a": "2" } }, /is not a valid header name/],
  ["an empty header name", { headers: { "": "2" } }, /is not a valid header name/],
  ["its own Transfer-Encoding", { headers: { "Transfer-Encoding": "chunked" } }, /cannot be set/],
  ["an upgrade to another protocol", { headers: { upgrade: "h2c" } }, /cannot be set/],
  ["a second request in its method", { method: "GET / HTTP/1.1\r\nX: y\r\n\r\nPOST" }, /is not an HTTP method/],
  ["the method CONNECT", { method: "CONNECT" }, /is not allowed/],
])("a request with %s is refused before a connection is opened", async (_, options, sentence) => {
  const before = server.connections;
  await expect(outbound.fetch(plainUrl("/"), options)).rejects.toThrow(sentence);
  await expect(outbound.fetch(plainUrl("/"), options)).rejects.toThrow(TargetRefused);
  expect(server.connections).toBe(before);
});

test("a request can time out during the lookup, the connection, the headers and the body, and stops when aborted", async () => {
  const open: Socket[] = [];
  const silent = createServer((socket) => void open.push(socket.on("error", () => {}))).listen(0, "127.0.0.1");
  await once(silent, "listening");
  afterAll(() => {
    for (const socket of open) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  const timeoutMs = 100;
  const late = { name: "TimeoutError" };
  const nameless = createOutbound({ lookUp: () => new Promise(() => {}) });
  await expect(nameless.connect({ host: "slow.test", port, timeoutMs })).rejects.toMatchObject(late);
  await expect(nameless.fetch("http://slow.test/", { timeoutMs })).rejects.toMatchObject(late);
  await expect(outbound.connect({ host: "a.test", port, tls: {}, timeoutMs })).rejects.toMatchObject(late);
  await expect(outbound.fetch(`https://a.test:${port}/`, { timeoutMs })).rejects.toMatchObject(late);
  await expect(outbound.fetch(`http://a.test:${port}/`, { timeoutMs })).rejects.toMatchObject(late);
  server.answer = (_, response) => void response.writeHead(200).write("and then");
  await expect(outbound.fetch(plainUrl("/"), { timeoutMs })).rejects.toMatchObject(late);
  const aborter = new AbortController();
  const waiting = outbound.fetch(`http://a.test:${port}/`, { signal: aborter.signal });
  aborter.abort(new Error("never mind"));
  await expect(waiting).rejects.toThrow("never mind");
  await expect(outbound.connect({ host: "a.test", port, signal: aborter.signal })).rejects.toThrow("never mind");
});

test("a body without a length that is cut off by a timeout or a reset is an error", async () => {
  const open = new Set<Socket>();
  const endless = createServer((socket) => {
    open.add(socket.on("error", () => {}));
    socket.once("data", (head) => {
      socket.write("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\nbegun");
      if (head.toString().startsWith("GET /reset")) setTimeout(() => socket.resetAndDestroy(), 50);
    });
  }).listen(0, "127.0.0.1");
  await once(endless, "listening");
  afterAll(() => {
    for (const socket of open) socket.destroy();
    endless.close();
  });
  const url = `http://127.0.0.1:${(endless.address() as AddressInfo).port}`;
  await expect(outbound.fetch(`${url}/drips`, { timeoutMs: 300 })).rejects.toMatchObject({ name: "TimeoutError" });
  await expect(outbound.fetch(`${url}/reset`)).rejects.toMatchObject({ code: "ECONNRESET" });
});
