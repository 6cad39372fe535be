// What of the job history is shown: filters and time, all of it in the address. Fields and defaults are documented.
import type { FilterOption } from "#console/widgets/filter/filter-set.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { parseDuration } from "#language/duration.ts";
import { relativeRange } from "#language/time-range.ts";
import { problemOf } from "#language/unreadable.ts";
import type { State, TriStates } from "#language/tri-state.ts";

export const jobFilters = filterSet({
  name: { type: "states", label: "Job Name" },
  resource_type: { type: "states", label: "Resource Type" },
  status: { type: "states", label: "Status", fallback: "SUCCESS:-1" },
  duration: { type: "choice", label: "Duration" },
});

/** On the page of one resource, which is what all its jobs are about: everything that ran. */
export const resourceJobFilters = filterSet({
  name: { type: "states", label: "Job Name" },
  status: { type: "states", label: "Status" },
  duration: { type: "choice", label: "Duration" },
});

export const jobTime = relativeRange("now-2d");

/** STOPPED is how a run ends when its process does; it is found by the others' absence. */
export const statusOptions: readonly FilterOption[] = ["RUNNING", "SUCCESS", "WARNING", "FAILED"].map((value) => ({
  value,
}));

export const resourceTypeOptions: readonly FilterOption[] = [
  { value: "canary", label: "Canary" },
  { value: "topology", label: "Topology" },
  { value: "config_scraper", label: "Catalog Scraper" },
];

export const durationOptions: readonly FilterOption[] = ["1s", "5s", "15s", "30s", "1m", "5m", "15m", "1h"].map(
  (value) => ({ value, label: `At least ${value}` }),
);

/** Milliseconds; an address that cannot be read filters nothing. */
export function leastMillis(duration: string): number | undefined {
  if (duration === "" || problemOf(() => parseDuration(duration)) !== undefined) return undefined;
  return Math.round(parseDuration(duration));
}

const scrapers = ["config_scraper", "catalog_scraper"];

/** Scrapers go by two names in the rows, and by one in the filter. */
export const rowTypes = (states: TriStates): TriStates =>
  new Map<string, State>(
    [...states].flatMap(([type, state]) =>
      (scrapers.includes(type) ? scrapers : [type]).map((name): [string, State] => [name, state]),
    ),
  );
