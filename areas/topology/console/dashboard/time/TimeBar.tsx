import { useEffect, useRef, useState } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "#console/widgets/Button.tsx";
import { ChoiceFilter } from "#console/widgets/filter/ChoiceFilter.tsx";
import { axisLabel, axisTicks } from "#console/widgets/histogram/axis.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { countOf } from "#lib/text/words.ts";
import { printTimestamp, readDate } from "#lib/time/dates.ts";
import { Lanes } from "./Lanes.tsx";
import { foldLanes, type Span, spanHours, type TimeWindow, unhealthyAt } from "./unhealthy-spans.ts";
import { type LaneComponent, useLanes } from "./use-lanes.ts";

const MINUTE = 60_000;
const STEPS = 500;
/** While dragging, the tree of the chosen time is requested after a short pause. */
const SETTLE_MS = 150;

const OPTIONS = [
  { value: "1h", label: "1 hour" },
  { value: "6h", label: "6 hours" },
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
];

interface TimeBarProps {
  /** The components whose unhealthy times are shown. */
  components: readonly LaneComponent[];
  /** The time that the page shows; empty for the present. */
  at: string;
  span: Span;
  change: (changes: { at?: string | undefined; span?: Span }, options?: { replace: boolean }) => unknown;
}

/** Shows when the components were unhealthy, and moves the time that the page shows. */
export function TimeBar({ components, at: chosenAt, span, change }: TimeBarProps) {
  const timeZone = useTimeZone();
  const end = useClock((now) => Math.ceil(now / MINUTE) * MINUTE);
  const hours = spanHours[span];
  const start = end - hours * 60 * MINUTE;
  const { lanes, unread, isCut } = useLanes(components, hours, { start, end });
  const { drawn, folded } = foldLanes(lanes);
  const shownAt = chosenAt === "" ? undefined : readDate(chosenAt);
  const [dragged, drag] = useDragged(shownAt ?? end, (at) =>
    // The right end is the present.
    change({ at: at >= end ? undefined : new Date(at).toISOString() }, { replace: chosenAt !== "" }),
  );
  const place = Math.min(end, Math.max(start, dragged));
  const isPast = dragged < end;
  const unhealthy = unhealthyAt(lanes, place);
  const time = printTimestamp(place, timeZone).slice(0, 19);
  const words = `${isPast ? time : "Now"}, ${countOf(unhealthy.length, "component", "components")} unhealthy`;
  return (
    <section
      aria-label="History"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-surface px-4 py-1.5"
    >
      <ChoiceFilter
        label="History"
        all={false}
        options={OPTIONS}
        value={span}
        change={(next) => void change({ span: next as Span })}
      />
      <div className="min-w-48 flex-1">
        <div
          title={unhealthy.length > 0 ? `Unhealthy at ${time}:\n${shortList(unhealthy)}` : undefined}
          className="relative h-6 rounded-sm bg-sunken inset-ring inset-ring-line has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus"
        >
          <Lanes lanes={drawn} start={start} end={end} />
          <span
            aria-hidden
            style={{ left: `${(100 * (place - start)) / (end - start)}%` }}
            className={`pointer-events-none absolute inset-y-0 -ml-px w-0.5 ${isPast ? "bg-accent" : "bg-line-strong"}`}
          >
            <span className="absolute -top-1 -left-1 size-2.5 rounded-full border-2 border-surface bg-inherit" />
          </span>
          <input
            type="range"
            aria-label="Point in time"
            aria-valuetext={words}
            min={start}
            max={end}
            step={(end - start) / STEPS}
            value={place}
            onChange={({ target }) => drag(target.valueAsNumber)}
            className="absolute inset-0 size-full cursor-ew-resize opacity-0"
          />
        </div>
        <Axis start={start} end={end} timeZone={timeZone} />
        <Rest
          folded={folded.length}
          foldedUnhealthy={unhealthyAt(folded, place).length}
          unread={unread}
          isCut={isCut}
          moment={isPast ? "then" : "now"}
        />
      </div>
      <span role="status" className="flex h-control min-w-44 items-center gap-2 tabular-nums max-shell:w-full">
        {isPast ? (
          <>
            <span className="font-medium">{time}</span>
            <Button look="quiet" onClick={() => void change({ at: undefined })}>
              Back to now
            </Button>
          </>
        ) : (
          <span className="text-muted">{historyWords(lanes.length, unhealthy.length)}</span>
        )}
      </span>
      {isPast && (
        <p className="w-full text-meta text-muted">
          Names, health, status and tree positions are from that time; other fields are current.
        </p>
      )}
    </section>
  );
}

/** The components that are unhealthy now, and those that were unhealthy in the range and have recovered. */
function historyWords(all: number, now: number): string {
  if (all === 0) return "No unhealthy times";
  const are = now > 0 ? `${countOf(now, "component is", "components are")} unhealthy` : "";
  const recovered = all - now;
  if (recovered === 0) return are;
  return are === ""
    ? `${countOf(recovered, "component was", "components were")} unhealthy`
    : `${are}, ${recovered.toLocaleString("en")} recovered`;
}

const MAX_NAMES = 20;

const shortList = (names: readonly string[]) =>
  [
    ...names.slice(0, MAX_NAMES),
    ...(names.length > MAX_NAMES ? [`and ${(names.length - MAX_NAMES).toLocaleString("en")} more`] : []),
  ].join("\n");

interface RestProps {
  /** The number of components that share the last lane. */
  folded: number;
  foldedUnhealthy: number;
  unread: readonly LaneComponent[];
  isCut: boolean;
  moment: "now" | "then";
}

/** Explains which components the lanes do not show separately. */
function Rest({ folded, foldedUnhealthy, unread, isCut, moment }: RestProps) {
  const figure = (count: number) => count.toLocaleString("en");
  const unreadUnhealthy = unread.filter(({ health }) => health === "unhealthy").length;
  const parts = [
    ...(folded > 0 ? [`+${figure(folded)} more in the last lane, ${figure(foldedUnhealthy)} unhealthy ${moment}`] : []),
    ...(unread.length > 0
      ? [`+${figure(unread.length)} more without lanes, ${figure(unreadUnhealthy)} unhealthy ${moment}`]
      : []),
    ...(isCut ? ["older times are left out"] : []),
  ];
  return parts.length === 0 ? null : <p className="text-meta text-muted tabular-nums">{parts.join("; ")}</p>;
}

/** The maximum number of labels without overlap. A phone has space for half as many. */
const MAX_TICKS = 8;
/** A label at the edge would be cut. */
const EDGE = 0.04;

/** The times below the bar. */
function Axis({ start, end, timeZone }: TimeWindow & { timeZone: string }) {
  const ticks = axisTicks({ from: start, to: end }, MAX_TICKS, timeZone)
    .map((at) => ({ at, place: (at - start) / (end - start) }))
    .filter(({ place }) => place > EDGE && place < 1 - EDGE);
  return (
    <div aria-hidden className="relative h-4 overflow-hidden text-meta leading-4 text-muted tabular-nums">
      {ticks.map(({ at, place }, index) => (
        <span
          key={at}
          style={{ left: `${100 * place}%` }}
          className={`absolute -translate-x-1/2 whitespace-nowrap ${index % 3 === 1 ? "" : "max-shell:hidden"}`}
        >
          {axisLabel(at, end - start, timeZone)}
        </span>
      ))}
    </div>
  );
}

/** The position of the handle, which moves before the page is updated. */
function useDragged(at: number, settle: (at: number) => unknown) {
  const [dragged, setDragged] = useState<number>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const drag = (to: number) => {
    setDragged(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      setDragged(undefined);
      settle(to);
    }, SETTLE_MS);
  };
  return [dragged ?? at, drag] as const;
}
