import { useTimeZone } from "#console/preferences/preferences.ts";
import { printDate } from "#lib/time/dates.ts";
import { printLatency } from "#lib/time/duration.ts";
import type { ShownRun } from "./recent-results.ts";

const MAX_BARS = 16;
/** The width of a bar and the gap after it, in pixels. */
const SLOT = 5;

/** Failed runs are drawn taller, and runs without a result are hollow, so that colour is not the only signal. */
function barLook({ status, in_maintenance: isExcluded }: ShownRun): string {
  if (status === null) return "h-2 border border-unchecked";
  if (isExcluded) return `border border-unknown ${status ? "h-2" : "h-4"}`;
  return status ? "h-2 bg-healthy" : "h-4 bg-unhealthy";
}

/** The last runs of a check as bars, oldest on the left. `runs` are newest first. */
export function RunBars({ runs }: { runs: readonly ShownRun[] | undefined }) {
  const timeZone = useTimeZone();
  if (!runs || runs.length === 0) return <span />;
  const shown = runs.slice(0, MAX_BARS).toReversed();
  const missing = MAX_BARS - shown.length;
  const failed = shown.filter(({ status }) => status === false).length;
  return (
    <span
      role="img"
      aria-label={`${failed === 0 ? "None" : failed} of the last ${shown.length} runs failed`}
      className="my-0.5 flex h-4 min-w-0 items-center gap-px overflow-hidden"
    >
      {/* The newest run is always at the right end. */}
      {missing > 0 && (
        <span
          style={{ width: missing * SLOT - 1 }}
          className="h-2 shrink-0 bg-[repeating-linear-gradient(to_right,var(--press)_0_4px,transparent_4px_5px)]"
        />
      )}
      {shown.map((run) => (
        <span key={run.time} title={describe(run, timeZone)} className="flex h-4 shrink-0 items-center">
          <span className={`w-1 rounded-[1px] ${barLook(run)}`} />
        </span>
      ))}
    </span>
  );
}

function describe({ time, status, duration, in_maintenance: isExcluded }: ShownRun, timeZone: string): string {
  const moment = Date.parse(time);
  const word = status === null ? "could not be checked" : status ? "passed" : "failed";
  const took = duration === null || status === null ? "" : ` in ${printLatency(duration)}`;
  return `${printDate(moment, "medium", { now: moment, timeZone })}: ${word}${took}${isExcluded ? ", does not count" : ""}`;
}
