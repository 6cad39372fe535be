// Merges pages of several sources into one page, and continues a search with a cursor. A source may have searched less
// of the time range than others. Lines beyond the time that all sources have reached would be out of order, so they are
// left for the next page.
import { z } from "zod";
import { problem } from "#language/problem.ts";
import type { LogPage, LogQuery, RawLine } from "./reader.ts";

type Direction = LogQuery["direction"];

/** Whether one time comes after another in the search direction. */
const isBeyond = (direction: Direction, time: number, other: number) =>
  direction === "backward" ? time < other : time > other;

/** Sorts by time; lines of the same time keep their order. */
const inOrder = (direction: Direction) => (a: { time: number }, b: { time: number }) =>
  direction === "backward" ? b.time - a.time : a.time - b.time;

/** Returns the earliest of the times that the sources have reached, in the search direction. */
function firstReached(pages: readonly LogPage[], direction: Direction): number | undefined {
  const times = pages.flatMap(({ reached }) => reached ?? []);
  if (times.length === 0) return undefined;
  return direction === "backward" ? Math.max(...times) : Math.min(...times);
}

interface Merging {
  direction: Direction;
  limit: number;
}

export function mergePages(pages: readonly LogPage[], { direction, limit }: Merging): LogPage {
  const { lines, reached } = mergeLines(pages, { direction, limit });
  const warnings = pages.flatMap((page) => page.warnings ?? []);
  return { lines, reached, ...(warnings.length > 0 && { warnings }) };
}

function mergeLines<Line extends RawLine>(
  pages: readonly (LogPage & { lines: readonly Line[] })[],
  { direction, limit }: Merging,
): { lines: Line[]; reached: number | undefined } {
  const reached = firstReached(pages, direction);
  const complete = pages
    .flatMap(({ lines }) => lines)
    .filter(({ time }) => reached === undefined || !isBeyond(direction, time, reached))
    .sort(inOrder(direction));
  const isCut = complete.length > limit;
  const lines = complete.slice(0, limit);
  return { lines, reached: isCut ? lines.at(-1)?.time : reached };
}

/**
 * The place at which a search continues: a time, and the number of lines of that time that each source already
 * returned.
 */
export interface Cursor {
  time: number;
  skip: Readonly<Record<string, number>>;
}

/** The range of dates. */
const maxTime = 8.64e15;

const cursorShape = z.object({
  t: z.number().min(-maxTime).max(maxTime),
  s: z.record(z.string(), z.int().min(0).max(1_000_000)).default({}),
});

export const printCursor = ({ time, skip }: Cursor): string =>
  Buffer.from(JSON.stringify({ t: time, ...(Object.keys(skip).length > 0 && { s: skip }) })).toString("base64url");

export function readCursor(text: string): Cursor {
  try {
    const { t, s } = cursorShape.parse(JSON.parse(Buffer.from(text, "base64url").toString("utf8")));
    return { time: t, skip: s };
  } catch {
    throw problem.badParts([{ path: "body.cursor", message: "is not a cursor from an earlier response" }]);
  }
}

/** Limits the query of a source to the remaining lines. Lines that the cursor skips are requested again. */
export function continued(query: LogQuery, cursor: Cursor | undefined, source: string): LogQuery {
  if (!cursor) return query;
  const range =
    query.direction === "backward"
      ? { end: Math.min(query.end, cursor.time) }
      : { start: Math.max(query.start, cursor.time) };
  return { ...query, ...range, limit: query.limit + (cursor.skip[source] ?? 0) };
}

/** Whether a search ends at the cursor. The start of a range such as now-15m has moved since the previous page. */
export const isOver = (
  { start, end, direction }: Pick<LogQuery, "start" | "end" | "direction">,
  cursor: Cursor | undefined,
): boolean => cursor !== undefined && (direction === "backward" ? cursor.time < start : cursor.time > end);

export interface SourcePage extends LogPage {
  /** The key of the source, which is the same for all pages. */
  source: string;
}

export interface MergedPage {
  lines: readonly (RawLine & { from: string })[];
  next: Cursor | undefined;
  warnings?: readonly string[] | undefined;
}

/** Merges the next pages of several sources, which were read from the cursor. */
export function nextPage(pages: readonly SourcePage[], merging: Merging, cursor: Cursor | undefined): MergedPage {
  const fresh = pages.map((page) => ({ ...page, lines: withoutSkipped(page, cursor) }));
  const { lines, reached } = mergeLines(fresh, merging);
  if (reached === undefined) return { lines, next: undefined };
  const skip: Record<string, number> = {};
  for (const { source } of pages) {
    const same = lines.filter(({ from, time }) => from === source && time === reached).length;
    const before = cursor?.time === reached ? (cursor.skip[source] ?? 0) : 0;
    if (same + before > 0) skip[source] = same + before;
  }
  const next = { time: reached, skip };
  const isSame = cursor !== undefined && lines.length === 0 && printCursor(next) === printCursor(cursor);
  if (!isSame) return { lines, next };
  // The sources cannot return more lines with this time, so the search continues after this time.
  const time = reached + (merging.direction === "backward" ? -1 : 1);
  return {
    lines,
    next: { time, skip: {} },
    warnings: [`Some lines of ${new Date(reached).toISOString()} are left out.`],
  };
}

function withoutSkipped({ source, lines }: SourcePage, cursor: Cursor | undefined): (RawLine & { from: string })[] {
  let left = cursor?.skip[source] ?? 0;
  return lines.filter(({ time }) => time !== cursor?.time || left-- <= 0).map((line) => ({ ...line, from: source }));
}
