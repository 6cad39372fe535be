// What the screens ask about changes. Pure.
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { percentEncode } from "#language/match.ts";
import { parseTag } from "#language/tags.ts";
import { resolveTimeRange, type TimeRange } from "#language/time-range.ts";
import { printFilterOperator, tagGroup, type TriStates } from "#language/tri-state.ts";
import type { ChangesQuery, HistogramQuery } from "../../contract.ts";

export interface ChangesAsked {
  filters: Pick<Filters, "states" | "text">;
  range: TimeRange;
  timeZone: string;
  isDeletedShown: boolean;
  /** One item, and what belongs to it. */
  of?: { id: string; downstream: boolean; upstream: boolean } | undefined;
}

export const DEPTH = 5;

/** Names of the filters, and what the server calls them. */
const matches = {
  configTypes: "config_type",
  changeType: "type",
  summary: "summary",
  source: "source",
  created_by: "created_by",
  external_created_by: "external_created_by",
} as const;

export function changesFilter({ filters, range, timeZone, isDeletedShown, of }: ChangesAsked): HistogramQuery {
  const matched = Object.entries(matches).flatMap(([name, called]) => {
    const states = filters.states(name);
    return states.size === 0 ? [] : [[called, printFilterOperator(states)] as const];
  });
  const tags = printTagSelector(filters.states("tags"));
  const severity = filters.text("severity").toLowerCase();
  const ids = filters.states("id");
  return {
    ...Object.fromEntries(matched),
    ...(severity && { severity }),
    ...(tags && { tags }),
    ...(of
      ? { id: of.id, recursive: around(of), depth: DEPTH }
      : { recursive: "none", ...(ids.size > 0 && { id: printFilterOperator(ids) }) }),
    ...endsOf(range, timeZone),
    include_deleted_configs: isDeletedShown,
  };
}

export function changesBody(
  asked: ChangesAsked,
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">,
): ChangesQuery {
  const { pageIndex, pageSize, sort } = view;
  return {
    ...changesFilter(asked),
    ...(pageIndex > 0 && { page: pageIndex + 1 }),
    page_size: pageSize,
    sort_by: `${(sort?.desc ?? true) ? "-" : ""}${sort?.id ?? "created_at"}`,
  };
}

const around = ({ downstream, upstream }: { downstream: boolean; upstream: boolean }) =>
  downstream ? (upstream ? "all" : "downstream") : upstream ? "upstream" : "none";

/** A distance from now is the server's to work out: its clock is the one that the changes have. Days begin where the person is. */
function endsOf(range: TimeRange, timeZone: string) {
  if (range.type === "relative") return { from: range.range, to: "now" };
  return resolveTimeRange(range, { now: Date.now(), timeZone });
}

/** As label selectors are written: `app=web,env notin (dev,test)`. */
export function printTagSelector(states: TriStates): string {
  return [...Map.groupBy(states, ([item]) => tagGroup(item))]
    .flatMap(([key, items]) => {
      const of = (state: string) => items.flatMap(([item, sign]) => (sign === state ? [valueOf(item)] : []));
      return [requirement(key, of("include"), "=", "in"), requirement(key, of("exclude"), "!=", "notin")];
    })
    .filter(Boolean)
    .join(",");
}

function requirement(key: string, values: readonly string[], one: string, many: string): string {
  if (values.length === 0) return "";
  return values.length === 1 ? `${key}${one}${values[0]}` : `${key} ${many} (${values.join(",")})`;
}

/** Signs that a selector is made of are spelled out. */
const valueOf = (item: string) => parseTag(item).value.replaceAll(/[\s,()=!*%]/g, percentEncode);
