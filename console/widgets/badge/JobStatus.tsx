import { Spinner } from "#console/widgets/Spinner.tsx";
import { type Meaning, StatusMark } from "#console/widgets/StatusMark.tsx";
import type { SystemRun } from "../contract.ts";

type Status = SystemRun["status"];

const meanings: Readonly<Record<Exclude<Status, "RUNNING">, Meaning>> = {
  SUCCESS: "healthy",
  WARNING: "warning",
  FAILED: "unhealthy",
  STOPPED: "unknown",
};

const words: Readonly<Record<Status, string>> = {
  RUNNING: "Running",
  SUCCESS: "Success",
  WARNING: "Warning",
  FAILED: "Failed",
  STOPPED: "Stopped",
};

export function JobStatus({ status }: { status: Status }) {
  return (
    <span className="flex items-center gap-1.5">
      {status === "RUNNING" ? <Spinner size={14} className="text-muted" /> : <StatusMark meaning={meanings[status]} />}
      {words[status]}
    </span>
  );
}
