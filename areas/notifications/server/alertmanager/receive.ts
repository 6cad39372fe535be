// Stores alerts, and records a check result when the status of an alert changes. Prometheus repeats firing alerts every
// minute, which only moves their end.
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { Labels } from "#language/columns.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import { receiveChecks } from "#areas/health/server/index.ts";
import { checkName, checkOf, isResolvedAt, type Alert } from "./alert.ts";
import { notifyDeadlines } from "./deadlines.ts";

export const maxActive = 10_000;

/** An alert whose check needs a new result. */
export interface DueAlert {
  fingerprint: string;
  labels: Labels;
  annotations: Labels;
  generatorUrl: string | null;
  startsAt: string;
  endsAt: string | null;
  isResolved: boolean;
}

/**
 * Known alerts are always accepted. New alerts are refused while the source has too many. If known alerts were
 * refused, they would end although their sender still repeats them.
 */
export async function receiveAlerts(system: System, canaryId: string, alerts: readonly Alert[]): Promise<void> {
  const now = new Date();
  // Later entries about the same alert win.
  const distinct = [...new Map(alerts.map((alert) => [alert.fingerprint, alert])).values()];
  const { due, refused, isQuiet } = await system.db.system
    .transaction()
    .execute((tx) => store(tx, canaryId, distinct, now));
  const resolved = distinct.filter((alert) => isResolvedAt(alert, now)).length;
  // A request that changes nothing is recorded once a minute, so that the canary shows that its source still sends.
  if (due.length > 0 || !isQuiet)
    await recordAlerts(system, canaryId, due, `${distinct.length - resolved} firing, ${resolved} resolved`);
  await notifyDeadlines(system.db.system);
  if (refused > 0)
    throw new Problem(
      "too_many_requests",
      `This source has ${maxActive} active alerts, which is the maximum; ${refused} new alerts were not stored.`,
      { retryAfter: 60 },
    );
}

async function store(tx: Tx, canaryId: string, alerts: readonly Alert[], now: Date) {
  // Requests of one source run one after another, so that together they do not exceed the limit.
  await sql`select from canaries where id = ${canaryId} for no key update`.execute(tx);
  const { rows: known } = await sql<{ fingerprint: string; is_active: boolean }>`
    select fingerprint, ends_at is null or ends_at > now() as is_active
    from   alerts
    where  canary_id = ${canaryId} and fingerprint = any (${alerts.map(({ fingerprint }) => fingerprint)}::text[])`.execute(
    tx,
  );
  const active = new Set(known.filter((row) => row.is_active).map((row) => row.fingerprint));
  const ended = alerts.filter((alert) => isResolvedAt(alert, now));
  const firing = alerts.filter((alert) => !isResolvedAt(alert, now));
  const fresh = firing.filter(({ fingerprint }) => !active.has(fingerprint));
  const room = fresh.length === 0 ? 0 : await roomOf(tx, canaryId);
  const refused = new Set(fresh.slice(room));
  const due = [
    ...(await writeFiring(
      tx,
      canaryId,
      firing.filter((alert) => !refused.has(alert)),
    )),
    ...(await writeEnded(tx, canaryId, ended)),
  ];
  return { due, refused: refused.size, isQuiet: await wasSeenLately(tx, canaryId) };
}

async function roomOf(tx: Tx, canaryId: string): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select count(*)::int as active
    from   alerts
    where  canary_id = ${canaryId} and (ends_at is null or ends_at > now())`.execute(tx);
  return Math.max(0, maxActive - rows[0]!.active);
}

async function wasSeenLately(tx: Tx, canaryId: string): Promise<boolean> {
  const { rows } = await sql`
    select from checks
    where  canary_id = ${canaryId} and not transformed and last_runtime > now() - interval '1 minute'`.execute(tx);
  return rows.length > 0;
}

const postedRows = (alerts: readonly Alert[]) => sql`
  select * from jsonb_to_recordset(${JSON.stringify(
    alerts.map(({ fingerprint, labels, annotations, generatorUrl, startsAt, endsAt }) => ({
      fingerprint,
      labels,
      annotations,
      generator_url: generatorUrl,
      starts_at: startsAt,
      ends_at: endsAt,
    })),
  )}::jsonb) as g (
    fingerprint text, labels jsonb, annotations jsonb, generator_url text, starts_at timestamptz, ends_at timestamptz
  )`;

const dueColumns = sql.raw(
  `a.fingerprint, a.labels, a.annotations, a.generator_url as "generatorUrl", a.starts_at as "startsAt", a.ends_at as "endsAt"`,
);

async function writeFiring(tx: Tx, canaryId: string, alerts: readonly Alert[]): Promise<DueAlert[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql<DueAlert & { isReported: boolean }>`
    insert into alerts as a (canary_id, fingerprint, labels, annotations, generator_url, starts_at, ends_at)
    select ${canaryId}, g.fingerprint, g.labels, g.annotations, g.generator_url, g.starts_at, g.ends_at
    from   (${postedRows(alerts)}) g
    on conflict (canary_id, fingerprint) do update
    set    annotations = excluded.annotations, generator_url = excluded.generator_url,
           -- A sender that omits the start repeats an active alert with the current time.
           starts_at = case when a.ends_at <= now() then excluded.starts_at else least(a.starts_at, excluded.starts_at) end,
           ends_at = excluded.ends_at, updated_at = now()
    returning ${dueColumns}, false as "isResolved",
              a.reported is not distinct from 'firing'
              and exists (select from checks c where c.id = a.check_id and c.deleted_at is null) as "isReported"`.execute(
    tx,
  );
  return rows.filter(({ isReported }) => !isReported);
}

/** A resolved alert that was never stored is ignored. */
async function writeEnded(tx: Tx, canaryId: string, alerts: readonly Alert[]): Promise<DueAlert[]> {
  if (alerts.length === 0) return [];
  const { rows } = await sql<DueAlert & { isReported: boolean }>`
    update alerts a
    set    annotations = g.annotations, ends_at = least(g.ends_at, now()), updated_at = now()
    from   (${postedRows(alerts)}) g
    where  a.canary_id = ${canaryId} and a.fingerprint = g.fingerprint
    returning ${dueColumns}, true as "isResolved", a.reported is distinct from 'firing' as "isReported"`.execute(tx);
  return rows.filter(({ isReported }) => !isReported);
}

/**
 * Records the results of alerts, and stores their status. The recorder publishes check.failed and check.passed. If
 * the sender repeats an alert while it is being recorded as resolved, the alert is firing again and gets a second
 * result.
 */
export async function recordAlerts(
  system: System,
  canaryId: string,
  alerts: readonly DueAlert[],
  message: string,
): Promise<void> {
  const { ended, present } = await findEnded(system, canaryId, alerts);
  const due = alerts.filter(({ fingerprint, isResolved }) => !isResolved || ended.has(fingerprint));
  const checked = due.filter(({ fingerprint, isResolved }) => !isResolved || present.has(fingerprint));
  const ids = await receiveChecks(system, canaryId, {
    message,
    checks: checked.map((alert) => checkOf(alert, alert.isResolved)),
  });
  // If recording a firing alert fails, the next repetition of the alert tries again.
  const noted = due.filter((alert) => alert.isResolved || ids.has(checkName(alert)));
  if (noted.length === 0) return;
  const { rows: noticed } = await sql<DueAlert & { isRepeated: boolean }>`
    update alerts a
    set    check_id = coalesce(g.check_id, a.check_id),
           reported = case when g.reported = 'firing' or a.ends_at <= now() then g.reported end
    from   unnest(${noted.map(({ fingerprint }) => fingerprint)}::text[], ${noted.map((alert) => ids.get(checkName(alert)) ?? null)}::uuid[],
                  ${noted.map(({ isResolved }) => (isResolved ? "resolved" : "firing"))}::text[]) as g (fingerprint, check_id, reported)
    where  a.canary_id = ${canaryId} and a.fingerprint = g.fingerprint
    returning ${dueColumns}, false as "isResolved", a.reported is null as "isRepeated"`.execute(system.db.system);
  const firing = noticed.filter(({ isRepeated }) => isRepeated);
  if (firing.length > 0) await recordAlerts(system, canaryId, firing, `${firing.length} firing`);
}

/**
 * Returns the alerts that are still resolved, and the subset that has a check. A result without a check is not
 * recorded, because it would create the check, or restore a check that somebody deleted.
 */
async function findEnded({ db }: Pick<System, "db">, canaryId: string, due: readonly DueAlert[]) {
  const resolved = due.filter(({ isResolved }) => isResolved).map(({ fingerprint }) => fingerprint);
  if (resolved.length === 0) return { ended: new Set<string>(), present: new Set<string>() };
  const { rows } = await sql<{ fingerprint: string; has_check: boolean }>`
    select a.fingerprint, c.id is not null as has_check
    from   alerts a
    left   join checks c on c.id = a.check_id and c.deleted_at is null
    where  a.canary_id = ${canaryId} and a.fingerprint = any (${resolved}::text[]) and a.ends_at <= now()`.execute(
    db.system,
  );
  return {
    ended: new Set(rows.map(({ fingerprint }) => fingerprint)),
    present: new Set(rows.filter((row) => row.has_check).map(({ fingerprint }) => fingerprint)),
  };
}
