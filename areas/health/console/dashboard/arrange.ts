// Arranges the checks for the page: hides passing checks, searches, filters by labels, selects a tab, groups and sorts.
// The code is pure, and fast enough to run on every key press and every result.
import type { ArrangedLine } from "#console/widgets/table/arranged-rows.ts";
import type { TriStates } from "#language/tri-state.ts";
import { type CheckHealth, displayName } from "../../model.ts";
import { type Check, healthAt } from "./check.ts";
import type { GroupBy, TabBy } from "./facet.ts";
import { labelTest } from "./label-filter.ts";
import { inOrder, type Measure, measures } from "./measure.ts";
import { compareKeys, nameKey, titleKey } from "./name-order.ts";
import { searchTest } from "./search-text.ts";
import { addTo, NO_TALLY, type Tally } from "./tally.ts";

export interface HealthView {
  hidePassing: boolean;
  /** Empty: all. */
  health: CheckHealth | "";
  query: string;
  labels: TriStates;
  tabBy: TabBy;
  /** Empty for all checks. A tab without checks also shows all checks. */
  tab: string;
  groupBy: GroupBy;
  sortBy: string;
  isDescending: boolean;
}

export interface CheckTab {
  value: string;
  /** The number of checks in the tab. */
  count: number;
}

export type CheckLine = ArrangedLine<Check>;

export interface Arrangement {
  lines: readonly CheckLine[];
  /** The shown checks in their order. */
  checks: readonly Check[];
  /** Counts of the checks that match search, labels and tab, including hidden checks. */
  tally: Tally;
  /** All tabs, sorted by name. */
  tabs: readonly CheckTab[];
  /** Number of checks shown on all tabs. */
  count: number;
}

interface Arranging {
  now: number;
  /** The values by which pivot columns are sorted, in addition to the sort values of every check. */
  moreMeasures?: Readonly<Record<string, Measure>>;
}

/** Expects the checks sorted by name. */
export function arrange(checks: readonly Check[], view: HealthView, { now, moreMeasures }: Arranging): Arrangement {
  const { hidePassing, health: wanted } = view;
  const isSought = searchTest(view.query);
  const isLabelled = labelTest(view.labels);
  const counts = tabCounts(checks, view.tabBy);
  const tab = counts.has(view.tab) ? view.tab : "";
  const tally = { ...NO_TALLY };
  const shown: Check[] = [];
  let count = 0;
  for (const check of checks) {
    if (!isSought(check) || !isLabelled(check)) continue;
    const health = healthAt(check, now);
    const isShown = !(hidePassing && health === "healthy") && (wanted === "" || health === wanted);
    const own = tabOf(check, view.tabBy);
    if (isShown) {
      count += 1;
      counts.set(own, counts.get(own)! + 1);
    }
    if (tab !== "" && own !== tab) continue;
    addTo(tally, health);
    if (isShown) shown.push(check);
  }
  const measure = moreMeasures?.[view.sortBy] ?? measures(now)[view.sortBy];
  const sorted = measure
    ? inOrder(shown, measure.checkFigure, view.isDescending)
    : view.isDescending
      ? shown.toReversed()
      : shown;
  return {
    lines: linesOf(sorted, view, measure),
    checks: sorted,
    tally,
    tabs: [...counts].map(([value, shownOnIt]) => ({ value, count: shownOnIt })).sort(byTabName),
    count,
  };
}

/** The tab of a check. Checks without a value share a tab. */
export function tabOf({ namespace, agent_id, labels }: Check, by: TabBy): string {
  if (by.type === "label") return labels[by.key] ?? NONE;
  return by.field === "namespace" ? namespace || NONE : agent_id;
}

export const NONE = "none";

function tabCounts(checks: readonly Check[], by: TabBy): Map<string, number> {
  const counts = new Map<string, number>();
  for (const check of checks) counts.set(tabOf(check, by), 0);
  return counts;
}

const byTabName = (a: CheckTab, b: CheckTab) => a.value.localeCompare(b.value, "en", { numeric: true });

/** The checks are already sorted, so the checks of each group are sorted as well. */
function linesOf(checks: readonly Check[], { groupBy, isDescending }: HealthView, measure: Measure | undefined) {
  if (groupBy.type === "field" && groupBy.field === "no-group") return checks.map(lineOf);
  const groups = Map.groupBy(checks, (check) => groupTitle(check, groupBy));
  const lines = [...groups].map(([title, rows]): CheckLine => {
    const [only] = rows;
    return rows.length === 1 && only ? lineOf(only) : { type: "group", key: `group ${title}`, title, rows };
  });
  // Lines with the same figure stay sorted by name.
  if (measure) return inOrder(inNameOrder(lines, false), (line) => figureOf(line, measure), isDescending);
  return inNameOrder(lines, isDescending);
}

const figureOf = (line: CheckLine, { checkFigure, groupFigure }: Measure) =>
  line.type === "row" ? checkFigure(line.row) : groupFigure(line.rows);

function inNameOrder(lines: readonly CheckLine[], isDescending: boolean): CheckLine[] {
  const sign = isDescending ? -1 : 1;
  return lines
    .map((line) => ({ line, key: line.type === "row" ? nameKey(line.row) : titleKey(line.title) }))
    .sort((a, b) => sign * compareKeys(a.key, b.key))
    .map(({ line }) => line);
}

const lineOf = (row: Check): CheckLine => ({ type: "row", row });

/** Names are grouped by the part before the first slash, like folders of a path. */
function groupTitle(check: Check, by: GroupBy): string {
  if (by.type === "label") return check.labels[by.key] ?? "Others";
  switch (by.field) {
    case "name":
      return displayName(check).split("/", 1)[0] || "(none)";
    case "canary_name":
    case "description":
    case "type":
      return check[by.field] || "(none)";
    case "no-group":
      return "";
  }
}
