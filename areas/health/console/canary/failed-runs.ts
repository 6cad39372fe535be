// The runs behind the job status of a canary. The status is a warning if some runs of the last hour failed, even if all
// checks pass again.
import type { ListedResource } from "#console/resources/resource-row.ts";
import type { Column } from "#console/widgets/table/column.ts";
import type { Views } from "#generated/tables.ts";

type Counted = Pick<Views["canaries_with_status"]["Row"], "job_name" | "job_success_count" | "job_error_count">;

export const failedRuns: Column<ListedResource> = {
  id: "failed_runs",
  title: "Failed, 1 h",
  width: 88,
  narrow: "labelled",
  sort: false,
  value: (row) => failedRunsOf(row as ListedResource & Counted),
};

/** Undefined if no run failed, or if a fault of the canary itself decides the status. */
export function failedRunsOf({ job_name: job, job_success_count: passed, job_error_count: failed }: Counted) {
  if (job !== "Check runs" || passed === null || !failed) return undefined;
  return `${failed.toLocaleString("en")} of ${(passed + failed).toLocaleString("en")}`;
}
