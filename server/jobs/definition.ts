// The definition of a job: an area declares it once, as data and one function; the engine does the rest.
import type { JobDetails } from "#language/columns.ts";
import type { System } from "../area.ts";
import type { Log } from "../log.ts";
import type { Scrubber } from "../scrub.ts";

/** An interval, or a cron expression in UTC. Each tick starts one run in the whole system. */
export type Schedule = { everySeconds: number } | { cron: string };

export interface Retry {
  /** Number of retries of a failed run; a run whose process was killed counts as failed. */
  limit: number;
  delaySeconds: number;
  /** Doubles the delay after each retry, with jitter, up to an hour. */
  backoff: boolean;
}

/** The number of successful and other runs that the history keeps per job and resource. */
export const historyLimits = {
  few: { successful: 1, other: 3 },
  balanced: { successful: 3, other: 3 },
  high: { successful: 3, other: 6 },
  /** For jobs that run very often: only failures, and runs that deleted something, are recorded. */
  "failed-only": { successful: 1, other: 3 },
} as const;
export type HistoryKept = keyof typeof historyLimits;

/** The resource of a run, for the history: `{ type: "config_scraper", id }`. */
export interface JobResource {
  type: string;
  id: string;
}

export interface JobContext<Data> {
  id: string;
  /** 1 for the first attempt. */
  attempt: number;
  data: Data;
  system: System;
  /** Aborts on timeout, when the process stops, or when another worker has taken over the job. */
  signal: AbortSignal;
  /** Register every secret that the run opens here, so that it is removed from log, errors and history. */
  scrubber: Scrubber;
  log: Log;
  /** Counts successes. */
  success(count?: number): void;
  /** Records a failure without ending the run; throw to have the job retried. */
  fail(error: unknown): void;
  /** Ends the run early because it is no longer wanted: it counts neither as a success nor as a failure. */
  stop(reason: string): void;
  /** Stores a summary with the run. */
  report(details: Omit<JobDetails, "errors">): void;
}

export interface JobDefinition<Data extends object = object> {
  /**
   * The name of the queue. Must not change, because waiting jobs contain it. Letters, digits, dot, dash, underscore.
   */
  name: string;
  /** The name in the history. Default: `name`. */
  title?: string;
  /** Sends the job on schedule, with empty data. */
  schedule?: Schedule;
  /** Concurrent runs per process. Default: 1. */
  concurrency?: number;
  retry?: Retry;
  /** After this time the run's signal aborts and the run fails. Default: 15 minutes; at most a day. */
  timeoutSeconds?: number;
  /** At most one job waits or runs; sending a second one returns null. Always true for scheduled jobs. */
  singleton?: boolean;
  /** Like `singleton`, but per key. */
  singletonKey?(data: Data): string;
  history?: HistoryKept;
  resource?(data: Data): JobResource;
  run(context: JobContext<Data>): Promise<void> | void;
}

export const titleOf = ({ title, name }: Pick<JobDefinition, "title" | "name">) => title ?? name;

/** Infers the type of a job's data, and throws if the engine cannot run the definition. */
export function defineJob<Data extends object = Record<string, never>>(job: JobDefinition<Data>): JobDefinition<Data> {
  const { name, concurrency = 1, timeoutSeconds = 1, schedule } = job;
  const reject = (reason: string): never => {
    throw new Error(`the job ${JSON.stringify(name)} ${reason}`);
  };
  if (!/^[A-Za-z][\w.-]*$/.test(name)) reject("has an invalid name: use letters, digits, dots, dashes and underscores");
  if (!Number.isInteger(concurrency) || concurrency < 1) reject("needs a concurrency of 1 or more");
  if (timeoutSeconds < 1 || timeoutSeconds > 86_000) reject("needs a time limit between a second and a day");
  if (schedule && "everySeconds" in schedule && schedule.everySeconds < 1)
    reject("cannot run more often than every second");
  return job;
}
