// Ranges for the age of the last change; the summary on the server uses the same ranges.
import { DAY, HOUR } from "#lib/time/zoned-time.ts";

const steps = [
  { name: "1h", label: "In the last hour", withinMs: HOUR },
  { name: "1d", label: "In the last day", withinMs: DAY },
  { name: "7d", label: "In the last 7 days", withinMs: 7 * DAY },
  { name: "30d", label: "In the last 30 days", withinMs: 30 * DAY },
  { name: "older", label: "Earlier", withinMs: Infinity },
] as const;

export const changedLabel = (name: string) => steps.find((step) => step.name === name)?.label ?? name;

/** Returns the index of a range for sorting, newest first. */
export const changedOrder = (name: string) => steps.findIndex((step) => step.name === name);

export function changedStep(updatedAt: string | null, now: number): string {
  const age = updatedAt === null ? Infinity : now - Date.parse(updatedAt);
  return steps.find(({ withinMs }) => age < withinMs)?.name ?? "older";
}
