// Starts playbooks on their schedules. Each schedule has a row with its next run, written in the transaction that saves
// the playbook. The first worker that finds it due starts the run and sets the next time, in one transaction.
import { sql } from "kysely";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import { parseSchedule, runsAfter } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { Service, System } from "#server/area.ts";
import { isConnectionLost } from "#server/db/failures.ts";
import type { Tx } from "#server/db/pool.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { ActionInvalid } from "../action-kind.ts";
import type { Engine } from "../runs/engine.ts";
import type { PlaybookSpec } from "../spec.ts";
import { environmentOf, withFunctions, type Fields } from "../text/environment.ts";
import { renderValue } from "../text/render-block.ts";
import { recordFailure, startTriggered } from "./start-triggered.ts";

export interface ScheduledPlaybook {
  id: string;
  spec: Pick<PlaybookSpec, "on">;
  deleted_at: string | null;
}

/** Unchanged schedules keep the time of their next run. */
export async function syncSchedules(tx: Tx, { id, spec, deleted_at: deletedAt }: ScheduledPlaybook): Promise<void> {
  const written = deletedAt === null ? (spec.on?.schedule ?? []) : [];
  const rows = written.flatMap(({ schedule }, position) => {
    const due = nextRun(schedule, Date.now());
    return due === undefined ? [] : [{ position, schedule, due_at: new Date(due).toISOString() }];
  });
  await sql`
    delete from playbook_schedules
    where  playbook_id = ${id} and position <> all (${rows.map(({ position }) => position)}::int[])`.execute(tx);
  await sql`
    insert into playbook_schedules as s (playbook_id, position, schedule, due_at)
    select ${id}, n.position, n.schedule, n.due_at
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (position int, schedule text, due_at timestamptz)
    on conflict (playbook_id, position) do update
    set    schedule = excluded.schedule, due_at = excluded.due_at
    where  s.schedule <> excluded.schedule`.execute(tx);
}

/** Returns undefined for a schedule that never runs or is invalid. */
export function nextRun(schedule: string, after: number): number | undefined {
  if (problemOf(() => parseSchedule(schedule)) !== undefined) return undefined;
  return runsAfter(parseSchedule(schedule), after, "UTC").next().value ?? undefined;
}

const minWaitMs = 1_000;
/** The maximum delay if a notification is lost or the clock is set forward. */
const maxWaitMs = 10_000;
const noneWaitMs = 5 * 60_000;

export const scheduleTriggers = (engine: Engine): Service => ({
  name: "schedules of playbooks",
  roles: ["all", "worker"],
  async start(system) {
    const ending = new AbortController();
    const pause = createWakeablePause();
    const stopListening = system.live.on(["playbooks"], pause.wake);
    const repeat = async () => {
      while (!ending.signal.aborted) {
        let waitMs = minWaitMs;
        try {
          const nextMs = await nextDueMs(system);
          if (nextMs <= 0) await startDue(system, engine);
          else waitMs = Math.min(Math.max(nextMs, minWaitMs), Number.isFinite(nextMs) ? maxWaitMs : noneWaitMs);
        } catch (error) {
          const level = isConnectionLost(error) ? "debug" : "warn";
          system.log[level]({ err: error }, "cannot look for due playbooks; trying again");
        }
        await pause.wait(waitMs, ending.signal);
      }
    };
    const working = repeat();
    return {
      async stop() {
        stopListening();
        ending.abort();
        await working;
      },
    };
  },
});

async function nextDueMs({ db }: System): Promise<number> {
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from min(due_at) - now()) * 1000)::float8 as ms from playbook_schedules`.execute(db.system);
  return rows[0]!.ms ?? Number.POSITIVE_INFINITY;
}

interface Due {
  playbook_id: string;
  position: number;
  schedule: string;
  parameters: Readonly<Record<string, unknown>> | null;
  now: string;
}

/**
 * Starts one due schedule per transaction. Several runs that were missed while no worker ran are replaced by a single
 * run.
 */
export async function startDue(system: System, engine: Engine): Promise<number> {
  for (let started = 0; ; started += 1) {
    const isDone = await system.db.system.transaction().execute(async (tx) => {
      const { rows } = await sql<Due>`
        select s.playbook_id, s.position, s.schedule, p.spec #> array['on', 'schedule', s.position::text, 'parameters'] as parameters, now() as now
        from   playbook_schedules s
        join   playbooks p on p.id = s.playbook_id
        where  s.due_at <= now() and p.deleted_at is null
        order  by s.due_at
        limit  1
        for    update of s skip locked`.execute(tx);
      const [due] = rows;
      if (!due) return true;
      const next = nextRun(due.schedule, Date.parse(due.now));
      const row = sql`playbook_id = ${due.playbook_id} and position = ${due.position}`;
      if (next === undefined) await sql`delete from playbook_schedules where ${row}`.execute(tx);
      else
        await sql`
          update playbook_schedules set due_at = ${new Date(next).toISOString()} where ${row}`.execute(tx);
      await startOne(system, tx, engine, due);
      return false;
    });
    if (isDone) return started;
  }
}

async function startOne(
  system: System,
  tx: Tx,
  engine: Engine,
  { playbook_id: playbookId, ...due }: Due,
): Promise<void> {
  try {
    const parameters = await renderedParameters(due.parameters ?? {});
    await startTriggered(system, tx, engine, { playbookId, cause: "schedule", parameters });
  } catch (error) {
    // A template that cannot be rendered must not stop the other schedules.
    if (!(error instanceof ActionInvalid)) throw error;
    await recordFailure(tx, playbookId, error);
  }
}

async function renderedParameters(written: Fields): Promise<Record<string, string>> {
  const values = withFunctions(environmentOf({}), []);
  const rendered: Record<string, string> = {};
  for (const [name, value] of Object.entries(written)) {
    const rendering = { what: `on.schedule.parameters.${name}`, values, scrubber: createScrubber() };
    rendered[name] = typeof value === "string" ? await renderValue(value, rendering) : JSON.stringify(value);
  }
  return rendered;
}
