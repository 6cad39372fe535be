// The address of /catalog: which items are shown, and by what they are grouped.
import { type Param, urlState } from "#console/url/url-state.ts";
import { type FilterOption, filterSet } from "#console/widgets/filter/filter-set.ts";
import { type Facet, parseFacets, printFacets } from "./facet.ts";

const filters = {
  configType: { type: "choice", label: "Config Type" },
  tags: { type: "tags", label: "Tags" },
  labels: { type: "tags", label: "Labels" },
  status: { type: "states", label: "Status" },
  health: { type: "states", label: "Health" },
} as const;
const search = { type: "search", label: "Search for configs" } as const;

/** Where everything is of this system itself, nobody chooses an agent. */
export const catalogFilters = filterSet({
  ...filters,
  agent: { type: "states", label: "Agent", isChipOnly: true },
  search,
});
export const catalogFiltersWithAgents = filterSet({ ...filters, agent: { type: "states", label: "Agent" }, search });

export const healthOptions: readonly FilterOption[] = [
  { value: "healthy", label: "Healthy" },
  { value: "unhealthy", label: "Unhealthy" },
  { value: "unknown", label: "Unknown" },
  { value: "warning", label: "Warning" },
];

/** Undefined while the address is silent; empty when somebody wants no groups. */
const facets: Param<readonly Facet[] | undefined> = {
  fallback: undefined,
  parse: (given) => (given === NO_GROUPS ? [] : nonEmpty(parseFacets(given))),
  print: (value) => (value === undefined ? "" : printFacets(value) || NO_GROUPS),
};

const NO_GROUPS = "none";
const nonEmpty = (list: readonly Facet[]) => (list.length === 0 ? undefined : list);

export const groupUrl = urlState({ groupBy: facets });
