// The runs behind the job status of a canary. The status comes from the last run of each check, so runs may have failed
// although all checks pass again.
import type { ListedResource } from "#console/resources/resource-row.ts";
import type { Views } from "#generated/tables.ts";

type Counted = Pick<Views["canaries_with_status"]["Row"], "job_name" | "job_success_count" | "job_error_count">;

/** Undefined if no run failed, or if the status comes from an error of the canary itself. */
export function failedRunsOf(row: Pick<ListedResource, "id"> | Counted) {
  const { job_name: job, job_success_count: passed, job_error_count: failed } = row as Counted;
  if (job !== "Check runs" || passed === null || !failed) return undefined;
  return `${failed.toLocaleString("en")} of ${(passed + failed).toLocaleString("en")} failed in 1h`;
}
