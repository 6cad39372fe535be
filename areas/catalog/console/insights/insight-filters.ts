// The filters of insights, which are stored in the URL. Fields are documented. By default only open insights are shown.
import { oneOf, urlState } from "#console/url/url-state.ts";
import { type FilterOption, filterSet } from "#console/widgets/filter/filter-set.ts";
import { capitalise } from "#lib/text/words.ts";

const search = { search: { type: "search", label: "Search insights" } } as const;
const itemFilters = {
  type: { type: "choice", label: "Type" },
  severity: { type: "choice", label: "Severity" },
  status: { type: "states", label: "Status", fallback: "open:1" },
  analyzer: { type: "choice", label: "Analyzer" },
} as const;

export const insightFilters = filterSet({
  ...search,
  configType: { type: "choice", label: "Config Type" },
  ...itemFilters,
  analyzer: { ...itemFilters.analyzer, isSecondary: true },
  component: { type: "choice", label: "Component", isSecondary: true },
  /** By id. Set by the link on the page of an agent. */
  agent_id: { type: "choice", label: "Agent", isChipOnly: true },
});

/**
 * The filters on an item page. They are few, because an item has few insights and the toolbar is only as wide as the
 * tab.
 */
export const insightFiltersOfItem = filterSet({
  ...search,
  ...itemFilters,
  type: { ...itemFilters.type, isSecondary: true },
  analyzer: { ...itemFilters.analyzer, isSecondary: true },
});

export const severityOptions: readonly FilterOption[] = [
  "critical",
  "blocker",
  "high",
  "medium",
  "low",
  "warning",
  "info",
].map((value) => ({ value, label: capitalise(value) }));

export const statusOptions: readonly FilterOption[] = ["open", "resolved", "silenced", "closed"].map((value) => ({
  value,
  label: capitalise(value),
}));

export const groupings = ["none", "config_name", "analysis_type", "analyzer", "severity"] as const;
export type Grouping = (typeof groupings)[number];

export const groupOptions: readonly FilterOption[] = [
  { value: "none", label: "No Grouping" },
  { value: "config_name", label: "Item" },
  { value: "analysis_type", label: "Type" },
  { value: "analyzer", label: "Analyzer" },
  { value: "severity", label: "Severity" },
];

export const insightGroupUrl = urlState({ groupBy: oneOf(groupings, "none") });
