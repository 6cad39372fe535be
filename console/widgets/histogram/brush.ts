// A range of buckets that is marked by pointer or keyboard. Pure functions.

export interface Bucket {
  /** The start of the bucket, in milliseconds since 1970. */
  at: number;
  /** One count per series. */
  counts: readonly number[];
}

/** Bucket indexes: `anchor` is the start of the drag and `head` moves with the pointer. Either index may be larger. */
export interface Brush {
  anchor: number;
  head: number;
}

export const brushEnds = ({ anchor, head }: Brush) =>
  anchor < head ? { first: anchor, last: head } : { first: head, last: anchor };

/**
 * Adjacent buckets: each bucket ends where the next begins. The last bucket ends at `end`, so it may be shorter than
 * the other buckets.
 */
export interface Timeline {
  buckets: readonly Bucket[];
  end: number;
}

/**
 * The end of the last bar when it is as wide as the bar before it. A narrower bar, for a bucket that has not ended,
 * would look cut off.
 */
export function endOfFullBars({ buckets, end }: Timeline): number {
  const [before, last] = buckets.slice(-2);
  return before && last ? Math.max(end, 2 * last.at - before.at) : end;
}

const endOf = ({ buckets, end }: Timeline, index: number) => buckets[index + 1]?.at ?? end;

/** The position of a bucket as fractions of the width, proportional to its duration. */
export function placeOf(line: Timeline, first: number, last = first): { left: number; width: number } {
  const [from, to] = [line.buckets[0]?.at ?? line.end, line.buckets[first]?.at ?? line.end];
  const whole = Math.max(1, line.end - from);
  return { left: (to - from) / whole, width: (endOf(line, last) - to) / whole };
}

/** The bucket under the pointer, or the nearest bucket. */
export function bucketAt(x: number, width: number, { buckets, end }: Timeline): number {
  const from = buckets[0]?.at;
  if (width <= 0 || from === undefined) return 0;
  const moment = from + (x / width) * (end - from);
  return clamp(
    buckets.findLastIndex(({ at }) => at <= moment),
    buckets.length,
  );
}

const clamp = (index: number, count: number) => Math.max(0, Math.min(count - 1, index));

interface Press {
  key: string;
  shiftKey: boolean;
}

/** The brush after a key press; undefined for other keys. The first key press marks the newest bucket. */
export function movedBrush(brush: Brush | undefined, { key, shiftKey }: Press, count: number): Brush | undefined {
  if (count === 0) return undefined;
  const at = brush?.head ?? count;
  const to = {
    ArrowLeft: at - 1,
    ArrowRight: brush ? at + 1 : count - 1,
    PageUp: at - 10,
    PageDown: brush ? at + 10 : count - 1,
    Home: 0,
    End: count - 1,
  }[key];
  if (to === undefined) return undefined;
  const head = clamp(to, count);
  return { anchor: shiftKey && brush ? brush.anchor : head, head };
}

/** The marked time, from the start of the first bucket to the end of the last. */
export function brushedSpan(brush: Brush, line: Timeline) {
  const { first, last } = brushEnds(brush);
  const [from, to] = [line.buckets[first], line.buckets[last]];
  return from && to && { from: from.at, to: endOf(line, last) };
}

/** The sums of the marked buckets, by series. */
export function brushedCounts(brush: Brush, buckets: readonly Bucket[], series: number): number[] {
  const { first, last } = brushEnds(brush);
  const sums = Array.from({ length: series }, () => 0);
  for (const { counts } of buckets.slice(first, last + 1))
    for (let index = 0; index < series; index += 1) sums[index]! += counts[index] ?? 0;
  return sums;
}

/** A span of twice the length around the same centre, but not beyond the current time. */
export function widerSpan({ from, to }: { from: number; to: number }, now: number) {
  const half = (to - from) / 2;
  const end = Math.max(to, Math.min(now, to + half));
  return { from: end - 4 * half, to: end };
}
