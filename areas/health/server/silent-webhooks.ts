// Webhooks that nobody told anything for too long: "the job did not report". How long that is says the check (`maxAge`), else
// the schedule of its canary, which then says how often a report is due; one without either waits for ever.
import { sql } from "kysely";
import { parseDuration } from "#language/duration.ts";
import { localAgent } from "#language/local-agent.ts";
import { parseSchedule, runsAfter, type Schedule } from "#language/schedule.ts";
import { problemOf } from "#language/unreadable.ts";
import type { System } from "#server/area.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { engineOf } from "./engine/engine.ts";
import { writtenSchedule } from "./engine/turn-plan.ts";
import { bareResult, type CheckResult } from "./run/result.ts";

export const findSilence = defineJob({
  name: "health.silent-webhooks",
  title: "Look for webhooks that do not report",
  schedule: { everySeconds: 60 },
  history: "failed-only",
  async run({ system, success }) {
    const engine = engineOf(system);
    let found = 0;
    for (const { id, canary_id, result } of await findSilentWebhooks(system)) {
      const canary = (await engine.loaded.get(system.db.system, [{ id: canary_id }])).get(canary_id);
      const check = canary?.checks.get(id);
      if (canary && check)
        found += (await engine.recorder.add({ canary, runs: [{ loaded: check, ran: { result } }] })).length;
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
  /** Whether anything ever came. */
  has_reported: boolean;
  max_age: string | null;
  timing: Readonly<Record<string, unknown>>;
}

/** Those that are still taken for healthy; of each once, until it reports again. */
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
    const longestMs = longestSilence({ maxAge: max_age, schedule: writtenSchedule(timing) ?? null }, now);
    const silentMs = now.getTime() - new Date(since).getTime();
    if (longestMs === undefined || silentMs <= longestMs) return [];
    const when = new Date(since).toISOString().replace(/\.\d+Z$/, "Z");
    const error = has_reported ? `did not report since ${when}` : `never reported, and is waited for since ${when}`;
    return [{ id, canary_id, result: { ...bareResult("unhealthy", now), error } }];
  });
}

/** Undefined for ever. */
export function longestSilence(
  { maxAge, schedule }: { maxAge: string | null; schedule: string | null },
  now: Date,
): number | undefined {
  if (maxAge !== null && problemOf(() => parseDuration(maxAge)) === undefined)
    return parseDuration(maxAge) || undefined;
  if (schedule === null || problemOf(() => parseSchedule(schedule)) !== undefined) return undefined;
  return longestGap(parseSchedule(schedule), now);
}

/** Enough to see a weekend in it. */
const looksAhead = 10;

function longestGap(schedule: Schedule, now: Date): number | undefined {
  if (schedule.kind === "never") return undefined;
  if (schedule.kind === "every") return schedule.millis;
  const runs = runsAfter(schedule, now.getTime(), "UTC").take(looksAhead).toArray();
  const gaps = runs.slice(1).map((run, index) => run - runs[index]!);
  return gaps.length === 0 ? undefined : Math.max(...gaps);
}
