import { type ReactNode, useState } from "react";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { printTimestamp, readDate } from "#lib/time/dates.ts";
import { printAge, printLatency } from "#lib/time/duration.ts";
import type { CheckGraph } from "../../contract.ts";
import { isPausedAt, pauseOf, printUptime } from "../../model.ts";
import type { CheckDetail } from "./check-query.ts";
import { LongUptimes } from "./LongUptimes.tsx";
import { Stat } from "./Stat.tsx";

interface CheckStatsProps {
  check: CheckDetail;
  /** The time range of the uptime and the latencies. */
  span: string;
  /** Undefined while it loads, and after a failure. */
  graph: CheckGraph | undefined;
  isWaiting: boolean;
}

const NOTHING = "–";
/** The figures of a check in the shown time range, and its last and next run. */
export function CheckStats({ check, span, graph, isWaiting }: CheckStatsProps) {
  const figure = (value: ReactNode) => (isWaiting ? <Skeleton className="my-1 h-3.5 w-12" /> : value || NOTHING);
  const latency = (name: "p95" | "p97" | "p99") => {
    const millis = graph?.latency[name];
    return millis === null || millis === undefined ? undefined : printLatency(millis);
  };
  const uptime = graph?.uptime;
  const isPaused = useClock((now) => (check.deleted_at === null && isPausedAt(pauseOf(check), now) ? "yes" : "no"));
  const [isFolded, setFolded] = useState(true);
  return (
    <div className="@container relative">
      {/* Whether the figures use two rows or one row. */}
      <dl className="grid grid-cols-3 rounded-md border border-line bg-surface py-1 @3xl:flex @3xl:*:flex-1">
        <Stat
          label="Last Run"
          detail={
            check.last_transition_time ? (
              <>
                Changed <Ago at={check.last_transition_time} />
              </>
            ) : undefined
          }
        >
          {check.last_runtime ? <Ago at={check.last_runtime} /> : "Never"}
        </Stat>
        <Stat label="Next Run">
          <NextRun at={check.deleted_at === null ? check.next_runtime : null} isPaused={isPaused === "yes"} />
        </Stat>
        <Stat
          label={`Uptime (${span})`}
          detail={
            uptime && uptime.passed + uptime.failed > 0 ? (
              <span className={`whitespace-nowrap ${uptime.failed > 0 ? "text-unhealthy-text" : ""}`}>
                {uptime.failed.toLocaleString("en")} of {(uptime.passed + uptime.failed).toLocaleString("en")} failed
              </span>
            ) : isWaiting ? (
              <Skeleton className="my-1.5 h-2.5 w-20" />
            ) : undefined
          }
        >
          {figure(uptime && printUptime(uptime))}
        </Stat>
        <LongUptimes check={check} shownSpan={span} isFolded={isFolded} />
        <Stat
          label={`Latency (p95, ${span})`}
          detail={
            latency("p99") && (
              <span className="whitespace-nowrap">
                p97 {latency("p97")} · p99 {latency("p99")}
              </span>
            )
          }
          isFolded={isFolded}
        >
          {figure(latency("p95"))}
        </Stat>
      </dl>
      <button
        type="button"
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
        className="h-control px-3 text-link shell:hidden"
      >
        {isFolded ? "More figures" : "Fewer figures"}
      </button>
    </div>
  );
}

// Always shows an age, whatever date format is preferred, because it is easier to compare with "in 40s".
const Ago = ({ at }: { at: string }) => (
  <>
    <Timestamp at={at} format="short" /> ago
  </>
);

function NextRun({ at, isPaused }: { at: string | null; isPaused: boolean }) {
  const timeZone = useTimeZone();
  const moment = readDate(at);
  const shown = useClock((now) => (moment === undefined ? "" : nextRunWords(moment, now)));
  if (moment === undefined) return isPaused ? "Paused" : "Not scheduled";
  return (
    <time title={printTimestamp(moment, timeZone)} className={shown.endsWith(LATE) ? "text-warning-text" : undefined}>
      {shown}
    </time>
  );
}

/** A run needs some time to start and to be reported. After this time it counts as late. */
function nextRunWords(moment: number, now: number): string {
  if (moment > now) return `in ${printAge(moment - now)}`;
  return now - moment < LATE_MS ? "Now" : `${printAge(now - moment)}${LATE}`;
}

const LATE_MS = 60_000;
const LATE = " late";
