// Searches a file with the machine's grep, which is many times faster than this process. grep receives the open file,
// so it needs no access to the path. Its translated pattern selects all matching lines and possibly others, so each
// line is tested again.
import type { FileHandle } from "node:fs/promises";
import { grepPattern, type GrepPattern } from "#lib/logs/grep-pattern.ts";
import type { SearchTerms } from "#lib/logs/search-terms.ts";
import { lineTime } from "#lib/logs/line-time.ts";
import { ExecRefused, type Exec } from "#server/exec/run-command.ts";
import { LineSplitter } from "../../lines/line-splitter.ts";
import { QueryRefused } from "../../source/reader.ts";
import type { Region } from "./line-blocks.ts";
import { foundLine, LastLines, type FileFound, type FileScan } from "./scan.ts";
import { timeBefore } from "./time-region.ts";

/** Only the beginning of a longer line is tested. */
const maxLineBytes = 1024 * 1024;
/** Minimum size of a region in bytes. For smaller regions, starting the program takes longer than the search. */
const minBytes = 8 * 1024 * 1024;

export interface Grep {
  /** Whether grep is faster for this region. The region must be large, because grep reads the whole file. */
  isFor(region: Region, size: number): boolean;
  /** Returns undefined if the program cannot run on this machine. */
  search(handle: FileHandle, region: Region, scan: FileScan): Promise<FileFound | undefined>;
}

/** Returns undefined if the search has no term that grep understands. */
export function grepFor(exec: Exec, terms: SearchTerms): Grep | undefined {
  const pattern = grepPattern(terms);
  return (
    pattern && {
      isFor: ({ from, to }, size) => to - from > minBytes && to - from > size / 4,
      search: (handle, region, scan) => run(exec, pattern, { handle, region, scan }),
    }
  );
}

const argsOf = ({ kind, text, ignoresCase }: GrepPattern): string[] => [
  "-a",
  "-b",
  kind === "fixed" ? "-F" : "-E",
  ...(ignoresCase ? ["-i"] : []),
  "-e",
  text,
];

interface Running {
  handle: FileHandle;
  region: Region;
  scan: FileScan;
}

async function run(
  exec: Exec,
  pattern: GrepPattern,
  { handle, region, scan }: Running,
): Promise<FileFound | undefined> {
  const { budget, signal, query } = scan;
  const lines = new LineSplitter(maxLineBytes);
  const last = new LastLines(query);
  const take = async (selected: readonly string[]) => {
    for (const text of selected) await takeLine(text, { handle, region, scan, last });
    return last.isFull ? ("stop" as const) : undefined;
  };
  try {
    const { ending } = await exec.run({
      command: ["grep", ...argsOf(pattern)],
      // Compares bytes instead of characters, which is faster and works with any encoding.
      env: { LC_ALL: "C" },
      input: handle.fd,
      isAlone: true,
      onStdout: (piece) => take(lines.push(piece)),
      timeoutMs: budget.leftMs,
      signal,
    });
    if (ending.how === "timeout")
      throw new QueryRefused("The search takes too long. Choose a shorter time range or a less common word.");
    // 1 means that no line matches; other codes mean that the program is missing or does not support an option.
    if (ending.how === "exit" && ending.code > 1) return undefined;
    if (ending.how !== "exit" && ending.how !== "stopped") return undefined;
    await take(lines.end());
  } catch (error) {
    if (error instanceof ExecRefused) return undefined;
    throw error;
  }
  budget.use(region.to - region.from);
  return last.found();
}

/** Reads `<offset>:<line>`. */
async function takeLine(
  selected: string,
  { handle, region, scan, last }: Running & { last: LastLines },
): Promise<void> {
  const colon = selected.indexOf(":");
  const offset = Number(selected.slice(0, colon));
  if (offset < region.from || offset >= region.to) return;
  const text = selected.slice(colon + 1);
  if (!scan.matcher.matches(text)) return;
  const time = lineTime(text) ?? (await timeBefore(handle, offset)) ?? scan.file.modified;
  const line = foundLine(scan, { offset, text }, time);
  if (line) last.add(line);
}
