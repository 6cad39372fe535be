import type { Tables } from "#generated/tables.ts";
import { splitCamelCase } from "#lib/text/words.ts";
import { Spinner } from "../Spinner.tsx";
import { type Meaning, StatusMark } from "../StatusMark.tsx";

export type JobStatusName = Tables["job_history"]["Row"]["status"];

const meanings: Readonly<Record<Exclude<JobStatusName, "RUNNING">, Meaning>> = {
  SUCCESS: "healthy",
  WARNING: "warning",
  FAILED: "unhealthy",
  STOPPED: "unknown",
};

export const jobStatusLabels: Readonly<Record<JobStatusName, string>> = {
  RUNNING: "Running",
  SUCCESS: "Success",
  WARNING: "Warning",
  FAILED: "Failed",
  STOPPED: "Stopped",
};

/** The words for the last runs of a canary's checks, as in the counts of checks. */
export const checkStatusLabels: typeof jobStatusLabels = { ...jobStatusLabels, SUCCESS: "Passing", FAILED: "Failing" };

/** Pages call a canary a health check; the stored name is documented. */
const jobNames: Readonly<Record<string, string>> = {
  Canary: "Health check",
  "Evaluate Evidence": "Evaluate evidence",
};

/** The name of a job as people read it: `SyncComments` becomes "Sync comments", like the names that have spaces. */
export const printJobName = (name: string): string => {
  if (Object.hasOwn(jobNames, name)) return jobNames[name]!;
  const words = splitCamelCase(name);
  return words === name ? name : words.replaceAll(/(?<= )\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
};

/** The stored names of jobs that pages call by another name, if that name contains the text. */
export const storedJobNames = (text: string): readonly string[] =>
  Object.entries(jobNames).flatMap(([stored, printed]) =>
    printed.toLowerCase().includes(text.toLowerCase()) ? stored : [],
  );

/** Statuses that need attention have coloured text, in every list. */
const looks: Readonly<Partial<Record<JobStatusName, string>>> = {
  FAILED: "text-unhealthy-text",
  WARNING: "text-warning-text",
};

/** The mark of a problem that a later run has solved: still in its colour, but paler. */
export const PALE = "opacity-60";

interface JobStatusProps {
  status: JobStatusName;
  /** The words of the page. Default: the words of the job history. */
  labels?: typeof jobStatusLabels;
  /** Whether a later run succeeded: a problem of the past is paler than a current one. */
  hasRecovered?: boolean;
}

/** The status of a job run. */
export function JobStatus({ status, labels = jobStatusLabels, hasRecovered = false }: JobStatusProps) {
  return (
    <span className={`flex items-center gap-1.5 ${hasRecovered ? "text-muted" : (looks[status] ?? "")}`}>
      {status === "RUNNING" ? (
        <Spinner size={14} className="text-muted" />
      ) : (
        <span className={`flex ${hasRecovered ? PALE : ""}`}>
          <StatusMark meaning={meanings[status]} />
        </span>
      )}
      {labels[status]}
    </span>
  );
}
