import { jobColumns } from "./job-columns.tsx";
import { typesOfKind } from "./job-resource.ts";
import { JobsTable } from "./JobsTable.tsx";
import { resourceJobFilters } from "./jobs-filters.ts";

const columns = jobColumns.filter(({ id }) => id !== "resource_type");

/** The tab of a resource's page with its jobs. */
export function JobsOfResource({ id, kind }: { id: string; kind: string }) {
  return (
    <div className="h-full p-4 pb-0">
      <JobsTable
        id="jobs-of-resource"
        columns={columns}
        filters={resourceJobFilters}
        of={{ id, types: typesOfKind(kind) }}
        emptyDetail="No job of this resource has run yet."
      />
    </div>
  );
}
