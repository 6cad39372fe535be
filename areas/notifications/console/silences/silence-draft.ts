// The draft of a silence: which resources it hides, when, and why. No side effects.
import { absoluteRange, relativeRange, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";
import { printMinute } from "#lib/time/dates.ts";
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { Json } from "#language/columns.ts";
import type { MessageKind } from "../../model.ts";
import type { SilenceRow } from "./silences-query.ts";

export interface SilenceDraft {
  name: string | undefined;
  kind: MessageKind;
  /** The silenced resource; undefined if only the filter and the selectors decide. */
  id: string | undefined;
  recursive: boolean;
  filter: string | undefined;
  selectors: readonly Json[] | undefined;
  when: "once" | "recurring";
  /** The start and the end; undefined for a silence without an end. */
  range: TimeRange | undefined;
  /** The start of each window, for a recurring silence. */
  schedule: string | undefined;
  minutes: number | undefined;
  timeZone: string | undefined;
  reason: string | undefined;
}

export const emptySilence: SilenceDraft = {
  name: undefined,
  kind: "config",
  id: undefined,
  recursive: false,
  filter: undefined,
  selectors: undefined,
  when: "once",
  // A forgotten silence hides problems, so the default is short.
  range: relativeRange("now+1h"),
  schedule: undefined,
  minutes: 60,
  timeZone: undefined,
  reason: undefined,
};

const idColumns = ["config_id", "component_id", "check_id", "canary_id"] as const;

export function silenceDraftOf(row: SilenceRow, timeZone: string): SilenceDraft {
  const minute = (at: string) => printMinute(Date.parse(at), timeZone);
  const column = idColumns.find((name) => row[name] !== null);
  return {
    name: row.name,
    kind: column === undefined ? "config" : (column.replace(/_id$/, "") as MessageKind),
    id: column === undefined ? undefined : (row[column] ?? undefined),
    recursive: row.recursive,
    filter: row.filter ?? undefined,
    selectors: Array.isArray(row.selectors) ? (row.selectors as readonly Json[]) : undefined,
    when: row.schedule ? "recurring" : "once",
    range: row.until === null ? undefined : absoluteRange(minute(row.from ?? row.created_at), minute(row.until)),
    schedule: row.schedule ?? undefined,
    minutes: row.duration_minutes ?? emptySilence.minutes,
    timeZone: row.time_zone ?? undefined,
    reason: row.description ?? undefined,
  };
}

interface Clock {
  now: number;
  timeZone: string;
}

/** The columns of the draft; unused columns are null. */
export function silenceRow(draft: SilenceDraft, clock: Clock) {
  const ends = draft.range && resolveTimeRange(draft.range, clock);
  const isRecurring = draft.when === "recurring";
  const idFor = (kind: MessageKind) => (draft.kind === kind ? (draft.id ?? null) : null);
  return {
    name: draft.name?.trim() ?? "",
    description: draft.reason ?? null,
    // A relative range begins now, so it needs no start time.
    from: ends && draft.range?.type === "absolute" ? ends.from : null,
    until: ends?.to ?? null,
    recursive: draft.id !== undefined && draft.recursive,
    filter: draft.filter ?? null,
    selectors: draft.selectors?.length ? draft.selectors : null,
    config_id: idFor("config"),
    component_id: idFor("component"),
    check_id: idFor("check"),
    canary_id: idFor("canary"),
    ...(isRecurring && {
      schedule: draft.schedule ?? null,
      duration_minutes: draft.minutes ?? null,
      time_zone: draft.timeZone ?? null,
    }),
  };
}

export interface SilenceProblems {
  name?: string;
  target?: string;
  range?: string;
  schedule?: string;
  minutes?: string;
}

export const NEEDS_TARGET = "You must specify at least one of the following: a resource, a filter, or selectors";

export function silenceProblems(draft: SilenceDraft, clock: Clock): SilenceProblems {
  const hasTarget = draft.id !== undefined || Boolean(draft.filter?.trim()) || Boolean(draft.selectors?.length);
  const { range } = draft;
  const wrongRange = range && problemOf(() => resolveTimeRange(range, clock));
  const isOver = range && wrongRange === undefined && Date.parse(resolveTimeRange(range, clock).to) <= clock.now;
  const schedule = draft.schedule ?? "";
  return {
    ...(!draft.name?.trim() && { name: "Must specify a unique name" }),
    ...(!hasTarget && { target: NEEDS_TARGET }),
    ...(wrongRange !== undefined ? { range: wrongRange } : isOver && { range: "Must end in the future" }),
    ...(draft.when === "recurring" && {
      ...(schedule === ""
        ? { schedule: "This field is required" }
        : problemOf(() => parseSchedule(schedule)) !== undefined && {
            schedule: problemOf(() => parseSchedule(schedule))!,
          }),
      ...(!draft.minutes && { minutes: "This field is required" }),
    }),
  };
}

/** The query of the preview; undefined while nothing is selected. */
export function previewQuery(draft: SilenceDraft): Readonly<Record<string, string>> | undefined {
  const { id, kind, recursive, filter, selectors, schedule, minutes, timeZone } = draft;
  if (id === undefined && !filter?.trim() && !selectors?.length) return undefined;
  const hasWindows = draft.when === "recurring" && schedule !== undefined && minutes !== undefined;
  return {
    ...(id !== undefined && { id, type: kind, recursive: String(recursive) }),
    ...(filter?.trim() && { filter }),
    ...(selectors?.length && { selectors: JSON.stringify(selectors) }),
    ...(hasWindows && { schedule, duration_minutes: String(minutes), ...(timeZone && { time_zone: timeZone }) }),
    limit: "20",
  };
}
