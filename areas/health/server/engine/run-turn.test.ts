// Tests runs of the engine against real sockets. The test controls the delay of the process.
import { createSocket } from "node:dgram";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { neverLate, surroundings } from "#tests/support/checks.ts";
import type { Late, Lateness } from "../run/lateness.ts";
import { createCaps } from "./concurrency.ts";
import { runOne } from "./run-turn.ts";

const sockets = new Set<Socket>();
const silent = createServer((socket) => void sockets.add(socket.on("error", () => {}))).listen(0, "127.0.0.1");
await once(silent, "listening");
const silentNames = createSocket("udp4").bind(0, "127.0.0.1");
await once(silentNames, "listening");
afterAll(() => {
  silentNames.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
const { port } = silent.address() as AddressInfo;

const canary = { id: "", name: "tests", namespace: "default", labels: {}, spec: {}, trust: "operator" as const };
const signal = new AbortController().signal;

/** Runs a check. The process is delayed by the listed amount during each attempt, and not delayed afterwards. */
async function run(type: string, spec: object, tries: readonly Late[], { deadlineMs = 30_000 } = {}) {
  let marks = 0;
  const lateness: Lateness = {
    ...neverLate,
    mark: () => ({ lateMs: 0, at: (marks += 1) }),
    since: ({ at }) => tries[at - 1] ?? { totalMs: 0, maxGapMs: 0 },
  };
  const caps = createCaps({ total: 1, perHost: 1, perType: () => 1 });
  const check = { id: "", type, name: type, spec: { name: type, ...spec }, labels: {}, canary };
  const result = await runOne(
    { ...check, severity: null, dependsOn: [], ancestors: [], host: undefined, deadlineMs },
    { around: { ...surroundings(), lateness }, caps },
    { signal, waitMs: 1_000 },
  );
  expect(caps.running).toBe(0);
  return { ...result!, tries: marks };
}

const hanging = { url: `http://127.0.0.1:${port}/`, thresholdMillis: 100 };
const busy = { totalMs: 90_000, maxGapMs: 900 };

test("reports a slow target as unhealthy immediately if the process is on time", async () => {
  expect(await run("http", hanging, [])).toMatchObject({
    verdict: "unhealthy",
    error: "there was no response within 100 ms",
    tries: 1,
  });
});

test("repeats a run once if it timed out while this process was delayed", async () => {
  expect(await run("http", hanging, [busy])).toMatchObject({ verdict: "unhealthy", tries: 2 });
});

test("reports could_not_check after two timeouts while this process was delayed", async () => {
  const found = await run("http", hanging, [busy, busy, busy]);
  expect(found).toMatchObject({ verdict: "could_not_check", tries: 2 });
  expect(found.error).toMatch(
    /^The runner was late by up to 9s of the \S+ that the run took, so its timeout says nothing about the target\.$/,
  );
});

test.each([
  ["the deadline of the run", "http", { url: hanging.url }],
  ["TLS", "http", { url: hanging.url.replace("http", "https"), tlsConfig: { handshakeTimeout: "50ms" } }],
  [
    "a name server",
    "dns",
    { query: "example.test", server: "127.0.0.1", port: silentNames.address().port, timeout: 0.3 },
  ],
  ["a driver", "postgres", { url: `postgres://u:p@127.0.0.1:${port}/x?sslmode=disable` }],
  ["another driver", "redis", { url: `redis://127.0.0.1:${port}` }],
  ["an expression about time", "tcp", { endpoint: `127.0.0.1:${port}`, test: { expr: "duration < 0" } }],
  ["a command", "exec", { script: "sleep 20", timeout: "100ms" }],
])("attributes a timeout of %s to the target only if this process was not delayed", async (_, type, spec) => {
  const deadlineMs = 1_000;
  expect(await run(type, spec, [busy, busy], { deadlineMs })).toMatchObject({ verdict: "could_not_check", tries: 2 });
  expect(await run(type, spec, [], { deadlineMs })).toMatchObject({ verdict: "unhealthy", tries: 1 });
});

test("a target that does not respond for a long time is unhealthy, even after short delays of the process", async () => {
  const short = { totalMs: 90_000, maxGapMs: 10 };
  expect(await run("http", { ...hanging, thresholdMillis: 2_500 }, [short, short])).toMatchObject({
    verdict: "unhealthy",
    tries: 1,
  });
});

test("accepts a definite response even if the process was delayed, unless the process stalled", async () => {
  const refused = { endpoint: "127.0.0.1:1" };
  expect(await run("tcp", refused, [busy])).toMatchObject({ verdict: "unhealthy", tries: 1 });
  const stall = { totalMs: 3_000, maxGapMs: 3_000 };
  expect(await run("tcp", refused, [stall, stall])).toMatchObject({
    verdict: "could_not_check",
    error: "The runner stalled for 3s during the run.",
    tries: 2,
  });
  expect(await run("tcp", refused, [stall])).toMatchObject({ verdict: "unhealthy", tries: 2 });
});
