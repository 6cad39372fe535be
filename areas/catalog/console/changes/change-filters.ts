// Which changes are shown: filters and time, all of it in the address. Fields and defaults are documented.
import { type Param, urlState } from "#console/url/url-state.ts";
import { type FilterOption, filterSet } from "#console/widgets/filter/filter-set.ts";
import { relativeRange } from "#language/time-range.ts";

/** What has no control is picked from the cells of the table. */
export const changeFilters = filterSet({
  configTypes: { type: "states", kind: "type", label: "Config Type" },
  changeType: { type: "states", label: "Change Type" },
  severity: { type: "choice", label: "Severity" },
  tags: { type: "tags", label: "Tags" },
  id: { type: "states", label: "Config", isChipOnly: true },
  summary: { type: "states", label: "Summary", isChipOnly: true },
  source: { type: "states", label: "Source", isChipOnly: true },
  created_by: { type: "states", label: "Created By", isChipOnly: true },
  external_created_by: { type: "states", label: "Created By", isChipOnly: true },
});

export const changeTime = relativeRange("now-2d");

/** Each means itself and what is worse. */
export const severityOptions: readonly FilterOption[] = ["Critical", "High", "Medium", "Low", "Info"].map((label) => ({
  value: label.toLowerCase(),
  label,
}));

const flags: Readonly<Record<string, boolean>> = { true: true, yes: true, false: false, no: false };

const flag = (fallback: boolean): Param<boolean> => ({ fallback, parse: (given) => flags[given], print: String });

/** Whose changes are shown beside an item's own: of what lies below it, and of what lies above. */
export const aroundUrl = urlState({ downstream: flag(true), upstream: flag(false) });
