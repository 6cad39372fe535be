import { useTimeZone } from "#console/preferences/preferences.ts";
import { axisLabel, axisTicks } from "#console/widgets/histogram/axis.ts";
import { printTimestamp } from "#lib/time/dates.ts";
import type { IncidentReplay } from "../../contract/afterwards.ts";
import { type Health, healthOf } from "./replay-at.ts";

interface ScrubBarProps {
  replay: IncidentReplay;
  start: number;
  end: number;
  at: number;
  /** When the incident was opened. */
  openedAt: number;
  change: (at: number) => void;
}

const MINUTE = 60_000;
const MAX_LANES = 8;
const MAX_TICKS = 8;
const EDGE = 0.04;

const looks: Readonly<Record<Health, string>> = {
  healthy: "bg-healthy/25",
  unhealthy: "bg-unhealthy",
  warning: "bg-warning",
  unknown: "bg-line",
};

const badness = ({ intervals }: IncidentReplay["resources"][number]) =>
  intervals.reduce(
    (sum, { from, to, health }) => sum + (health === "unhealthy" ? Date.parse(to) - Date.parse(from) : 0),
    0,
  );

/**
 * A slider over the duration of the incident, with one lane for the health of each of the worst resources, and one for
 * the changes.
 */
export function ScrubBar({ replay, start, end, at, openedAt, change }: ScrubBarProps) {
  const timeZone = useTimeZone();
  const place = (moment: number) => (100 * (Math.min(end, Math.max(start, moment)) - start)) / (end - start);
  const drawn = replay.resources.toSorted((a, b) => badness(b) - badness(a)).slice(0, MAX_LANES);
  const rest = replay.resources.length - drawn.length;
  const ticks = axisTicks({ from: start, to: end }, MAX_TICKS, timeZone)
    .map((moment) => ({ moment, left: place(moment) }))
    .filter(({ left }) => left > 100 * EDGE && left < 100 * (1 - EDGE));
  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,10rem)_minmax(0,1fr)] gap-x-3 max-shell:grid-cols-1">
      <div aria-hidden className="flex min-w-0 flex-col gap-px py-1 text-meta text-muted max-shell:hidden">
        {[...drawn.map(({ name }) => name), "Changes"].map((name, lane) => (
          <span key={lane} title={name} className="h-4 truncate leading-4">
            {name}
          </span>
        ))}
      </div>
      <div className="relative rounded-sm bg-sunken p-1 inset-ring inset-ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
        <div aria-hidden className="relative flex flex-col gap-px">
          {drawn.map((resource) => (
            <div key={`${resource.kind} ${resource.id}`} className="relative h-4 max-shell:h-2">
              {resource.intervals.map(({ from, to, health }) => (
                <span
                  key={from}
                  style={{
                    left: `${place(Date.parse(from))}%`,
                    width: `${Math.max(0.2, place(Date.parse(to)) - place(Date.parse(from)))}%`,
                  }}
                  className={`absolute inset-y-0 ${looks[healthOf(health)]}`}
                />
              ))}
            </div>
          ))}
          <div className="relative h-4 max-shell:h-2">
            {replay.changes.map(({ id, at: moment }) => (
              <span
                key={id}
                style={{ left: `${place(Date.parse(moment))}%` }}
                className="absolute inset-y-0 w-0.5 bg-chart-1"
              />
            ))}
          </div>
          <span
            style={{ left: `${place(openedAt)}%` }}
            className="absolute -inset-y-1 border-l border-dashed border-text"
          />
          <span
            style={{ left: `${place(at)}%` }}
            className="pointer-events-none absolute -inset-y-1 -ml-px w-0.5 bg-accent"
          >
            <span className="absolute -top-1 -left-1 size-2.5 rounded-full border-2 border-surface bg-inherit" />
          </span>
        </div>
        <input
          type="range"
          aria-label="Point in time"
          aria-valuetext={printTimestamp(at, timeZone).slice(0, 16)}
          min={start}
          max={end}
          step={MINUTE}
          value={at}
          onChange={({ target }) => change(target.valueAsNumber)}
          className="absolute inset-0 size-full cursor-ew-resize opacity-0"
        />
      </div>
      <div
        aria-hidden
        className="relative col-start-2 h-4 overflow-hidden max-shell:col-start-1 text-meta leading-4 text-muted tabular-nums"
      >
        {ticks.map(({ moment, left }, index) => (
          <span
            key={moment}
            style={{ left: `${left}%` }}
            className={`absolute -translate-x-1/2 whitespace-nowrap ${index % 3 === 1 ? "" : "max-shell:hidden"}`}
          >
            {axisLabel(moment, end - start, timeZone)}
          </span>
        ))}
      </div>
      {rest > 0 && (
        <p className="col-start-2 text-meta text-muted max-shell:col-start-1">
          +{rest.toLocaleString("en")} more resources are not drawn here
        </p>
      )}
    </div>
  );
}
