// Finds webhooks that have not reported for too long ("the job did not report"). The limit is `maxAge` of the check, or
// else the interval of its canary's schedule; a check with neither has no limit.
import { sql } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import { localAgent } from "#language/local-agent.ts";
import { parseSchedule, runsAfter, type Schedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { engineOf } from "./engine/engine.ts";
import { writtenSchedule } from "./engine/sync.ts";
import { bareResult, type CheckResult } from "./run/result.ts";

export const findSilence = defineJob({
  name: "health.silent-webhooks",
  title: "Find webhooks that do not report",
  schedule: { everySeconds: 60 },
  history: "failed-only",
  async run({ system, success }) {
    const engine = engineOf(system);
    let found = 0;
    for (const { id, canary_id, result } of await findSilentWebhooks(system)) {
      const canary = (await engine.loaded.get(system.db.system, [{ id: canary_id }])).get(canary_id);
      const check = canary?.checks.get(id);
      if (canary && check) found += (await engine.recorder.add({ results: new Map([[check, result]]) })).length;
    }
    success(found);
  },
});

interface SilentWebhook {
  id: string;
  canary_id: string;
  result: CheckResult;
}

interface Row {
  id: string;
  canary_id: string;
  since: Date;
  /** Whether the webhook has reported at least once. */
  has_reported: boolean;
  max_age: string | null;
  timing: Readonly<Record<string, unknown>>;
}

/** Returns only webhooks that still count as healthy, so that a silent webhook is found only once. */
export async function findSilentWebhooks({ db }: Pick<System, "db">, now = new Date()): Promise<SilentWebhook[]> {
  const { rows } = await sql<Row>`
    select c.id, c.canary_id, greatest(coalesce(c.last_runtime, c.created_at), c.paused_until) as since, c.last_runtime is not null as has_reported,
           c.spec ->> 'maxAge' as max_age, jsonb_build_object('schedule', n.spec -> 'schedule', 'interval', n.spec -> 'interval') as timing
    from   checks c
    join   canaries n on n.id = c.canary_id
    where  c.type = 'webhook'
    and    not c.transformed
    and    c.deleted_at is null
    and    n.deleted_at is null
    and    n.agent_id = ${localAgent}
    and    coalesce(n.spec ->> 'replicas', '1') <> '0'
    and    coalesce(n.annotations ->> 'suspend', '') <> 'true'
    and    not is_paused(c.paused_at, c.paused_until)
    and    c.status is distinct from 'unhealthy'`.execute(db.system);
  return rows.flatMap(({ id, canary_id, since, has_reported, max_age, timing }) => {
    const maxMs = maxSilence({ maxAge: max_age, schedule: writtenSchedule(timing) ?? null }, now);
    const silentMs = now.getTime() - new Date(since).getTime();
    if (maxMs === undefined || silentMs <= maxMs) return [];
    const when = new Date(since).toISOString().replace(/\.\d+Z$/, "Z");
    const error = has_reported ? `has not reported since ${when}` : `has never reported; expected since ${when}`;
    return [{ id, canary_id, result: { ...bareResult("unhealthy", now), error } }];
  });
}

/** Returns the maximum time without a report; undefined without a limit. */
export function maxSilence(
  { maxAge, schedule }: { maxAge: string | null; schedule: string | null },
  now: Date,
): number | undefined {
  if (maxAge !== null && problemOf(() => parseDuration(maxAge)) === undefined)
    return parseDuration(maxAge) || undefined;
  if (schedule === null || problemOf(() => parseSchedule(schedule)) !== undefined) return undefined;
  return maxGap(parseSchedule(schedule), now);
}

/** Number of scheduled runs to compare, enough to include a weekend. */
const looksAhead = 10;

function maxGap(schedule: Schedule, now: Date): number | undefined {
  if (schedule.kind === "never") return undefined;
  if (schedule.kind === "every") return schedule.millis;
  const runs = runsAfter(schedule, now.getTime(), "UTC").take(looksAhead).toArray();
  const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
  return gaps.length === 0 ? undefined : Math.max(...gaps);
}
