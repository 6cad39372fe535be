// Results become rows, a batch of them in one transaction: each run, the state of its check, the next turn, and what is told of
// a change. A result whose turn somebody else has taken over is dropped; a fault of ours changes no status.
import { sql } from "kysely";
import type { Tx } from "#server/db/pool.ts";
import type { Events } from "#server/events.ts";
import type { Secrets } from "#server/secrets.ts";
import type { MaintenanceWindow } from "../../maintenance.ts";
import { isPausedAt } from "../../model.ts";
import { writeRelationships } from "../run/relationships.ts";
import type { CheckResult } from "../run/result.ts";
import type { RunnableCheck } from "../run/runnable.ts";
import { tell, type Status, type Told } from "./alert.ts";
import {
  boundedDocument,
  boundedDuration,
  boundedText,
  mostDetailBytes,
  mostErrorBytes,
  mostMessageBytes,
} from "./bounds.ts";
import { couldNotCheck } from "./could-not-check.ts";
import type { LoadedCanary } from "./loaded.ts";
import { recordMade, type MadeEntry } from "./made.ts";
import { isInMaintenance } from "./windows.ts";
import type { Run } from "./run-turn.ts";

/** What came of a turn, or of a run that somebody asked for. */
export interface Ran {
  canary: LoadedCanary;
  runs: readonly Run[];
  /** Recorded only while the turn is ours. Absent when somebody asked: then the schedule stays as it is. */
  turn?: { id: string; lease: string; nextDueAt: Date } | undefined;
  /** It should have been run at that moment, and was not. */
  missed?: { at: Date; reason: string } | undefined;
}

export interface Recorded {
  /** Whence it came. */
  ran: Ran;
  checkId: string;
  canary: LoadedCanary;
  type: string;
  name: string;
  result: CheckResult;
}

export interface RecordTools {
  events: Events;
  secrets: Secrets;
  windows: readonly MaintenanceWindow[];
}

/** One row of the history to be, with what decides about it. */
interface Entry extends Recorded {
  check: RunnableCheck;
  severity: string | null;
  labels: Readonly<Record<string, string>>;
  parents: readonly string[];
  nextDueAt: Date | undefined;
  endsAt?: Date | undefined;
}

interface State extends Told {
  id: string;
  last_runtime: string | null;
  next_runtime: string | null;
  could_not_check_since: string | null;
  could_not_check_reason: string | null;
  paused_at: string | null;
  paused_until: string | null;
}

/** Something that came of a run and could not be kept. */
export interface Fault {
  canaryId: string;
  checkId: string;
  text: string;
}

/** Answers what was recorded; what is missing in it was somebody else's by then, or is gone. */
export async function record(
  tx: Tx,
  batch: readonly Ran[],
  tools: RecordTools,
): Promise<{ recorded: readonly Recorded[]; faults: readonly Fault[] }> {
  const ours = await releaseTurns(tx, batch);
  const entries: Entry[] = ours.flatMap(entriesOf);
  const faults: Fault[] = [];
  for (const ran of ours)
    for (const run of ran.runs) {
      const made = await recordMade(tx, ran, run, tools.secrets);
      entries.push(...made.entries.map((entry) => madeEntry(ran, run, entry)));
      faults.push(...made.faults.map((text) => ({ canaryId: ran.canary.canary.id, checkId: run.of.check.id, text })));
    }
  const states = await lockStates(tx, entries);
  const present = entries.filter(({ checkId }) => states.has(checkId));
  const rows = present.map((entry) => {
    const { checkId, canary, labels, result } = entry;
    const maintained = { checkId, canaryId: canary.canary.id, labels: { ...canary.canary.labels, ...labels } };
    const at = result.start.getTime();
    // A paused check still gets results that somebody asks for or sends; they are recorded as in maintenance.
    const isExcluded = wasPaused(states.get(checkId)!, at) || isInMaintenance(tools.windows, maintained, at);
    return { entry, isInMaintenance: isExcluded };
  });
  // Who depends on another is judged by how that one is now, whichever of them comes first.
  const before = new Map([...states].map(([id, state]) => [id, { ...state }]));
  const moving = rows.filter(({ entry }) => move(states.get(entry.checkId)!, entry));
  const events: { name: string; id: string; last_runtime: string }[] = [];
  for (const { entry, isInMaintenance: isHeld } of moving) {
    const { checkId, parents, result } = entry;
    if (result.verdict === "could_not_check") continue;
    const state = states.get(checkId)!;
    const at = result.start.toISOString();
    const isParentDown = parents.some((parent) => isDown(states.get(parent), result.start.getTime()));
    const standing = tell(before.get(checkId)!, result.verdict, { isParentDown, isInMaintenance: isHeld, at });
    state.told_status = standing.told;
    state.alert_held_since = standing.heldSince;
    before.set(checkId, { ...state, status: result.verdict });
    if (standing.event) events.push({ name: standing.event, id: checkId, last_runtime: at });
  }
  await writeStates(tx, new Set(rows.map(({ entry }) => entry.checkId)), states);
  await writeStatuses(tx, rows);
  for (const {
    entry: { check, result },
  } of moving)
    if (result.verdict !== "could_not_check" && !result.isInvalid) await writeRelationships(tx, check, result);
  for (const { checkId, endsAt } of present)
    if (endsAt)
      await sql`update checks set deleted_at = ${endsAt.toISOString()}, next_runtime = null where id = ${checkId}`.execute(
        tx,
      );
  for (const event of events) await tools.events.publish(tx, event);
  return { recorded: present, faults };
}

/** Turns before checks, each by id: whoever changes the same canary goes the same way. */
async function releaseTurns(tx: Tx, batch: readonly Ran[]): Promise<readonly Ran[]> {
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

function entriesOf(ran: Ran): Entry[] {
  const { canary, runs, turn, missed } = ran;
  return runs.flatMap(({ of, ran: { result } }) => {
    const { id, type, name } = of.check;
    const entry = {
      ran,
      check: of.check,
      checkId: id,
      canary,
      type,
      name,
      severity: of.severity,
      labels: { ...of.check.labels, ...result.labels },
      parents: of.ancestors,
      nextDueAt: turn?.nextDueAt,
    };
    const lost = missed ? [{ ...entry, result: couldNotCheck(missed.reason, missed.at) }] : [];
    return [...lost, { ...entry, result }];
  });
}

const madeEntry = (ran: Ran, { of }: Run, made: MadeEntry): Entry => ({
  ...made,
  // What it is about is found with the selectors of the check that made it.
  check: { ...of.check, id: made.checkId, type: made.type, name: made.name, labels: made.labels },
  ran,
  canary: ran.canary,
  parents: [],
  nextDueAt: ran.turn?.nextDueAt,
});

/** Checks that are gone meanwhile have no state, and no more runs. */
async function lockStates(tx: Tx, entries: readonly Entry[]): Promise<Map<string, State>> {
  const ids = new Set(entries.flatMap(({ checkId, parents }) => [checkId, ...parents]));
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

/** The last status of a paused parent is out of date, so it holds back no alerts. */
const isDown = (parent: State | undefined, moment: number): boolean =>
  parent?.status === "unhealthy" && !wasPaused(parent, moment);

/** Whether the check is now as this result says; one that others have overtaken is only kept with the runs. */
function move(state: State, { result, nextDueAt }: Entry): boolean {
  const at = result.start.toISOString();
  if (nextDueAt) state.next_runtime = nextDueAt.toISOString();
  if (result.verdict === "could_not_check") {
    state.could_not_check_since ??= at;
    state.could_not_check_reason = boundedText(result.error, mostMessageBytes) ?? "For a reason that nobody noted.";
    return true;
  }
  if (isOvertaken(state.last_runtime, result.start)) return false;
  state.last_runtime = at;
  state.status = result.verdict;
  state.could_not_check_since = null;
  state.could_not_check_reason = null;
  return true;
}

/** No run takes longer. */
const presentMs = 15 * 60_000;

/**
 * A run that somebody asked for may have begun after this one. Unless that lies ahead: then it was told by another clock, or
 * before this one was set back, and who ran just now knows better.
 */
function isOvertaken(lastRuntime: string | null, start: Date): boolean {
  if (lastRuntime === null) return false;
  const [now, last, begun] = [Date.now(), Date.parse(lastRuntime), start.getTime()];
  return last > begun && !(last > now && begun > now - presentMs);
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

async function writeStatuses(tx: Tx, rows: readonly { entry: Entry; isInMaintenance: boolean }[]): Promise<void> {
  if (rows.length === 0) return;
  const of = <T>(take: (entry: Entry) => T) => rows.map(({ entry }) => take(entry));
  const ofResult = <T>(take: (result: CheckResult) => T) => of(({ result }) => take(result));
  await sql`
    insert into check_statuses (check_id, time, status, duration, message, error, details, metrics, invalid, severity, could_not_check, in_maintenance)
    select * from unnest(
      ${of(({ checkId }) => checkId)}::uuid[], ${ofResult(({ start }) => start.toISOString())}::timestamptz[],
      ${ofResult(({ verdict }) => passOf[verdict])}::boolean[], ${ofResult(durationOf)}::integer[],
      ${ofResult(({ message }) => boundedText(message, mostMessageBytes))}::text[],
      ${ofResult(({ error }) => boundedText(error, mostErrorBytes))}::text[],
      ${ofResult(({ detail }) => boundedDocument(detail, mostDetailBytes))}::jsonb[],
      ${ofResult(({ metrics }) => metricsOf(metrics))}::jsonb[],
      ${ofResult(({ isInvalid }) => isInvalid)}::boolean[], ${of(({ severity }) => severity)}::text[],
      ${ofResult(({ verdict }) => verdict === "could_not_check")}::boolean[],
      ${rows.map((row) => row.isInMaintenance)}::boolean[]
    )
    on conflict (check_id, time) do nothing`.execute(tx);
}

/** What could not be checked, or is written so that it cannot be, took no time that says anything. */
const durationOf = ({ verdict, isInvalid, durationMs }: CheckResult) =>
  verdict === "could_not_check" || isInvalid ? null : boundedDuration(durationMs);

const metricsOf = (metrics: CheckResult["metrics"]) =>
  metrics.length === 0
    ? null
    : boundedDocument(
        metrics.map((metric) => ({ ...metric })),
        mostDetailBytes,
      );

export type { Status };
