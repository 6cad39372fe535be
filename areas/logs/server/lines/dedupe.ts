// Merges repeated lines into one, with their number and the first and last time.
import { parseDuration } from "#lib/time/duration.ts";
import type { LogLine } from "../../contract.ts";

export interface Dedupe {
  /** Repetitions within this duration are merged. */
  window: string;
  /** The fields that must be equal. Default: the hash of the message. */
  fields?: readonly string[] | undefined;
}

/** Merges lines that are within the window of the first line. The result is in the order of the first lines. */
export function dedupe(lines: readonly LogLine[], { window, fields = [] }: Dedupe): LogLine[] {
  const windowMs = parseDuration(window);
  const names = fields.length === 0 ? ["hash"] : fields;
  const kept: LogLine[] = [];
  const latest = new Map<string, { at: number; started: number }>();
  for (const line of lines) {
    const key = JSON.stringify(names.map((name) => valueOf(line, name)));
    const time = Date.parse(line.timestamp);
    const known = latest.get(key);
    if (known && Math.abs(time - known.started) <= windowMs) kept[known.at] = merged(kept[known.at]!, line);
    else latest.set(key, { at: kept.push(line) - 1, started: time });
  }
  return kept;
}

const merged = (first: LogLine, other: LogLine): LogLine => ({
  ...first,
  count: first.count + other.count,
  firstObserved: first.firstObserved < other.firstObserved ? first.firstObserved : other.firstObserved,
  lastObserved: first.lastObserved > other.lastObserved ? first.lastObserved : other.lastObserved,
});

/** A name is a field of the line, such as message or host, or the name of a label. */
function valueOf(line: LogLine, name: string): unknown {
  if (name.startsWith("label.")) return line.labels[name.slice("label.".length)];
  if (name in line && name !== "labels") return line[name as keyof LogLine];
  return line.labels[name];
}
