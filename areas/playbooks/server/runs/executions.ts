// Tracks the actions that this process runs: renews their leases, and aborts them if another process ends their run.
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import { isFinalRun } from "../../model.ts";
import { runChannel } from "./run-row.ts";

/** A worker that has not renewed a lease for this time may be lost. */
export const leaseSeconds = 15;
const renewMs = 4_000;
const retryMs = 250;

/** The run was cancelled or timed out while an action ran. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
}

/** Another worker considered this worker lost, and has ended the action. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("Another worker has ended this action.");
  }
}

export interface Execution {
  actionId: string;
  runId: string;
  abort: AbortController;
  ended: Promise<void>;
}

export interface Executions {
  /** The id of this worker in leases. */
  worker: string;
  find(actionId: string): Execution | undefined;
  /** Runs work with an abort signal, and holds the lease until the work ends. */
  keep(ids: { actionId: string; runId: string }, work: (abort: AbortController) => Promise<void>): Promise<void>;
  /** Calls the listener when a run ends. Returns a function that removes the listener. */
  onEnd(callback: (runId: string) => void): () => void;
}

type Needed = Pick<System, "db" | "jobs" | "listening" | "log">;

/** All copies of the system share the same engine object. */
const known = new WeakMap<System["jobs"], Executions>();

export function executionsOf(system: Needed): Executions {
  let executions = known.get(system.jobs);
  if (!executions) known.set(system.jobs, (executions = createExecutions(system)));
  return executions;
}

function createExecutions({ db, listening, log }: Needed): Executions {
  const worker = randomUUID();
  const running = new Map<string, Execution>();
  const watchers = new Set<(runId: string) => void>();
  let renewing: NodeJS.Timeout | undefined;

  function end(runId: string, status: string): void {
    for (const execution of running.values())
      if (execution.runId === runId && (status === "cancelled" || status === "timed_out"))
        execution.abort.abort(new RunEnded(`The run was ${status === "cancelled" ? "cancelled" : "timed out"}.`));
    for (const watcher of watchers) watcher(runId);
  }

  /** Notifications may have been missed. */
  async function readEnds(): Promise<void> {
    const ids = [...new Set([...running.values()].map(({ runId }) => runId))];
    if (ids.length > 0) {
      const { rows } = await sql<{ id: string; status: string }>`
        select id, status from playbook_runs where id = any (${ids}::uuid[])`.execute(db.system);
      for (const { id, status } of rows) if (isFinalRun(status)) end(id, status);
    }
    for (const watcher of watchers) watcher("");
  }

  listening.on(runChannel, {
    notified(payload) {
      const [id = "", status = ""] = payload.split(" ");
      end(id, status);
    },
    resumed: () =>
      void readEnds().catch((error: unknown) => log.debug({ err: error }, "cannot read the status of playbook runs")),
  });

  async function renew(): Promise<void> {
    const ids = [...running.keys()];
    const { rows } = await sql<{ action_id: string }>`
      update playbook_leases
      set    until = now() + ${leaseSeconds} * interval '1 s'
      where  action_id = any (${ids}::uuid[]) and worker = ${worker}
      returning action_id`.execute(db.system);
    const held = new Set(rows.map((row) => row.action_id));
    for (const id of ids) if (!held.has(id)) running.get(id)?.abort.abort(new LeaseLost());
  }

  function schedule(): void {
    renewing ??= setTimeout(() => {
      void renew()
        .catch((error: unknown) => log.debug({ err: error }, "leases of playbook actions cannot be renewed"))
        .finally(() => {
          renewing = undefined;
          if (running.size > 0) schedule();
        });
    }, renewMs).unref();
  }

  return {
    worker,
    find: (actionId) => running.get(actionId),
    async keep({ actionId, runId }, work) {
      const abort = new AbortController();
      const ended = Promise.withResolvers<void>();
      running.set(actionId, { actionId, runId, abort, ended: ended.promise });
      schedule();
      try {
        await work(abort);
      } finally {
        running.delete(actionId);
        ended.resolve();
      }
    },
    onEnd(callback) {
      watchers.add(callback);
      return () => void watchers.delete(callback);
    },
  };
}

/** Acquires the lease of an action that is claimed in the same transaction. */
export async function takeLease(tx: Tx, actionId: string, worker: string): Promise<void> {
  await sql`
    insert into playbook_leases (action_id, worker, until)
    values (${actionId}, ${worker}, now() + ${leaseSeconds} * interval '1 s')
    on conflict (action_id) do update set worker = excluded.worker, until = excluded.until, is_started = false`.execute(
    tx,
  );
}

/** Records that the action may have effects from now on. Throws if another worker has the action. */
export async function markStarted({ db }: Pick<System, "db">, actionId: string, worker: string): Promise<void> {
  for (;;)
    try {
      const { numAffectedRows } = await sql`
        update playbook_leases set is_started = true where action_id = ${actionId} and worker = ${worker}`.execute(
        db.system,
      );
      if (numAffectedRows !== 1n) throw new LeaseLost();
      return;
    } catch (error) {
      // It is unknown whether the statement was executed, but repeating it is safe.
      if (!isConnectionLost(error)) throw error;
      await delay(retryMs);
    }
}
