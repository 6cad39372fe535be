// Words of playbooks that the server and the console share.

export const runStatuses = [
  "scheduled",
  "running",
  "sleeping",
  "retrying",
  "waiting",
  "pending",
  "pending_approval",
  "completed",
  "failed",
  "cancelled",
  "timed_out",
] as const;
export type RunStatus = (typeof runStatuses)[number];

export const finalRunStatuses = [
  "completed",
  "failed",
  "cancelled",
  "timed_out",
] as const satisfies readonly RunStatus[];
export type FinalRunStatus = (typeof finalRunStatuses)[number];

export const isFinalRun = (status: string): status is FinalRunStatus =>
  (finalRunStatuses as readonly string[]).includes(status);

export const finalActionStatuses = ["completed", "failed", "skipped"] as const;

export const isFinalAction = (status: string) => (finalActionStatuses as readonly string[]).includes(status);

/** The origin of a run. */
export type RunCause = "person" | "event" | "schedule" | "webhook" | "notification" | "parent";

/** The kinds of resources that a run can be about. */
export const resourceKinds = ["config", "component", "check"] as const;
export type ResourceKind = (typeof resourceKinds)[number];
