import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useMemo, useState } from "react";
import { useTimeZone } from "#console/preferences/preferences.ts";
import { Button } from "../Button.tsx";
import { Skeleton } from "../Skeleton.tsx";
import { StatusMark } from "../StatusMark.tsx";
import { useMedia } from "../use-media.ts";
import { axisLabel, axisTicks } from "./axis.ts";
import { Bars } from "./Bars.tsx";
import {
  type Brush,
  brushedSpan,
  brushEnds,
  type Bucket,
  bucketAt,
  endOfFullBars,
  movedBrush,
  placeOf,
} from "./brush.ts";
import { describe, describeAll, type HistogramSeries, sumOf, topOfScale } from "./counts.ts";
import { Legend } from "./Legend.tsx";

interface TimeHistogramProps {
  /** The counted items, such as "Changes"; part of the accessible name. */
  title: string;
  /** The series from the bottom of each bar to the top. */
  series: readonly HistogramSeries[];
  /** The buckets in ascending order, without gaps. Undefined while they load. */
  buckets: readonly Bucket[] | undefined;
  /** The end of the last bucket, or the current time if that bucket has not ended yet. */
  end: number;
  /** Called when the person has selected a time range. */
  onBrush: (span: { from: number; to: number }) => void;
  /** A button at the right of the legend that shows more. */
  action?: ReactNode;
  error?: string | undefined;
  retry?: () => void;
}

const HEIGHT = 64;
/** Minimum distance of a label from the ends, as a fraction of the width. Closer labels would be cut off. */
const EDGE = 0.04;

/** Counts over time. A time range can be selected by pointer or keyboard to show only that range. */
export function TimeHistogram(props: TimeHistogramProps) {
  const { title, buckets, error, retry } = props;
  if (error !== undefined)
    return (
      <div role="alert" className="flex h-29 items-center justify-center gap-2">
        <StatusMark meaning="unhealthy" />
        {error}
        {retry && (
          <Button icon="refresh-cw" onClick={retry}>
            Try again
          </Button>
        )}
      </div>
    );
  if (!buckets)
    return (
      <div role="status" aria-label={`Loading ${title}`} className="flex h-29 flex-col justify-between">
        <Skeleton className="h-3 w-48" />
        <Skeleton className="h-16 w-full" />
        <Skeleton className="h-3 w-full" />
      </div>
    );
  return <LoadedHistogram {...props} buckets={buckets} />;
}

interface LoadedHistogramProps extends TimeHistogramProps {
  buckets: readonly Bucket[];
}

function LoadedHistogram({ title, series, buckets, end, onBrush, action }: LoadedHistogramProps) {
  const timeZone = useTimeZone();
  const hint = useId();
  const [brush, setBrush] = useState<Brush>();
  const [isDragged, setDragged] = useState(false);
  const [pointed, setPointed] = useState<number>();
  const top = useMemo(() => topOfScale(Math.max(0, ...buckets.map(({ counts }) => sumOf(counts)))), [buckets]);
  const isNarrow = useMedia("(width < 50rem)");
  const count = buckets.length;
  const line = { buckets, end };
  const drawn = { buckets, end: endOfFullBars(line) };
  const marked = brush && brushEnds(brush);
  const shown = brush ?? (pointed === undefined ? undefined : { anchor: pointed, head: pointed });
  const apply = (applied: Brush) => {
    const span = brushedSpan(applied, line);
    setBrush(undefined);
    setPointed(undefined);
    if (span) onBrush(span);
  };

  const indexAt = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return bucketAt(clientX - left, width, drawn);
  };
  const press = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = indexAt(event);
    setDragged(true);
    setBrush({ anchor: at, head: at });
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const at = indexAt(event);
    if (isDragged) setBrush((before) => before && { ...before, head: at });
    else setPointed(at);
  };
  const release = () => {
    if (!isDragged) return;
    setDragged(false);
    if (brush) apply(brush);
  };
  const cancel = () => {
    setDragged(false);
    setBrush(undefined);
  };
  const type = (event: KeyboardEvent<HTMLElement>) => {
    const next = movedBrush(brush, event, count);
    if (next) setBrush(next);
    else if ((event.key === "Enter" || event.key === " ") && brush) apply(brush);
    else if (event.key === "Escape" && brush) cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const first = buckets[0]?.at ?? 0;
  const length = drawn.end - first;
  const text = shown && describe({ brush: shown, line, series, timeZone });
  const total = describeAll(buckets, series);
  const scale = top.toLocaleString("en");
  return (
    <figure className="min-w-0">
      <figcaption className="flex min-h-6 items-center gap-3 pb-2 text-meta whitespace-nowrap">
        {text ? (
          <span className="truncate tabular-nums">{text}</span>
        ) : (
          <Legend title={title} series={series} buckets={buckets} />
        )}
        {action && <span className="ml-auto flex shrink-0">{action}</span>}
      </figcaption>
      {/* The label of the scale is left of the bars. */}
      <div className="text-meta tabular-nums" style={{ paddingLeft: `calc(${scale.length}ch + 0.5rem)` }}>
        <div
          role="slider"
          tabIndex={0}
          aria-label={`${title} over time`}
          aria-describedby={hint}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, count - 1)}
          aria-valuenow={shown?.head ?? Math.max(0, count - 1)}
          aria-valuetext={text ?? total}
          onPointerDown={press}
          onPointerMove={move}
          onPointerUp={release}
          onPointerCancel={cancel}
          onPointerLeave={() => setPointed(undefined)}
          onKeyDown={type}
          onBlur={() => !isDragged && setBrush(undefined)}
          style={{ height: HEIGHT }}
          className="relative cursor-crosshair touch-pan-y border-b border-line-strong select-none"
        >
          {marked && (
            <div
              aria-hidden
              data-brush
              className="absolute inset-y-0 border-x border-accent bg-selected"
              style={styleOf(placeOf(drawn, marked.first, marked.last))}
            />
          )}
          {!brush && pointed !== undefined && (
            <div aria-hidden className="absolute inset-y-0 bg-hover" style={styleOf(placeOf(drawn, pointed))} />
          )}
          <div aria-hidden className="absolute inset-x-0 top-0 border-t border-dashed border-line" />
          <Bars line={drawn} series={series} top={top} />
          <span aria-hidden className="absolute -top-px right-full pr-2 leading-3 text-muted">
            {scale}
          </span>
        </div>
        <div aria-hidden className="relative h-5 text-meta text-muted tabular-nums">
          {axisTicks({ from: first, to: drawn.end }, isNarrow ? 4 : 8, timeZone)
            .map((moment) => ({ moment, place: (moment - first) / length }))
            .filter(({ place }) => place >= EDGE && place <= 1 - EDGE)
            .map(({ moment, place }) => (
              <span
                key={moment}
                style={{ left: `${100 * place}%` }}
                className="absolute top-0.5 -translate-x-1/2 whitespace-nowrap before:absolute before:-top-0.5 before:left-1/2 before:h-1 before:w-px before:bg-line-strong"
              >
                {axisLabel(moment, length, timeZone)}
              </span>
            ))}
        </div>
      </div>
      <p id={hint} className="sr-only">
        Arrow keys select a time range, and Shift with an arrow key extends it. Enter shows only that range, Escape
        cancels.
      </p>
    </figure>
  );
}

const styleOf = ({ left, width }: { left: number; width: number }) => ({
  left: `${100 * left}%`,
  width: `${100 * width}%`,
});
