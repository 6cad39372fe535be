// Reports what the server refuses to send, as runs in the job history, which is pushed to the server: a failed run when
// the reasons change, and a successful run when no reason is left.
import { sql } from "kysely";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { recordEnd } from "#server/jobs/history.ts";
import { refusalsRun as name } from "../../contract.ts";

export interface Refusals {
  /** Records why the server refused a request; undefined if the server has answered the request. */
  set(request: string, reason: string | undefined): Promise<void>;
}

export function createRefusals({ db, log }: Pick<System, "db" | "log">): Refusals {
  const reasons = new Map<string, string>();

  /**
   * Compares the reasons with the last run in the job history, so that a restart does not record the same reasons
   * again.
   */
  async function record(): Promise<void> {
    const errors = [...new Set(reasons.values())].sort();
    const { rows } = await sql<{ errors: readonly string[] | null }>`
      select details -> 'errors' as errors
      from   job_history
      where  name = ${name}
      order  by created_at desc
      limit  1`.execute(db.system);
    if (JSON.stringify(rows[0]?.errors ?? []) === JSON.stringify(errors)) return;
    if (errors.length > 0) log.warn({ errors }, "the server refuses to send resources or actions");
    await recordEnd(
      db.system,
      { id: newId(), name, startedAt: new Date() },
      {
        status: errors.length > 0 ? "FAILED" : "SUCCESS",
        successes: 0,
        failures: errors.length,
        details: errors.length > 0 ? { errors } : {},
        durationMs: 0,
      },
    );
  }

  let isKnown = false;
  let last: Promise<void> = Promise.resolve();
  return {
    set(request, reason) {
      const before = reasons.get(request);
      if (isKnown && before === reason) return last;
      isKnown = true;
      if (reason === undefined) reasons.delete(request);
      else reasons.set(request, reason);
      return (last = last.then(record, record));
    },
  };
}
