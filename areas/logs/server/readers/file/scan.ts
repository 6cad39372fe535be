// Searches a file in this process, block by block, in either direction.
import { createGunzip } from "node:zlib";
import type { FileHandle } from "node:fs/promises";
import { FileRefused } from "#server/files/allowed-files.ts";
import { lineTime } from "#lib/logs/line-time.ts";
import type { LineMatcher } from "#lib/logs/line-matcher.ts";
import type { LogQuery, RawLine } from "../../source/reader.ts";
import type { LogFile } from "./find-files.ts";
import {
  blocksBackward,
  blocksForward,
  blocksOfStream,
  linesOf,
  type BlockLine,
  type LineBlock,
  type Region,
} from "./line-blocks.ts";
import type { ScanBudget } from "./scan-budget.ts";

/** A search within one file. */
export interface FileScan {
  file: LogFile;
  query: Pick<LogQuery, "start" | "end" | "limit" | "direction">;
  matcher: LineMatcher;
  /** Whether a line has the requested labels. */
  isWanted(line: RawLine): boolean;
  budget: ScanBudget;
  signal: AbortSignal;
}

export interface FileFound {
  /** The lines, in the direction of the query. */
  lines: RawLine[];
  /** The time of the last block, if the scan ended before the end of the region. */
  reached?: number | undefined;
  warning?: string | undefined;
}

/** A longer line is tested as a whole and then cut. */
const maxLine = 64 * 1024;
/** The maximum size of all lines of a page; the cursor continues with the other lines. */
const maxPage = 32 * 1024 * 1024;

/** Converts a matching line to a result line; undefined if its time or labels do not match. */
export function foundLine(
  { file, query, isWanted }: FileScan,
  { offset, text }: BlockLine,
  time: number,
): RawLine | undefined {
  if (time < query.start || time > query.end) return undefined;
  const clean = text.endsWith("\r") ? text.slice(0, -1) : text;
  const line: RawLine = {
    id: `${file.path}:${offset}`,
    time,
    message: clean.length > maxLine ? `${clean.slice(0, maxLine)}…` : clean,
    labels: { file: file.path },
  };
  return isWanted(line) ? line : undefined;
}

/**
 * Searches a region or its first part. `rest` is the part that is left for a faster program such as grep, if such a
 * program is available.
 */
export async function scanRegion(
  handle: FileHandle,
  region: Region,
  scan: FileScan,
  { handsOver = false }: { handsOver?: boolean } = {},
): Promise<FileFound & { rest?: Region }> {
  const { query, budget, signal, file } = scan;
  const isBackward = query.direction === "backward";
  const found: RawLine[] = [];
  let size = 0;
  for await (const block of isBackward ? blocksBackward(handle, region) : blocksForward(handle, region)) {
    signal.throwIfAborted();
    budget.use(block.bytes.length);
    for (const line of isBackward ? matchesIn(block, scan).reverse() : matchesIn(block, scan)) {
      found.push(line);
      size += line.message.length;
      if (found.length >= query.limit || size > maxPage) return { lines: found, reached: line.time };
    }
    const end = block.offset + block.bytes.length;
    if (isBackward ? block.offset <= region.from : end >= region.to) break;
    if (handsOver && found.length === 0 && budget.isQuickSpent)
      return { lines: [], rest: isBackward ? { ...region, to: block.offset } : { ...region, from: end } };
    if (budget.isSpent(found.length)) return { lines: found, reached: timeOfBlock(block, isBackward) ?? file.modified };
  }
  return { lines: found };
}

/** Searches a compressed file, which can only be read from its beginning. */
export async function scanGzip(handle: FileHandle, scan: FileScan): Promise<FileFound> {
  const { query, budget, signal, file } = scan;
  const last = new LastLines(query);
  let isLate = false;
  const stream = handle.createReadStream({ autoClose: false, start: 0 }).pipe(createGunzip());
  try {
    for await (const block of blocksOfStream(stream as AsyncIterable<Buffer>)) {
      signal.throwIfAborted();
      budget.use(block.bytes.length);
      for (const line of matchesIn(block, scan)) last.add(line);
      isLate = budget.isLate;
      if (last.isFull || isLate) break;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z_"))
      throw new FileRefused(`${file.path} is not a valid gzip file.`, { cause: error });
    throw error;
  } finally {
    stream.destroy();
  }
  return { ...last.found(), ...(isLate && { warning: `${file.path} takes too long to decompress.` }) };
}

/** Collects matches in the order of the file: the first or the last matches, depending on the direction. */
export class LastLines {
  readonly #query: Pick<LogQuery, "limit" | "direction">;
  #lines: RawLine[] = [];
  #size = 0;
  #isCut = false;

  constructor(query: Pick<LogQuery, "limit" | "direction">) {
    this.#query = query;
  }

  add(line: RawLine): void {
    if (this.isFull) return;
    this.#lines.push(line);
    this.#size += line.message.length;
    // Lines are removed in batches, because shifting an array is slow.
    if (this.#lines.length >= 2 * this.#query.limit || this.#size > 2 * maxPage) this.#trim();
  }

  /** Keeps the last lines that fit into a page. */
  #trim(): void {
    const kept: RawLine[] = [];
    let size = 0;
    for (const line of this.#lines.toReversed()) {
      size += line.message.length;
      if (kept.length >= this.#query.limit || (size > maxPage && kept.length > 0)) break;
      kept.push(line);
    }
    this.#isCut ||= kept.length < this.#lines.length;
    this.#lines = kept.reverse();
    this.#size = size;
  }

  /** Whether no further line is needed. */
  get isFull(): boolean {
    const { direction, limit } = this.#query;
    return direction === "forward" && (this.#lines.length >= limit || this.#size > maxPage);
  }

  found(): FileFound {
    const { limit, direction } = this.#query;
    if (direction === "backward") this.#trim();
    const isCut = this.#isCut || this.isFull || this.#lines.length >= limit;
    const lines = direction === "backward" ? this.#lines.toReversed() : this.#lines;
    return { lines, ...(isCut && { reached: lines.at(-1)?.time }) };
  }
}

/** Returns the matches of a block, in the order of the file. */
export function matchesIn(block: LineBlock, scan: FileScan): RawLine[] {
  const { matcher, file } = scan;
  const text = block.bytes.toString("utf8");
  // Most blocks have no match.
  if (!matcher.isEmpty && !matcher.mayMatch(text)) return [];
  const lines = linesOf(block, text);
  const timeOf = lineTimes(lines);
  const found: RawLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (!matcher.matches(line.text)) continue;
    const match = foundLine(scan, line, timeOf(index) ?? file.modified);
    if (match) found.push({ ...match, message: ownText(match.message) });
  }
  return found;
}

/** Copies a part of a block, so that the line does not keep the whole block in memory. */
const ownText = (text: string) => Buffer.from(text).toString("utf8");

/**
 * Returns a function that returns the time of a line. It must be called with increasing line numbers. A line without a
 * time has the time of the line before it or, at the beginning of a block, of the line after it.
 */
function lineTimes(lines: readonly BlockLine[]): (index: number) => number | undefined {
  let read = -1;
  let before: number | undefined;
  let after: { time: number | undefined } | undefined;
  return (index) => {
    for (let at = index; at > read; at -= 1) {
      const own = lineTime(lines[at]!.text);
      if (own === undefined) continue;
      before = own;
      break;
    }
    read = index;
    return before ?? (after ??= { time: timeAfter(lines, index) }).time;
  };
}

const lookAhead = 200;

function timeAfter(lines: readonly BlockLine[], index: number): number | undefined {
  for (const { text } of lines.slice(index, index + lookAhead)) {
    const time = lineTime(text);
    if (time !== undefined) return time;
  }
  return undefined;
}

function timeOfBlock(block: LineBlock, isBackward: boolean): number | undefined {
  const lines = linesOf(block);
  if (!isBackward) lines.reverse();
  return timeAfter(lines, 0);
}
