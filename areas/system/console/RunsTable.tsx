import { Age } from "#console/widgets/time/Age.tsx";
import { Duration } from "#console/widgets/time/Duration.tsx";
import type { SystemRun } from "../contract.ts";
import { JobStatus } from "./JobStatus.tsx";
import { type Column, Table } from "./Table.tsx";

const columns: readonly Column<SystemRun>[] = [
  { title: "Status", cell: ({ status }) => <JobStatus status={status} /> },
  { title: "Job", cell: ({ name }) => name },
  { title: "Started", cell: ({ time_start }) => <Age since={time_start} />, align: "right" },
  {
    title: "Duration",
    cell: ({ duration_millis }) => (duration_millis === null ? "" : <Duration millis={duration_millis} />),
    align: "right",
  },
  { title: "Succeeded", cell: ({ success_count }) => success_count, align: "right" },
  { title: "Failed", cell: ({ error_count }) => error_count, align: "right" },
  { title: "Errors", cell: ({ errors, status }) => <Errors errors={errors} isFailed={status === "FAILED"} /> },
];

export function RunsTable({ runs }: { runs: readonly SystemRun[] | undefined }) {
  return (
    <Table
      caption="Recent job runs"
      columns={columns}
      rows={runs}
      keyOf={({ id }) => id}
      empty="No job has run yet. Runs appear here by themselves."
    />
  );
}

/** The first one, all of them on hover. */
function Errors({ errors, isFailed }: { errors: readonly string[]; isFailed: boolean }) {
  const [first, ...others] = errors;
  if (first === undefined) return null;
  return (
    <span title={errors.join("\n")} className="flex max-w-96 items-center gap-1.5">
      <span className={`truncate ${isFailed ? "text-unhealthy-text" : "text-warning-text"}`}>{first}</span>
      {others.length > 0 && <span className="text-muted">+{others.length}</span>}
    </span>
  );
}
