import { useQuery } from "@tanstack/react-query";
import { db, rows } from "#console/client/rows.ts";
import { StatusMark } from "#console/widgets/StatusMark.tsx";
import { Timestamp } from "#console/widgets/time/Timestamp.tsx";
import { useClock } from "#console/widgets/time/clock.ts";
import { errorsOf, isOldError } from "./job-errors.ts";

const tables = {
  canaries_with_status: "canaries",
  config_scrapers_with_status: "config_scrapers",
  scrape_plugins_with_status: "scrape_plugins",
  topologies_with_status: "topologies",
} as const;
type Listed = keyof typeof tables;

const statusOf = (view: Listed, id: string) =>
  rows([view, "errors", id], () => db.from(view).select("id,job_status,job_details,job_time_start").eq("id", id), {
    of: [tables[view], "job_history"],
  });

/**
 * Only unknown fields of a file's metadata are shown here; the page lists unknown spec fields separately
 * (UnknownFields.tsx).
 */
const isListedElsewhere = (error: string) => /\bspec\.\S+: unknown field /.test(error);

/** The errors of the resource's last job. Renders nothing if the job succeeded. */
export function JobErrors({ view, id }: { view: Listed; id: string }) {
  const status = useQuery(statusOf(view, id)).data?.[0];
  const isOld = useClock((now) => Number(isOldError(status?.job_time_start, now))) === 1;
  const isWrong = status?.job_status === "FAILED" || status?.job_status === "WARNING";
  const errors = isWrong ? errorsOf(status.job_details, (error) => !isListedElsewhere(error)) : [];
  if (errors.length === 0) return null;
  return (
    <div
      role="note"
      className={`flex items-start gap-2 rounded-md border px-3 py-2 ${isOld ? "border-line bg-sunken" : "border-unhealthy bg-unhealthy-soft"}`}
    >
      <span className="flex h-5 items-center">
        <StatusMark meaning={isOld ? "warning" : "unhealthy"} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="font-medium">
          The last job of this resource {status?.job_status === "FAILED" ? "failed" : "had errors"}{" "}
          {status?.job_time_start && (
            <span className="font-normal text-muted">
              <Timestamp at={status.job_time_start} format="short" /> ago
            </span>
          )}
        </p>
        <ul>
          {errors.map((error) => (
            <li key={error} className="whitespace-pre-wrap wrap-anywhere">
              {error}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
