import { brotliDecompressSync, gunzipSync } from "node:zlib";
import Fastify from "fastify";
import { describe, expect, test } from "vitest";
import { compressAnswers, encodingFor } from "./compression.ts";

test.each([
  ["br, gzip", "br"],
  ["gzip, deflate", "gzip"],
  ["gzip;q=1.0, br;q=0.5", "gzip"],
  ["br;q=0, gzip", "gzip"],
  ["*", "br"],
  ["*;q=0, gzip;q=0.1", "gzip"],
  ["GZIP", "gzip"],
  ["identity", undefined],
  ["*;q=0", undefined],
  ["gzip;q=nonsense", undefined],
  ["", undefined],
  [undefined, undefined],
])("a client that accepts %j gets %j", (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});

describe("compressAnswers", () => {
  const long = JSON.stringify({ text: "é".repeat(3000) });
  const app = Fastify();
  compressAnswers(app);
  app.get("/long", (_, reply) => reply.type("application/json").header("content-range", "0-9/*").send(long));
  app.get("/buffer", (_, reply) => reply.type("text/csv").header("vary", "origin").send(Buffer.from(long)));
  app.get("/short", (_, reply) => reply.type("application/json").send("{}"));
  app.get("/picture", (_, reply) => reply.type("image/png").send(Buffer.alloc(4096)));
  app.get("/done", (_, reply) => reply.type("text/css").header("content-encoding", "gzip").send(Buffer.alloc(4096)));
  const ask = (url: string, encoding = "br, gzip", method: "GET" | "HEAD" = "GET") =>
    app.inject({ url, method, headers: { "accept-encoding": encoding } });

  test("compresses long responses, including pages of rows", async () => {
    const brotli = await ask("/long");
    expect(brotli.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(long);
    expect(Number(brotli.headers["content-length"])).toBe(brotli.rawPayload.length);
    const gzipped = await ask("/long", "gzip");
    expect(gunzipSync(gzipped.rawPayload).toString()).toBe(long);
  });

  test("compressAnswers keeps an existing Vary header", async () => {
    expect((await ask("/buffer")).headers["vary"]).toBe("origin, accept-encoding");
  });

  test.each(["/short", "/picture"])("compressAnswers does not compress %s", async (url) => {
    expect((await ask(url)).headers["content-encoding"]).toBeUndefined();
  });

  test("compressAnswers does not compress a response that is already compressed", async () => {
    expect((await ask("/done")).rawPayload.length).toBe(4096);
  });

  test("sends Vary even to clients that do not accept compression", async () => {
    const plain = await ask("/long", "identity");
    expect(plain.body).toBe(long);
    expect(plain.headers["vary"]).toBe("accept-encoding");
  });

  test("compressAnswers does not compress the response to a HEAD request", async () => {
    expect((await ask("/long", "br", "HEAD")).headers["content-encoding"]).toBeUndefined();
  });
});
