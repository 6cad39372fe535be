// Decides which event a new status sends. An alert is held back while a check that this one depends on is down; during
// maintenance all events are held back. Afterwards an event is sent if the status still differs from the one reported last.
export type Status = "healthy" | "unhealthy";

export interface AlertState {
  status: Status | null;
  /** The status of the last event. */
  told_status: Status | null;
  alert_held_since: string | null;
}

export interface AlertDecision {
  reported: Status;
  heldSince: string | null;
  event: "check.passed" | "check.failed" | undefined;
}

export function decideAlert(
  before: AlertState,
  status: Status,
  { isParentDown, isInMaintenance, at }: { isParentDown: boolean; isInMaintenance: boolean; at: string },
): AlertDecision {
  const reported = before.told_status ?? before.status;
  // A new check that is healthy sends no event.
  if (status === (reported ?? "healthy")) return { reported: status, heldSince: null, event: undefined };
  const isFailure = status === "unhealthy";
  if (isInMaintenance || (isFailure && isParentDown))
    return {
      reported: reported ?? "healthy",
      heldSince: isFailure ? (before.alert_held_since ?? at) : null,
      event: undefined,
    };
  return { reported: status, heldSince: null, event: isFailure ? "check.failed" : "check.passed" };
}
