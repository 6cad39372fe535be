// Writes the server log to files, in addition to its output, so that it can be read in the console. Each process writes
// its own files. Files are small, and the oldest files of all processes are deleted when there are too many.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface LogFiles {
  write(line: string): void;
  /**
   * Starts writing to files in this folder, beginning with the lines logged since startup. Only the first failure is
   * reported; a failure such as a full disk must not stop the server.
   */
  open(folder: string, onFailure: (error: unknown) => void): void;
  flushSync(): void;
}

export interface LogFileLimits {
  /** The size of all files together. */
  maxBytes: number;
  /** The size of one file. */
  fileBytes: number;
}

const mebibyte = 1024 * 1024;
/** Keeps the folder below 50 MB: other processes may write 2 MB more between two checks of its size. */
const defaultLimits: LogFileLimits = { maxBytes: 48 * 1_000_000 - mebibyte, fileBytes: 5 * mebibyte };

/** Lines are written together, because a write per line would cost a tenth of the request rate. */
const maxBuffered = 64_000;
const maxBufferedMs = 200;
/** Maximum number of characters that are buffered until the log folder is known. */
const maxEarly = 1_000_000;

let created = 0;

/** Names sort by time: quarterdeck-<process>-<time and number>.log */
const fileName = () => {
  const time = new Date().toISOString().replaceAll(/\D/g, "");
  return `quarterdeck-${process.pid}-${time}${String((created += 1)).padStart(6, "0")}.log`;
};
const isOurs = (name: string) => /^quarterdeck-\d+-\d+\.log$/.test(name);

/** The files of the log and their sizes, the newest first. */
export function listLogFiles(folder: string): { path: string; size: number; modified: Date }[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(isOurs)
    .flatMap((name) => {
      const path = join(folder, name);
      const stats = statSync(path, { throwIfNoEntry: false });
      return stats ? [{ path, size: stats.size, modified: stats.mtime }] : [];
    })
    .sort((a, b) => b.modified.getTime() - a.modified.getTime() || (a.path < b.path ? 1 : -1));
}

export function createLogFiles({ maxBytes, fileBytes }: LogFileLimits = defaultLimits): LogFiles {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  let folder: string | undefined;
  let file: { fd: number; size: number } | undefined;
  let sincePruned = 0;
  let report: ((error: unknown) => void) | undefined;

  const fail = (error: unknown) => {
    report?.(error);
    report = undefined;
  };

  /** Deletes the oldest files until there is enough space for the others and for the file being written. */
  const prune = (within: string) => {
    let kept = 0;
    for (const { path, size } of listLogFiles(within))
      if ((kept += size) > maxBytes - fileBytes && kept > size) rmSync(path, { force: true });
    sincePruned = 0;
  };

  const append = (within: string, bytes: Buffer) => {
    if (file && file.size + bytes.length > fileBytes) {
      closeSync(file.fd);
      file = undefined;
    }
    if (!file || sincePruned > mebibyte) prune(within);
    file ??= { fd: openSync(join(within, fileName()), "a", 0o600), size: 0 };
    file.size += writeSync(file.fd, bytes);
    sincePruned += bytes.length;
  };

  // The files are on a local disk and the pieces are small, so a synchronous write takes less time than a write in the
  // thread pool.
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (folder === undefined || length === 0) return;
    const bytes = Buffer.from(lines.join(""));
    lines = [];
    length = 0;
    try {
      append(folder, bytes);
    } catch (error) {
      // The lines still reach the standard output.
      file = undefined;
      fail(error);
    }
  };
  process.on("exit", flush);

  return {
    write(line) {
      if (folder === undefined && length > maxEarly) return;
      lines.push(line);
      length += line.length;
      if (folder === undefined) return;
      if (length > maxBuffered) flush();
      else timer ??= setTimeout(flush, maxBufferedMs).unref();
    },
    open(wanted, onFailure) {
      report = onFailure;
      try {
        mkdirSync(wanted, { recursive: true, mode: 0o700 });
        folder = wanted;
      } catch (error) {
        lines = [];
        fail(error);
      }
      flush();
    },
    flushSync: flush,
  };
}
