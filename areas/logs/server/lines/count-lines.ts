// Counts lines: by interval and severity for a histogram, and by fields and their values.
import { readSeverity, severities, severityIn, type Severity } from "#lib/logs/severity.ts";
import { flatten, parseLine } from "#lib/logs/parse-line.ts";
import type { Bucket, FieldValues, Histogram, LogPage, LogQuery, RawLine } from "../source/reader.ts";

/** Counts lines by interval and severity. Only counters are stored, so any number of lines can be added. */
export class BucketCounter {
  readonly #counts = new Map<string, Bucket>();
  readonly #start: number;
  readonly #bucketMs: number;

  constructor(start: number, bucketMs: number) {
    this.#start = start;
    this.#bucketMs = bucketMs;
  }

  add(time: number, severity: Severity | undefined, count = 1): void {
    // Systems can return invalid times.
    if (!(Math.abs(time) <= 8.64e15)) return;
    const at = this.#start + Math.floor((time - this.#start) / this.#bucketMs) * this.#bucketMs;
    const key = `${at} ${severity ?? "unknown"}`;
    const bucket = this.#counts.get(key);
    if (bucket) bucket.count += count;
    else this.#counts.set(key, { time: at, severity: severity ?? "unknown", count });
  }

  buckets(): Bucket[] {
    const order = [...severities, "unknown"] as const;
    return [...this.#counts.values()].sort(
      (a, b) => a.time - b.time || order.indexOf(a.severity) - order.indexOf(b.severity),
    );
  }
}

const severityOf = ({ severity, labels, message }: RawLine) =>
  severity ?? readSeverity(labels["level"] ?? labels["log.level"] ?? labels["severity"]) ?? severityIn(message);

/** The number of lines for a histogram or a list of fields, if the source cannot count them itself. */
const sampleSize = 5_000;

/** Counts the newest lines of a source that cannot count them itself. */
export async function histogramOfSample(
  search: (query: LogQuery) => Promise<LogPage>,
  query: LogQuery,
  bucketMs: number,
): Promise<Histogram> {
  const { lines, reached } = await search({ ...query, limit: sampleSize, direction: "backward" });
  const counter = new BucketCounter(query.start, bucketMs);
  for (const line of lines) counter.add(line.time, severityOf(line));
  return { buckets: counter.buckets(), reached };
}

const fieldSample = 500;
const maxFields = 100;
const maxValues = 10;
const maxValueLength = 200;

/** Counts the fields of the newest lines that a search finds. */
export async function fieldsOfSample(
  search: (query: LogQuery) => Promise<LogPage>,
  query: LogQuery,
): Promise<FieldValues[]> {
  const { lines } = await search({ ...query, limit: fieldSample, direction: "backward" });
  return countFields(
    lines.map(({ message, labels }) => ({ ...flatten(parseLine(message, "auto")?.fields ?? {}), ...labels })),
  );
}

export function countFields(all: readonly Readonly<Record<string, string>>[]): FieldValues[] {
  const counts = new Map<string, Map<string, number>>();
  for (const fields of all)
    for (const [name, value] of Object.entries(fields)) {
      const values = counts.get(name) ?? new Map<string, number>();
      counts.set(name, values);
      const shown = value.slice(0, maxValueLength);
      values.set(shown, (values.get(shown) ?? 0) + 1);
    }
  return [...counts]
    .map(([name, values]) => ({
      name,
      count: [...values.values()].reduce((sum, count) => sum + count, 0),
      values: [...values]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count)
        .slice(0, maxValues),
    }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, maxFields);
}
