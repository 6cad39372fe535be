// What a job is: stated once by the area that owns it, as data and one function. The engine does the rest.
import type { JobDetails } from "#language/columns.ts";
import type { System } from "../area.ts";
import type { Log } from "../log.ts";
import type { Scrubber } from "../scrub.ts";

/** Every so many seconds, or by a cron expression in UTC. One run in the whole system per tick. */
export type Schedule = { everySeconds: number } | { cron: string };

export interface Retry {
  /** How often a failed run is tried again; a run whose process was killed counts too. */
  limit: number;
  delaySeconds: number;
  /** Doubles the delay each time, with some chance in it, up to an hour. */
  backoff: boolean;
}

/** How many successful and other runs the history keeps for one job and resource. */
export const historyKept = {
  few: { successful: 1, other: 3 },
  balanced: { successful: 3, other: 3 },
  high: { successful: 3, other: 6 },
  /** Runs so often that only failures are recorded, and runs that deleted something. */
  "failed-only": { successful: 1, other: 3 },
} as const;
export type HistoryKept = keyof typeof historyKept;

/** What a run was about, for the history: `{ type: "config_scraper", id }`. */
export interface JobResource {
  type: string;
  id: string;
}

export interface JobContext<Data> {
  id: string;
  /** 1 at the first try. */
  attempt: number;
  data: Data;
  system: System;
  /** Ends when time is up, the process stops, or another worker has taken the job. */
  signal: AbortSignal;
  /** To be told of every secret that the run opens: then none is in its log, its errors or its history. */
  scrubber: Scrubber;
  log: Log;
  /** Counts what went well. */
  success(count?: number): void;
  /** Counts and keeps what went wrong without ending the run; throw to have it tried again. */
  fail(error: unknown): void;
  /** The run ends before it is done because nobody wants it any more: it counts neither as a success nor as a failure. */
  stop(reason: string): void;
  /** Leaves a summary with the run. */
  report(details: Omit<JobDetails, "errors">): void;
}

export interface JobDefinition<Data extends object = object> {
  /** Names the queue. Stable, because waiting jobs carry it: letters, digits, dot, dash, underscore. */
  name: string;
  /** How the history names its runs; the name unless said. */
  title?: string;
  /** Sends itself, with empty data. */
  schedule?: Schedule;
  /** Runs at once in one process; 1 unless said. */
  concurrency?: number;
  retry?: Retry;
  /** After this the run is told to stop and counts as failed; 15 minutes unless said, a day at most. */
  timeoutSeconds?: number;
  /** At most one waits or runs: a second send is answered with null. Always so for scheduled jobs. */
  singleton?: boolean;
  /** Makes it so for each key by itself. */
  singletonKey?(data: Data): string;
  history?: HistoryKept;
  resource?(data: Data): JobResource;
  run(context: JobContext<Data>): Promise<void> | void;
}

export const titleOf = ({ title, name }: Pick<JobDefinition, "title" | "name">) => title ?? name;

/** States a job with the type of its data inferred, and refuses what the engine could not carry. */
export function defineJob<Data extends object = Record<string, never>>(job: JobDefinition<Data>): JobDefinition<Data> {
  const { name, concurrency = 1, timeoutSeconds = 1, schedule } = job;
  const refuse = (reason: string): never => {
    throw new Error(`the job ${JSON.stringify(name)} ${reason}`);
  };
  if (!/^[A-Za-z][\w.-]*$/.test(name))
    refuse("has a name with other characters than letters, digits, dots, dashes and underscores");
  if (!Number.isInteger(concurrency) || concurrency < 1) refuse("needs a concurrency of 1 or more");
  if (timeoutSeconds < 1 || timeoutSeconds > 86_000) refuse("needs a time limit between a second and a day");
  if (schedule && "everySeconds" in schedule && schedule.everySeconds < 1)
    refuse("cannot run more often than every second");
  return job;
}
