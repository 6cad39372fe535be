// The filters and the time range of the job history, which are stored in the URL. Fields and defaults are documented.
import { jobStatusLabels } from "#console/widgets/badge/JobStatus.tsx";
import type { FilterOption } from "#console/widgets/filter/filter-set.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { parseDuration } from "#lib/time/duration.ts";
import { relativeRange } from "#lib/time/time-range.ts";
import { problemOf } from "#lib/text/unreadable.ts";
import type { State, TriStates } from "#language/tri-state.ts";

export const jobFilters = filterSet({
  search: { type: "search", label: "Search jobs or resources" },
  name: { type: "states", label: "Job Name" },
  resource_type: { type: "states", label: "Resource Type" },
  status: { type: "states", label: "Status", fallback: "SUCCESS:-1" },
  duration: { type: "choice", label: "Duration" },
  /** Set by the link on the page of an agent. */
  agent_id: { type: "choice", label: "Agent", isChipOnly: true },
});

/** The filters on the page of a resource, which lists the runs of its jobs. */
export const resourceJobFilters = filterSet({
  name: { type: "states", label: "Job Name" },
  status: { type: "states", label: "Status" },
  duration: { type: "choice", label: "Duration" },
});

export const jobTime = relativeRange("now-2d");

/**
 * STOPPED means that the process stopped during the run. It is not an option, so such runs are listed only without a
 * filter.
 */
export const statusOptions: readonly FilterOption[] = (["RUNNING", "SUCCESS", "WARNING", "FAILED"] as const).map(
  (value) => ({ value, label: jobStatusLabels[value] }),
);

export const resourceTypeOptions: readonly FilterOption[] = [
  { value: "canary", label: "Canary" },
  { value: "topology", label: "Topology" },
  { value: "config_scraper", label: "Catalog Scraper" },
];

export const durationOptions: readonly FilterOption[] = ["1s", "5s", "15s", "30s", "1m", "5m", "15m", "1h"].map(
  (value) => ({ value, label: `At least ${value}` }),
);

/** The duration in milliseconds; an invalid value has no effect on the filter. */
export function minMillis(duration: string): number | undefined {
  if (duration === "" || problemOf(() => parseDuration(duration)) !== undefined) return undefined;
  return Math.round(parseDuration(duration));
}

const scrapers = ["config_scraper", "catalog_scraper"];

/** Scraper rows have two type names, but the filter has only one. */
export const rowTypes = (states: TriStates): TriStates =>
  new Map<string, State>(
    [...states].flatMap(([type, state]) =>
      (scrapers.includes(type) ? scrapers : [type]).map((name): [string, State] => [name, state]),
    ),
  );
