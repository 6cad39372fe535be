import { JobResource } from "#console/resources/JobResource.tsx";
import { useHasPage } from "#console/shell/registry.ts";
import { JobStatus, printJobName } from "#console/widgets/badge/JobStatus.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { NARROW_TABLE, useMedia } from "#console/widgets/use-media.ts";
import type { SystemRun } from "../contract.ts";

const columns: readonly Column<SystemRun>[] = [
  {
    id: "name",
    title: "Job",
    isName: true,
    minWidth: 160,
    cell: ({ name }) => <Truncated text={printJobName(name)} cut="end" />,
  },
  {
    id: "resource",
    title: "Resource",
    minWidth: 144,
    value: ({ resource_name }) => resource_name,
    cell: (run) => <JobResource job={run} canCopy={false} />,
  },
  {
    id: "status",
    title: "Last Result",
    narrow: "status",
    width: 112,
    worstFirst: "status",
    sort: (a, b) => rankOf(a) - rankOf(b),
    cell: ({ status }) => <JobStatus status={status} />,
  },
  {
    id: "time_start",
    title: "Started",
    width: 96,
    align: "right",
    cell: ({ time_start }) => (
      <span>
        <Timestamp at={time_start} format="short" /> ago
      </span>
    ),
  },
  {
    id: "duration_millis",
    title: "Duration",
    narrow: "hidden",
    width: 96,
    align: "right",
    cell: ({ duration_millis }) => (duration_millis === null ? "" : <Duration millis={duration_millis} />),
  },
  {
    id: "success_count",
    // The number of items that the run processed, which may be 0 after a success.
    title: "Items",
    narrow: "hidden",
    width: 80,
    align: "right",
    cell: ({ success_count: count }) => count.toLocaleString("en"),
  },
];

/** If the table is sorted by result, problems come first. */
const statusOrder: readonly SystemRun["status"][] = ["FAILED", "WARNING", "STOPPED", "RUNNING", "SUCCESS"];
const rankOf = ({ status }: SystemRun) => statusOrder.indexOf(status);
const NEWEST_FIRST = { id: "time_start", desc: true };
const WORST_FIRST = { id: "status", desc: false };

/** The page of the job history. */
export const JOBS = "/settings/jobs";

interface RunsTableProps {
  /** The key of the table's layout and of its URL parameters. */
  name: string;
  caption: string;
  /** Undefined while the runs are loading. */
  runs: readonly SystemRun[] | undefined;
  isWorstFirst?: boolean;
}

export function RunsTable({ name, caption, runs, isWorstFirst = false }: RunsTableProps) {
  const hasDetails = useHasPage(JOBS);
  const isNarrow = useMedia(NARROW_TABLE);
  const isTight = useMedia(TIGHT);
  return (
    <DataTable
      id={name}
      caption={caption}
      columns={isNarrow ? narrowWithErrors : isTight ? tightColumns : withErrors}
      rows={runs}
      keyOf={keyOfRun}
      view={useTableView({ name, sort: isWorstFirst ? WORST_FIRST : NEWEST_FIRST })}
      {...(hasDetails && { hrefOf: ({ id }: SystemRun) => `${JOBS}?job=${id}` })}
      fit="content"
      hasTools={false}
      emptyDetail="No job has run yet. Runs appear here automatically."
    />
  );
}

const keyOfRun = ({ id }: SystemRun) => id;

/** Shows the first error, and all of them on hover. */
function Errors({ errors, status }: SystemRun) {
  const [first, ...others] = errors;
  if (first === undefined) return null;
  return (
    <span title={errors.join("\n")} className={status === "FAILED" ? "text-unhealthy-text" : "text-warning-text"}>
      {first}
      {others.length > 0 && <span className="text-muted"> +{others.length}</span>}
    </span>
  );
}

const withText = (run: SystemRun) => (run.errors.length > 0 ? <Errors {...run} /> : undefined);

/** The error is on a line below the run, because a column would cut it and would be empty in most rows. */
const withErrors = columns.map((column) => (column.isName ? { ...column, detail: withText } : column));

/** Smaller windows have no space for the figures of a run. */
const TIGHT = "(max-width: 1100px)";
const tightColumns = withErrors.filter(({ id }) => ["name", "resource", "status", "time_start"].includes(id));

/** A narrow table has no detail line. */
const narrowWithErrors: readonly Column<SystemRun>[] = [
  ...columns,
  { id: "errors", title: "Errors", narrow: "text", value: ({ errors }) => errors[0], cell: withText },
];
