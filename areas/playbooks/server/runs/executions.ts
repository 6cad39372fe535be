// Tracks the actions that this process runs: renews their leases, and aborts them if another process ends their run.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { isFinalRun } from "../../model.ts";
import { runChannel } from "./run-row.ts";

/** A worker that has not renewed a lease for this time may be lost. */
export const leaseSeconds = 15;
const renewMs = 4_000;

/** The run was cancelled or timed out while an action ran. */
export class RunEnded extends Error {
  override readonly name = "RunEnded";
}

/** Another worker considered this worker lost, and has ended the action. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
  constructor() {
    super("Another worker has already finished this action.");
  }
}

export interface Execution {
  runId: string;
  abort: AbortController;
}

export interface Executions {
  /** The id of this worker in leases. */
  worker: string;
  /** The number of actions that this process runs now. */
  readonly count: number;
  /**
   * Handles an action, or waits for its end if this process already handles it: after an outage a job may return to the
   * process that still runs its action, and an action that sleeps may have two jobs.
   */
  once(actionId: string, handle: () => Promise<void>): Promise<void>;
  /** Runs work with an abort signal, and keeps the lease until it ends. */
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
  const handled = new Map<string, Promise<void>>();
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
    get count() {
      return running.size;
    },
    once(actionId, handle) {
      let ended = handled.get(actionId);
      if (!ended) handled.set(actionId, (ended = handle().finally(() => handled.delete(actionId))));
      return ended;
    },
    async keep({ actionId, runId }, work) {
      const abort = new AbortController();
      running.set(actionId, { runId, abort });
      schedule();
      try {
        await work(abort);
      } finally {
        running.delete(actionId);
      }
    },
    onEnd(callback) {
      watchers.add(callback);
      return () => void watchers.delete(callback);
    },
  };
}
