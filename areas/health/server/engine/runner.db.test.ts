import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { runChecks, rewriteCanary, startTarget, until, writeCanary } from "#tests/support/running-checks.ts";
import { cadenceOf, nextDue } from "#lib/time/cadence.ts";
import { Runner, defaultTimes } from "./runner.ts";
import { bareResult, couldNotCheck } from "../run/result.ts";

const { databases: db } = await testDatabase();
const { engine, events } = await runChecks(db);

interface CheckRow {
  id: string;
  name: string;
  status: string | null;
  last_runtime: string | null;
  next_runtime: string | null;
  last_transition_time: string | null;
  could_not_check_since: string | null;
  could_not_check_reason: string | null;
  alert_held_since: string | null;
}
interface StatusRow {
  time: string;
  status: boolean | null;
  error: string | null;
  invalid: boolean;
  duration: number | null;
  could_not_check: boolean;
  in_maintenance: boolean;
}

const checksOf = async (canary: string) =>
  (await sql<CheckRow>`select * from checks where canary_id = ${canary} order by name`.execute(db.system)).rows;
const checkOf = async (canary: string) => (await checksOf(canary))[0]!;
const runsOf = async (check: string) =>
  (await sql<StatusRow>`select * from check_statuses where check_id = ${check} order by time`.execute(db.system)).rows;
const eventsOf = (check: string) => events.filter(({ id }) => id === check).map(({ name }) => name);
const isNow = (canary: string, status: string) =>
  until(
    async () => (await checkOf(canary)).status,
    (now) => now === status,
  );

test.concurrent("runs a new check at once, and then at its regular times", async () => {
  const target = await startTarget();
  const createdAt = Date.now();
  const canary = await writeCanary(db, { schedule: "@every 720h", tcp: [{ name: "new", endpoint: target.endpoint }] });
  await isNow(canary, "healthy");
  const check = await checkOf(canary);
  const [run] = await runsOf(check.id);
  expect(run).toMatchObject({
    status: true,
    invalid: false,
    could_not_check: false,
    in_maintenance: false,
    error: null,
  });
  const started = Date.parse(check.last_runtime!);
  expect(started).toBe(Date.parse(run!.time));
  const monthly = cadenceOf("@every 720h")!;
  expect(started).toBeLessThan(nextDue(monthly, check.id, { now: createdAt, previous: createdAt }));
  expect(Date.parse(check.next_runtime!)).toBe(nextDue(monthly, check.id, { now: started, previous: createdAt }));
  // After an edit the check runs at once, with the new spec.
  await rewriteCanary(db, canary, { spec: { schedule: "@every 720h", tcp: [{ name: "new", endpoint: "nonsense" }] } });
  await isNow(canary, "unhealthy");
  expect(await runsOf(check.id)).toMatchObject([{ status: true }, { status: false, invalid: true }]);
});

test.concurrent("sends one event per change, in the transaction of the change", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, { schedule: "@every 1s", tcp: [{ name: "moving", endpoint: target.endpoint }] });
  const { id } = await checkOf(canary);
  await until(
    () => runsOf(id),
    (runs) => runs.length >= 2,
  );
  await target.close();
  await isNow(canary, "unhealthy");
  const failedAt = (await checkOf(canary)).last_transition_time;
  await until(
    () => runsOf(id),
    (runs) => runs.filter(({ status }) => !status).length >= 2,
  );
  expect((await checkOf(canary)).last_transition_time).toBe(failedAt);
  await target.open();
  await isNow(canary, "healthy");
  await until(
    () => eventsOf(id),
    (sent) => sent.length >= 2,
  );
  expect(eventsOf(id)).toEqual(["check.failed", "check.passed"]);
  const failure = (await runsOf(id)).find(({ status }) => !status)!;
  expect(failure.error).toMatch(/Nothing listens at 127\.0\.0\.1:\d+/);
  await rewriteCanary(db, canary, { spec: { tcp: [{ name: "moving", endpoint: target.endpoint }] } });
});

test.concurrent("sends an event if the first result failed, and reports unknown kinds in the history of the canary", async () => {
  const canary = await writeCanary(db, { schedule: "@every 1h", dynatrace: [{ name: "elsewhere", host: "x" }] });
  await isNow(canary, "unhealthy");
  const { id } = await checkOf(canary);
  expect(await runsOf(id)).toMatchObject([{ status: false, invalid: true, error: expect.stringMatching(/dynatrace/) }]);
  await until(
    () => eventsOf(id),
    (sent) => sent.length > 0,
  );
  expect(eventsOf(id)).toEqual(["check.failed"]);
  const { rows } = await until(
    () =>
      sql<{ status: string; details: { errors: string[] } }>`
        select status, details from job_history where resource_type = 'canary' and resource_id = ${canary}`.execute(
        db.system,
      ),
    ({ rows: found }) => found.length > 0,
  );
  expect(rows).toMatchObject([
    { status: "FAILED", details: { errors: [expect.stringMatching(/^elsewhere \(dynatrace\): /)] } },
  ]);
});

test.concurrent("records nothing after the lease is lost", async () => {
  const canary = await writeCanary(db, { schedule: "@every 1h", tcp: [{ name: "fenced", endpoint: "nonsense" }] });
  await isNow(canary, "unhealthy");
  const check = await checkOf(canary);
  const loaded = (await engine.loaded.get(db.system, [{ id: canary }])).get(canary)!;
  const loadedCheck = loaded.checks.get(check.id)!;
  const result = healthyAt(new Date());
  const turn = { id: check.id, lease: crypto.randomUUID(), nextDueAt: new Date() };
  const results = new Map([[loadedCheck, result]]);
  expect(await engine.recorder.add({ results, turn })).toEqual([]);
  expect(await checkOf(canary)).toEqual(check);
  expect(await engine.recorder.add({ results })).toHaveLength(1);
  expect(await checkOf(canary)).toMatchObject({ status: "healthy", next_runtime: check.next_runtime });
});

test.concurrent("keeps the status when a check could not run, and records the reason and the time", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, {
    schedule: "@every 1h",
    tcp: [{ name: "unknown", endpoint: target.endpoint }],
  });
  await isNow(canary, "healthy");
  const check = await checkOf(canary);
  const loaded = (await engine.loaded.get(db.system, [{ id: canary }])).get(canary)!;
  const loadedCheck = loaded.checks.get(check.id)!;
  const at = Date.now();
  for (const after of [1, 2])
    await engine.recorder.add({
      results: new Map([[loadedCheck, couldNotCheck(`no. ${after}`, new Date(at + after))]]),
    });
  expect(await checkOf(canary)).toMatchObject({
    status: "healthy",
    last_runtime: check.last_runtime,
    last_transition_time: check.last_transition_time,
    could_not_check_reason: "no. 2",
  });
  expect(Date.parse((await checkOf(canary)).could_not_check_since!)).toBe(at + 1);
  expect((await runsOf(check.id)).slice(1)).toMatchObject([
    { status: null, could_not_check: true, duration: null, error: "no. 1" },
    { status: null, could_not_check: true, duration: null, error: "no. 2" },
  ]);
  const { rows } =
    await sql`select passed::int, failed::int from check_status_summaries where check_id = ${check.id}`.execute(
      db.system,
    );
  expect(rows).toEqual([{ passed: 1, failed: 0 }]);
  await engine.recorder.add({ results: new Map([[loadedCheck, healthyAt(new Date(at + 3))]]) });
  expect(await checkOf(canary)).toMatchObject({ could_not_check_since: null, could_not_check_reason: null });
  expect(eventsOf(check.id)).toEqual([]);
});

test.concurrent("shortens and cleans values that PostgreSQL would reject", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, { schedule: "@every 1h", tcp: [{ name: "odd", endpoint: target.endpoint }] });
  await isNow(canary, "healthy");
  const check = await checkOf(canary);
  const loaded = (await engine.loaded.get(db.system, [{ id: canary }])).get(canary)!;
  const loadedCheck = loaded.checks.get(check.id)!;
  const result = {
    ...healthyAt(new Date()),
    message: `zero \0 ${"é".repeat(10_000)}`,
    error: "\ud800",
    detail: { "k\0": "\udfff\0", long: "x".repeat(300_000) },
  };
  await engine.recorder.add({ results: new Map([[loadedCheck, result]]) });
  const { rows } = await sql<{ message: string; error: string; details: Record<string, unknown> }>`
    select message, error, details from check_statuses where check_id = ${check.id} order by time desc limit 1`.execute(
    db.system,
  );
  expect(Buffer.byteLength(rows[0]!.message)).toBeLessThanOrEqual(4096);
  expect(rows[0]!.message).toMatch(/^zero  é+…$/);
  expect(rows[0]!.error).toBe("\ufffd");
  expect(rows[0]!.details).toMatchObject({ truncated: true, bytes: expect.any(Number) });
});

test.concurrent("the event of a failing check lists the checks that it depends on", async () => {
  const [parent, child] = [await startTarget(), await startTarget()];
  const spec = {
    schedule: "@every 1s",
    tcp: [
      { name: "child", endpoint: child.endpoint, dependsOn: ["parent"] },
      { name: "parent", endpoint: parent.endpoint },
    ],
  };
  const canary = await writeCanary(db, spec);
  const [childRow, parentRow] = await until(
    () => checksOf(canary),
    (rows) => rows.every(({ status }) => status === "healthy"),
  );
  await Promise.all([parent.close(), child.close()]);
  await until(() => eventsOf(childRow!.id).length === 1 && eventsOf(parentRow!.id).length === 1);
  const failed = (id: string) => events.find((event) => event["id"] === id);
  expect(failed(childRow!.id)).toMatchObject({ name: "check.failed", depends_on: [parentRow!.id] });
  expect(failed(parentRow!.id)).not.toHaveProperty("depends_on");
  await child.open();
  await until(
    () => eventsOf(childRow!.id),
    (sent) => sent.length === 2,
  );
  expect(eventsOf(childRow!.id)).toEqual(["check.failed", "check.passed"]);
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

test.concurrent("marks runs in a maintenance window, sends no events for them, and reports persisting failures when the window ends", async () => {
  const target = await startTarget();
  const labels = { app: "maintained" };
  const canary = await writeCanary(
    db,
    { schedule: "@every 1s", tcp: [{ name: "it", endpoint: target.endpoint }] },
    { labels },
  );
  await isNow(canary, "healthy");
  const { id } = await checkOf(canary);
  const window = await db.system
    .insertInto("maintenance_windows")
    .values({ name: "w", label_selector: "app=maintained,env!=test", ends_at: "2999-01-01T00:00:00Z" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await until(
    () => runsOf(id),
    (runs) => runs.at(-1)!.in_maintenance,
  );
  await target.close();
  await isNow(canary, "unhealthy");
  const failed = (runs: StatusRow[]) =>
    runs.filter(({ status, in_maintenance: marked }) => marked && status === false).length;
  await until(
    () => runsOf(id),
    (runs) => failed(runs) >= 2,
  );
  expect(eventsOf(id)).toEqual([]);
  const { rows } = await sql`select failed::int from check_status_summaries where check_id = ${id}`.execute(db.system);
  expect(rows).toEqual([{ failed: 0 }]);
  await db.system
    .updateTable("maintenance_windows")
    .set({ deleted_at: new Date().toISOString() })
    .where("id", "=", window.id)
    .execute();
  await until(
    () => eventsOf(id),
    (sent) => sent.length > 0,
  );
  expect(eventsOf(id)).toEqual(["check.failed"]);
  expect((await runsOf(id)).at(-1)).toMatchObject({ in_maintenance: false });
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

test.concurrent("shares the work between workers: each check runs once at each due time", async () => {
  const target = await startTarget();
  const others = [await runChecks(db), await runChecks(db)];
  const tcp = Array.from({ length: 30 }, (_, index) => ({ name: `check ${index}`, endpoint: target.endpoint }));
  const written = Date.now();
  const canary = await writeCanary(db, { schedule: "@every 1s", tcp });
  const checks = await checksOf(canary);
  await until(
    () => Promise.all(checks.map(({ id }) => runsOf(id))),
    (all) => all.every((runs) => runs.length >= 5),
    30_000,
  );
  await rewriteCanary(db, canary, { spec: { tcp } });
  await Promise.all(others.map(({ stop }) => stop()));
  const cadence = cadenceOf("@every 1s")!;
  for (const { id } of checks) {
    const times = (await runsOf(id)).map(({ time }) => Date.parse(time));
    // The first run started immediately. On a busy machine a run may be late, even into the next interval, but there
    // are never more runs than due times. Timers may fire slightly early.
    const first = nextDue(cadence, id, { now: written, previous: 0 });
    const early = times.slice(1).filter((time, index) => time + 20 < first + index * 1000);
    expect(early).toEqual([]);
  }
});

test.concurrent("releases turns that have not started when the runner stops", async () => {
  const target = await startTarget();
  const stopped = new Runner(engine, { ...defaultTimes, aheadMs: 10 * 3_600_000 }).start();
  const canary = await writeCanary(db, { schedule: "@every 1h", tcp: [{ name: "later", endpoint: target.endpoint }] });
  await isNow(canary, "healthy");
  const lease = async () =>
    (await sql<{ lease: string | null }>`select lease from check_turns where canary_id = ${canary}`.execute(db.system))
      .rows[0]!.lease;
  await until(lease, (held) => held !== null);
  await stopped.stop();
  expect(await lease()).toBeNull();
});

test.concurrent("takes over a turn after its lease expired, and records the missed run as could_not_check", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, {
    schedule: "@every 10s",
    tcp: [{ name: "orphan", endpoint: target.endpoint }],
  });
  await isNow(canary, "healthy");
  const { id } = await checkOf(canary);
  await sql`
    update check_turns
    set    due_at = now() - interval '12 seconds', lease = gen_random_uuid(), leased_until = now() - interval '1 second'
    where  id = ${id}`.execute(db.system);
  const runs = await until(
    () => runsOf(id),
    (all) => all.length >= 3,
  );
  expect(runs.toSorted((a, b) => a.time.localeCompare(b.time))).toMatchObject([
    // The turn was due before this worker started, unless the test file has been running for a long time.
    {
      could_not_check: true,
      status: null,
      error: expect.stringMatching(
        /^(?:The worker stopped before it had finished the check|No worker ran the check from)/,
      ),
    },
    { status: true },
    { status: true },
  ]);
  expect(await checkOf(canary)).toMatchObject({ status: "healthy", could_not_check_since: null });
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

test.concurrent("keeps running checks after the clock was set back", async () => {
  const target = await startTarget();
  const canary = await writeCanary(db, { schedule: "@every 2s", tcp: [{ name: "clock", endpoint: target.endpoint }] });
  await isNow(canary, "healthy");
  const { id } = await checkOf(canary);
  await sql`update check_turns set due_at = now() + interval '1 hour', lease = gen_random_uuid(), leased_until = now() + interval '1 hour' where id = ${id}`.execute(
    db.system,
  );
  // A worker repairs such turns when it starts.
  const runner = new Runner(engine, { ...defaultTimes, leaseMs: 1_000 }).start();
  const before = (await runsOf(id)).length;
  const runs = await until(
    () => runsOf(id),
    (all) => all.length > before,
  );
  expect(runs.at(-1)).toMatchObject({ status: true });
  await runner.stop();
  await rewriteCanary(db, canary, { spec: { tcp: [] } });
});

const healthyAt = (start: Date) => ({ ...bareResult("healthy", start), durationMs: 5 });

test.concurrent("runs a canary with resultMode junit as one check with a test suite", async () => {
  const target = await startTarget();
  const tcp = [
    { name: "there", endpoint: target.endpoint },
    { name: "not there", endpoint: "127.0.0.1:1" },
  ];
  const canary = await writeCanary(db, { schedule: "@every 1h", resultMode: "junit", tcp });
  await isNow(canary, "unhealthy");
  const [check, ...others] = await checksOf(canary);
  expect(others).toEqual([]);
  const { rows } = await sql<{ details: object }>`
    select details from check_statuses where check_id = ${check!.id}`.execute(db.system);
  expect(rows).toMatchObject([
    { details: { passed: 1, failed: 1, tests: [{ name: "there" }, { name: "not there" }] } },
  ]);
});

test.concurrent("stops runs of hanging targets at their deadline without delaying others", async () => {
  // Accepts connections, but never responds.
  const [silent, lively] = [await startTarget("127.0.0.3"), await startTarget("127.0.0.2")];
  const hanging = Array.from({ length: 30 }, (_, n) => ({ name: `hangs ${n}`, url: `http://${silent.endpoint}/` }));
  const stuck = await writeCanary(db, { schedule: "@every 2s", http: hanging });
  const other = await writeCanary(db, {
    schedule: "@every 1s",
    tcp: [{ name: "elsewhere", endpoint: lively.endpoint }],
  });
  const everyRun = async (canary: string) =>
    (await Promise.all((await checksOf(canary)).map(({ id }) => runsOf(id)))).flat();
  const { runs, elsewhere } = await until(
    async () => ({ runs: await everyRun(stuck), elsewhere: await everyRun(other) }),
    (found) =>
      found.runs.some(({ status }) => status === false) &&
      found.runs.some(({ could_not_check: lost }) => lost) &&
      found.elsewhere.length >= 2,
  );
  await rewriteCanary(db, stuck, { spec: { http: hanging } });
  for (const { status, error, duration, could_not_check: lost } of runs) {
    expect(status).toBe(lost ? null : false);
    expect(error).toMatch(
      lost ? /^Runner overload: within 2s no slot was free for another http check of 127\.0\.0\.3/ : /./,
    );
    // The deadline is a tenth of the interval before the next due time, long before the check itself would time out.
    expect(duration ?? 0).toBeLessThan(15_000);
  }
  for (const { status } of elsewhere) expect(status).toBe(true);
  await rewriteCanary(db, other, { spec: { tcp: [] } });
});

test.concurrent("runs a check immediately when the maintenance window that held back its alert ends", async () => {
  const canary = await writeCanary(
    db,
    { schedule: "@every 1h", tcp: [{ name: "rare", endpoint: "127.0.0.1:1" }], replicas: 0 },
    { labels: { app: "rare" } },
  );
  const window = await db.system
    .insertInto("maintenance_windows")
    .values({ name: "short", canary_id: canary, ends_at: new Date(Date.now() + 3_600_000).toISOString() })
    .returning("id")
    .executeTakeFirstOrThrow();
  await rewriteCanary(db, canary, {
    spec: { schedule: "@every 1h", tcp: [{ name: "rare", endpoint: "127.0.0.1:1" }] },
  });
  await isNow(canary, "unhealthy");
  const { id, alert_held_since: held } = await checkOf(canary);
  expect(held).not.toBeNull();
  expect(eventsOf(id)).toEqual([]);
  // The end is in the future, so that the runner waits for it.
  await db.system
    .updateTable("maintenance_windows")
    .set({ ends_at: new Date(Date.now() + 1_000).toISOString() })
    .where("id", "=", window.id)
    .execute();
  await until(
    () => eventsOf(id),
    (sent) => sent.length > 0,
  );
  expect(eventsOf(id)).toEqual(["check.failed"]);
});
