// Playbook definitions that the server and the console share.

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

/**
 * Whether everybody who knows the webhook URL can start the playbook. An authentication block without a method refuses
 * all deliveries, so it does not count as open.
 */
export const isOpenToEverybody = ({
  on,
}: {
  on?: { webhook?: { authentication?: object | null | undefined } | null | undefined } | null | undefined;
}): boolean => {
  const webhook = on?.webhook;
  return webhook !== undefined && webhook !== null && (webhook.authentication ?? null) === null;
};

/** The kinds of resources that a run can have. */
export const resourceKinds = ["config", "component", "check"] as const;
export type ResourceKind = (typeof resourceKinds)[number];
