import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { splitCamelCase } from "#lib/text/words.ts";
import { deletedBy, errorsOf } from "./job-details.ts";
import { JobResource } from "./JobResource.tsx";
import type { Job } from "./jobs-query.ts";

const columns: readonly Column<Job>[] = [
  {
    id: "time_start",
    title: "Timestamp",
    isName: true,
    // The list is sorted by the time of recording, which is the order of the starts.
    sortedAs: "created_at",
    width: 120,
    cell: ({ time_start }) => <RowAge since={time_start} />,
  },
  {
    id: "name",
    title: "Job Name",
    narrow: "name",
    minWidth: 200,
    filter: "name",
    cell: ({ name }) => <Truncated text={splitCamelCase(name)} cut="end" />,
  },
  {
    id: "agent",
    title: "Agent",
    narrow: "hidden",
    width: 120,
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
    minWidth: 200,
    sort: false,
    value: (job) => `Success: ${job.success_count} Error: ${job.error_count} Deleted: ${deletedIn(job)}`,
    cell: (job) => <Statistics job={job} />,
    narrowCell: (job) => (
      <span className="flex min-w-0 gap-3">
        <FirstError job={job} />
        <Statistics job={job} />
      </span>
    ),
  },
];

/**
 * The columns for these runs: the agent is shown if one of the runs has one, and each run has a line for its first error if
 * one of them failed.
 */
export function jobColumnsFor(jobs: readonly Job[] | undefined = [], { isOfResource = false } = {}) {
  const hasAgents = jobs.some(({ agent }) => agent.name !== null);
  const hasErrors = jobs.some((job) => errorIn(job) !== undefined);
  return columns
    .filter(({ id }) => (id === "agent" ? hasAgents : id === "resource_type" ? !isOfResource : true))
    .map((column) =>
      column.isName && hasErrors
        ? { ...column, detail: (job: Job) => errorIn(job) && <FirstError job={job} /> }
        : column,
    );
}

const deletedIn = ({ details }: Job) => deletedBy(details as Readonly<Record<string, unknown>> | null);

const errorIn = ({ details }: Job) => errorsOf(details as Readonly<Record<string, unknown>> | null)[0];

/** The first line of the first error. */
function FirstError({ job }: { job: Job }) {
  const error = errorIn(job);
  if (!error) return null;
  return (
    <span
      title={error.text}
      className={`min-w-0 truncate ${job.status === "FAILED" ? "text-unhealthy-text" : "text-warning-text"}`}
    >
      {error.text.split("\n", 1)}
    </span>
  );
}

/** The counts other than zero. */
function Statistics({ job }: { job: Job }) {
  const { success_count: successes, error_count: errors } = job;
  const deleted = deletedIn(job);
  return (
    <span title={errorIn(job)?.text} className="flex shrink-0 gap-3 tabular-nums">
      {errors > 0 && (
        <span className="text-unhealthy-text">
          Error <span className="font-medium">{errors.toLocaleString("en")}</span>
        </span>
      )}
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
    </span>
  );
}
