// How a check or a group of them stands, in a shape, a colour and a word.
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import { Elapsed } from "#console/widgets/time/Elapsed.tsx";
import { printAge } from "#language/duration.ts";
import { unknownReason } from "../../model.ts";
import { type Check, healthAt, shownAge } from "./check.ts";
import { useKnownClock } from "./frozen-clock.ts";
import { groupHealth, type GroupHealth, type Tally, tallyOf } from "./tally.ts";

export const healthWords: Record<GroupHealth, string> = {
  healthy: "Healthy",
  unhealthy: "Unhealthy",
  unknown: "Unknown",
  maintenance: "Maintenance",
  mixed: "Mixed",
};

const meanings: Record<GroupHealth, Meaning> = {
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
  mixed: "text-warning-text",
};

interface HealthMarkProps {
  health: GroupHealth;
  /** Instead of the word for it. */
  text?: string;
  title?: string | undefined;
}

export const HealthMark = ({ health, text = healthWords[health], title }: HealthMarkProps) => (
  <span
    title={title}
    data-health={health}
    className={`inline-flex max-w-full min-w-0 items-center gap-1.5 ${looks[health]}`}
  >
    <StatusMark meaning={meanings[health]} />
    {text !== healthWords[health] && <span className="sr-only">{healthWords[health]}: </span>}
    <span className="min-w-0 truncate">{text}</span>
  </span>
);

/** Of one check, with how long ago it ran where that is worth a word. */
export function CheckHealthCell({ check }: { check: Check }) {
  const health = useKnownClock((now) => healthAt(check, now));
  const why = useKnownClock((now) =>
    check.in_maintenance ? maintenanceWords(check) : (unknownReason(check, now) ?? ""),
  );
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

const maintenanceWords = ({ status }: Check) =>
  `A maintenance window is open. ${status === null ? "It has not run yet" : `Its last run ${status === "healthy" ? "passed" : "failed"}`}, which counts neither as passing nor as failing.`;

/** Of a group: how many of it fail, which is what one wants to know. */
export function GroupHealthCell({ checks }: { checks: readonly Check[] }) {
  const printed = useKnownClock((now) => JSON.stringify(tallyOf(checks, now)));
  const tally = JSON.parse(printed) as Tally;
  const health = groupHealth(tally);
  return (
    <HealthMark
      health={health}
      text={health === "mixed" ? mixedWords(tally) : healthWords[health]}
      title={tallyWords(tally)}
    />
  );
}

const mixedWords = ({ unhealthy, unknown }: Tally) =>
  unhealthy > 0 ? `${unhealthy.toLocaleString("en")} failing` : `${unknown.toLocaleString("en")} unknown`;

export const tallyWords = ({ healthy, unhealthy, unknown, maintenance }: Tally) =>
  [
    healthy > 0 && `${healthy.toLocaleString("en")} passing`,
    unhealthy > 0 && `${unhealthy.toLocaleString("en")} failing`,
    unknown > 0 && `${unknown.toLocaleString("en")} unknown`,
    maintenance > 0 && `${maintenance.toLocaleString("en")} in maintenance`,
  ]
    .filter(Boolean)
    .join(", ");
