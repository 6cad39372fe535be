// The words and icons for the states of runs and actions, and the words for the origin of a run.
import type { Meaning } from "#console/widgets/StatusMark.tsx";
import { runStatuses, type RunCause, type RunStatus } from "../../model.ts";

const words: Readonly<Record<string, string>> = {
  scheduled: "Scheduled",
  running: "Running",
  sleeping: "Sleeping",
  retrying: "Retrying",
  waiting: "Waiting",
  waiting_children: "Waiting for child runs",
  pending: "Pending",
  pending_approval: "Pending Approval",
  completed: "Completed",
  failed: "Failed",
  cancelled: "Cancelled",
  timed_out: "Timed Out",
  skipped: "Skipped",
};

/** Unknown states are shown unchanged. */
export const statusWord = (status: string): string => words[status] ?? status;

const meanings: Readonly<Record<string, Meaning>> = {
  completed: "healthy",
  failed: "unhealthy",
  timed_out: "unhealthy",
  pending_approval: "warning",
  retrying: "warning",
  cancelled: "unknown",
  skipped: "unknown",
};

export const statusMeaning = (status: string): Meaning => meanings[status] ?? "unchecked";

export const isBusy = (status: string): boolean => status === "running";

const filtered: readonly RunStatus[] = runStatuses.filter((status) => status !== "pending");
export const statusOptions = filtered
  .map((value) => ({ value, label: statusWord(value) }))
  .sort((a, b) => a.label.localeCompare(b.label, "en"));

export const causeWords: Readonly<Record<RunCause, string>> = {
  person: "A person",
  event: "An event",
  schedule: "A schedule",
  webhook: "A webhook",
  notification: "A notification",
  parent: "Another run",
};
