// The URL of /catalog: filters and grouping.
import { type Param, urlState } from "#console/url/url-state.ts";
import { type FilterOption, filterSet } from "#console/widgets/filter/filter-set.ts";
import { type Facet, parseFacets, printFacets } from "./facet.ts";

const filters = {
  search: { type: "search", label: "Search for configs" },
  configType: { type: "choice", label: "Config Type" },
  tags: { type: "tags", label: "Tags" },
  health: { type: "states", label: "Health" },
  status: { type: "states", label: "Status", isSecondary: true },
  labels: { type: "tags", label: "Labels", isSecondary: true },
} as const;

/** Without agents, the agent filter has no control. */
export const catalogFilters = filterSet({
  ...filters,
  agent: { type: "states", label: "Agent", isChipOnly: true },
});
export const catalogFiltersWithAgents = filterSet({
  ...filters,
  agent: { type: "states", label: "Agent", isSecondary: true },
});

export const healthOptions: readonly FilterOption[] = [
  { value: "healthy", label: "Healthy" },
  { value: "unhealthy", label: "Unhealthy" },
  { value: "unknown", label: "Unknown" },
  { value: "warning", label: "Warning" },
];

/** Undefined if the URL has no grouping; empty if grouping is switched off. */
const facets: Param<readonly Facet[] | undefined> = {
  fallback: undefined,
  parse: (written) => (written === NO_GROUPS ? [] : nonEmpty(parseFacets(written))),
  print: (value) => (value === undefined ? "" : printFacets(value) || NO_GROUPS),
};

const NO_GROUPS = "none";
const nonEmpty = (list: readonly Facet[]) => (list.length === 0 ? undefined : list);

export const groupUrl = urlState({ groupBy: facets });
