import { useTimeZone } from "#console/preferences/preferences.ts";
import { axisLabel, axisTicks } from "#console/widgets/histogram/axis.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { countOf } from "#lib/text/words.ts";
import { printTimestamp } from "#lib/time/dates.ts";
import type { IncidentTimeline } from "../../contract/model.ts";
import { type Dot, dotsOf, type LaneLook, spanOf, toneOf } from "./timeline-scale.ts";

interface ScaleProps {
  timeline: IncidentTimeline;
  lanes: readonly LaneLook[];
  /** The entry that is marked. */
  chosen: string | undefined;
  choose: (id: string) => void;
}

const looks = { good: "bg-healthy", warn: "bg-warning", bad: "bg-unhealthy" } as const;
const MAX_TICKS = 8;
const EDGE = 0.04;

/** One row of dots per lane above a common time axis. A dot scrolls the list to its entry. */
export function Scale({ timeline, lanes, chosen, choose }: ScaleProps) {
  const timeZone = useTimeZone();
  const span = spanOf(timeline);
  const length = span.end - span.start;
  const ticks = axisTicks({ from: span.start, to: span.end }, MAX_TICKS, timeZone)
    .map((at) => ({ at, place: (at - span.start) / length }))
    .filter(({ place }) => place > EDGE && place < 1 - EDGE);
  return (
    <figure aria-label="Timeline by time" className="min-w-0 rounded-md border border-line bg-surface p-3">
      <div className="relative grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1 max-shell:grid-cols-[1.5rem_minmax(0,1fr)]">
        {lanes.map(({ lane, label, icon }) => (
          <div key={lane} className="contents">
            <span title={label} className="flex h-6 items-center gap-2 text-muted">
              <Icon name={icon} size={14} />
              <span className="truncate max-shell:sr-only">{label}</span>
            </span>
            <div className="relative h-6 border-b border-line/60">
              {dotsOf(
                timeline.entries.filter((entry) => entry.lane === lane),
                span,
              ).map((dot) => (
                <DotButton key={dot.entries[0]!.id} dot={dot} label={label} chosen={chosen} choose={choose} />
              ))}
            </div>
          </div>
        ))}
        <span />
        <div aria-hidden className="relative h-4 overflow-hidden text-meta leading-4 text-muted tabular-nums">
          {ticks.map(({ at, place }, index) => (
            <span
              key={at}
              style={{ left: `${100 * place}%` }}
              className={`absolute -translate-x-1/2 whitespace-nowrap ${index % 3 === 1 ? "" : "max-shell:hidden"}`}
            >
              {axisLabel(at, length, timeZone)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}

interface DotButtonProps {
  dot: Dot;
  label: string;
  chosen: string | undefined;
  choose: (id: string) => void;
}

const MAX_WORDS = 5;

function DotButton({ dot, label, chosen, choose }: DotButtonProps) {
  const timeZone = useTimeZone();
  const { entries, place } = dot;
  const tone = toneOf(dot);
  const [first] = entries;
  const time = printTimestamp(Date.parse(first!.at), timeZone).slice(0, 19);
  const words = entries.slice(0, MAX_WORDS).map(({ text }) => text);
  const more = entries.length > MAX_WORDS ? [`and ${entries.length - MAX_WORDS} more`] : [];
  const isChosen = entries.some(({ id }) => id === chosen);
  return (
    <button
      type="button"
      title={[time, ...words, ...more].join("\n")}
      aria-label={`${label}, ${time}: ${entries.length === 1 ? words[0] : countOf(entries.length, "entry", "entries")}`}
      aria-pressed={isChosen}
      onClick={() => choose(first!.id)}
      style={{ left: `${100 * place}%` }}
      className="group absolute inset-y-0 flex w-6 -translate-x-1/2 items-center justify-center"
    >
      <span
        className={`rounded-full ring-2 ring-surface group-hover:scale-125 group-aria-pressed:ring-accent ${entries.length > 1 ? "size-3.5" : "size-2.5"} ${tone ? looks[tone] : "bg-chart-1"}`}
      />
    </button>
  );
}
