// Searches series of files, beginning with the newest or the oldest file of each, until there are enough lines.
import type { FileHandle } from "node:fs/promises";
import { lineMatcher, type LineMatcher } from "#lib/logs/line-matcher.ts";
import { lineTime } from "#lib/logs/line-time.ts";
import { severityIn } from "#lib/logs/severity.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import { BucketCounter } from "../../lines/count-lines.ts";
import { labelFilter } from "../../lines/label-filter.ts";
import { mergePages } from "../../source/pages.ts";
import type { Histogram, LogPage, LogQuery, RawLine, ReaderRun } from "../../source/reader.ts";
import { isGzip, seriesOf, type FileSeries, type FileStore, type LogFile } from "./find-files.ts";
import { grepFor, type Grep } from "./grep.ts";
import { blocksBackward, linesOf, type LineBlock } from "./line-blocks.ts";
import { scanDeadline, ScanBudget } from "./scan-budget.ts";
import { scanGzip, scanRegion, type FileFound, type FileScan } from "./scan.ts";
import { timeRegion } from "./time-region.ts";

type Run = Pick<ReaderRun, "exec" | "signal" | "onProgress">;

interface Searching {
  query: LogQuery;
  matcher: LineMatcher;
  isWanted(line: RawLine): boolean;
  budget: ScanBudget;
  grep: Grep | undefined;
  failures: FileFailure[];
  run: Run;
}

/** Returns the series that can contain lines of the time range. */
async function seriesIn(store: FileStore, { start }: Pick<LogQuery, "start">) {
  const { files, warnings } = await store.find();
  const recent = files.filter(({ modified, size }) => modified >= start && size > 0);
  return { series: seriesOf(recent), warnings };
}

export async function searchFiles(store: FileStore, query: LogQuery, run: Run): Promise<LogPage> {
  const { series, warnings } = await seriesIn(store, query);
  const total = series.flatMap(({ files }) => files).reduce((sum, { size }) => sum + size, 0);
  let searched = 0;
  const onUsed = (bytes: number) => run.onProgress?.({ searched: (searched += bytes), total });
  const shared = {
    query,
    matcher: lineMatcher(query.terms),
    isWanted: labelFilter(query.labels),
    grep: grepFor(run.exec, query.terms),
    run,
  };
  const failures: FileFailure[] = [];
  const budget = { parts: series.length, deadline: scanDeadline(), onUsed };
  const pages: LogPage[] = [];
  for (const each of series)
    pages.push(await searchSeries(store, each, { ...shared, failures, budget: new ScanBudget(budget) }));
  const [first] = failures;
  // A file that cannot be read does not affect the others.
  if (first && failures.length === series.flatMap(({ files }) => files).length) throw first.error;
  const page = mergePages(pages, query);
  const all = [...warnings, ...(page.warnings ?? []), ...failures.map(({ path, error }) => reasonOf(path, error))];
  return { ...page, ...(all.length > 0 && { warnings: all.slice(0, maxWarnings) }) };
}

interface FileFailure {
  path: string;
  error: Error;
}

const maxWarnings = 20;

const reasonOf = (path: string, { message }: Error) =>
  message.includes(path) ? message : `${path} cannot be read: ${message}`;

async function searchSeries(store: FileStore, { files }: FileSeries, searching: Searching): Promise<LogPage> {
  const { query } = searching;
  const lines: RawLine[] = [];
  const warnings: string[] = [];
  for (const file of query.direction === "backward" ? files : files.toReversed()) {
    const found = await searchFile(store, file, {
      ...searching,
      query: { ...query, limit: query.limit - lines.length },
    });
    lines.push(...found.lines);
    if (found.warning !== undefined) warnings.push(found.warning);
    if (found.reached !== undefined) return { lines, reached: found.reached, warnings };
  }
  return { lines, warnings };
}

async function searchFile(store: FileStore, file: LogFile, searching: Searching): Promise<FileFound> {
  const { query, matcher, isWanted, budget, grep, run } = searching;
  const scan: FileScan = { file, query, matcher, isWanted, budget, signal: run.signal };
  try {
    return await store.using(file.path, async (handle) => {
      if (isGzip(file.path)) return scanGzip(handle, scan);
      const { size } = await handle.stat();
      const region = await timeRegion(handle, size, query);
      const first = await scanRegion(handle, region, scan, { handsOver: grep?.isFor(region, size) ?? false });
      if (!first.rest) return first;
      return (await grep!.search(handle, first.rest, scan)) ?? (await scanRegion(handle, first.rest, scan));
    });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Log rotation deleted the file after it was listed.
    if (code === "ENOENT") return { lines: [] };
    run.signal.throwIfAborted();
    if (!(error instanceof FileRefused) && code === undefined) throw error;
    searching.failures.push({ path: file.path, error: error as Error });
    return { lines: [] };
  }
}

const histogramMs = 5_000;

/** Counts the lines of all files, newest first, until the time limit. */
export async function countFiles(
  store: FileStore,
  query: LogQuery,
  { bucketMs, run }: { bucketMs: number; run: Run },
): Promise<Histogram> {
  const { series } = await seriesIn(store, query);
  const counter = new BucketCounter(query.start, bucketMs);
  const matcher = lineMatcher(query.terms);
  const isWanted = labelFilter(query.labels);
  const deadline = performance.now() + histogramMs;
  let reached: number | undefined;
  for (const file of series.flatMap(({ files }) => files).sort((a, b) => b.modified - a.modified)) {
    // Decompressing old files takes too long for a histogram.
    if (isGzip(file.path) || reached !== undefined) {
      reached = Math.max(reached ?? 0, file.modified);
      continue;
    }
    const last = await store.using(file.path, async (handle: FileHandle) => {
      const region = await timeRegion(handle, (await handle.stat()).size, query);
      for await (const block of blocksBackward(handle, region)) {
        run.signal.throwIfAborted();
        const first = countBlock(block, { query, matcher, isWanted, counter, file });
        if (performance.now() > deadline && block.offset > region.from) return first;
      }
      return undefined;
    });
    if (last !== undefined) reached = last;
  }
  return { buckets: counter.buckets(), reached };
}

interface Counting extends Pick<Searching, "query" | "matcher"> {
  isWanted: ReturnType<typeof labelFilter>;
  counter: BucketCounter;
  file: LogFile;
}

/** Returns the time of the first line. */
function countBlock(block: LineBlock, { query, matcher, isWanted, counter, file }: Counting): number {
  const lines = linesOf(block);
  const isSkipped = !matcher.isEmpty && !matcher.mayMatch(block.bytes.toString("utf8"));
  let first: number | undefined;
  let time: number | undefined;
  for (const { text } of lines) {
    time = lineTime(text) ?? time;
    first ??= time;
    if (isSkipped && first !== undefined) break;
    const at = time ?? file.modified;
    if (at < query.start || at > query.end || !matcher.matches(text)) continue;
    if (isWanted({ message: text, labels: { file: file.path } })) counter.add(at, severityIn(text));
  }
  return first ?? file.modified;
}
