// The difference between a linked resource when it was attached and now.
import type { IncidentEvidence } from "../../contract/model.ts";

/** The linked resource at one time. */
type ResourceState = NonNullable<IncidentEvidence["now"]>;

/** The compared fields, most important first. */
const compared = ["name", "health", "status", "severity", "type", "message", "summary"] as const;
const labels: Readonly<Record<(typeof compared)[number], string>> = {
  name: "Name",
  health: "Health",
  status: "Status",
  severity: "Severity",
  type: "Type",
  message: "Message",
  summary: "Summary",
};

export interface Difference {
  field: string;
  before: string;
  after: string;
}

const text = (state: ResourceState, field: (typeof compared)[number]) => (state[field] ?? "").trim();

/** The fields that differ. A field that is missing on both sides is left out. */
export function differencesOf({ then, now }: Pick<IncidentEvidence, "then" | "now">): readonly Difference[] {
  if (!then || !now) return [];
  // For a check, the health is shown as the status.
  const isSame = text(then, "status") === text(then, "health") && text(now, "status") === text(now, "health");
  return compared
    .filter((field) => text(then, field) !== text(now, field) && !(field === "status" && isSame))
    .map((field) => ({ field: labels[field], before: text(then, field), after: text(now, field) }));
}

/** The state as one word: the health, or the status if the health is unknown. */
export const stateWord = (state: ResourceState | null | undefined): string | undefined =>
  state?.health || state?.status || undefined;
