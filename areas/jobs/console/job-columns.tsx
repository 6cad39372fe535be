import { JobResource } from "#console/resources/JobResource.tsx";
import { JobStatus, PALE, printJobName } from "#console/widgets/badge/JobStatus.tsx";
import { Icon } from "#console/widgets/Icon.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Ago, Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { countOf } from "#lib/text/words.ts";
import { deletedBy, errorsOf } from "./job-details.ts";
import type { Job } from "./jobs-query.ts";

const columns: readonly Column<Job>[] = [
  {
    id: "time_start",
    title: "Timestamp",
    isName: true,
    // The list is sorted by the time of recording, which has the same order as the start time.
    sortedAs: "created_at",
    width: 176,
    cell: ({ time_start }) => <Timestamp at={time_start} />,
    // A phone has no space for the year.
    narrowCell: ({ time_start }) => <Timestamp at={time_start} format="full" />,
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
    cell: (job) => <JobStatus status={job.status} hasRecovered={hasRecovered(job)} />,
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
    width: 216,
    sort: false,
    value: (job) => `Success: ${job.success_count} Error: ${job.error_count} Deleted: ${deletedIn(job)}`,
    cell: (job) => <Statistics job={job} shown={countNames} />,
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
  cell: (job) => drawError(job),
};

/** The columns for these runs. The agent column is shown if one of the runs has an agent. */
export function jobColumnsFor(
  jobs: readonly Job[] | undefined = [],
  { isOfResource = false, isNarrow = false } = {},
): readonly Column<Job>[] {
  const hasAgents = jobs.some(({ agent }) => agent.name !== null);
  const counted = countNames.filter((name) => jobs.some((job) => countsOf(job).some((of) => of.name === name)));
  const shown = columns
    .filter(({ id }) => (id === "agent" ? hasAgents : id === "resource_type" ? !isOfResource : true))
    .map((column) => {
      if (column.id === "statistics")
        return { ...column, cell: (job: Job) => <Statistics job={job} shown={counted} /> };
      // The agent column takes its space from the resource, so that a window of 1280 px needs no horizontal scrolling.
      return column.id === "resource_type" && hasAgents ? { ...column, minWidth: 128 } : column;
    });
  return isNarrow
    ? // The counts come before the name of the resource, which can be cut.
      [...shown.toSorted((a, b) => narrowRank(a) - narrowRank(b)), narrowError]
    : shown.map((column) => (column.id === "name" ? { ...column, detail: drawErrorInLine } : column));
}

const narrowRank = ({ id }: Column<Job>) => (id === "resource_type" ? 1 : 0);

const deletedIn = ({ details }: Job) => deletedBy(details as Readonly<Record<string, unknown>> | null);

const errorIn = ({ details }: Job) => errorsOf(details as Readonly<Record<string, unknown>> | null)[0];

/** The first line of the first error. */
function firstError(job: Job): string | undefined {
  return errorIn(job)?.text.split("\n", 1)[0];
}

/** The error. If a later run succeeded, the error has no colour, and the time of that run follows. */
function drawError(job: Job) {
  const text = firstError(job);
  if (!text) return undefined;
  if (job.recovered_at === null)
    return <span className={job.status === "FAILED" ? "text-unhealthy-text" : "text-warning-text"}>{text}</span>;
  return (
    <span className="text-muted">
      {text} · <Recovered at={job.recovered_at} />
    </span>
  );
}

/** The same on one line, where a long error is cut before the time. */
function drawErrorInLine(job: Job) {
  const text = firstError(job);
  if (!text || job.recovered_at === null) return drawError(job);
  return (
    <span className="flex text-muted">
      <span className="min-w-0 truncate">{text}</span>
      <span className="shrink-0 whitespace-pre">
        {" · "}
        <Recovered at={job.recovered_at} />
      </span>
    </span>
  );
}

const Recovered = ({ at }: { at: string }) => (
  <>
    recovered <Ago since={at} />
  </>
);

const hasRecovered = ({ recovered_at: at }: Job) => at !== null;

const countNames = ["Success", "Error", "Deleted"] as const;

interface Count {
  name: (typeof countNames)[number];
  count: number;
}

/** The counts that are not zero. */
const countsOf = (job: Job): readonly Count[] =>
  [
    { name: "Success" as const, count: job.success_count },
    { name: "Error" as const, count: job.error_count },
    { name: "Deleted" as const, count: deletedIn(job) },
  ].filter(({ count }) => count > 0);

/** Each count has its own position, so that rows can be compared. `shown` are the counts that at least one row has. */
const Statistics = ({ job, shown }: { job: Job; shown: readonly Count["name"][] }) => (
  <span
    title={errorIn(job)?.text}
    style={{ gridTemplateColumns: `repeat(${shown.length}, 3.5rem)` }}
    className="grid w-max gap-2 tabular-nums"
  >
    {countsOf(job).map((counted) => (
      <span key={counted.name} style={{ gridColumn: shown.indexOf(counted.name) + 1 }}>
        <Counted {...counted} isPast={hasRecovered(job)} />
      </span>
    ))}
  </span>
);

/** The counts, one after the other. A phone has no column title and no hover, so errors are named. */
const Counts = ({ job }: { job: Job }) => (
  <span className="flex gap-3 tabular-nums">
    {countsOf(job).map((counted) =>
      counted.name === "Error" ? (
        <span key={counted.name} className={hasRecovered(job) ? "" : "text-unhealthy-text"}>
          {countOf(counted.count, "error", "errors")}
        </span>
      ) : (
        <Counted key={counted.name} {...counted} isPast={hasRecovered(job)} />
      ),
    )}
  </span>
);

/** A number with the icon of its result; the name of the result is shown on hover. */
const Counted = ({ name, count, isPast }: Count & { isPast: boolean }) => (
  <span
    title={`${name}: ${count.toLocaleString("en")}`}
    className={`flex items-center gap-1.5 ${name !== "Error" ? "" : isPast ? "text-muted" : "text-unhealthy-text"}`}
  >
    {name === "Deleted" ? (
      <Icon name="trash-2" size={14} className="text-muted" />
    ) : (
      <span className={`flex ${isPast && name === "Error" ? PALE : ""}`}>
        <StatusMark meaning={name === "Success" ? "healthy" : "unhealthy"} />
      </span>
    )}
    <span className="sr-only">{name} </span>
    {count.toLocaleString("en")}
  </span>
);
