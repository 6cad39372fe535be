// The queue of a job, and the interface to send jobs.
import type { Kysely } from "kysely";
import type { DB } from "../db/tables.ts";

/**
 * An interval, or a cron expression in UTC. Each tick starts one run in the whole system. With `ifRowsIn`, no run
 * starts while that table has no rows, or no rows for which the SQL condition `rowsWhere` is true.
 */
export type Schedule = { everySeconds: number; ifRowsIn?: keyof DB; rowsWhere?: string } | { cron: string };

export interface Retry {
  /** The number of retries of a failed run; a run whose process was killed counts as failed. */
  limit: number;
  delaySeconds: number;
  /** Doubles the delay after each retry, adds jitter, and limits it to an hour. */
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

/** A job without the function that runs it. */
export interface JobQueue<Data extends object = object> {
  /**
   * The name of the queue. It must not change, because waiting jobs contain it. Letters, digits, dot, dash and
   * underscore are allowed.
   */
  name: string;
  /** The name in the history. Default: `name`. */
  title?: string;
  /** Sends the job on schedule, with empty data. */
  schedule?: Schedule;
  /** The number of concurrent runs per process. Default: 1. */
  concurrency?: number;
  retry?: Retry;
  /** After this time the run's signal aborts and the run fails. Default: 15 minutes; at most a day. */
  timeoutSeconds?: number;
  /** At most one job waits or runs; sending a second job returns null. Always true for scheduled jobs. */
  singleton?: boolean;
  /** Does the same as `singleton`, but per key. */
  singletonKey?(data: Data): string;
  history?: HistoryKept;
  resource?(data: Data): JobResource;
}

export interface SendOptions {
  /** The delay in seconds, or a point in time. Default: no delay. */
  startAfter?: number | Date;
  /** Jobs with a higher priority run first. Default: 0. */
  priority?: number;
}

export interface QueueCounts {
  name: string;
  /** The number of waiting jobs, including those that wait for a retry. */
  pending: number;
  active: number;
  /** The number of jobs that failed after all retries and are kept for inspection. */
  failed: number;
}

export interface Jobs {
  /** Every job that is registered in this process. */
  readonly definitions: readonly JobQueue[];
  /**
   * Sends a job in a transaction of any role; the job exists if and only if the transaction commits. Returns its id, or
   * null if the job is a singleton and is already waiting or running.
   */
  send<Data extends object>(
    tx: Kysely<DB>,
    job: JobQueue<Data>,
    data: Data,
    options?: SendOptions,
  ): Promise<string | null>;
  /** Does the same as send for many jobs at once. Returns the number of jobs sent. */
  sendAll<Data extends object>(tx: Kysely<DB>, job: JobQueue<Data>, all: readonly Data[]): Promise<number>;
  /** Puts dead letters back into their queue. Returns their number. */
  revive(job: Pick<JobQueue, "name">): Promise<number>;
  counts(): Promise<QueueCounts[]>;
}
