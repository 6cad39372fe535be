// Builds request bodies for changes from the filters and the time range.
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { percentEncode } from "#lib/text/match.ts";
import { parseTag } from "#language/tags.ts";
import { resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";
import { printFilterOperator, tagGroup, type TriStates } from "#language/tri-state.ts";
import type { ChangesQuery, HistogramQuery } from "../../contract.ts";

export interface ChangesRequest {
  filters: Pick<Filters, "states" | "text">;
  range: TimeRange;
  timeZone: string;
  isDeletedShown: boolean;
  /** Only changes of this item and of its related items. */
  of?: { id: string; downstream: boolean; upstream: boolean } | undefined;
}

export const DEPTH = 5;

/** The request field of each filter. */
const matches = {
  configTypes: "config_type",
  changeType: "type",
  summary: "summary",
  source: "source",
  created_by: "created_by",
  external_created_by: "external_created_by",
  agent_id: "agent_id",
} as const;

export function changesFilter({ filters, range, timeZone, isDeletedShown, of }: ChangesRequest): HistogramQuery {
  const matched = Object.entries(matches).flatMap(([name, field]) => {
    const states = filters.states(name);
    return states.size === 0 ? [] : [[field, printFilterOperator(states)] as const];
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
  request: ChangesRequest,
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">,
): ChangesQuery {
  const { pageIndex, pageSize, sort } = view;
  return {
    ...changesFilter(request),
    ...(pageIndex > 0 && { page: pageIndex + 1 }),
    page_size: pageSize,
    sort_by: `${(sort?.desc ?? true) ? "-" : ""}${sort?.id ?? "created_at"}`,
  };
}

const around = ({ downstream, upstream }: { downstream: boolean; upstream: boolean }) =>
  downstream ? (upstream ? "all" : "downstream") : upstream ? "upstream" : "none";

/** The server resolves relative ranges, since its clock dates the changes. Absolute ranges use the user's time zone. */
function endsOf(range: TimeRange, timeZone: string) {
  if (range.type === "relative") return { from: range.range, to: "now" };
  return resolveTimeRange(range, { now: Date.now(), timeZone });
}

/** Prints a label selector: `app=web,env notin (dev,test)`. */
export function printTagSelector(states: TriStates): string {
  return [...Map.groupBy(states, ([item]) => tagGroup(item))]
    .flatMap(([key, items]) => {
      const valuesOf = (state: string) => items.flatMap(([item, sign]) => (sign === state ? [valueOf(item)] : []));
      return [requirement(key, valuesOf("include"), "=", "in"), requirement(key, valuesOf("exclude"), "!=", "notin")];
    })
    .filter(Boolean)
    .join(",");
}

function requirement(key: string, values: readonly string[], equals: string, isIn: string): string {
  if (values.length === 0) return "";
  return values.length === 1 ? `${key}${equals}${values[0]}` : `${key} ${isIn} (${values.join(",")})`;
}

/** Escapes the special characters of selectors. */
const valueOf = (item: string) => parseTag(item).value.replaceAll(/[\s,()=!*%]/g, percentEncode);
