// Maps the status words of all sources to the five statuses. Case and punctuation are ignored.
import type { Severity } from "#language/severity.ts";
import type { Meaning } from "../StatusMark.tsx";

const words: Readonly<Record<Meaning, string>> = {
  healthy:
    "healthy success succeeded passed ok up running ready active available bound completed complete approved resolved closed online synced",
  unhealthy:
    "unhealthy error failed failure failing fail down degraded missing crashloopbackoff imagepullbackoff errimagepull evicted oomkilled critical blocker rejected lost timedout offline terminated",
  warning:
    "warning warn pending progressing retrying throttled partial mixed expiring waiting scheduled updating scaling terminating stopping starting creating deleting inprogress outofsync",
  unknown: "unknown suspended stopped paused skipped disabled none cancelled canceled inactive archived silenced open",
  unchecked: "unchecked couldnotcheck notchecked",
};
const meanings = new Map(
  Object.entries(words).flatMap(([meaning, list]) => list.split(" ").map((word) => [word, meaning as Meaning])),
);

export function meaningOf(status: string | null | undefined): Meaning {
  const word = (status ?? "").toLowerCase().replaceAll(/[^a-z]/g, "");
  // Unlisted words that contain one of these parts count as unhealthy.
  return meanings.get(word) ?? (/fail|error|crash|backoff/.test(word) ? "unhealthy" : "unknown");
}

/** The number of bars of a severity, and its colour: the same in tables and charts. */
export const severityLook: Readonly<Record<Severity, { bars: number; look: string }>> = {
  info: { bars: 0, look: "text-unknown" },
  low: { bars: 1, look: "text-chart-1" },
  warning: { bars: 2, look: "text-warning" },
  medium: { bars: 2, look: "text-warning" },
  high: { bars: 3, look: "text-high" },
  blocker: { bars: 4, look: "text-unhealthy" },
  critical: { bars: 4, look: "text-unhealthy" },
};
