// Batches the state transitions of concurrent actions in this process, so that many share one statement or transaction.
import { setTimeout as delay } from "node:timers/promises";
import { sql } from "kysely";
import { createBatches } from "#lib/async/batches.ts";
import type { System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import { claimReady, type Claimed } from "./claim.ts";
import type { Engine } from "./engine.ts";
import { executionsOf, LeaseLost } from "./executions.ts";
import { finishActions, type Finishing } from "./finish-action.ts";
import { lockStatuses } from "./run-row.ts";

export interface Together {
  /** Claims an action; undefined if it must be claimed alone (claim.ts). */
  claim(actionId: string): Promise<Claimed | undefined>;
  /** Records that the action may have an effect from now on. Throws if another worker has the action. */
  markStarted(actionId: string): Promise<void>;
  /** Ends an action whose run was locked when the action was claimed. Returns false if the action had already ended. */
  finish(finishing: Finishing): Promise<boolean>;
}

const retryMs = 250;

/** The queue is the same object wherever the system is copied. */
const known = new WeakMap<System["jobs"], Together>();

export function togetherOf(system: System, engine: Engine): Together {
  let together = known.get(system.jobs);
  if (!together) known.set(system.jobs, (together = createTogether(system, engine)));
  return together;
}

function createTogether(system: System, engine: Engine): Together {
  const { db } = system;
  const executions = executionsOf(system);
  const { worker } = executions;

  const markAll = createBatches<string, boolean>(async (ids) => {
    const { rows } = await sql<{ action_id: string }>`
      update playbook_leases set is_started = true
      where  action_id = any (${ids}::uuid[]) and worker = ${worker}
      returning action_id`.execute(db.system);
    const held = new Set(rows.map((row) => row.action_id));
    return ids.map((id) => held.has(id));
  });

  return {
    claim: createBatches(async (ids) => {
      const claimed = await claimReady(system, ids, worker);
      return ids.map((id) => claimed.get(id));
    }),
    async markStarted(actionId) {
      for (;;)
        try {
          if (await markAll(actionId)) return;
          throw new LeaseLost();
        } catch (error) {
          // It is unknown whether the statement was executed; it may be repeated.
          if (!isConnectionLost(error)) throw error;
          await delay(retryMs);
        }
    },
    finish: createBatches(
      (all) =>
        db.system.transaction().execute(async (tx) => {
          const statuses = await lockStatuses(
            tx,
            all.map(({ run }) => run.id),
          );
          const found = all.flatMap((one) => {
            const status = statuses.get(one.run.id);
            return status === undefined ? [] : [{ ...one, run: { ...one.run, status } }];
          });
          const ended = await finishActions(system, tx, engine, found);
          return all.map(({ action }) => ended.has(action.id));
        }),
      // Actions that started together end one after another. If they end in one batch, their jobs are completed with
      // one statement, and the next jobs are fetched and claimed with one statement each.
      { expectsMore: (waiting) => executions.count > waiting },
    ),
  };
}
