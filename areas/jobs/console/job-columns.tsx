import { JobStatus, printJobName } from "#console/widgets/badge/JobStatus.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { deletedBy, errorsOf } from "./job-details.ts";
import { JobResource } from "./JobResource.tsx";
import type { Job } from "./jobs-query.ts";

const columns: readonly Column<Job>[] = [
  {
    id: "time_start",
    title: "Timestamp",
    isName: true,
    // The list is sorted by the time of recording, which has the same order as the start time.
    sortedAs: "created_at",
    width: 112,
    cell: ({ time_start }) => <RowAge since={time_start} />,
  },
  {
    id: "name",
    title: "Job Name",
    narrow: "name",
    width: 208,
    filter: "name",
    cell: ({ name }) => <Truncated text={printJobName(name)} cut="end" />,
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
    minWidth: 224,
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
    width: 280,
    sort: false,
    value: (job) => `Success: ${job.success_count} Error: ${job.error_count} Deleted: ${deletedIn(job)}`,
    cell: (job) => <Statistics job={job} />,
    narrowCell: (job) => <Counts job={job} />,
  },
];

/** A narrow table has no detail line, so the error has its own column. */
const narrowError: Column<Job> = {
  id: "error",
  title: "Error",
  narrow: "text",
  sort: false,
  value: firstError,
  cell: drawError,
};

/** The columns for these runs. The agent column is shown if one of the runs has an agent. */
export function jobColumnsFor(
  jobs: readonly Job[] | undefined = [],
  { isOfResource = false, isNarrow = false } = {},
): readonly Column<Job>[] {
  const hasAgents = jobs.some(({ agent }) => agent.name !== null);
  const shown = columns.filter(({ id }) =>
    id === "agent" ? hasAgents : id === "resource_type" ? !isOfResource : true,
  );
  return isNarrow
    ? // The counts come before the name of the resource, which can be cut.
      [...shown.toSorted((a, b) => narrowRank(a) - narrowRank(b)), narrowError]
    : shown.map((column) => (column.id === "name" ? { ...column, detail: drawError } : column));
}

const narrowRank = ({ id }: Column<Job>) => (id === "resource_type" ? 1 : 0);

const deletedIn = ({ details }: Job) => deletedBy(details as Readonly<Record<string, unknown>> | null);

const errorIn = ({ details }: Job) => errorsOf(details as Readonly<Record<string, unknown>> | null)[0];

/** The first line of the first error. */
function firstError(job: Job): string | undefined {
  return errorIn(job)?.text.split("\n", 1)[0];
}

function drawError(job: Job) {
  const text = firstError(job);
  if (!text) return undefined;
  return <span className={job.status === "FAILED" ? "text-unhealthy-text" : "text-warning-text"}>{text}</span>;
}

const countsOf = (job: Job): readonly [name: string, count: number][] => [
  ["Success", job.success_count],
  ["Error", job.error_count],
  ["Deleted", deletedIn(job)],
];

/** The nonzero counts, each at a fixed position, so that the numbers of all rows are aligned. */
const Statistics = ({ job }: { job: Job }) => (
  <span title={errorIn(job)?.text} className="grid w-max grid-cols-[6rem_4rem_max-content] gap-3 tabular-nums">
    {countsOf(job).map(([name, count]) => (
      <span key={name} className="flex justify-between gap-2">
        {count > 0 && (
          <>
            <CountName name={name} />
            {count.toLocaleString("en")}
          </>
        )}
      </span>
    ))}
  </span>
);

/** The nonzero counts, one after the other. */
const Counts = ({ job }: { job: Job }) => (
  <span className="tabular-nums">
    {countsOf(job)
      .filter(([, count]) => count > 0)
      .map(([name, count], index) => (
        <span key={name}>
          {index > 0 && " · "}
          <CountName name={name} />
          {count.toLocaleString("en")}
        </span>
      ))}
  </span>
);

const CountName = ({ name }: { name: string }) => (
  <span className={name === "Error" ? "text-unhealthy-text" : "text-muted"}>{name} </span>
);
