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

interface JobStatusProps {
  status: JobStatusName;
  /** Whether the status needs no attention and is shown without colour. */
  isMuted?: boolean;
}

/** The status of a job run. */
export function JobStatus({ status, isMuted = false }: JobStatusProps) {
  const look = isMuted ? "text-muted grayscale" : status === "FAILED" ? "text-unhealthy-text" : "";
  return (
    <span className={`flex items-center gap-1.5 ${look}`}>
      {status === "RUNNING" ? <Spinner size={14} className="text-muted" /> : <StatusMark meaning={meanings[status]} />}
      {jobStatusLabels[status]}
    </span>
  );
}
