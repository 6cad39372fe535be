// Tests that checks continue, without false results, while databases and workers stop and restart.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { openDatabases, type Databases } from "#server/db/pool.ts";
import { cadenceOf, nextDue } from "#lib/time/cadence.ts";
import { testLog } from "../support/database.ts";
import { rewriteCanary, startTarget, writeCanary } from "../support/running-checks.ts";
import { until } from "../support/running-system.ts";
import { ask, makeDatabase, ProbedServer } from "./probed-server.ts";
import { makeRestartablePostgres, type RestartablePostgres } from "./restartable-postgres.ts";

let postgres: RestartablePostgres;
beforeAll(async () => {
  postgres = await makeRestartablePostgres();
  await postgres.start();
});

interface Run {
  check_id: string;
  type: string;
  at: number;
  status: boolean | null;
  error: string | null;
  could_not_check: boolean;
}

const open: Databases[] = [];
afterAll(() => Promise.all(open.map((databases) => databases.close())));

interface Checked {
  checks: number;
  schedule: string;
  /** Fields that are added to every check. */
  limits?: { thresholdMillis: number };
  /** Checks in addition to the TCP checks. */
  http?: { name: string; url: string }[];
}

/** Starts workers on their own database, with checks of a target that is always reachable. */
async function workersWith(name: string, workers: number, { checks, schedule, http, limits }: Checked) {
  const url = await makeDatabase(postgres.url, name);
  const servers = Array.from({ length: workers }, () => new ProbedServer(url, "worker", { CHECK_LEASE_MS: "3000" }));
  await Promise.all(servers.map((server) => server.ready()));
  const databases = await openDatabases({ connectionString: url }, { log: testLog });
  open.push(databases);
  // With a large backlog the kernel accepts connections even if the target has no CPU time.
  const target = await startTarget("127.0.0.1", { backlog: 4_096 });
  const tcp = Array.from({ length: checks }, (_, index) => ({
    name: `check ${index}`,
    endpoint: target.endpoint,
    ...limits,
  }));
  const canary = await writeCanary(databases, { schedule, tcp, ...(http && { http }) });
  const runs = async () => {
    const rows = await ask<Run>(
      url,
      `select s.check_id, c.type, extract(epoch from s.time)::float8 * 1000 as at, s.status, s.error, s.could_not_check
       from   check_statuses s join checks c on c.id = s.check_id order by s.time`,
    );
    return Map.groupBy(rows, (run) => run.check_id);
  };
  /** Waits until each check has run `times` times since a moment. */
  const haveRun = (times: number, since: number) =>
    until(
      runs,
      (all) =>
        all.size >= checks &&
        [...all.values()]
          .filter(isOfTarget)
          .every((checkRuns) => checkRuns.filter(({ status, at }) => status && at > since).length >= times),
    );
  const rewrite = (spec: Json) => rewriteCanary(databases, canary, { spec });
  const pause = () => rewrite({ tcp });
  return { url, servers, runs, haveRun, rewrite, pause };
}

/** Whether the runs belong to the TCP checks; other checks of a test fail on purpose. */
const isOfTarget = (checkRuns: readonly Run[]) => checkRuns[0]!.type === "tcp";

/** Expects one run per interval; the first run starts immediately, and timers may fire slightly early. */
function expectOncePerInterval(runs: ReadonlyMap<string, readonly Run[]>, schedule: string): void {
  for (const [id, checkRuns] of runs) {
    const real = checkRuns.filter(({ could_not_check: lost }) => !lost).slice(1);
    const places = real.map(({ at }) => nextDue(cadenceOf(schedule)!, id, { now: at + 200, previous: 0 }));
    expect(new Set(places).size, `${id}: ${real.map(({ at }) => at).join()}`).toBe(places.length);
  }
}

test("while the database is down no check becomes unhealthy, and missed runs record the reason", async () => {
  const { url, servers, runs, haveRun } = await workersWith("checks_outage", 1, {
    checks: 60,
    schedule: "@every 2s",
  });
  // By now the checks are spread over their interval, and some are running at any moment.
  await haveRun(3, 0);
  await postgres.stop("SIGINT");
  const stopped = Date.now();
  await delay(9_000);
  await postgres.start();
  const started = Date.now();
  const all = await haveRun(2, started);
  for (const checkRuns of all.values()) {
    expect(checkRuns.filter(({ status }) => status === false)).toEqual([]);
    const missed = checkRuns.filter(({ could_not_check: lost }) => lost);
    expect(missed.length).toBeGreaterThanOrEqual(1);
    expect(missed[0]!.at).toBeGreaterThan(stopped - 2_500);
    expect(missed[0]!.at).toBeLessThan(started + 1_000);
    for (const { error } of missed) expect(error).toMatch(/^The database could not be reached from \S+ to \S+\.$/);
  }
  const states = await ask(url, "select distinct status, could_not_check_since from checks");
  expect(states).toEqual([{ status: "healthy", could_not_check_since: null }]);
  // Results from the time when the database went down were kept and written with their original time.
  expect([...(await runs()).values()].flat().some(({ status, at }) => status && at > stopped && at < started)).toBe(
    true,
  );
  expect(await servers[0]!.stop()).toBe(0);
});

test("with one of two workers killed and the other paused, checks resume soon, and no check runs twice in one interval", async () => {
  const schedule = "@every 3s";
  const { url, servers, runs, haveRun, pause } = await workersWith("checks_workers", 2, { checks: 60, schedule });
  const [killed, left] = servers as [ProbedServer, ProbedServer];
  await haveRun(2, 0);
  killed.child.signal("SIGKILL");
  const killedAt = Date.now();
  const afterKill = await haveRun(2, killedAt + 3_000);
  expectOncePerInterval(afterKill, schedule);
  for (const checkRuns of afterKill.values()) {
    const times = checkRuns.filter(({ status }) => status).map(({ at }) => at);
    const gaps = times.slice(1).map((at, index) => at - times[index]!);
    // The limit is an interval, the lease, and the polling delay of a worker; the first run starts immediately.
    expect(Math.max(...gaps)).toBeLessThan(3_000 * 1.5 + 3_000 + 2_000);
  }
  left.child.signal("SIGSTOP");
  await delay(8_000);
  left.child.signal("SIGCONT");
  const continued = Date.now();
  await haveRun(2, continued);
  await pause();
  const all = await runs();
  expectOncePerInterval(all, schedule);
  for (const checkRuns of all.values()) expect(checkRuns.filter(({ status }) => status === false)).toEqual([]);
  const reasons = new Set([...all.values()].flat().flatMap(({ error }) => error ?? []));
  expect(
    [...reasons].every((reason) => /runner stalled|worker stopped before it had finished the check/.test(reason)),
  ).toBe(true);
  expect([...reasons].some((reason) => reason.startsWith("The runner stalled from"))).toBe(true);
  expect(await left.stop()).toBe(0);
  expect(await ask(url, "select from check_turns where lease is not null")).toEqual([]);
});

/** Keeps the CPU busy for a while. */
const keepBusy = (loops: number, ms: number) =>
  Array.from({ length: loops }, () => {
    const child = spawn(process.execPath, ["-e", `const end = Date.now() + ${ms}; while (Date.now() < end);`]);
    return once(child, "close");
  });

test("an overloaded worker that is paused repeatedly reports no false failures", async () => {
  const silent = await startTarget("127.0.0.3");
  const http = [{ name: "silent", url: `http://${silent.endpoint}/` }];
  const limits = { thresholdMillis: 100 };
  const work = await workersWith("checks_overload", 1, { checks: 1_000, schedule: "@every 1s", http, limits });
  const [worker] = work.servers as [ProbedServer];
  // All checks start at once, in a worker that has just started.
  const busy = keepBusy(4, 12_000);
  // Each pause is shorter than a stall, but longer than the limit of a check.
  for (let pulse = 0; pulse < 20; pulse += 1) {
    worker.child.signal("SIGSTOP");
    await delay(300);
    worker.child.signal("SIGCONT");
    await delay(200);
  }
  // This pause is long enough to count as a stall.
  worker.child.signal("SIGSTOP");
  await delay(4_000);
  worker.child.signal("SIGCONT");
  await Promise.all(busy);
  await work.haveRun(1, Date.now());
  // A target that does not respond is unhealthy if the worker is on time.
  await work.rewrite({ schedule: "@every 1s", http });
  const silentRuns = async () => [...(await work.runs()).values()].flat().filter(({ type }) => type === "http");
  await until(silentRuns, (runs) => runs.some(({ status }) => status === false));
  await work.pause();
  const targetRuns = [...(await work.runs()).values()].filter(isOfTarget).flat();
  expect(targetRuns.filter(({ status }) => status === false)).toEqual([]);
  expect(targetRuns.filter(({ status }) => status).length).toBeGreaterThan(1_000);
  expect((await silentRuns()).filter(({ status }) => status)).toEqual([]);
  expect(await worker.stop()).toBe(0);
});
