// Maps stack traces of a built server, which is one file (vite.server.config.ts), back to the sources. The table next
// to the file has a record of fixed size per line, which is read on demand, so that the table is not kept in memory.
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { dirname, join } from "node:path";

export const linesFile = "server.lines";
export const sourcesFile = "server.sources";

interface Place {
  /** The number of the source, from 1, as in the list of sources. */
  source: number;
  /** The line in the source, from 1. */
  line: number;
}

const sourceBytes = 2;
export const recordBytes = sourceBytes + 4;

export function record(lines: Buffer, index: number, { source, line }: Place): void {
  lines.writeUInt16LE(source, index * recordBytes);
  lines.writeUInt32LE(line, index * recordBytes + sourceBytes);
}

function placeOf(folder: string, line: number): Place | undefined {
  const bytes = Buffer.alloc(recordBytes);
  const file = openSync(join(folder, linesFile), "r");
  try {
    if (readSync(file, bytes, 0, recordBytes, (line - 1) * recordBytes) < recordBytes) return undefined;
  } finally {
    closeSync(file);
  }
  const source = bytes.readUInt16LE(0);
  return source === 0 ? undefined : { source, line: bytes.readUInt32LE(sourceBytes) };
}

const builtLine = /(?:file:\/\/)?(\/[^\s()]*)\/server\.js:(\d+):\d+/g;

/** Maps the stack to the sources; returns it unchanged if the server was not built. */
export function inSources(stack: string): string {
  if (!stack.includes("/server.js:")) return stack;
  const sources = new Map<string, string[]>();
  return stack.replaceAll(builtLine, (match, folder: string, line: string) => {
    try {
      const place = placeOf(folder, Number(line));
      if (!place) return match;
      if (!sources.has(folder)) sources.set(folder, readFileSync(join(folder, sourcesFile), "utf8").split("\n"));
      return `${join(dirname(dirname(folder)), sources.get(folder)![place.source - 1]!)}:${place.line}`;
    } catch {
      return match;
    }
  });
}
