// What is told when a check has a status: a change, once it may be told. An alert is held while what the check depends on is
// down, and in maintenance everything is; when neither is so any more, what still differs from what was told last is told.
export type Status = "healthy" | "unhealthy";

export interface Told {
  status: Status | null;
  /** What events last told. */
  told_status: Status | null;
  alert_held_since: string | null;
}

export interface Standing {
  told: Status;
  heldSince: string | null;
  event: "check.passed" | "check.failed" | undefined;
}

export function tell(
  before: Told,
  status: Status,
  { isParentDown, isInMaintenance, at }: { isParentDown: boolean; isInMaintenance: boolean; at: string },
): Standing {
  const told = before.told_status ?? before.status;
  // That something new is well is no news.
  if (status === (told ?? "healthy")) return { told: status, heldSince: null, event: undefined };
  const isFailure = status === "unhealthy";
  if (isInMaintenance || (isFailure && isParentDown))
    return { told: told ?? "healthy", heldSince: isFailure ? (before.alert_held_since ?? at) : null, event: undefined };
  return { told: status, heldSince: null, event: isFailure ? "check.failed" : "check.passed" };
}
