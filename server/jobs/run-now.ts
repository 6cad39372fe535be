// Runs the job of a resource on request, independent of its schedule, and waits for its row in the job history. If the
// resource is already running, the current run is returned.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import type { System } from "../area.ts";
import { titleOf } from "./definition.ts";
import type { RunStatus } from "./history.ts";
import type { JobQueue } from "./queue.ts";

export interface RequestedRun {
  job_history_id: string;
  status: RunStatus;
}

/** Other runs may delay the start. */
const startTimeoutMs = 10_000;
/** After this time, the running job is returned; the client can follow it in the job history. */
const endTimeoutMs = 5 * 60_000;
const pollIntervalMs = 100;

/** `job` must define its resource. With `isAsync`, returns as soon as the run has started. */
export async function runJobNow<Data extends object>(
  system: Pick<System, "db" | "jobs">,
  { job, data }: { job: JobQueue<Data>; data: Data },
  { isAsync, signal }: { isAsync: boolean; signal: AbortSignal },
): Promise<RequestedRun> {
  const requestedAt = await nowOf(system);
  const send = () => system.jobs.send(system.db.system, job, data, { priority: 1 });
  let jobId = await send();
  const findStarted = async () => {
    const found = await lastRun(system, { job, data }, jobId, requestedAt);
    // The run that prevented sending may have ended just before the request.
    if (!found && jobId === null) jobId = await send();
    return found;
  };
  const started = await pollUntil(findStarted, {
    withinMs: startTimeoutMs,
    signal,
    isDone: (run) => run !== undefined,
  });
  if (!started)
    throw problem.unavailable("The run is waiting for a worker.", {
      hint: "The run starts as soon as a worker is free, and then appears in the job history.",
    });
  if (isAsync || started.status !== "RUNNING") return started;
  const follow = () => runOf(system, started.job_history_id);
  return (
    (await pollUntil(follow, { withinMs: endTimeoutMs, signal, isDone: (run) => run?.status !== "RUNNING" })) ?? started
  );
}

async function nowOf({ db }: Pick<System, "db">): Promise<string> {
  const { rows } = await sql<{ now: string }>`select clock_timestamp() as now`.execute(db.system);
  return rows[0]!.now;
}

const columns = sql`id as job_history_id, status`;

/** Returns the run of the sent job, or the current run that prevented sending it. */
async function lastRun<Data extends object>(
  { db }: Pick<System, "db">,
  { job, data }: { job: JobQueue<Data>; data: Data },
  jobId: string | null,
  requestedAt: string,
): Promise<RequestedRun | undefined> {
  const { type, id } = job.resource!(data);
  const isWanted =
    jobId === null ? sql`(status = 'RUNNING' or time_end >= ${requestedAt})` : sql`job_id = ${jobId}::uuid`;
  const { rows } = await sql<RequestedRun>`
    select ${columns}
    from   job_history
    where  resource_type = ${type} and resource_id = ${id} and name = ${titleOf(job)} and ${isWanted}
    order  by time_start desc
    limit  1`.execute(db.system);
  return rows[0];
}

async function runOf({ db }: Pick<System, "db">, id: string): Promise<RequestedRun | undefined> {
  const { rows } = await sql<RequestedRun>`select ${columns} from job_history where id = ${id}`.execute(db.system);
  return rows[0];
}

async function pollUntil<T>(
  look: () => Promise<T>,
  { withinMs, signal, isDone }: { withinMs: number; signal: AbortSignal; isDone(found: T): boolean },
): Promise<T> {
  const until = performance.now() + withinMs;
  for (;;) {
    signal.throwIfAborted();
    const found = await look();
    if (isDone(found) || performance.now() > until) return found;
    await delay(pollIntervalMs, undefined, { signal });
  }
}
