// Freezes PostgreSQL while everything runs: connections stay open and the kernel accepts new ones, but PostgreSQL does
// not respond. Without the watchdog, requests would wait until a proxy or a person gives up.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { openEventStream } from "../support/event-stream.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { administrator, ask, makeDatabase, ProbedServer } from "./probed-server.ts";
import { makeRestartablePostgres } from "./restartable-postgres.ts";

const postgres = await makeRestartablePostgres();
let databaseUrl: string;
let web: ProbedServer;
let url: string;
let cookie: string;

beforeAll(async () => {
  await postgres.start();
  databaseUrl = await makeDatabase(postgres.url, "frozen");
  web = new ProbedServer(databaseUrl, "all");
  url = await web.url();
  cookie = await signIn(url, administrator);
});
afterAll(() => web.stop());

/** The limit is generous for busy machines; without the watchdog a response takes minutes or never arrives. */
const timeoutMs = 20_000;

async function statusOf(path: string, init: RequestInit = {}): Promise<number> {
  try {
    const answer = await fetch(`${url}${path}`, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    await answer.text();
    return answer.status;
  } catch (error) {
    throw new Error(`${init.method ?? "GET"} ${path} got no response`, { cause: error });
  }
}

const known = () => ({ headers: { cookie, origin: url, "content-type": "application/json" } });
const requests: Readonly<Record<string, () => Promise<number>>> = {
  "data API": () => statusOf("/api/db/canaries?select=id", known()),
  "a write": () =>
    statusOf("/api/db/properties?on_conflict=name", {
      ...known(),
      method: "POST",
      headers: { ...known().headers, prefer: "resolution=merge-duplicates" },
      body: '{"name":"frozen","value":"1"}',
    }),
  "a function": () => statusOf("/api/db/rpc/search_configs?search=x", known()),
  "a call": () => statusOf("/api/catalog/summary", { ...known(), method: "POST", body: "{}" }),
  "an unknown session": () =>
    statusOf("/api/auth/whoami", { headers: { cookie: `quarterdeck_session=${"x".repeat(43)}` } }),
  "a password with the request": () =>
    statusOf("/api/auth/whoami", {
      headers: { authorization: `Basic ${Buffer.from("nobody@example.org:wrong-password").toString("base64")}` },
    }),
  "a flow of the sign-in": () =>
    statusOf("/api/.ory/self-service/login/browser", { headers: { accept: "application/json" } }),
  readiness: () => statusOf("/api/ready"),
};

const all = async () =>
  Object.fromEntries(
    await Promise.all(Object.entries(requests).map(async ([name, send]) => [name, await send()] as const)),
  );
const unavailable = Object.fromEntries(Object.keys(requests).map((name) => [name, 503]));

/** Returns the number of open connections of this process to PostgreSQL, counted by the kernel. */
function openConnections(): number {
  const port = Number(new URL(databaseUrl).port).toString(16).toUpperCase().padStart(4, "0");
  return readFileSync("/proc/net/tcp", "utf8")
    .split("\n")
    .filter((line) => line.trim().split(/\s+/)[2]?.endsWith(`:${port}`) && line.trim().split(/\s+/)[3] === "01").length;
}

test("every request gets 503 while all PostgreSQL processes are frozen", async () => {
  await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000);
  const before = await all();
  const stream = await openEventStream(`${url}/api/events`, { cookie });
  expect(stream.status).toBe(200);
  const thaw = postgres.freeze("all");
  onTestFinished(thaw);
  // The first requests are sent before the freeze is detected. Many requests follow, which must not pile up.
  expect(await all()).toEqual(unavailable);
  const ready = await fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(timeoutMs) });
  expect(await ready.json()).toMatchObject({
    ready: false,
    reason: expect.stringContaining("The database") as string,
  });
  for (let round = 0; round < 10; round += 1) expect(await all()).toEqual(unavailable);
  expect(openConnections()).toBeLessThan(50);
  expect(await statusOf("/api/auth/whoami", known())).toBe(503);
  expect(await statusOf("/api/events", known())).toBe(503);
  expect(await statusOf("/api/_health")).toBe(200);
  // The stream ends, because its data may be outdated.
  await stream.ended;
  thaw();
  expect(await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000)).toEqual(before);
  const { n } = (
    await ask<{ n: number }>(
      databaseUrl,
      "select count(*)::int as n from pg_stat_activity where application_name like 'quarterdeck%'",
    )
  )[0]!;
  expect(n).toBeLessThan(50);
});

test("while only the open connections are frozen, they are closed and new connections serve requests", async () => {
  const before = await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000);
  const thaw = postgres.freeze("backends");
  onTestFinished(thaw);
  const first = await all();
  for (const [name, status] of Object.entries(first)) expect([503, before[name]]).toContain(status);
  expect(await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000)).toEqual(before);
});

test("if only the connections of one pool are frozen, only the frozen connections are closed", async () => {
  await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000);
  // The connections are idle, so that no transaction holds a lock.
  const idle = await until(
    () =>
      ask<{ pid: number }>(
        databaseUrl,
        "select pid from pg_stat_activity where application_name like 'quarterdeck%plain' and state = 'idle'",
      ),
    (found) => found.length > 0,
  );
  let isOver = false;
  const busy = (async () => {
    const answers = new Set<number>();
    while (!isOver) answers.add(await requests["readiness"]!());
    return [...answers];
  })();
  const thaw = postgres.freeze(idle.map(({ pid }) => pid));
  onTestFinished(thaw);
  // There are more requests than connections in the pool, so that each connection gets a request.
  const answers = await Promise.all(Array.from({ length: 20 }, requests["data API"]!)).finally(() => (isOver = true));
  expect(new Set(answers)).toEqual(new Set([503, 200]));
  expect(await busy).toEqual([200]);
});

test("while only the postmaster is frozen, open connections continue and requests do not wait for a new connection", async () => {
  await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000);
  const thaw = postgres.freeze("postmaster");
  onTestFinished(thaw);
  const answers = await Promise.all(Array.from({ length: 20 }, () => requests["data API"]!()));
  for (const status of answers) expect([200, 503]).toContain(status);
  thaw();
  await until(all, (found) => Object.values(found).every((status) => status < 500), 60_000);
});
