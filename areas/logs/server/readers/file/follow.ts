// Follows files as they grow. When log rotation replaces a file, the old file is read to its end before the new one.
// New matching files are found after a few seconds.
import { setTimeout as delay } from "node:timers/promises";
import type { FileHandle } from "node:fs/promises";
import { lineMatcher, type LineMatcher } from "#lib/logs/line-matcher.ts";
import { lineTime } from "#lib/logs/line-time.ts";
import { FileRefused } from "#server/files/allowed-files.ts";
import { labelFilter } from "../../lines/label-filter.ts";
import { LineSplitter } from "../../lines/line-splitter.ts";
import { mergeTails } from "../../source/tails.ts";
import type { LogQuery, RawLine } from "../../source/reader.ts";
import { isGzip, seriesName, seriesOf, type FileStore, type LogFile } from "./find-files.ts";
import { timeRegion } from "./time-region.ts";

const pollMs = 200;
const newFilesMs = 5_000;
/** The interval between two checks whether the file was replaced. */
const rotationMs = 1_000;
/** A pause after many lines lets other requests run. */
const pieceBytes = 256 * 1024;
const maxLineBytes = 256 * 1024;

export async function* followFiles(
  store: FileStore,
  query: LogQuery,
  signal: AbortSignal,
): AsyncGenerator<readonly RawLine[]> {
  const search = { matcher: lineMatcher(query.terms), isWanted: labelFilter(query.labels), start: query.start };
  const followed = new Set<string>();
  /** The file sizes at the last check. A file that did not exist then is read from its beginning. */
  const sizes = new Map<string, number>();
  const lookFor = async () => {
    const { files } = await store.find();
    const fresh = growingFiles(files, followed)
      .filter(({ path }) => !followed.has(path))
      .slice(0, maxFollowed - followed.size);
    const found = fresh.map(({ path }) => ({ path, size: sizes.get(path) ?? 0 }));
    for (const { path, size } of files) sizes.set(path, size);
    for (const { path } of fresh) followed.add(path);
    return { found, fresh };
  };
  const { fresh: started } = await lookFor();
  yield* mergeTails(
    (await startsIn(store, started, query)).map(({ path, from, size }) =>
      followFile(store, path, { from, known: size, search, signal }),
    ),
    {
      signal,
      async more() {
        await delay(newFilesMs, undefined, { signal }).catch(() => {});
        if (signal.aborted) return [];
        const { found } = await lookFor();
        return found.map(({ path, size }) => followFile(store, path, { from: size, known: size, search, signal }));
      },
    },
  );
}

/** Time without growth after which a file is considered complete. */
const quietMs = 10 * 60_000;
/** Each followed file is kept open and checked several times per second. */
const maxFollowed = 200;

/**
 * Returns the files that may grow: the newest file of each series, and others that have grown recently. A rotated file
 * is complete, and its lines were already read under its previous name.
 */
function growingFiles(files: readonly LogFile[], followed: ReadonlySet<string>): LogFile[] {
  const names = new Set([...files.map(({ path }) => path), ...followed]);
  const isRotated = (path: string) => seriesName(path) !== path && names.has(seriesName(path));
  return seriesOf(files.filter(({ path }) => !isGzip(path) && !isRotated(path)))
    .flatMap((series) => series.files.filter(({ modified }, at) => at === 0 || modified > Date.now() - quietMs))
    .toSorted((a, b) => b.modified - a.modified);
}

/**
 * Returns the position at which the tail of each file begins. Unreadable files are left out, unless all files are
 * unreadable.
 */
async function startsIn(store: FileStore, files: readonly LogFile[], query: LogQuery) {
  const places = await Promise.allSettled(
    files.map(async (file) => ({ ...file, from: await store.using(file.path, (held) => startIn(held, file, query)) })),
  );
  const [failed] = places.filter((place) => place.status === "rejected");
  const readable = places.flatMap((place) => (place.status === "fulfilled" ? [place.value] : []));
  if (failed && readable.length === 0) throw failed.reason;
  return readable;
}

/** Returns the end of the file, or the position of the last line of an earlier tail. */
async function startIn(file: FileHandle, { size }: LogFile, { start }: LogQuery): Promise<number> {
  if (start > Date.now() - recentMs) return size;
  const { from, to } = await timeRegion(file, size, { start, end: Infinity });
  return to === 0 ? size : from;
}

/** A tail that starts now does not need earlier lines. */
const recentMs = 1_000;

interface Following {
  from: number;
  /** The size at the start. Lines before this position are compared with the start time; lines after it are new. */
  known: number;
  search: { matcher: LineMatcher; isWanted(line: RawLine): boolean; start: number };
  signal: AbortSignal;
}

async function* followFile(
  store: FileStore,
  path: string,
  { from, known, search, signal }: Following,
): AsyncGenerator<readonly RawLine[]> {
  for (let start = from, old = known; !signal.aborted; start = old = 0) {
    const held = await holdOpen(store, path);
    if (!held) return;
    try {
      yield* followOpen(held.handle, {
        path,
        from: start,
        known: old,
        search,
        signal,
        isCurrent: () => isCurrent(store, path, held.handle),
      });
    } finally {
      await held.release();
    }
  }
}

/** Follows an open file until log rotation gives its name to another file. */
async function* followOpen(
  file: FileHandle,
  { path, from, known, search, signal, isCurrent }: Following & { path: string; isCurrent(): Promise<boolean> },
): AsyncGenerator<readonly RawLine[]> {
  let splitter = new LineSplitter(maxLineBytes);
  let position = from;
  let lineAt = from;
  let before: number | undefined;
  let looked = performance.now();
  while (!signal.aborted) {
    const { size } = await file.stat();
    if (size < position) {
      // The file was emptied.
      splitter = new LineSplitter(maxLineBytes);
      position = lineAt = 0;
    }
    if (size === position) {
      const isDue = performance.now() - looked > rotationMs;
      if (isDue && !(await isCurrent())) return;
      if (isDue) looked = performance.now();
      await delay(pollMs, undefined, { signal }).catch(() => {});
      continue;
    }
    const bytes = Buffer.allocUnsafe(Math.min(pieceBytes, size - position));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, position);
    position += bytesRead;
    const lines: RawLine[] = [];
    for (const text of splitter.push(bytes.subarray(0, bytesRead))) {
      // A line without a time belongs to the line before it.
      before = lineTime(text) ?? before;
      const line = newLine(path, lineAt, { text, time: before ?? Date.now() });
      const isNew = lineAt >= known || line.time >= search.start;
      lineAt += Buffer.byteLength(text) + 1;
      if (isNew && search.matcher.matches(text) && search.isWanted(line)) lines.push(line);
    }
    if (lines.length > 0) yield lines;
  }
}

const newLine = (path: string, offset: number, { text, time }: { text: string; time: number }): RawLine => ({
  id: `${path}:${offset}`,
  time,
  message: text.endsWith("\r") ? text.slice(0, -1) : text,
  labels: { file: path },
});

/** Keeps the file open until it is released, because a generator cannot yield inside the store's callback. */
async function holdOpen(
  store: FileStore,
  path: string,
): Promise<{ handle: FileHandle; release(): Promise<void> } | undefined> {
  const opened = Promise.withResolvers<FileHandle>();
  const released = Promise.withResolvers<void>();
  const held = store.using(path, (file) => {
    opened.resolve(file);
    return released.promise;
  });
  held.catch(opened.reject);
  try {
    const handle = await opened.promise;
    return {
      handle,
      release: () => {
        released.resolve();
        return held;
      },
    };
  } catch (error) {
    // The file was deleted or is not readable. The other files are still followed.
    if (error instanceof FileRefused || (error as NodeJS.ErrnoException).code !== undefined) return undefined;
    throw error;
  }
}

/** While rotation has not created the new file yet, the old file is still followed. */
async function isCurrent(store: FileStore, path: string, file: FileHandle): Promise<boolean> {
  try {
    const [here, there] = await Promise.all([file.stat(), store.using(path, (other) => other.stat())]);
    return here.ino === there.ino && here.dev === there.dev;
  } catch {
    return true;
  }
}
