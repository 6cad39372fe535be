// How bad it is. Stored in lower case everywhere, least first; written with a capital.
import { capitalise } from "./words.ts";

export const severities = ["info", "warning", "low", "medium", "high", "blocker", "critical"] as const;
export type Severity = (typeof severities)[number];

/** Those that an incident may have. */
export const incidentSeverities = [
  "low",
  "medium",
  "high",
  "critical",
  "blocker",
] as const satisfies readonly Severity[];

/** Sources write severities in either case; what is none of ours is undefined. */
export const parseSeverity = (text: string) => severities.find((severity) => severity === text.trim().toLowerCase());

export const severityLabel = (severity: Severity) => capitalise(severity);
