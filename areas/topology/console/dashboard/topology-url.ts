// The URL state of the dashboard. The names of the filters are those of the topology call.
import { oneOf, text, urlState } from "#console/url/url-state.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";

export const views = ["cards", "table", "graph"] as const;
export type View = (typeof views)[number];

/** The lengths of the history that the time bar can show. */
export const spans = { "1h": 1, "6h": 6, "24h": 24, "7d": 7 * 24, "30d": 30 * 24 } as const;
export type Span = keyof typeof spans;

export const topologyUrl = urlState({
  view: oneOf(views, "cards"),
  /** Empty: the order that this person chose last. */
  sortBy: text(),
  sortOrder: oneOf(["", "asc", "desc"], ""),
  /** The time to show; empty for the present. */
  at: text(),
  span: oneOf(["1h", "6h", "24h", "7d", "30d"], "24h"),
});

export const topologyFilters = filterSet({
  search: { type: "search", label: "Search components" },
  status: { type: "choice", label: "Health" },
  type: { type: "choice", label: "Type" },
  team: { type: "choice", label: "Team" },
  labels: { type: "choice", label: "Label" },
  agent_id: { type: "choice", label: "Agent" },
});
