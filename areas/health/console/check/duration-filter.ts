// "At least this long", as the history of a check is filtered: chosen, or typed in milliseconds or seconds.

export const durationChoices = ["100ms", "500ms", "1s", "5s", "10s", "30s"] as const;

export const durationProblem = "duration is allowed only in milli seconds & seconds";

/** Milliseconds; undefined when it is no number of milliseconds or seconds. */
export function readLeast(typed: string): number | undefined {
  const [, figure, unit] = /^(\d{1,9}(?:\.\d{1,3})?)\s*(ms|s)$/i.exec(typed.trim()) ?? [];
  if (figure === undefined) return undefined;
  return Math.round(Number(figure) * (unit!.toLowerCase() === "s" ? 1000 : 1));
}

/** As the data API is asked: 1 and 0 stand for what passed and what did not. */
export const statusFigure = (status: string): "1" | "0" | undefined =>
  status === "healthy" ? "1" : status === "unhealthy" ? "0" : undefined;
