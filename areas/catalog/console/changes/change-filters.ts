// The filters and the time range of changes, which are stored in the URL. Fields and defaults are documented and must
// stay compatible.
import { type Param, urlState } from "#console/url/url-state.ts";
import { type FilterOption, filterSet } from "#console/widgets/filter/filter-set.ts";
import { relativeRange } from "#lib/time/time-range.ts";

/** Filters without a control are set by actions in the table cells. */
const filters = {
  configTypes: { type: "states", kind: "type", label: "Config Type" },
  changeType: { type: "states", label: "Change Type" },
  severity: { type: "choice", label: "Severity" },
  tags: { type: "tags", label: "Tags" },
  id: { type: "states", label: "Config", isChipOnly: true },
  summary: { type: "states", label: "Summary", isChipOnly: true },
  source: { type: "states", label: "Source", isChipOnly: true },
  created_by: { type: "states", label: "Created By", isChipOnly: true },
  external_created_by: { type: "states", label: "Created By", isChipOnly: true },
  /** By id. Set by the link on the page of an agent. */
  agent_id: { type: "states", label: "Agent", isChipOnly: true },
} as const;

export const changeFilters = filterSet(filters);

/**
 * The filters on the page of an item. The filters for item types and tags are secondary, because the changes belong to
 * few items.
 */
export const changeFiltersOfItem = filterSet({
  ...filters,
  configTypes: { ...filters.configTypes, isSecondary: true },
  tags: { ...filters.tags, isSecondary: true },
});

export const changeTime = relativeRange("now-2d");

/** Each option includes higher severities. */
export const severityOptions: readonly FilterOption[] = ["Critical", "High", "Medium", "Low", "Info"].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

const flag = (fallback: boolean): Param<boolean> => ({ fallback, parse: (text) => flags[text], print: String });

/** Whether the changes of items below and above are also shown. */
export const aroundUrl = urlState({ downstream: flag(true), upstream: flag(false) });
