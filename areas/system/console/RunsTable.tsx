import { JobStatus } from "#console/widgets/badge/JobStatus.tsx";
import type { Column } from "#console/widgets/table/column.ts";
import { DataTable } from "#console/widgets/table/DataTable.tsx";
import { useTableView } from "#console/widgets/table/table-view.ts";
import { Age } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import type { SystemRun } from "../contract.ts";

const columns: readonly Column<SystemRun>[] = [
  { id: "status", title: "Status", isName: true, width: 112, cell: ({ status }) => <JobStatus status={status} /> },
  { id: "name", title: "Job", minWidth: 160 },
  {
    id: "time_start",
    title: "Started",
    width: 200,
    align: "right",
    cell: ({ time_start }) => <Age since={time_start} />,
  },
  {
    id: "duration_millis",
    title: "Duration",
    width: 104,
    align: "right",
    cell: ({ duration_millis }) => (duration_millis === null ? "" : <Duration millis={duration_millis} />),
  },
  { id: "success_count", title: "Succeeded", width: 104, align: "right" },
  { id: "error_count", title: "Failed", width: 80, align: "right" },
  {
    id: "errors",
    title: "Errors",
    minWidth: 200,
    value: ({ errors }) => errors[0],
    cell: ({ errors, status }) => <Errors errors={errors} isFailed={status === "FAILED"} />,
  },
];

export function RunsTable({ runs }: { runs: readonly SystemRun[] | undefined }) {
  return (
    <DataTable
      id="runs"
      caption="Recent job runs"
      columns={columns}
      rows={runs}
      keyOf={keyOfRun}
      view={useTableView({ name: "runs" })}
      fit="content"
      hasTools={false}
      emptyDetail="No job has run yet. Runs appear here by themselves."
    />
  );
}

const keyOfRun = ({ id }: SystemRun) => id;

/** The first one, all of them on hover. */
function Errors({ errors, isFailed }: { errors: readonly string[]; isFailed: boolean }) {
  const [first, ...others] = errors;
  if (first === undefined) return null;
  return (
    <span title={errors.join("\n")} className="flex items-center gap-1.5">
      <span className={`truncate ${isFailed ? "text-unhealthy-text" : "text-warning-text"}`}>{first}</span>
      {others.length > 0 && <span className="text-muted">+{others.length}</span>}
    </span>
  );
}
