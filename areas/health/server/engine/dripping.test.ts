// Tests targets that keep sending single bytes: every kind of check stops at its deadline, whatever its driver waits
// for.
import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { installDriver } from "#tests/servers/optional-driver.ts";
import { runOne as runOnce, surroundings } from "#tests/support/checks.ts";
import { defineCheck, type CheckKind } from "../check-kind.ts";
import { check as checkSpec } from "../spec/check.ts";
import { createCaps } from "./concurrency.ts";
import { runOne } from "./run-turn.ts";

installDriver("tedious");
const dripMs = 50;
const servers = await Promise.all([
  startDripping(""),
  startDripping("HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n"),
  startDripping("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{"),
]);
const [bytes, body, json] = servers;

/** Starts a server that sends the given beginning and then single bytes forever. */
async function startDripping(beginning: string): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.write(beginning);
    const timer = setInterval(() => socket.write("0"), dripMs);
    socket.on("error", () => {}).on("close", () => clearInterval(timer));
    socket.resume();
  }).listen(0, "127.0.0.1");
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const canary = { id: "", name: "tests", namespace: "default", labels: {}, spec: {}, trust: "operator" as const };
const credentials = { username: "u", password: "p" };

test.concurrent.each([
  ["http", "the head", { url: `http://127.0.0.1:${bytes}/` }],
  ["http", "the body", { url: `http://127.0.0.1:${body}/` }],
  ["http", "TLS", { url: `https://127.0.0.1:${bytes}/` }],
  ["http", "a whole site", { url: `http://127.0.0.1:${body}/`, crawl: {} }],
  ["prometheus", "an answer", { url: `http://127.0.0.1:${json}`, query: "up" }],
  ["elasticsearch", "an answer", { url: `http://127.0.0.1:${json}`, index: "i", query: "{}" }],
  [
    "s3",
    "an answer to an SDK",
    {
      bucketName: "b",
      endpoint: `http://127.0.0.1:${body}`,
      accessKey: "a",
      secretKey: "s",
      region: "r",
      usePathStyle: true,
    },
  ],
  ["git", "refs", { url: `http://127.0.0.1:${body}/x.git` }],
  ["postgres", "a protocol", { url: `postgres://u:p@127.0.0.1:${bytes}/x?sslmode=disable` }],
  ["mysql", "a protocol", { url: `mysql://u:p@127.0.0.1:${bytes}/x` }],
  ["mssql", "a protocol", { url: `sqlserver://u:p@127.0.0.1:${bytes}?database=x` }],
  ["redis", "a protocol", { url: `redis://127.0.0.1:${bytes}` }],
  ["mongodb", "a protocol", { url: `mongodb://127.0.0.1:${bytes}/` }],
  ["ldap", "a protocol", { url: `ldap://127.0.0.1:${bytes}`, bindDN: "dc=x", ...credentials }],
])(
  "ends a %s check at its deadline while %s keeps sending single bytes",
  { timeout: 60_000 },
  async (type, _, spec) => {
    const check = { id: "", type, name: type, spec: { name: type, ...spec }, labels: {}, canary };
    const result = await runOne(
      { ...check, severity: null, dependsOn: [], ancestors: [], host: undefined, deadlineMs: 2_000 },
      { around: surroundings(), caps: createCaps({ total: 1, perHost: 1, perType: () => 1 }) },
      { signal: new AbortController().signal, waitMs: 1_000 },
    );
    expect(result).toMatchObject({ verdict: "unhealthy", isInvalid: false });
  },
);

test.concurrent("stops each attempt of an HTTP check at its time limit, even while it reads the body", async () => {
  const spec = { url: `http://127.0.0.1:${body}/`, thresholdMillis: 300, retries: { maxRetries: 2, interval: "10ms" } };
  expect(await runOnce("http", spec)).toMatchObject({
    verdict: "unhealthy",
    error: "there was no response within 300 ms",
    data: { retries: { attempts: 3 } },
  });
});

test.concurrent(
  "stops an attempt at its time limit even if the kind ignores its signal",
  { timeout: 60_000 },
  async () => {
    const deaf = defineCheck({
      type: "deaf",
      title: "Deaf",
      icon: "deaf",
      spec: checkSpec({}),
      takesMs: () => 1,
      run: () => new Promise<never>(() => {}),
    }) as unknown as CheckKind;
    expect(await runOnce("deaf", {}, { around: { kindNamed: () => deaf } })).toMatchObject({
      verdict: "unhealthy",
      error: "The check did not finish within 5s",
    });
  },
);
