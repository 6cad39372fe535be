// Writes results to the database, one batch per transaction: each run, the state of its check, the next turn, and the
// events of status changes. A result whose turn was claimed by another worker is dropped; a fault in Quarterdeck does
// not change the status.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Event, Events } from "#server/events.ts";
import type { Secrets } from "#server/secrets.ts";
import type { MaintenanceWindow } from "../../maintenance.ts";
import { isPausedAt } from "../../model.ts";
import { writeRelationships } from "../run/relationships.ts";
import { couldNotCheck, type CheckResult } from "../run/result.ts";
import {
  boundedDocument,
  boundedDuration,
  boundedText,
  maxDetailBytes,
  maxErrorBytes,
  maxMessageBytes,
} from "../run/clean-result.ts";
import type { LoadedCheck } from "./loaded.ts";
import { recordCreated } from "./created-resources.ts";
import { isInMaintenance } from "./windows.ts";

/** The results of a scheduled turn, or of a run on request. */
export interface CompletedTurn {
  results: ReadonlyMap<LoadedCheck, CheckResult>;
  /**
   * The result is recorded only while this worker holds the lease. Undefined for a run on request, which does not
   * change the schedule.
   */
  turn?: { id: string; lease: string; nextDueAt: Date } | undefined;
  /** Set if the checks should have run at this time, but did not. */
  missed?: { at: Date; reason: string } | undefined;
}

/** A result with its check: a row of check_statuses. */
export interface StoredRun {
  check: LoadedCheck;
  result: CheckResult;
  isInMaintenance: boolean;
  /** Set when this is the final result of a created check. */
  endsAt?: Date | undefined;
  /** The turn or request that produced the result. */
  completed: CompletedTurn;
}

export interface RecordTools {
  events: Events;
  secrets: Secrets;
  windows: readonly MaintenanceWindow[];
}

interface State extends AlertState {
  id: string;
  last_runtime: string | null;
  next_runtime: string | null;
  could_not_check_since: string | null;
  could_not_check_reason: string | null;
  paused_at: string | null;
  paused_until: string | null;
}

/** A part of a result that could not be stored. */
export interface Fault {
  checkId: string;
  text: string;
}

/** Returns the stored runs. Results of a lost turn or of a deleted check are missing. */
export async function record(
  tx: Tx,
  batch: readonly CompletedTurn[],
  tools: RecordTools,
): Promise<{ stored: readonly StoredRun[]; faults: readonly Fault[] }> {
  const ours = await releaseTurns(tx, batch);
  const own = ours.flatMap(runsOf);
  const runs = [...own];
  const faults: Fault[] = [];
  for (const run of own) {
    const created = await recordCreated(tx, run, tools.secrets);
    runs.push(...created.runs);
    faults.push(...created.faults.map((text) => ({ checkId: run.check.id, text })));
  }
  const states = await lockStates(tx, runs);
  const stored = runs.filter(({ check }) => states.has(check.id));
  for (const run of stored) run.isInMaintenance = isExcluded(run, states.get(run.check.id)!, tools.windows);
  const moving: StoredRun[] = [];
  const events: Event[] = [];
  for (const run of stored) {
    const { check, result, isInMaintenance: isHeld } = run;
    const state = states.get(check.id)!;
    const before = { ...state };
    if (!move(state, run)) continue;
    moving.push(run);
    if (result.verdict === "could_not_check") continue;
    const at = result.start.toISOString();
    const decision = decideAlert(before, result.verdict, { isInMaintenance: isHeld, at });
    state.told_status = decision.reported;
    state.alert_held_since = decision.heldSince;
    if (decision.event) events.push(eventOf(decision.event, check, at));
  }
  await writeStates(tx, new Set(stored.map(({ check }) => check.id)), states);
  await writeStatuses(tx, stored);
  for (const { check, result } of moving)
    if (result.verdict !== "could_not_check" && !result.isInvalid) await writeRelationships(tx, check, result);
  for (const { check, endsAt } of stored)
    if (endsAt)
      await sql`update checks set deleted_at = ${endsAt.toISOString()}, next_runtime = null where id = ${check.id}`.execute(
        tx,
      );
  await tools.events.publishAll(tx, events);
  return { stored, faults };
}

/**
 * While a check that this check depends on is failing, notifications hold back messages about failures of this check.
 */
const eventOf = (name: "check.passed" | "check.failed", { id, ancestors }: LoadedCheck, at: string): Event => ({
  name,
  id,
  last_runtime: at,
  ...(name === "check.failed" && ancestors.length > 0 && { depends_on: ancestors }),
});

/**
 * A paused check still gets results from requests and webhooks; these results are recorded in the same way as results
 * during maintenance.
 */
function isExcluded({ check, result }: StoredRun, state: State, windows: readonly MaintenanceWindow[]): boolean {
  const at = result.start.getTime();
  if (wasPaused(state, at)) return true;
  const labels = { ...check.canary.labels, ...check.labels, ...result.labels };
  return isInMaintenance(windows, { checkId: check.id, canaryId: check.canary.id, labels }, at);
}

/** Locks turns before checks, each by id, in the same order as all other code that changes a canary. */
async function releaseTurns(tx: Tx, batch: readonly CompletedTurn[]): Promise<readonly CompletedTurn[]> {
  const turns = batch.flatMap(({ turn }) => turn ?? []);
  if (turns.length === 0) return batch;
  const { rows } = await sql<{ id: string }>`
    with given as (
      select * from unnest(${turns.map(({ id }) => id)}::uuid[], ${turns.map(({ lease }) => lease)}::uuid[],
                           ${turns.map(({ nextDueAt }) => nextDueAt.toISOString())}::timestamptz[]) as g (id, lease, due_at)
    ), ours as (
      select t.id, g.due_at
      from   check_turns t
      join   given g on g.id = t.id and g.lease = t.lease
      order  by t.id
      for    update of t
    )
    update check_turns t
    set    due_at = ours.due_at, lease = null, leased_until = null
    from   ours
    where  t.id = ours.id
    returning t.id`.execute(tx);
  const ours = new Set(rows.map(({ id }) => id));
  return batch.filter(({ turn }) => !turn || ours.has(turn.id));
}

function runsOf(completed: CompletedTurn): StoredRun[] {
  const { results, missed } = completed;
  return [...results].flatMap(([check, result]) => {
    const run = { check, result, isInMaintenance: false, completed };
    return missed ? [{ ...run, result: couldNotCheck(missed.reason, missed.at) }, run] : [run];
  });
}

/** Returns no state for checks that were deleted in the meantime; no more runs are stored for them. */
async function lockStates(tx: Tx, runs: readonly StoredRun[]): Promise<Map<string, State>> {
  const ids = new Set(runs.map(({ check }) => check.id));
  const { rows } = await sql<State>`
    select id, status, told_status, alert_held_since, last_runtime, next_runtime, could_not_check_since, could_not_check_reason,
           paused_at, paused_until
    from   checks
    where  id = any (${[...ids]}::uuid[]) and deleted_at is null
    order  by id
    for    no key update`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

const wasPaused = ({ paused_at: from, paused_until: until }: State, moment: number): boolean =>
  from !== null && Date.parse(from) <= moment && isPausedAt({ until }, moment);

/**
 * Applies the result to the state. Returns false for a result that is older than the latest run, which is only stored
 * as a run.
 */
function move(state: State, { result, completed: { turn } }: StoredRun): boolean {
  const at = result.start.toISOString();
  if (turn) state.next_runtime = turn.nextDueAt.toISOString();
  if (result.verdict === "could_not_check") {
    state.could_not_check_since ??= at;
    state.could_not_check_reason = boundedText(result.error, maxMessageBytes) ?? "The reason was not recorded.";
    return true;
  }
  if (isOvertaken(state.last_runtime, result.start)) return false;
  state.last_runtime = at;
  state.status = result.verdict;
  state.could_not_check_since = null;
  state.could_not_check_reason = null;
  return true;
}

/** Maximum duration of a run. */
const presentMs = 15 * 60_000;

/**
 * A run on request may have started after this run. If the stored time is in the future, it comes from a different
 * clock or from before the clock was set back, so a recent run takes precedence.
 */
function isOvertaken(lastRuntime: string | null, start: Date): boolean {
  if (lastRuntime === null) return false;
  const [now, last, started] = [Date.now(), Date.parse(lastRuntime), start.getTime()];
  return last > started && !(last > now && started > now - presentMs);
}

async function writeStates(tx: Tx, ids: ReadonlySet<string>, states: ReadonlyMap<string, State>): Promise<void> {
  const rows = [...ids].map((id) => states.get(id)!);
  if (rows.length === 0) return;
  await sql`
    update checks c
    set    status = g.status, told_status = g.told_status, alert_held_since = g.alert_held_since,
           last_runtime = g.last_runtime, next_runtime = g.next_runtime,
           could_not_check_since = g.could_not_check_since, could_not_check_reason = g.could_not_check_reason
    from   unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ status }) => status)}::text[],
                  ${rows.map((row) => row.told_status)}::text[], ${rows.map((row) => row.alert_held_since)}::timestamptz[],
                  ${rows.map((row) => row.last_runtime)}::timestamptz[], ${rows.map((row) => row.next_runtime)}::timestamptz[],
                  ${rows.map((row) => row.could_not_check_since)}::timestamptz[], ${rows.map((row) => row.could_not_check_reason)}::text[])
           as g (id, status, told_status, alert_held_since, last_runtime, next_runtime, could_not_check_since, could_not_check_reason)
    where  c.id = g.id`.execute(tx);
}

const passOf: Readonly<Record<CheckResult["verdict"], boolean | null>> = {
  healthy: true,
  unhealthy: false,
  could_not_check: null,
};

async function writeStatuses(tx: Tx, runs: readonly StoredRun[]): Promise<void> {
  if (runs.length === 0) return;
  const resultColumn = <T>(take: (result: CheckResult) => T) => runs.map(({ result }) => take(result));
  await sql`
    insert into check_statuses (check_id, time, status, duration, message, error, details, metrics, invalid, severity, could_not_check, in_maintenance)
    select * from unnest(
      ${runs.map(({ check }) => check.id)}::uuid[], ${resultColumn(({ start }) => start.toISOString())}::timestamptz[],
      ${resultColumn(({ verdict }) => passOf[verdict])}::boolean[], ${resultColumn(durationOf)}::integer[],
      ${resultColumn(({ message }) => boundedText(message, maxMessageBytes))}::text[],
      ${resultColumn(({ error }) => boundedText(error, maxErrorBytes))}::text[],
      ${resultColumn(({ detail }) => boundedDocument(detail, maxDetailBytes))}::jsonb[],
      ${resultColumn(({ metrics }) => metricsOf(metrics))}::jsonb[],
      ${resultColumn(({ isInvalid }) => isInvalid)}::boolean[], ${runs.map(({ check }) => check.severity)}::text[],
      ${resultColumn(({ verdict }) => verdict === "could_not_check")}::boolean[],
      ${runs.map((run) => run.isInMaintenance)}::boolean[]
    )
    on conflict (check_id, time) do nothing`.execute(tx);
}

/** A run that could not be performed, or whose spec is invalid, has no meaningful duration. */
const durationOf = ({ verdict, isInvalid, durationMs }: CheckResult) =>
  verdict === "could_not_check" || isInvalid ? null : boundedDuration(durationMs);

const metricsOf = (metrics: CheckResult["metrics"]) =>
  metrics.length === 0
    ? null
    : boundedDocument(
        metrics.map((metric) => ({ ...metric })),
        maxDetailBytes,
      );

// Alerts: decides which event a new status sends. During maintenance all events are held back; afterwards an event is
// sent if the status still differs from the last reported status.

export type Status = "healthy" | "unhealthy";

export interface AlertState {
  status: Status | null;
  /** The status that the last event reported. */
  told_status: Status | null;
  alert_held_since: string | null;
}

export interface AlertDecision {
  reported: Status;
  heldSince: string | null;
  event: "check.passed" | "check.failed" | undefined;
}

export function decideAlert(
  before: AlertState,
  status: Status,
  { isInMaintenance, at }: { isInMaintenance: boolean; at: string },
): AlertDecision {
  const reported = before.told_status ?? before.status;
  // A new check that is healthy sends no event.
  if (status === (reported ?? "healthy")) return { reported: status, heldSince: null, event: undefined };
  const isFailure = status === "unhealthy";
  if (isInMaintenance)
    return {
      reported: reported ?? "healthy",
      heldSince: isFailure ? (before.alert_held_since ?? at) : null,
      event: undefined,
    };
  return { reported: status, heldSince: null, event: isFailure ? "check.failed" : "check.passed" };
}
