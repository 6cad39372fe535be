// The lines of the summary: counts from the server in nested groups. The provider is derived from the type here, and
// rows with equal values are merged into one line.
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import type { Counts } from "#language/columns.ts";
import type { SummaryRow } from "../../contract.ts";
import { providerOf } from "../parts/ConfigType.tsx";
import { type Costs, sumCosts } from "#console/widgets/cost/cost.ts";
import { apiName, type Facet, printFacet } from "./facet.ts";

/** The values of a line or of a group. */
export interface Totals extends Costs {
  count: number;
  changes: number;
  health: Counts;
  analysis: Counts;
  created_at: string | null;
  updated_at: string | null;
}

export interface SummaryLine extends Totals {
  key: string;
  /** One value for each facet; null if the items have no value. */
  values: readonly (string | null)[];
}

export function linesOf(rows: readonly SummaryRow[], facets: readonly Facet[]): SummaryLine[] {
  const byKey = Map.groupBy(
    rows.map((row) => ({ row, values: facets.map((facet) => valueOf(row, facet)) })),
    ({ values }) => JSON.stringify(values),
  );
  return [...byKey].map(([key, same]) => ({
    key,
    values: same[0]!.values,
    ...totalsOf(same.map(({ row }) => row)),
  }));
}

function valueOf(row: SummaryRow, facet: Facet): string | null {
  const name = apiName(facet);
  if (name === undefined) return providerOf(row.type ?? "") || null;
  if (name === "agent") return row.agent?.name || null;
  const value = row[name];
  return typeof value === "string" && value !== "" ? value : null;
}

type Counted = Pick<SummaryRow, "count" | "changes" | "health" | "analysis"> &
  Costs & { created_at: string | null; updated_at: string | null };

/** Adds up all numbers, including the costs per minute; created and updated are the latest. */
export const totalsOf = (all: readonly Counted[]): Totals => ({
  count: all.reduce((sum, { count }) => sum + count, 0),
  changes: all.reduce((sum, { changes }) => sum + (changes ?? 0), 0),
  health: addedUp(all.map(({ health }) => health)),
  analysis: addedUp(all.map(({ analysis }) => analysis ?? {})),
  created_at: latest(all.map(({ created_at }) => created_at)),
  updated_at: latest(all.map(({ updated_at }) => updated_at)),
  ...sumCosts(all),
});

const known = new WeakMap<readonly SummaryLine[], Totals>();

/** The totals of a group, cached because every column reads them. */
export function groupTotals(rows: readonly SummaryLine[]): Totals {
  const totals = known.get(rows) ?? totalsOf(rows);
  known.set(rows, totals);
  return totals;
}

export function addedUp(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/** Timestamps of the server have one format, so they can be compared as strings. */
const latest = (moments: readonly (string | null)[]) =>
  moments.reduce((last, moment) => (moment !== null && (last === null || moment > last) ? moment : last), null);

export interface Arranging {
  facets: readonly Facet[];
  sort: { id: string; desc: boolean } | undefined;
  isPinned: (line: SummaryLine) => boolean;
}

type Line = ArrangedLine<SummaryLine>;

/**
 * Groups by all facets except the last; the values of the last facet are the lines. Pinned lines come first, then the
 * sort order applies.
 */
export function arrangeSummary(lines: readonly SummaryLine[], { facets, sort, isPinned }: Arranging): Line[] {
  const measure = sort && measures[sort.id];
  const sign = sort?.desc ? -1 : 1;
  const compare = (a: Measured, b: Measured) =>
    (measure ? sign * byFigure(measure(a.totals), measure(b.totals)) : sort?.desc ? -byName(a, b) : byName(a, b)) ||
    byName(a, b);

  const level = (inside: readonly SummaryLine[], depth: number, path: string): Line[] => {
    if (depth >= facets.length - 1)
      return inside
        .map((line) => ({ line, name: line.values.at(-1) ?? null, totals: line }))
        .sort((a, b) => Number(isPinned(b.line)) - Number(isPinned(a.line)) || compare(a, b))
        .map(({ line }) => ({ type: "row", row: line }));
    return [...Map.groupBy(inside, ({ values }) => values[depth] ?? null)]
      .map(([name, rows]) => ({ name, rows, totals: groupTotals(rows) }))
      .sort(compare)
      .map(({ name, rows }): Line => {
        const column = printFacet(facets[depth]!);
        const key = `${path} ${column}=${name ?? ""}`;
        return { type: "group", key, column, title: name ?? "", rows, lines: level(rows, depth + 1, key) };
      });
  };
  return level(lines, 0, "group");
}

interface Measured {
  name: string | null;
  totals: Totals;
}

const measures: Readonly<Record<string, (totals: Totals) => number | string | null>> = {
  count: ({ count }) => count,
  changes: ({ changes }) => changes,
  health: ({ health }) => (health["unhealthy"] ?? 0) * 1e6 + (health["warning"] ?? 0),
  analysis: ({ analysis }) => Object.values(analysis).reduce((sum, count) => sum + count, 0),
  cost: ({ cost_total_30d }) => cost_total_30d ?? 0,
  created_at: ({ created_at }) => created_at,
  updated_at: ({ updated_at }) => updated_at,
};

function byFigure(a: number | string | null, b: number | string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? -1 : 1;
  return a < b ? -1 : 1;
}

/** Missing names come last. */
function byName({ name: a }: Measured, { name: b }: Measured): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return a.localeCompare(b, "en", { numeric: true, sensitivity: "base" });
}
