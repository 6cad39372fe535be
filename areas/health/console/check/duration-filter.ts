// The minimum duration in the history of a check: chosen, or typed in milliseconds or seconds.

export const durationChoices = ["100ms", "500ms", "1s", "5s", "10s", "30s"] as const;

export const durationProblem = "duration is allowed only in milli seconds & seconds";

/** Returns milliseconds; undefined when the text is not a number of milliseconds or seconds. */
export function readMinDuration(typed: string): number | undefined {
  const [, figure, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s)$/i.exec(typed.trim()) ?? [];
  if (figure === undefined) return undefined;
  return Math.round(Number(figure) * (unit!.toLowerCase() === "s" ? 1000 : 1));
}

/** The filter value of the data API: 1 for passed, 0 for failed. */
export const statusFigure = (status: string): "1" | "0" | undefined =>
  status === "healthy" ? "1" : status === "unhealthy" ? "0" : undefined;
