// Records results of checks in a separate process, like a worker. The bench sends the checks that change their status.
import { pino } from "pino";
import { createListening } from "#server/db/listening.ts";
import { openDatabases, type Connection, type Databases } from "#server/db/pool.ts";
import { createJobs } from "#server/jobs/engine.ts";
import { createEvents } from "#server/jobs/listeners.ts";
import { createLoaded, type LoadedCheck } from "../../areas/health/server/engine/loaded.ts";
import { record, type RecordTools } from "../../areas/health/server/engine/record.ts";
import { noData, type CheckResult } from "../../areas/health/server/run/result.ts";

export type RecordingOrder =
  | { kind: "open"; connection: Connection }
  /** The ids of the checks, and whether they fail now. */
  | { kind: "record"; results: readonly { id: string; isFailing: boolean }[] };

/** Specs without credentials need no secrets. */
const secrets = undefined as never;

let db: Databases;
let tools: RecordTools;
const checks = new Map<string, LoadedCheck>();

async function open(connection: Connection): Promise<void> {
  const log = pino({ level: "warn" });
  db = await openDatabases(connection, { log });
  const jobs = createJobs({ db, log, role: "web", listening: createListening(db, log), jobs: [] });
  // A process that only sends jobs does not need the running system.
  await jobs.start(undefined as never);
  tools = { events: createEvents(jobs, []), secrets, windows: [] };
  const canaries = await db.system.selectFrom("canaries").select("id").execute();
  for (const canary of (await createLoaded(secrets).get(db.system, canaries)).values())
    for (const [id, check] of canary.checks) checks.set(id, check);
}

const resultOf = (isFailing: boolean): CheckResult => ({
  verdict: isFailing ? "unhealthy" : "healthy",
  isInvalid: false,
  start: new Date(),
  durationMs: 12,
  message: isFailing ? "" : "ok",
  error: isFailing ? "expected status 200, got 503" : "",
  detail: null,
  data: noData,
  labels: {},
  metrics: [],
  artifacts: [],
});

async function obey(order: RecordingOrder): Promise<void> {
  if (order.kind === "open") await open(order.connection);
  else {
    const results = new Map(order.results.map(({ id, isFailing }) => [checks.get(id)!, resultOf(isFailing)]));
    await db.system.transaction().execute((tx) => record(tx, [{ results }], tools));
  }
  process.send!("done");
}

process.on("message", (order: RecordingOrder) => void obey(order));
