import { typesOfKind } from "#console/resources/job-resource.ts";
import { JobsTable } from "./JobsTable.tsx";
import { resourceJobFilters } from "./jobs-filters.ts";

/** The Jobs tab of a resource page. */
export function JobsOfResource({ id, kind }: { id: string; kind: string }) {
  return (
    <div className="h-full p-4 pb-0">
      <JobsTable
        id="jobs-of-resource"
        filters={resourceJobFilters}
        of={{ id, types: typesOfKind(kind) }}
        emptyDetail="No job of this resource has run yet."
      />
    </div>
  );
}
