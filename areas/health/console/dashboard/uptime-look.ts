/** The colour of an uptime between 0 and 1: amber below 99 percent, red below 95, muted if it is complete. */
export function uptimeLook(uptime: number | undefined): string {
  if (uptime === undefined || uptime === 1) return "text-muted";
  return uptime < 0.95 ? "text-unhealthy-text" : uptime < 0.99 ? "text-warning-text" : "";
}
