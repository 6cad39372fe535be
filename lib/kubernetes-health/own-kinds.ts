// Health of canaries and scrapers that are stored in a cluster as custom resources.
import { cadenceOf } from "../time/cadence.ts";
import { at, count, fields, list, text, timeOf, verdict, type Kubernetes, type Verdict } from "./verdict.ts";

export function canaryHealth({ object }: Kubernetes): Verdict {
  const status = text(at(object, "status.status"));
  const error = text(at(object, "status.errorMessage"));
  const message = text(at(object, "status.message"));
  if (error !== "") return verdict("unhealthy", status || "Error", true, error);
  if (status === "Failed" || status === "Invalid") return verdict("unhealthy", status, true, message);
  if (status !== "Passed") return verdict("unknown", status || "Pending", false, message);
  const uptime = percentIn(text(at(object, "status.uptime1h")));
  if (uptime !== undefined && uptime < 80)
    return verdict("warning", status, true, `${uptime}% uptime in the last hour`);
  return verdict("healthy", status, true, message);
}

/** Reads the percentage of `42/60 (70.0%)`. */
function percentIn(uptime: string): number | undefined {
  const found = /\(?([\d.]+)%\)?/.exec(uptime);
  return found ? Number(found[1]) : undefined;
}

/** Number of consecutive missed intervals after which a scraper is stale. */
const maxMissedRuns = 2;

export function scraperHealth({ object, now }: Kubernetes): Verdict {
  const run = fields(at(object, "status.lastRun"));
  const [succeeded, failed] = [count(run["success"]), count(run["error"])];
  const message = list(run["errors"]).map(text).filter(Boolean).join("\n");
  if (Object.keys(run).length === 0) return verdict("unknown", "Pending", false);
  if (failed > 0 && succeeded === 0) return verdict("unhealthy", "Failed", true, message);
  if (failed > 0) return verdict("warning", "Warning", true, message);
  const lastRunAt = timeOf(run["timestamp"]);
  const interval = intervalMs(text(at(object, "spec.schedule")));
  if (lastRunAt !== undefined && interval !== undefined && now - lastRunAt > (maxMissedRuns + 1) * interval)
    return verdict("warning", "Stale", true, `The last run was at ${new Date(lastRunAt).toISOString()}`);
  return verdict(succeeded > 0 ? "healthy" : "unknown", succeeded > 0 ? "Success" : "Pending", true, message);
}

function intervalMs(schedule: string): number | undefined {
  try {
    return cadenceOf(schedule === "" ? "@every 1h" : schedule)?.maxIntervalMs;
  } catch {
    return undefined;
  }
}
