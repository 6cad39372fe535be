import type { Tables } from "#generated/tables.ts";
import { Spinner } from "../Spinner.tsx";
import { type Meaning, StatusMark } from "../StatusMark.tsx";

export type JobStatusName = Tables["job_history"]["Row"]["status"];

const meanings: Readonly<Record<Exclude<JobStatusName, "RUNNING">, Meaning>> = {
  SUCCESS: "healthy",
  WARNING: "warning",
  FAILED: "unhealthy",
  STOPPED: "unknown",
};

export const jobStatusLabels: Readonly<Record<JobStatusName, string>> = {
  RUNNING: "Running",
  SUCCESS: "Success",
  WARNING: "Warning",
  FAILED: "Failed",
  STOPPED: "Stopped",
};

/** The status of a job run. */
export function JobStatus({ status }: { status: JobStatusName }) {
  return (
    <span className={`flex items-center gap-1.5 ${status === "FAILED" ? "text-unhealthy-text" : ""}`}>
      {status === "RUNNING" ? <Spinner size={14} className="text-muted" /> : <StatusMark meaning={meanings[status]} />}
      {jobStatusLabels[status]}
    </span>
  );
}
