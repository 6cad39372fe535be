// Severities, from lowest to highest. They are stored in lower case and shown with a capital.
import { capitalise } from "#lib/text/words.ts";

export const severities = ["info", "warning", "low", "medium", "high", "blocker", "critical"] as const;
export type Severity = (typeof severities)[number];

/** The severities of incidents. */
export const incidentSeverities = [
  "low",
  "medium",
  "high",
  "critical",
  "blocker",
] as const satisfies readonly Severity[];

/** Accepts upper and lower case; returns undefined for an unknown severity. */
export const parseSeverity = (text: string) => severities.find((severity) => severity === text.trim().toLowerCase());

export const severityLabel = (severity: Severity) => capitalise(severity);
