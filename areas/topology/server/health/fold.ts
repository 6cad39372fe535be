// The rules of the roll-up: the worst health, the counts that a parent gets from its children, and sums of counts.
import type { ComponentSummary, Counts, CountsOfCounts } from "#language/columns.ts";

export const healths = ["healthy", "unhealthy", "warning", "unknown"] as const;
export type Health = (typeof healths)[number];

export const isHealth = (word: unknown): word is Health => healths.includes(word as Health);

const rank: Readonly<Record<Health, number>> = { unknown: 0, healthy: 1, warning: 2, unhealthy: 3 };

/** Ignores unknown and missing health values; if there are no others, the result is unknown. */
export function worst(found: Iterable<Health | null>): Health {
  let result: Health = "unknown";
  for (const health of found) if (health !== null && rank[health] > rank[result]) result = health;
  return result;
}

/** The number of components by their state. */
export interface StateCounts {
  healthy: number;
  unhealthy: number;
  warning: number;
  info: number;
}

export const noCounts = (): StateCounts => ({ healthy: 0, unhealthy: 0, warning: 0, info: 0 });

/** The counts of a leaf. Its health includes its checks, so it takes precedence over a status such as `info`. */
export function countLeaf(health: Health, status: string): StateCounts {
  const counts = noCounts();
  if (health !== "unknown") counts[health] = 1;
  else if (status === "info") counts.info = 1;
  return counts;
}

/** Adds a child to the counts of its parent: the child's own state, and the warnings and infos below it. */
export function countChild(counts: StateCounts, child: StateCounts): void {
  if (child.healthy > 0 && child.unhealthy > 0) counts.warning += 1;
  else if (child.unhealthy > 0) counts.unhealthy += 1;
  else if (child.healthy > 0) counts.healthy += 1;
  counts.warning += child.warning;
  counts.info += child.info;
}

export function stateOf({ healthy, unhealthy, warning }: StateCounts): Health {
  if (unhealthy > 0) return "unhealthy";
  if (warning > 0) return "warning";
  return healthy > 0 ? "healthy" : "unknown";
}

/** The values of the component itself. Ancestors add up these values, each component once. */
export interface Sums {
  incidents: CountsOfCounts;
  insights: CountsOfCounts;
  checks: Counts;
  /** Per minute, and totals for 1, 7 and 30 days; null if there are no costs. */
  costs: readonly (number | null)[];
}

export const noSums = (): MutableSums => ({ incidents: {}, insights: {}, checks: {}, costs: [null, null, null, null] });

export interface MutableSums {
  incidents: Record<string, Record<string, number>>;
  insights: Record<string, Record<string, number>>;
  checks: Record<string, number>;
  costs: (number | null)[];
}

export function addSums(to: MutableSums, from: Sums): void {
  addCountsOfCounts(to.incidents, from.incidents);
  addCountsOfCounts(to.insights, from.insights);
  addCounts(to.checks, from.checks);
  for (const [index, cost] of from.costs.entries()) if (cost !== null) to.costs[index] = (to.costs[index] ?? 0) + cost;
}

function addCounts(to: Record<string, number>, from: Counts): void {
  for (const key in from) {
    const sum = (to[key] ?? 0) + from[key]!;
    if (sum === 0) delete to[key];
    else to[key] = sum;
  }
}

function addCountsOfCounts(to: Record<string, Record<string, number>>, from: CountsOfCounts): void {
  for (const key in from) {
    const counts = (to[key] ??= {});
    addCounts(counts, from[key]!);
    if (!hasEntries(counts)) delete to[key];
  }
}

/** Adds the difference between two values to the counts. The costs of both values must be equal. */
export function addDifference(to: MutableSums, from: Sums, value: Sums): void {
  addSums(to, { ...value, costs: [] });
  addSums(to, {
    checks: negated(from.checks),
    incidents: Object.fromEntries(Object.entries(from.incidents).map(([key, counts]) => [key, negated(counts)])),
    insights: Object.fromEntries(Object.entries(from.insights).map(([key, counts]) => [key, negated(counts)])),
    costs: [],
  });
}

const negated = (counts: Counts): Counts =>
  Object.fromEntries(Object.entries(counts).map(([key, count]) => [key, -count]));

/** Leaves out zeros and sorts the keys, so that equal summaries have equal JSON. */
export function summaryOf(
  counts: Partial<StateCounts>,
  { incidents, insights, checks }: Omit<Sums, "costs">,
): ComponentSummary {
  const summary: ComponentSummary = {};
  for (const state of ["healthy", "unhealthy", "warning", "info"] as const)
    if (counts[state]) summary[state] = counts[state];
  if (hasEntries(incidents)) summary.incidents = sorted(incidents, sortedCounts);
  if (hasEntries(insights)) summary.insights = sorted(insights, sortedCounts);
  if (hasEntries(checks)) summary.checks = sortedCounts(checks);
  return summary;
}

/**
 * The JSON of a stored summary, comparable with the JSON of a computed summary. A summary of another shape, which only
 * an insert can write, is returned as null, so that it differs from every computed summary.
 */
export function storedSummary(stored: ComponentSummary | null): string | null {
  try {
    return stored && JSON.stringify(summaryOf(stored, { incidents: {}, insights: {}, checks: {}, ...stored }));
  } catch {
    return null;
  }
}

const hasEntries = (counts: object) => Object.keys(counts).length > 0;

const sorted = <T, U>(record: Readonly<Record<string, T>>, map: (value: T) => U): Record<string, U> =>
  Object.fromEntries(
    Object.keys(record)
      .toSorted()
      .map((key) => [key, map(record[key]!)]),
  );

const sortedCounts = (counts: Counts): Record<string, number> => sorted(counts, (count) => count);
