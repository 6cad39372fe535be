// Finds the part of a file that a time range selects, by a binary search over the times of its lines.
import type { FileHandle } from "node:fs/promises";
import { lineTime } from "#lib/logs/line-time.ts";
import { linesOf, readAt, type Region } from "./line-blocks.ts";

/** Lines can be slightly out of order, because several threads or processes write the file. */
const slackMs = 10_000;
/** The number of bytes in which a line with a time is searched for. */
const probeBytes = 64 * 1024;

interface Probe {
  /** The start of the line that has the time. */
  offset: number;
  time: number;
}

/** Returns the first line with a time at or after a position; undefined if no such line is near the position. */
async function probe(file: FileHandle, from: number, size: number): Promise<Probe | undefined> {
  const bytes = await readAt(file, from, Math.min(probeBytes, size - from));
  const lines = linesOf({ offset: from, bytes });
  // A position inside the file is usually in the middle of a line.
  for (const { offset, text } of from === 0 ? lines : lines.slice(1)) {
    const time = lineTime(text);
    if (time !== undefined) return { offset, time };
  }
  return undefined;
}

/** Returns the time of the last line with a time. */
async function lastTime(file: FileHandle, size: number): Promise<number | undefined> {
  const from = Math.max(0, size - probeBytes);
  const bytes = await readAt(file, from, size - from);
  return linesOf({ offset: from, bytes })
    .reverse()
    .map(({ text }) => lineTime(text))
    .find((time) => time !== undefined);
}

/** Returns the time of the line before a position, for a line without a time. */
export async function timeBefore(file: FileHandle, offset: number): Promise<number | undefined> {
  return lastTime(file, offset);
}

export async function firstTime(file: FileHandle, size: number): Promise<number | undefined> {
  return (await probe(file, 0, size))?.time;
}

/** Returns the whole file if its lines have no times. */
export async function timeRegion(
  file: FileHandle,
  size: number,
  { start, end }: { start: number; end: number },
): Promise<Region> {
  const whole = { from: 0, to: size };
  const first = await firstTime(file, size);
  const last = await lastTime(file, size);
  if (first === undefined || last === undefined) return whole;
  const [low, high] = [start - slackMs, end + slackMs];
  if (last < low || first > high) return { from: 0, to: 0 };
  return {
    from: first >= low ? 0 : await firstAfter(file, size, { time: low, side: "from" }),
    to: last <= high ? size : await firstAfter(file, size, { time: high, side: "to" }),
  };
}

/**
 * Returns the start of the first line that is later than a time. Where times are missing, the region becomes larger.
 */
async function firstAfter(
  file: FileHandle,
  size: number,
  { time, side }: { time: number; side: keyof Region },
): Promise<number> {
  let [low, high] = [0, size];
  while (high - low > probeBytes) {
    const middle = Math.floor((low + high) / 2);
    const found = await probe(file, middle, size);
    if (found === undefined ? side === "from" : found.time > time) high = middle;
    else low = found?.offset ?? middle;
  }
  const bytes = await readAt(file, low, Math.min(2 * probeBytes, size - low));
  for (const { offset, text } of linesOf({ offset: low, bytes })) {
    const own = lineTime(text);
    if (own !== undefined && own > time && (offset > low || low === 0)) return offset;
  }
  if (side === "to") return size;
  // The lower bound is the start of a line, unless it is in the middle of a very long line.
  return low;
}
