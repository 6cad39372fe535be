// Counts the changes that match the filters of a page, per time interval and severity, for the histogram above the
// page.
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Histogram, HistogramQuery } from "../../contract.ts";
import { meantChanges, type MeantChanges } from "./change-filters.ts";
import { countedChanges } from "./counted-changes.ts";
import { meantFrom } from "./items-of-changes.ts";

/** Bucket lengths in seconds that match clock and calendar units. */
const lengths = [
  1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
  1_209_600, 2_592_000, 7_776_000, 31_536_000,
];

const defaultBuckets = 60;

export async function changesHistogram(
  system: System,
  actor: Actor,
  { buckets: maxBuckets, ...filters }: HistogramQuery,
): Promise<Histogram> {
  const found = await meantChanges(system, actor, filters);
  const { span } = found;
  const to = span.to ?? new Date();
  const from = span.from ?? (await firstChange(found)) ?? new Date(to.getTime() - 1_000);
  const length = bucketLength((to.getTime() - from.getTime()) / 1000, maxBuckets ?? defaultBuckets);
  // Without a lower limit, the range starts at the first change and includes it; without an upper limit, it ends now.
  const rows = await countedChanges(system, found, {
    from: span.from ?? new Date(from.getTime() - 1),
    to,
    length,
  });
  const counted = new Map<number, Record<string, number>>();
  for (const { bucket: at, severity, count } of rows) {
    const known = counted.get(at) ?? {};
    known[severity] = count;
    counted.set(at, known);
  }
  return {
    from: from.toISOString(),
    to: to.toISOString(),
    bucket_seconds: length,
    total: rows.reduce((sum, { count }) => sum + count, 0),
    buckets: bucketsBetween(from, to, length).map((at) => {
      const severities = counted.get(at) ?? {};
      return {
        time: new Date(Math.max(at * length * 1000, from.getTime())).toISOString(),
        count: Object.values(severities).reduce((sum, count) => sum + count, 0),
        severities,
      };
    }),
  };
}

function bucketLength(seconds: number, maxBuckets: number): number {
  // Adds one bucket, because the range may begin within a bucket.
  return (
    lengths.find((length) => Math.ceil(seconds / length) + 1 <= Math.max(maxBuckets, 2)) ??
    Math.ceil(seconds / Math.max(maxBuckets - 1, 1))
  );
}

function bucketsBetween(from: Date, to: Date, length: number): number[] {
  const first = Math.floor(from.getTime() / 1000 / length);
  // The range includes `to`.
  const last = Math.floor(to.getTime() / 1000 / length);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}

/** Returns the start of the histogram for a request without a lower limit. */
async function firstChange(found: MeantChanges): Promise<Date | undefined> {
  const { rows } = await found
    .reading("all")
    .query<{ first: string | null }>(`select min(ch.created_at) as first ${meantFrom(found)}`, found.statement.values);
  return rows[0]?.first ? new Date(rows[0].first) : undefined;
}
