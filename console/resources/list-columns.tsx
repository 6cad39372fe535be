import {
  checkStatusLabels,
  JobStatus,
  jobStatusLabels,
  type JobStatusName,
} from "#console/widgets/badge/JobStatus.tsx";
import { HealthBar } from "#console/widgets/HealthBar.tsx";
import { PersonName } from "#console/widgets/PersonName.tsx";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { TechnologyIcon } from "#console/widgets/technology/TechnologyIcon.tsx";
import { Tags } from "#console/widgets/Tags.tsx";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { RowAge } from "#console/widgets/time/Age.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { countOf } from "#lib/text/words.ts";
import { errorsOf } from "./job-errors.ts";
import { Origin } from "./Origin.tsx";
import type { SettingsResource } from "./settings-resource.ts";
import { hasMissedRuns, type ListedResource, originOf, scheduleOf, scheduleWords } from "./resource-row.ts";

interface ListContext {
  /** The names of creators by id. */
  names: ReadonlyMap<string, string>;
  /** Undefined if no area shows job details. */
  openJob: ((id: string) => void) | undefined;
  /** The first row with each reason. If no row has a reason, all rows have one line. */
  reasons: ReadonlyMap<string, Pick<ListedResource, "id" | "name">>;
  /** Whether rows have two lines; the reason for the job status then has its own cell in the second line. */
  isNarrow: boolean;
}

/** The columns of a resource list. */
export function listColumns(
  {
    namespace,
    ownIcon,
    columns: own = [],
    runColumns = [],
    hiddenColumns = [],
    hasLabels,
    hasJobs,
    hasFaults,
    hasSchedule,
    hasChecks,
    hasLastSuccess,
    jobReason,
    jobTitle = "Job Status",
    noJobText,
    builtIn,
  }: SettingsResource,
  { names, openJob, reasons, isNarrow }: ListContext,
) {
  // These lists are short, so each row has space for the whole reason.
  const hasDetail = hasJobs === true && hasChecks !== true;
  const nameOf = ({ id, name }: ListedResource) => (id === builtIn?.id ? builtIn.name : name);
  const reasonOf: ReasonOf = (row) => reasonIn(row, jobReason);
  const hasReasons = reasons.size > 0;
  /** Several rows often fail for the same reason, which is shown once. */
  const detailOf: ReasonOf = (row) => {
    const reason = reasonOf(row);
    const first = reason === undefined ? undefined : reasons.get(reason);
    return first && first.id !== row.id ? `The same error as ${first.name}.` : reason;
  };
  const source: Column<ListedResource> = {
    id: "source",
    title: "Source",
    // The name and the reason for the job status need the space, so phones do not show the source.
    ...(hasJobs && hasChecks ? { width: 160, narrow: "hidden" } : { minWidth: 144 }),
    // On a phone the job status replaces the source, because it is more important.
    ...(hasDetail && {
      narrowCell: (row) => (row.job_status || row.id === builtIn?.id ? null : <Source row={row} names={names} />),
    }),
    value: (row) => (originOf(row) ? row.source : "UI"),
    // The name of the built-in row contains its source.
    cell: (row) => (row.id === builtIn?.id ? null : <Source row={row} names={names} />),
  };
  const columns: readonly (Column<ListedResource> | false | undefined)[] = [
    {
      id: "name",
      title: "Name",
      isName: true,
      // The columns of the resource itself need the space.
      minWidth: hasChecks ? 216 : own.length > 0 ? 144 : 184,
      ...(hasDetail && hasReasons && { detail: (row: ListedResource) => drawReason(row, detailOf(row)) }),
      cell: (row) =>
        ownIcon === undefined ? (
          <Truncated text={nameOf(row)} />
        ) : (
          <span className="flex min-w-0 items-center gap-2">
            <TechnologyIcon name={row.icon} secondary={ownIcon} className="text-muted" />
            <Truncated text={nameOf(row)} />
          </span>
        ),
    },
    ...own,
    namespace !== undefined && {
      id: "namespace",
      title: "Namespace",
      width: 120,
      ...(hasSchedule && { isHidden: true }),
    },
    source,
    hasChecks && {
      id: "checks",
      title: "Checks",
      // Wide enough for three counts of one digit.
      width: 140,
      sort: (a, b) => attentionOf(a) - attentionOf(b),
      value: ({ checks }) => sumOf(checks ?? {}),
      cell: ({ name, checks = {} }) => <HealthBar label={`Checks of ${name}`} counts={checks} />,
      narrowCell: ({ checks = {} }) => <CheckCount checks={checks} />,
    },
    (hasJobs || hasFaults) &&
      isNarrow && {
        id: "job_error",
        title: "Reason",
        value: reasonOf,
        // The reason is the most important detail, so it has a separate line.
        ...(hasJobs && hasReasons
          ? {
              narrow: "text",
              // The failing checks are counted in red above it.
              cell: (row) => (hasChecks ? reasonOf(row) : drawReason(row, detailOf(row))),
            }
          : {
              cell: (row) =>
                reasonOf(row) && (
                  <span>
                    {reasonOf(row)} <FaultAge row={row} />
                  </span>
                ),
            }),
      },
    hasSchedule && {
      id: "schedule",
      title: "Schedule",
      width: 96,
      // A phone shows the last success instead.
      ...(hasLastSuccess && { narrow: "hidden" }),
      value: scheduleOf,
      cell: (row) => scheduleWords(scheduleOf(row) ?? ""),
    },
    (hasJobs || hasFaults) &&
      jobStatus({
        title: jobTitle,
        // On a phone the name needs the space.
        noJobText: isNarrow ? undefined : noJobText,
        // It has no jobs.
        withoutJobs: builtIn?.id,
        isOverdueShown: hasLastSuccess === true,
        openJob,
        reasonOf,
        isBrief: isNarrow || hasDetail,
        hasChecks,
      }),
    hasJobs && (hasChecks ? { ...lastRunTime, width: 88 } : lastRunTime),
    hasLastSuccess && lastSuccess,
    ...runColumns,
    (hasJobs || hasFaults) && lastFailed,
    hasLabels && {
      id: "labels",
      title: "Tags",
      minWidth: 160,
      sort: false,
      isHiddenIfEmpty: true,
      ...(hasJobs && { isHidden: true }),
      cell: ({ labels }) => <Tags tags={labels} />,
    },
    {
      id: "created_at",
      title: "Created",
      width: 120,
      // On a phone the columns of the resource itself need the space.
      narrow: own.length > 0 ? "hidden" : "labelled",
      // This column is hidden by default, because in a window of 1280 px the health of the checks needs the space.
      ...(hasChecks && { isHidden: true }),
      cell: ({ created_at }) => <RowAge since={created_at} />,
    },
    {
      id: "updated_at",
      title: "Updated",
      width: 120,
      narrow: "hidden",
      ...(hasJobs && { isHidden: true }),
      cell: ({ updated_at }) => <RowAge since={updated_at ?? null} />,
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

function Source({ row, names }: Pick<ListContext, "names"> & { row: ListedResource }) {
  const origin = originOf(row);
  if (origin?.link) return <Origin row={row} names={names} isBrief />;
  return <span className="text-muted">{origin?.text ?? "Created here"}</span>;
}

/** Rows with more failing checks are sorted first, then rows whose job has a problem. */
const attentionOf = (row: ListedResource) => 10 * (row.checks?.unhealthy ?? 0) + (5 - rankOf(row));

type CheckCounts = NonNullable<ListedResource["checks"]>;

/** The number of checks, for rows without space for a bar: "6 checks", "1 of 6 failing" or "2 of 6 paused". */
function CheckCount({ checks }: { checks: CheckCounts }) {
  const all = sumOf(checks);
  const { unhealthy: failing = 0, paused = 0 } = checks;
  if (failing === 0 && paused === 0) return countOf(all, "check", "checks");
  return (
    <span>
      {failing > 0 && <span className="text-unhealthy-text">{`${failing} of ${all} failing`}</span>}
      {failing > 0 && paused > 0 && ", "}
      {paused > 0 && (failing > 0 ? `${paused} paused` : `${paused} of ${all} paused`)}
    </span>
  );
}

const sumOf = (counts: CheckCounts) => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The checks of all rows: "268 checks, 9 failing, 2 paused". */
export function checkTotals(rows: readonly ListedResource[]): string {
  const total = (health: string) => rows.reduce((sum, { checks }) => sum + (checks?.[health] ?? 0), 0);
  return [
    countOf(
      rows.reduce((sum, { checks }) => sum + sumOf(checks ?? {}), 0),
      "check",
      "checks",
    ),
    ...(["unhealthy", "paused"] as const).flatMap((health) =>
      total(health) > 0 ? `${total(health).toLocaleString("en")} ${health === "paused" ? "paused" : "failing"}` : [],
    ),
  ].join(", ");
}

/** Statuses are sorted with problems first. */
const statusOrder: readonly (string | null | undefined)[] = ["FAILED", "WARNING", "RUNNING", "STOPPED", "SUCCESS"];
const rankOf = ({ job_status: status }: ListedResource) => (statusOrder.indexOf(status) + 6) % 6;

type ReasonOf = (row: ListedResource) => string | undefined;

const jobStatus = (options: JobStatusOptions): Column<ListedResource> => ({
  id: "job_status",
  title: options.title,
  // Reasons of checks are short, and names of checks are long, so names get the remaining space.
  ...(options.isBrief ? { width: 112 } : options.hasChecks ? { width: 228 } : { minWidth: 168 }),
  narrow: "status",
  worstFirst: "job_status",
  sort: (a, b) => rankOf(a) - rankOf(b),
  cell: (row) => <LastJob row={row} {...options} reason={options.reasonOf(row)} />,
});

interface JobStatusOptions extends Pick<ListContext, "openJob"> {
  title: string;
  noJobText: string | undefined;
  /** The id of the row that never has a job. */
  withoutJobs: string | undefined;
  /** Whether a resource that has not run on schedule is shown as overdue. */
  isOverdueShown: boolean;
  reasonOf: ReasonOf;
  /** Shows only the status, because the row shows the reason in another cell. */
  isBrief: boolean;
  hasChecks: boolean | undefined;
}

interface LastJobProps extends Omit<JobStatusOptions, "title" | "reasonOf"> {
  row: ListedResource;
  reason: string | undefined;
}

/** The status of the last job and its reason. Pressing the status opens the job details, if job details exist. */
function LastJob(props: LastJobProps) {
  const { row, openJob, reason, isBrief, noJobText, withoutJobs, isOverdueShown, hasChecks } = props;
  const overdue = useClock((now) =>
    isOverdueShown && row.job_status === "SUCCESS" && hasMissedRuns(row, now) ? "Overdue" : "",
  );
  const labels = hasChecks ? checkStatusLabels : jobStatusLabels;
  const status = row.job_status as JobStatusName | null | undefined;
  if (!status) return noJobText && row.id !== withoutJobs && <span className="text-muted">{noJobText}</span>;
  const content = (
    <>
      {overdue ? (
        <span title="It has not run on schedule." className="flex items-center gap-1.5 text-warning-text">
          <StatusMark meaning="warning" />
          {overdue}
        </span>
      ) : (
        <JobStatus status={status} labels={labels} />
      )}
      {/* Failed runs of a passing resource also need attention. */}
      {reason && !isBrief && (
        <span className={`min-w-0 truncate ${status === "FAILED" ? "text-muted" : "text-warning-text"}`}>{reason}</span>
      )}
      {!isBrief && <FaultAge row={row} />}
    </>
  );
  if (!openJob || !hasDetails(row.job_details))
    return (
      <span title={reason} className="flex min-w-0 items-center gap-2">
        {content}
      </span>
    );
  return (
    <button
      type="button"
      title={reason ?? `Details of the job: ${labels[status]}`}
      className="touch-area flex h-5 max-w-full min-w-0 items-center gap-2 hover:underline"
      onClick={() => openJob(row.id)}
    >
      {content}
    </button>
  );
}

/**
 * The age of a recorded fault, if the resource has run since then, because the column of the last run shows a newer
 * time.
 */
function FaultAge({ row }: { row: ListedResource }) {
  const { last_runtime: last, job_time_start: at } = row;
  if (errorOf(row) === undefined || !at || !last || last <= at) return null;
  return (
    <span className="shrink-0 text-muted">
      · <RowAge since={at} />
    </span>
  );
}

/** The first row with each reason. */
export function reasonsIn(rows: readonly ListedResource[], jobReason: SettingsResource["jobReason"]) {
  const firsts = new Map<string, ListedResource>();
  for (const row of rows) {
    const reason = reasonIn(row, jobReason);
    if (reason !== undefined && !firsts.has(reason)) firsts.set(reason, row);
  }
  return firsts;
}

/** The reason for the status of a row's last job. */
const reasonIn = (row: ListedResource, jobReason: SettingsResource["jobReason"]): string | undefined =>
  errorOf(row) ?? jobReason?.(row);

function drawReason({ job_status: status }: ListedResource, text: string | undefined) {
  if (text === undefined) return undefined;
  return <span className={status === "FAILED" ? "text-unhealthy-text" : "text-warning-text"}>{text}</span>;
}

/** The first line of the last job's error. */
function errorOf({ job_status: status, job_details: details }: ListedResource): string | undefined {
  return status === "FAILED" || status === "WARNING" ? errorsOf(details)[0]?.split("\n")[0] : undefined;
}

const lastRunTime: Column<ListedResource> = {
  id: "last_runtime",
  title: "Last Run",
  width: 112,
  narrow: "labelled",
  value: lastRun,
  cell: (row) => lastRun(row) && <RowAge since={lastRun(row) ?? null} />,
};

/** The age of the data that the resource provides. */
const lastSuccess: Column<ListedResource> = {
  id: "job_last_success",
  title: "Last Success",
  width: 136,
  cell: drawLastSuccess,
  narrowCell: (row) => (row.job_last_success ? <span>Last Success {drawLastSuccess(row)}</span> : drawLastSuccess(row)),
};

function drawLastSuccess({ job_last_success: at, job_status: status }: ListedResource) {
  if (at) return <RowAge since={at} />;
  return (
    status && (
      <span
        title="The job history contains no run without errors. Runs with errors also save items."
        className="text-muted"
      >
        Never without errors
      </span>
    )
  );
}

const lastFailed: Column<ListedResource> = {
  id: "job_last_failed",
  title: "Last Failed",
  width: 120,
  // The status shows whether the last run failed; names need the space in a window of 1280 px.
  isHidden: true,
  cell: ({ job_last_failed }) => <RowAge since={job_last_failed ?? null} />,
};

const hasDetails = (details: ListedResource["job_details"]) => Object.keys(details ?? {}).length > 0;

function lastRun({ last_runtime, job_time_start }: ListedResource) {
  return last_runtime ?? job_time_start;
}
