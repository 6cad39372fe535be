// Creates the checks and turns of a canary, in the transaction that saves the canary. Rows are identified by canary,
// type and name: a check that the spec no longer contains is deleted, and a check that returns is restored.
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Tx } from "#server/db/pool.ts";
import { mask } from "#server/spec/secret-text.ts";
import { cadenceOf, intervalSeconds } from "#lib/time/cadence.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { refuseBadDependencies } from "../run/dependencies.ts";
import { forgetRelationships } from "../run/relationships.ts";
import {
  foldedCheck,
  isFolded,
  writtenChecks,
  isRecord,
  type WrittenCanary,
  type WrittenCheck,
  type Spec,
} from "../spec/written-checks.ts";
import { isPassive } from "../checks/index.ts";
import { notifyDueTurns } from "./due-turns.ts";

/** A canary as it is stored: its spec is masked. */
export type SyncedCanary = WrittenCanary & { spec_secrets?: string | null };

const holdsMask = (spec: unknown) => JSON.stringify(spec).includes(mask);
const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url");

/** Throws a Problem if the dependencies are invalid. A canary that moves to an agent runs there, so its checks here end. */
export async function syncChecks(tx: Tx, canary: SyncedCanary): Promise<void> {
  const runsHere = canary.deleted_at === null && canary.agent_id === localAgent;
  const written = runsHere ? writtenChecks(canary) : [];
  refuseBadDependencies(written);
  const checks = written.length > 0 && isFolded(canary) ? foldedCheck(canary) : written;
  const schedule = scheduleOf(canary);
  // Locks turns before checks, each by id, in the same order as the recorder.
  await sql`select from check_turns where canary_id = ${canary.id} order by id for update`.execute(tx);
  const { rows: stored } = await sql<StoredCheck>`
    select id, type, name, spec, deleted_at
    from   checks
    where  canary_id = ${canary.id} and agent_id = ${localAgent} and not transformed
    order  by id
    for    no key update`.execute(tx);
  for (const { id, name } of findRenames(stored, checks))
    await sql`update checks set name = ${name} where id = ${id}`.execute(tx);
  const changed = await writeChecks(tx, canary, checks, schedule);
  await endOthers(tx, canary, checks);
  if (changed.length > 0) await forgetRelationships(tx, canary.id);
  await writeTurns(tx, canary, { isWhole: isWhole(checks), schedule, changed });
}

async function writeChecks(
  tx: Tx,
  { id, spec_secrets: sealed = null }: SyncedCanary,
  checks: readonly WrittenCheck[],
  schedule: string | undefined,
): Promise<string[]> {
  if (checks.length === 0) return [];
  const interval = schedule === undefined ? null : intervalSeconds(cadenceOf(schedule)!);
  const rows = checks.map((check) => ({
    ...check,
    interval_seconds: isPassive(check.type) ? null : interval,
    canary_secrets: sealed !== null && holdsMask(check.spec) ? digestOf(sealed) : null,
  }));
  const { rows: changed } = await sql<{ id: string }>`
    insert into checks as c (canary_id, agent_id, type, name, namespace, description, icon, labels, severity, owner, spec, canary_secrets, interval_seconds, next_runtime)
    select ${id}, ${localAgent}, w.type, w.name, w.namespace, w.description, w.icon, w.labels, w.severity, w.owner, w.spec, w.canary_secrets, w.interval_seconds,
           case when w.interval_seconds is not null then now() end
    from   jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (
             type text, name text, namespace text, description text, icon text, labels jsonb, severity text, owner text,
             spec jsonb, canary_secrets text, interval_seconds integer
           )
    on conflict (canary_id, type, name, agent_id) do update
    set    namespace = excluded.namespace, description = excluded.description, icon = excluded.icon, labels = excluded.labels,
           severity = excluded.severity, owner = excluded.owner, spec = excluded.spec,
           canary_secrets = excluded.canary_secrets, spec_secrets = null,
           interval_seconds = excluded.interval_seconds,
           next_runtime = case when is_paused(c.paused_at, c.paused_until) then c.paused_until else excluded.next_runtime end,
           transformed = false, made_by = null, deleted_at = null
    where  row(c.namespace, c.description, c.icon, c.labels, c.severity, c.owner, c.spec, c.canary_secrets, c.spec_secrets, c.interval_seconds, c.transformed, c.deleted_at)
           is distinct from
           row(excluded.namespace, excluded.description, excluded.icon, excluded.labels, excluded.severity, excluded.owner,
               excluded.spec, excluded.canary_secrets, null::text, excluded.interval_seconds, false, null::timestamptz)
    returning c.id`.execute(tx);
  return changed.map((row) => row.id);
}

/**
 * Deletes checks that the spec no longer contains. Their history stays; a trigger deletes the rows that depend on them.
 */
async function endOthers(tx: Tx, { id }: WrittenCanary, checks: readonly WrittenCheck[]): Promise<void> {
  await sql`
    update checks
    set    deleted_at = now(), next_runtime = null
    where  canary_id = ${id}
    and    agent_id = ${localAgent}
    and    not transformed
    and    deleted_at is null
    and    not exists (
             select from unnest(${checks.map(({ type }) => type)}::text[], ${checks.map(({ name }) => name)}::text[]) as w (type, name)
             where  w.type = checks.type and w.name = checks.name
           )`.execute(tx);
}

/** New and changed turns are due at once, or when their pause ends; a run with the earlier spec loses its lease. */
async function writeTurns(
  tx: Tx,
  { id }: WrittenCanary,
  { isWhole, schedule, changed }: { isWhole: boolean; schedule: string | undefined; changed: readonly string[] },
): Promise<void> {
  const runs = sql`
    select c.id from checks c
    where  c.canary_id = ${id} and c.deleted_at is null and not c.transformed and c.interval_seconds is not null`;
  const wanted = isWhole
    ? sql`select ${id}::uuid as id, null::uuid as check_id where exists (${runs})`
    : sql`select r.id, r.id as check_id from (${runs}) r`;
  const changedTurns = isWhole && changed.length > 0 ? [id] : changed;
  await sql`delete from check_turns where canary_id = ${id} and id not in (select w.id from (${wanted}) w)`.execute(tx);
  if (schedule === undefined) return;
  await sql`
    insert into check_turns as t (id, canary_id, check_id, schedule, due_at)
    select w.id, ${id}, w.check_id, ${schedule},
           case when is_paused(c.paused_at, c.paused_until) then coalesce(c.paused_until, 'infinity') else now() end
    from   (${wanted}) w
    left   join checks c on c.id = w.check_id
    on conflict (id) do update
    set    schedule = excluded.schedule, due_at = excluded.due_at, lease = null, leased_until = null
    where  t.schedule <> excluded.schedule or t.id = any (${changedTurns}::uuid[])`.execute(tx);
  await notifyDueTurns(tx);
}

interface StoredCheck {
  id: string;
  type: string;
  name: string;
  spec: unknown;
  deleted_at: string | null;
}

/**
 * Pairs stored checks that the spec no longer contains with new checks that differ only in the name, so that a renamed
 * check keeps its history.
 */
function findRenames(
  stored: readonly StoredCheck[],
  written: readonly WrittenCheck[],
): readonly { id: string; name: string }[] {
  const keyOf = ({ type, name }: { type: string; name: string }) => `${type}\0${name}`;
  const names = new Set(written.map(keyOf));
  const known = new Set(stored.map(keyOf));
  const gone = stored.filter((check) => check.deleted_at === null && !names.has(keyOf(check)));
  const renames: { id: string; name: string }[] = [];
  for (const check of written) {
    if (gone.length === 0) break;
    if (known.has(keyOf(check))) continue;
    const at = gone.findIndex(
      ({ type, spec }) => type === check.type && isDeepStrictEqual(nameless(spec), nameless(check.spec)),
    );
    if (at >= 0) renames.push({ id: gone.splice(at, 1)[0]!.id, name: check.name });
  }
  return renames;
}

function nameless(spec: unknown): unknown {
  const { name: _name, ...rest } = (spec ?? {}) as Spec;
  return rest;
}

/** The effective schedule: as written, unless the canary is suspended or run by an agent. */
export function scheduleOf(canary: WrittenCanary): string | undefined {
  const spec = isRecord(canary.spec) ? canary.spec : {};
  if (canary.deleted_at !== null || canary.agent_id !== localAgent) return undefined;
  if (spec["replicas"] === 0 || String(canary.annotations?.["suspend"]) === "true") return undefined;
  if (Array.isArray(spec["agentSelector"]) && spec["agentSelector"].length > 0) return undefined;
  const text = writtenSchedule(spec);
  // The API rejects an invalid schedule, but a file may contain an invalid schedule.
  if (text === undefined || problemOf(() => parseSchedule(text)) !== undefined) return undefined;
  return parseSchedule(text).kind === "never" ? undefined : text;
}

/** Returns `schedule`, or the older `interval` in seconds. */
export function writtenSchedule(spec: Readonly<Record<string, unknown>>): string | undefined {
  const { schedule, interval } = spec;
  if (typeof schedule === "string" && schedule.trim() !== "") return schedule.trim();
  if (typeof interval === "number") return interval > 0 ? `@every ${interval}s` : undefined;
  if (typeof interval !== "string" || interval.trim() === "") return undefined;
  return /^\s*\d+\s*$/.test(interval) ? `@every ${interval.trim()}s` : `@every ${interval.trim()}`;
}

/** Whether the checks run together, in one turn. */
const isWhole = (checks: readonly Pick<WrittenCheck, "dependsOn">[]) =>
  checks.some(({ dependsOn }) => dependsOn.length > 0);
