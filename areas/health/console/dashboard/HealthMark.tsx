// The health of a check or a group, as a shape, a colour and a word.
import { type Meaning, PauseMark, StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Timestamp.tsx";
import { printAge } from "#lib/time/duration.ts";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { printDate } from "#lib/time/dates.ts";
import { isPausedAt, unknownReason } from "../../model.ts";
import { type Check, healthAt, shownAge } from "./check.ts";
import { useKnownClock } from "./frozen-clock.ts";
import { groupHealth, type GroupHealth, type Tally, tallyOf } from "./tally.ts";

export const healthWords: Record<GroupHealth, string> = {
  healthy: "Healthy",
  unhealthy: "Unhealthy",
  unknown: "Unknown",
  maintenance: "Maintenance",
  paused: "Paused",
  mixed: "Mixed",
};

const meanings: Record<Exclude<GroupHealth, "paused">, Meaning> = {
  healthy: "healthy",
  unhealthy: "unhealthy",
  unknown: "unchecked",
  maintenance: "unknown",
  mixed: "warning",
};

const looks: Record<GroupHealth, string> = {
  healthy: "text-muted",
  unhealthy: "font-medium text-unhealthy-text",
  unknown: "text-unchecked-text",
  maintenance: "text-unknown-text",
  paused: "text-unknown-text",
  mixed: "text-warning-text",
};

interface HealthMarkProps {
  health: GroupHealth;
  /** Replaces the default word. */
  text?: string;
  title?: string | undefined;
}

export const HealthMark = ({ health, text = healthWords[health], title }: HealthMarkProps) => (
  <span
    title={title}
    data-health={health}
    className={`inline-flex max-w-full min-w-0 items-center gap-1.5 ${looks[health]}`}
  >
    {health === "paused" ? <PauseMark /> : <StatusMark meaning={meanings[health]} />}
    {text !== healthWords[health] && <span className="sr-only">{healthWords[health]}: </span>}
    <span className="min-w-0 truncate">{text}</span>
  </span>
);

/** The health of a check, with the time since its last run if that was long ago. */
export function CheckHealthCell({ check }: { check: Check }) {
  const health = useKnownClock((now) => healthAt(check, now));
  const why = useHealthReason(check);
  const age = useKnownClock((now) => {
    const shown = shownAge(check.last_runtime, now);
    return shown === undefined ? "" : printAge(shown);
  });
  return (
    <span className="flex min-w-0 items-center gap-2">
      <HealthMark health={health} title={why || undefined} />
      {age !== "" && check.last_runtime && (
        <span className="shrink-0 text-meta text-faint" title="Time since the last run">
          <Elapsed since={check.last_runtime} />
        </span>
      )}
    </span>
  );
}

/** Why a check does not count as passing or failing; empty for other checks. */
export function useHealthReason(check: Check): string {
  const timeZone = useTimeZone();
  return useKnownClock((now) =>
    isPausedAt(check.paused, now)
      ? pausedWords(check, timeZone, now)
      : check.in_maintenance
        ? maintenanceWords(check)
        : (unknownReason(check, now) ?? ""),
  );
}

function pausedWords({ paused }: Check, timeZone: string, now: number): string {
  const end = paused?.until
    ? `until ${toTheMinute(printDate(Date.parse(paused.until), "medium", { now, timeZone }))}`
    : "until it is resumed";
  return `Paused ${end}${paused?.reason ? `: ${paused.reason}` : ""}`;
}

/** Removes the seconds from a time of day. */
const toTheMinute = (date: string) => date.replace(/(\d\d:\d\d):\d\d$/, "$1");

const maintenanceWords = ({ status }: Check) =>
  `In maintenance; ${status === null ? "the check has not run yet" : `the last run ${status === "healthy" ? "passed" : "failed"}`}`;

interface GroupHealthCellProps {
  checks: readonly Check[];
  /** Shows only the mark and the number. */
  isBrief?: boolean;
}

/** The health of a group, with the number of failing checks. */
export function GroupHealthCell({ checks, isBrief = false }: GroupHealthCellProps) {
  const printed = useKnownClock((now) => JSON.stringify(tallyOf(checks, now)));
  const tally = JSON.parse(printed) as Tally;
  const health = groupHealth(tally);
  const words = health === "mixed" ? mixedWords(tally) : healthWords[health];
  return (
    <HealthMark
      health={health}
      text={!isBrief ? words : health === "mixed" ? words.slice(0, words.indexOf(" ")) : ""}
      title={tallyWords(tally)}
    />
  );
}

const mixedWords = ({ unhealthy, unknown }: Tally) =>
  unhealthy > 0 ? `${unhealthy.toLocaleString("en")} failing` : `${unknown.toLocaleString("en")} unknown`;

export const tallyWords = ({ healthy, unhealthy, unknown, maintenance, paused }: Tally) =>
  [
    healthy > 0 && `${healthy.toLocaleString("en")} passing`,
    unhealthy > 0 && `${unhealthy.toLocaleString("en")} failing`,
    unknown > 0 && `${unknown.toLocaleString("en")} unknown`,
    maintenance > 0 && `${maintenance.toLocaleString("en")} in maintenance`,
    paused > 0 && `${paused.toLocaleString("en")} paused`,
  ]
    .filter(Boolean)
    .join(", ");
