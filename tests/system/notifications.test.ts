// Tests two worker processes that notify a receiver which fails, hangs and asks to wait, while the sending process is
// killed: no message is lost, the order per resource is kept, and a message is repeated at most once.
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "../support/database.ts";
import {
  historyOf,
  runPipeline,
  startReceiver,
  writeChecks,
  writeRule,
  type Received,
} from "../support/notification-pipeline.ts";
import { until } from "../support/running-system.ts";
import { Child, plainEnvironment } from "./child.ts";

const database = await testDatabase();
const db = database.databases;
await sql`
  insert into properties (name, value)
  values ('notifications.retry.delay', '200ms'), ('notifications.retry.max.delay', '1s'), ('notifications.max.count', '100000'),
         ('notification.max-retries', '50')`.execute(db.system);
const receiver = await startReceiver();
afterAll(() => receiver.close());

const program = fileURLToPath(new URL("./notifying-server.ts", import.meta.url));

async function startWorker(): Promise<Child> {
  const child = new Child(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
    env: {
      ...plainEnvironment,
      DATABASE_URL: database.url,
      // The SECRET_KEY of test systems.
      SECRET_KEY: "a key that only tests know, 32 long",
      ROLE: "worker",
      WATCH_ITSELF: "false",
      LOG_LEVEL: "warn",
    },
  });
  await child.until("ready", (lines) => lines.find((line) => line.includes('"ready":true')));
  return child;
}

/** The messages that the receiver accepted, in order. */
const accepted: Received[] = [];
type Mode = "accept" | "fail" | "hang" | "wait";
let mode: Mode = "accept";
/** Kills the sender at the moment of the next accepted message, before it can record the delivery. */
let kills: ((pid: number) => void) | undefined;

receiver.respond = (request, response) => {
  if (mode === "fail") return void response.writeHead(500).end();
  if (mode === "wait") return void response.writeHead(429, { "retry-after": "1" }).end();
  if (mode === "hang") return;
  accepted.push(request);
  if (kills) {
    kills(request.pid);
    kills = undefined;
  }
  response.writeHead(204).end();
};

test("no message is lost, the order is kept, and a message is repeated at most once", async () => {
  const publisher = await runPipeline(db, { isRunning: false });
  const workers = [await startWorker(), await startWorker()];
  const checks = await writeChecks(db, 10);
  const rule = await writeRule(db, {
    url: receiver.url,
    events: ["check.failed", "check.passed"],
    properties: { timeoutMs: "1000" },
  });
  let published = 0;
  const flip = async (name: string) => {
    await publisher.publish(...checks.map((id) => ({ name, id, last_runtime: new Date().toISOString() })));
    published += checks.length;
  };
  const requests = (from: number, count: number) => until(() => receiver.received.length - from >= count);

  await flip("check.failed");
  await until(() => accepted.length === 10);

  mode = "fail";
  let before = receiver.received.length;
  await flip("check.passed");
  await requests(before, 12);

  mode = "hang";
  before = receiver.received.length;
  await flip("check.failed");
  await requests(before, 1);
  const { pid: first } = receiver.received.at(-1)!;
  process.kill(first, "SIGKILL");
  await workers.find(({ pid }) => pid === first)!.ended;

  mode = "wait";
  before = receiver.received.length;
  await requests(before, 2);
  const { pid: second } = receiver.received.at(-1)!;
  expect(second).not.toBe(first);
  await flip("check.passed");

  // The remaining worker is killed right after the receiver got a message.
  const third = await startWorker();
  kills = (pid) => process.kill(pid, "SIGKILL");
  mode = "accept";
  await workers.find(({ pid }) => pid === second)!.ended;

  const rows = await until(
    () => historyOf(db, rule),
    (all) => all.length === published && all.every(({ status }) => status === "sent"),
  );
  await publisher.stop();

  const ids = (some: readonly Received[]) => some.map(({ message }) => message.id);
  const counts = Map.groupBy(ids(accepted), (id) => id);
  expect(new Set(counts.keys())).toEqual(new Set(rows.map(({ id }) => id)));
  const repeated = [...counts.values()].filter((all) => all.length > 1);
  expect(repeated.length).toBeGreaterThan(0);
  for (const all of repeated) expect(all).toHaveLength(2);
  for (const check of checks) {
    const own = accepted.filter(({ message }) => message.subject.includes(check)).map(({ message }) => message.id);
    expect(own).toEqual(own.toSorted());
  }
  // The history contains every attempt of a process that was not killed.
  const { rows: attempts } = await sql<{ outcome: string; count: number }>`
    select a.outcome, count(*)::int as count
    from   notification_attempts a
    join   notification_send_history h on h.id = a.history_id
    where  h.notification_id = ${rule}
    group  by 1`.execute(db.system);
  const recorded = new Map(attempts.map(({ outcome, count }) => [outcome, count]));
  expect(recorded.get("delivered")).toBe(published);
  expect(recorded.get("failed")).toBeGreaterThan(10);
  third.signal("SIGTERM");
  expect((await third.ended).code).toBe(0);
});
