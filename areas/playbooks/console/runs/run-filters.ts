// The filters of the runs, kept in the URL.
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import { relativeRange } from "#lib/time/time-range.ts";

export const runFilters = filterSet({
  playbook: { type: "choice", label: "Playbook" },
  status: { type: "choice", label: "Status" },
});

/** For the page of one playbook. */
export const playbookRunFilters = filterSet({ status: { type: "choice", label: "Status" } });

export const runTime = relativeRange("now-7d");
