// The schedules of resources that run as jobs, such as scrapers: a table has a row with the next due time of each
// resource. The row is written in the transaction that writes the resource; the first worker that sees a due row sends
// the job.
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import { cadenceOf, nextDue } from "#lib/time/cadence.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { Service, System } from "../area.ts";
import { isConnectionLost } from "../db/failures.ts";
import type { Tx } from "../db/pool.ts";
import type { JobQueue } from "./queue.ts";

/** A table with the columns of `scraper_turns`, and the table of its resources. */
export interface TurnTable {
  table: string;
  /** The column that references the resource. */
  key: string;
  /** The table of the resources. */
  of: string;
  /** The plural of the resource, for messages. */
  noun: string;
  /** The schedule of resources without their own schedule, and the property that overrides it. */
  fallback: { property: string; text: string };
  /** Minimum interval. Shorter intervals are replaced by this interval, because they would overload the sources. */
  minIntervalMs: number;
  /** A column with the time until which the resource must not run. */
  heldUntil?: string;
}

export interface WrittenResource {
  id: string;
  agent_id: string;
  spec: unknown;
  deleted_at: string | null;
}

export interface Turns {
  /** Makes a new or changed resource due immediately. */
  sync(tx: Tx, resource: WrittenResource): Promise<void>;
  /** Sends a job for each due resource and sets the next due time. Returns the number of sent jobs. */
  sendDue<Data extends object>(
    system: Pick<System, "db" | "jobs">,
    job: JobQueue<Data>,
    dataOf: (id: string) => Data,
  ): Promise<number>;
  /**
   * Sends the jobs of due resources, in each worker. Waits until the next resource is due, or until a resource changes.
   */
  sender<Data extends object>(job: JobQueue<Data>, dataOf: (id: string) => Data, minWaitMs?: number): Service;
}

/** Returns the schedule of a spec; empty for the default schedule, undefined for a resource that only runs manually. */
export function scheduleIn(spec: unknown): string | undefined {
  const { schedule } = (spec ?? {}) as { schedule?: unknown };
  const text = typeof schedule === "string" ? schedule.trim() : "";
  if (text === "") return "";
  // The API rejects an invalid schedule, but a manifest file may contain an invalid schedule.
  if (problemOf(() => parseSchedule(text)) !== undefined) return undefined;
  return parseSchedule(text).kind === "never" ? undefined : text;
}

const defaultMinWaitMs = 1_000;
/** The maximum delay if a notification is lost or the clock is set forward. */
const maxWaitMs = 10_000;

export function createTurns({ table, key, of, noun, fallback, minIntervalMs, heldUntil }: TurnTable): Turns {
  const [turns, resource, resources] = [sql.table(table), sql.ref(key), sql.table(of)];
  const held = heldUntil === undefined ? undefined : sql.ref(heldUntil);

  async function sync(tx: Tx, { id, agent_id, spec, deleted_at }: WrittenResource): Promise<void> {
    if (id === localAgent) return;
    // A resource that moves to an agent runs there.
    const schedule = deleted_at === null && agent_id === localAgent ? scheduleIn(spec) : undefined;
    if (schedule === undefined) {
      await sql`delete from ${turns} where ${resource} = ${id}`.execute(tx);
      return;
    }
    await sql`
      insert into ${turns} as t (${resource}, schedule, due_at, spec_hash, is_changed)
      select s.id, ${schedule}, now(), md5(coalesce(s.spec::text, '') || coalesce(s.spec_secrets, '')), true
      from   ${resources} s
      where  s.id = ${id}
      on conflict (${resource}) do update
      set    schedule = excluded.schedule, due_at = excluded.due_at, spec_hash = excluded.spec_hash, is_changed = true
             ${held === undefined ? sql`` : sql`, ${held} = null`}
      where  t.spec_hash <> excluded.spec_hash`.execute(tx);
  }

  const sendDue: Turns["sendDue"] = ({ db, jobs }, job, dataOf) =>
    db.system.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; schedule: string; is_changed: boolean; now: string }>`
        select ${resource} as id, schedule, is_changed, now() as now
        from   ${turns}
        where  due_at <= now() ${held === undefined ? sql`` : sql`and (${held} is null or ${held} <= now())`}
        order  by due_at
        limit  100
        for    update skip locked`.execute(tx);
      let sent = 0;
      for (const { id, schedule, is_changed: isChanged, now } of rows) {
        const isSent = (await jobs.send(tx, job, dataOf(id))) !== null;
        if (isSent) sent += 1;
        // The run of the resource's previous version is about to end, so the job is sent again half a second later.
        const isWaiting = !isSent && isChanged;
        const due = isWaiting ? new Date(Date.parse(now) + 500) : await nextOf(tx, id, schedule, Date.parse(now));
        await sql`
          update ${turns} set due_at = ${due.toISOString()}, is_changed = ${isWaiting}
          where  ${resource} = ${id}`.execute(tx);
      }
      return sent;
    });

  async function nextOf(tx: Tx, id: string, schedule: string, now: number): Promise<Date> {
    const text = schedule === "" ? await defaultSchedule(tx) : schedule;
    const cadence = cadenceOf(text) ?? cadenceOf(fallback.text)!;
    const slow = cadence.minIntervalMs < minIntervalMs ? cadenceOf(`@every ${minIntervalMs / 1000}s`)! : cadence;
    return new Date(nextDue(slow, id, { now, previous: now }));
  }

  async function defaultSchedule(tx: Tx): Promise<string> {
    const property = await tx
      .selectFrom("properties_in_force")
      .select("value")
      .where("name", "=", fallback.property)
      .executeTakeFirst();
    const text = property?.value.trim() ?? "";
    return text !== "" && problemOf(() => parseSchedule(text)) === undefined ? text : fallback.text;
  }

  /** The time until the next resource is due; infinite when there is none. */
  async function nextTurnMs({ system }: Pick<System["db"], "system">): Promise<number> {
    const { rows } = await sql<{ ms: number | null }>`
      select (extract(epoch from min(greatest(due_at ${held === undefined ? sql`` : sql`, ${held}`})) - now()) * 1000)::float8 as ms
      from   ${turns}`.execute(system);
    return rows[0]!.ms ?? Number.POSITIVE_INFINITY;
  }

  const sender: Turns["sender"] = (job, dataOf, minWaitMs = defaultMinWaitMs) => ({
    name: `schedule of ${noun}`,
    roles: ["all", "worker"],
    async start(system) {
      const ending = new AbortController();
      const { signal } = ending;
      const repeat = async () => {
        const pause = createWakeablePause();
        const stopListening = system.live.on([of], pause.wake);
        while (!signal.aborted) {
          let waitMs = minWaitMs;
          try {
            const nextMs = await nextTurnMs(system.db);
            if (nextMs <= 0) await sendDue(system, job, dataOf);
            else waitMs = Math.min(Math.max(nextMs, minWaitMs), maxWaitMs);
          } catch (error) {
            const level = isConnectionLost(error) ? "debug" : "warn";
            system.log[level]({ err: error }, `cannot look for due ${noun}; trying again`);
          }
          await pause.wait(waitMs, signal);
        }
        stopListening();
      };
      const working = repeat();
      return {
        async stop() {
          ending.abort();
          await working;
        },
      };
    },
  });

  return { sync, sendDue, sender };
}
