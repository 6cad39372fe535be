import { Page } from "#console/shell/Page.tsx";
import { JobsTable } from "./JobsTable.tsx";
import { jobFilters, jobTime } from "./jobs-filters.ts";

/** The history of all jobs. */
export function JobsPage() {
  return (
    <JobsTable
      id="jobs"
      filters={jobFilters}
      time={jobTime}
      emptyDetail="No job in this time range failed or is still running."
    >
      {(query, table) => (
        <Page title="Job History" refresh={query}>
          <div className="h-full p-4 pb-0">{table}</div>
        </Page>
      )}
    </JobsTable>
  );
}
