import { JobStatus, jobStatusLabels, type JobStatusName } from "#console/widgets/badge/JobStatus.tsx";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Age } from "#console/widgets/time/Age.tsx";
import { Elapsed } from "#console/widgets/time/Elapsed.tsx";
import { errorsOf } from "./job-errors.ts";
import { Origin } from "./Origin.tsx";
import type { SettingsResource } from "./settings-resource.ts";
import { type ListedResource, originOf, scheduleOf } from "./resource-row.ts";

interface ListContext {
  /** The names of creators by id. */
  names: ReadonlyMap<string, string>;
  /** Undefined if no area shows job details. */
  openJob: ((id: string) => void) | undefined;
  /** Rows have two lines: the error of a job has its own cell in the second one. */
  isNarrow: boolean;
}

/** The columns of a resource list. */
export function listColumns(
  {
    namespace,
    ownIcon,
    columns: own = [],
    hiddenColumns = [],
    hasLabels,
    hasJobs,
    hasFaults,
    hasSchedule,
    hasChecks,
  }: SettingsResource,
  { names, openJob, isNarrow }: ListContext,
) {
  const columns: readonly (Column<ListedResource> | false | undefined)[] = [
    {
      id: "name",
      title: "Name",
      isName: true,
      // The errors of jobs need the room.
      ...(hasJobs && !hasChecks && !isNarrow ? { width: 264 } : { minWidth: hasChecks ? 216 : 184 }),
      cell: ({ name, icon }) =>
        ownIcon === undefined ? (
          <Truncated text={name} />
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            <TechnologyIcon name={icon} secondary={ownIcon} className="text-muted" />
            <Truncated text={name} />
          </span>
        ),
    },
    (hasJobs || hasFaults) && isNarrow && jobError,
    ...own,
    namespace !== undefined && {
      id: "namespace",
      title: "Namespace",
      width: 120,
      ...(hasSchedule && { isHidden: true }),
    },
    {
      id: "source",
      title: "Source",
      ...(hasJobs ? { width: 144 } : { minWidth: 144 }),
      value: (row) => (originOf(row) ? row.source : "UI"),
      cell: (row) => <Origin row={row} names={names} />,
    },
    hasChecks && {
      id: "checks",
      title: "Checks",
      width: 120,
      narrow: "labelled",
      sort: false,
      value: ({ checks }) => Object.values(checks ?? {}).reduce((sum, count) => sum + count, 0),
      cell: ({ name, checks = {} }) =>
        isNarrow ? healthWords(checks) : <HealthBar label={`Checks of ${name}`} counts={checks} />,
    },
    hasSchedule && {
      id: "schedule",
      title: "Schedule",
      width: 104,
      value: scheduleOf,
      ...(isNarrow && { cell: (row) => (errorOf(row) ? null : scheduleOf(row)) }),
    },
    (hasJobs || hasFaults) && jobStatus(openJob, isNarrow),
    hasJobs &&
      (isNarrow
        ? { ...lastRunTime, cell: (row) => (errorOf(row) || !lastRun(row) ? null : <LastRun row={row} />) }
        : lastRunTime),
    (hasJobs || hasFaults) && lastFailed,
    hasLabels && {
      id: "labels",
      title: "Tags",
      minWidth: 160,
      sort: false,
      ...(hasJobs && { isHidden: true }),
      cell: ({ labels }) => <Tags tags={labels} />,
    },
    {
      id: "created_at",
      title: "Created",
      width: 176,
      narrow: "labelled",
      // This column is hidden by default, because in a window of 1280 px the health of the checks needs the space.
      ...(hasChecks && { isHidden: true }),
      cell: ({ created_at }) => <Age since={created_at} />,
    },
    {
      id: "updated_at",
      title: "Updated",
      width: 176,
      narrow: "hidden",
      ...(hasJobs && { isHidden: true }),
      cell: ({ updated_at }) => <Age since={updated_at} />,
    },
    {
      id: "created_by",
      title: "Created By",
      width: 152,
      ...((hasJobs || hasFaults || hasLabels) && { isHidden: true }),
      value: ({ created_by }) => created_by?.name,
      cell: ({ created_by: by }) => by && <PersonName person={by} />,
    },
  ];
  return columns
    .filter((column): column is Column<ListedResource> => Boolean(column))
    .map((column) => (hiddenColumns.includes(column.id) ? { ...column, isHidden: true as const } : column));
}

/** The health in words, for rows without space for a bar: "5 healthy, 1 unhealthy". */
const healthWords = (checks: NonNullable<ListedResource["checks"]>) =>
  Object.entries(checks)
    .filter(([, count]) => count > 0)
    .map(([health, count]) => `${count} ${health}`)
    .join(", ");

/** Statuses are sorted with problems first. */
const statusOrder: readonly (string | null | undefined)[] = ["FAILED", "WARNING", "RUNNING", "STOPPED", "SUCCESS"];
const rankOf = ({ job_status: status }: ListedResource) => (statusOrder.indexOf(status) + 6) % 6;

const jobStatus = (openJob: ListContext["openJob"], isNarrow: boolean): Column<ListedResource> => ({
  id: "job_status",
  title: "Job Status",
  ...(isNarrow ? { width: 112 } : { minWidth: 168 }),
  narrow: "status",
  sort: (a, b) => rankOf(a) - rankOf(b),
  cell: (row) => <LastJob row={row} openJob={openJob} isBrief={isNarrow} />,
});

interface LastJobProps {
  row: ListedResource;
  openJob: ListContext["openJob"];
  /** Shows only the status. */
  isBrief: boolean;
}

/** The status of the last job and the first line of its error. It opens the details of the job, if there are any. */
function LastJob({ row, openJob, isBrief }: LastJobProps) {
  const status = row.job_status as JobStatusName | null | undefined;
  if (!status) return null;
  const error = errorOf(row);
  const content = (
    <>
      <JobStatus status={status} />
      {error && !isBrief && <span className="min-w-0 truncate text-muted">{error}</span>}
    </>
  );
  if (!openJob || !hasDetails(row.job_details))
    return (
      <span title={error} className="flex min-w-0 items-center gap-2">
        {content}
      </span>
    );
  return (
    <button
      type="button"
      title={error ?? `Details of the job: ${jobStatusLabels[status]}`}
      className="touch-area flex h-6 max-w-full min-w-0 items-center gap-2 hover:underline"
      onClick={() => openJob(row.id)}
    >
      {content}
    </button>
  );
}

/** The first line of the last job's error. */
function errorOf({ job_status: status, job_details: details }: ListedResource): string | undefined {
  return status === "FAILED" || status === "WARNING" ? errorsOf(details)[0]?.split("\n")[0] : undefined;
}

/** On a phone, where the error leaves no room for other cells: the schedule, the last run and the error in one cell. */
const jobError: Column<ListedResource> = {
  id: "job_error",
  title: "Error",
  value: errorOf,
  cell: (row) =>
    errorOf(row) ? (
      <span className="flex min-w-0 gap-1">
        <span className="shrink-0">
          {scheduleOf(row) !== undefined && `${scheduleOf(row)} · `}
          <LastRun row={row} /> ·
        </span>{" "}
        <span className="truncate">{errorOf(row)}</span>
      </span>
    ) : null,
};

function LastRun({ row }: { row: ListedResource }) {
  const at = lastRun(row);
  return at ? (
    <>
      <Elapsed since={at} /> ago
    </>
  ) : null;
}

const lastRunTime: Column<ListedResource> = {
  id: "last_runtime",
  title: "Last Run",
  width: 168,
  narrow: "labelled",
  value: lastRun,
  cell: (row) => lastRun(row) && <Age since={lastRun(row)} />,
};

const lastFailed: Column<ListedResource> = {
  id: "job_last_failed",
  title: "Last Failed",
  width: 176,
  // The status shows whether the last run failed; names need the space in a window of 1280 px.
  isHidden: true,
  cell: ({ job_last_failed }) => <Age since={job_last_failed} />,
};

const hasDetails = (details: ListedResource["job_details"]) => Object.keys(details ?? {}).length > 0;

function lastRun({ last_runtime, job_time_start }: ListedResource) {
  return last_runtime ?? job_time_start;
}
