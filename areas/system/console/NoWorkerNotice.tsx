import { StatusMark } from "#console/widgets/StatusMark.tsx";
import type { SystemProcess } from "../contract.ts";

/** Whether a running process has a role that includes background work; true while the processes are loading. */
export const hasWorker = (processes: readonly SystemProcess[] | undefined) =>
  !processes || processes.some(({ role }) => role !== "web");

/** Shown if no running process has a role that includes background work. */
export function NoWorkerNotice({ processes }: { processes: readonly SystemProcess[] | undefined }) {
  if (hasWorker(processes)) return null;
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-warning/15 px-3 py-2">
      <span className="flex h-6 items-center">
        <StatusMark meaning="warning" />
      </span>
      <p className="min-w-0 flex-1 py-0.5 wrap-anywhere">
        <span className="font-medium">No worker is running: checks, scrapers and jobs do not run.</span> Start a process
        with <code className="font-mono">ROLE=worker</code> and the same database, or restart this one with{" "}
        <code className="font-mono">ROLE=all</code>.
      </p>
    </div>
  );
}
