// The draft of a maintenance window in the dialog.
import { parseSchedule } from "#lib/time/schedule.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import { HOUR, MINUTE } from "#lib/time/zoned-time.ts";
import type { WindowRow } from "./maintenance-query.ts";

export interface MaintenanceDraft {
  name: string | undefined;
  about: "check" | "canary";
  when: "once" | "recurring";
  /** Start of a one-time window. Default: when it is saved. */
  from: string | undefined;
  until: string | undefined;
  schedule: string | undefined;
  minutes: number | undefined;
}

export const newMaintenance = (name: string, now: number): MaintenanceDraft => ({
  name: `Maintenance of ${name}`,
  about: "check",
  when: "once",
  from: undefined,
  until: new Date(Math.ceil((now + HOUR) / (5 * MINUTE)) * 5 * MINUTE).toISOString(),
  schedule: "0 2 * * 0",
  minutes: 60,
});

export type DraftProblems = Partial<Record<keyof MaintenanceDraft, string>>;

const MISSING = "This field is required";
const MAX_MINUTES = 7 * 24 * 60;

export function problemsOf(draft: MaintenanceDraft, now: number): DraftProblems {
  const problems: DraftProblems = {};
  if (!draft.name?.trim()) problems.name = MISSING;
  if (draft.when === "once") {
    const [from, until] = [draft.from ?? new Date(now).toISOString(), draft.until].map((at) => Date.parse(at ?? ""));
    if (draft.until === undefined) problems.until = MISSING;
    else if (until! <= now) problems.until = "This time has already passed";
    else if (until! <= from!) problems.until = "The end must be after the start";
    return problems;
  }
  const schedule = draft.schedule?.trim() ?? "";
  const wrong = schedule === "" ? MISSING : problemOf(() => parseSchedule(schedule));
  if (wrong !== undefined) problems.schedule = wrong;
  else if (parseSchedule(schedule).kind !== "cron") problems.schedule = "Enter a schedule, such as 0 2 * * 0 or @daily";
  if (draft.minutes === undefined) problems.minutes = MISSING;
  else if (!Number.isInteger(draft.minutes) || draft.minutes < 1 || draft.minutes > MAX_MINUTES)
    problems.minutes = `Enter 1 to ${MAX_MINUTES.toLocaleString("en")} minutes (one week)`;
  return problems;
}

type NewWindow = Partial<WindowRow> & Pick<WindowRow, "name">;

/** The row that is saved. */
export function rowOf(
  draft: MaintenanceDraft,
  { checkId, canaryId }: { checkId: string; canaryId: string },
): NewWindow {
  const about = draft.about === "check" ? { check_id: checkId } : { canary_id: canaryId };
  const name = draft.name?.trim() ?? "";
  return draft.when === "once"
    ? { name, ...about, ...(draft.from !== undefined && { starts_at: draft.from }), ends_at: draft.until ?? null }
    : { name, ...about, schedule: draft.schedule?.trim() ?? null, duration_minutes: draft.minutes ?? null };
}
