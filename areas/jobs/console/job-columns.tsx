import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { splitCamelCase } from "#lib/text/words.ts";
import { deletedBy, errorsOf } from "./job-details.ts";
import { JobResource } from "./JobResource.tsx";
import type { Job } from "./jobs-query.ts";

export const jobColumns: readonly Column<Job>[] = [
  {
    id: "time_start",
    title: "Timestamp",
    isName: true,
    // The list is sorted by the time of recording, which is the order of the starts.
    sortedAs: "created_at",
    width: 176,
    cell: ({ time_start }) => <RowAge since={time_start} />,
  },
  {
    id: "name",
    title: "Job Name",
    narrow: "name",
    width: 160,
    filter: "name",
    cell: ({ name }) => <Truncated text={splitCamelCase(name)} cut="end" />,
  },
  {
    id: "agent",
    title: "Agent",
    narrow: "hidden",
    width: 64,
    sort: false,
    value: ({ agent }) => agent.name ?? "",
    cell: ({ agent }) => (agent.name === null ? null : <Truncated text={agent.name} />),
  },
  {
    id: "resource_type",
    title: "Resource",
    width: 224,
    value: ({ resource_type, resource_name }) => resource_name ?? resource_type,
    cell: (job) => <JobResource job={job} />,
    narrowCell: (job) => <JobResource job={job} canCopy={false} />,
  },
  {
    id: "status",
    title: "Status",
    narrow: "status",
    width: 96,
    filter: "status",
    cell: ({ status }) => <JobStatus status={status} />,
  },
  {
    id: "duration_millis",
    title: "Duration",
    narrow: "hidden",
    width: 80,
    align: "right",
    cell: ({ duration_millis }) => (duration_millis === null ? null : <Duration millis={duration_millis} />),
  },
  {
    id: "statistics",
    title: "Statistics",
    narrow: "line",
    minWidth: 224,
    sort: false,
    value: (job) => `Success: ${job.success_count} Error: ${job.error_count} Deleted: ${deletedIn(job)}`,
    cell: (job) => <Statistics job={job} />,
  },
];

const deletedIn = ({ details }: Job) => deletedBy(details as Readonly<Record<string, unknown>> | null);

/** The counts other than zero, and the first line of the first error. */
function Statistics({ job }: { job: Job }) {
  const { success_count: successes, error_count: errors } = job;
  const deleted = deletedIn(job);
  const [error] = errorsOf(job.details as Readonly<Record<string, unknown>> | null);
  return (
    <span className="flex min-w-0 gap-3 tabular-nums *:shrink-0">
      {successes > 0 && (
        <span>
          <span className="text-muted">Success</span> {successes.toLocaleString("en")}
        </span>
      )}
      {deleted > 0 && (
        <span>
          <span className="text-muted">Deleted</span> {deleted.toLocaleString("en")}
        </span>
      )}
      {errors > 0 && (
        <span className="text-unhealthy-text">
          Error <span className="font-medium">{errors.toLocaleString("en")}</span>
        </span>
      )}
      {error && (
        <span title={error.text} className="min-w-0 shrink! truncate text-muted">
          {error.text.split("\n", 1)}
        </span>
      )}
    </span>
  );
}
