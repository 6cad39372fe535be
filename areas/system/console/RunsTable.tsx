import { useHasPage } from "#console/shell/registry.ts";
import { Icon } from "#console/widgets/Icon.tsx";
import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Truncated } from "#console/widgets/Truncated.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useMedia } from "#console/widgets/use-media.ts";
import { splitCamelCase } from "#lib/text/words.ts";
import type { SystemRun } from "../contract.ts";

/** Below this width not all columns fit next to the sidebar. */
const NARROW = "(width < 56rem)";

const columns: readonly Column<SystemRun>[] = [
  {
    id: "name",
    title: "Job",
    isName: true,
    minWidth: 160,
    cell: ({ name }) => <Truncated text={splitCamelCase(name)} cut="end" />,
  },
  {
    id: "status",
    title: "Status",
    narrow: "status",
    width: 104,
    sort: (a, b) => rankOf(a) - rankOf(b),
    cell: ({ status }) => <JobStatus status={status} />,
  },
  {
    id: "time_start",
    title: "Started",
    width: 88,
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
    width: 88,
    align: "right",
    cell: ({ duration_millis }) => (duration_millis === null ? "" : <Duration millis={duration_millis} />),
  },
  {
    id: "errors",
    title: "Errors",
    minWidth: 200,
    value: ({ errors }) => errors[0],
    cell: ({ errors, status }) => <Errors errors={errors} isFailed={status === "FAILED"} />,
  },
];

/** Problems come first; the runs of a status stay in the order of time. */
const statusOrder: readonly SystemRun["status"][] = ["FAILED", "WARNING", "STOPPED", "RUNNING", "SUCCESS"];
const rankOf = ({ status }: SystemRun) => statusOrder.indexOf(status);
const WORST_FIRST = { id: "status", desc: false };

const narrowColumns = columns.filter(({ id }) => ["name", "status", "time_start", "errors"].includes(id));

/** The page of the job history. */
export const JOBS = "/settings/jobs";

export function RunsTable({ runs }: { runs: readonly SystemRun[] | undefined }) {
  const hasDetails = useHasPage(JOBS);
  return (
    <DataTable
      id="runs"
      caption="Recent job runs"
      columns={useMedia(NARROW) ? narrowColumns : columns}
      rows={runs}
      keyOf={keyOfRun}
      view={useTableView({ name: "runs", sort: WORST_FIRST })}
      {...(hasDetails && { hrefOf: ({ id }: SystemRun) => `${JOBS}?job=${id}` })}
      fit="content"
      hasTools={false}
      emptyDetail="No job has run yet. Runs appear here automatically."
    />
  );
}

const keyOfRun = ({ id }: SystemRun) => id;

/** Shows the first error, and all of them on hover. */
function Errors({ errors, isFailed }: { errors: readonly string[]; isFailed: boolean }) {
  const [first, ...others] = errors;
  if (first === undefined) return null;
  return (
    <span title={errors.join("\n")} className="flex items-center gap-1.5">
      <span className={`truncate ${isFailed ? "text-unhealthy-text" : "text-warning-text"}`}>{first}</span>
      {others.length > 0 && <span className="text-muted">+{others.length}</span>}
      <Icon name="chevron-right" size={14} className="ml-auto shrink-0 text-faint" />
    </span>
  );
}
