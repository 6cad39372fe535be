import { z } from "zod";

const time = z.iso.datetime({ offset: true });
const count = z.int().nonnegative();

const database = z.object({
  /** As PostgreSQL states it: "18.4". */
  version: z.string(),
  size_bytes: count,
  /** Whether Quarterdeck started this PostgreSQL itself. */
  embedded: z.boolean(),
  changes_applied: count,
  /** The schema change applied last; null in a database without any. */
  last_change: z.object({ path: z.string(), applied_at: time }).nullable(),
});

const process = z.object({
  id: z.string(),
  role: z.enum(["all", "web", "worker"]),
  hostname: z.string(),
  pid: z.int(),
  version: z.string(),
  started_at: time,
  last_seen_at: time,
  rss_bytes: count,
});

const queue = z.object({ name: z.string(), pending: count, active: count, failed: count });

/** The file system that holds the data directory; null when the database is elsewhere. */
const disk = z.object({ path: z.string(), free_bytes: count, total_bytes: count });

const run = z.object({
  id: z.string(),
  name: z.string(),
  resource_type: z.string().nullable(),
  resource_id: z.string().nullable(),
  status: z.enum(["RUNNING", "SUCCESS", "WARNING", "FAILED", "STOPPED"]),
  success_count: count,
  error_count: count,
  errors: z.array(z.string()),
  time_start: time,
  /** Null while it runs. */
  duration_millis: count.nullable(),
});

export const systemOverview = {
  answer: z.object({
    version: z.string(),
    node_version: z.string(),
    /** When the process that answers was started. */
    started_at: time,
    database,
    processes: z.array(process),
    queues: z.array(queue),
    disk: disk.nullable(),
    /** The last 20 job runs, newest first. */
    runs: z.array(run),
  }),
};

export const about = {
  answer: z.object({
    backend: z.string(),
    Version: z.string(),
    appVersion: z.string(),
    /** Existing clients show it; there is no chart here. */
    chartVersion: z.string(),
    /** When the process that answers was started. */
    Timestamp: time,
  }),
};

export const checkExpression = {
  body: z.strictObject({
    notation: z.enum(["cel", "template", "javascript", "jsonpath"]),
    text: z.string().max(64 * 1024),
  }),
  answer: z.object({
    /** None when it can be read; reading stops at the first. */
    faults: z.array(
      z.object({
        message: z.string(),
        /** From 1; null when it is about the whole. */
        line: z.int().nullable(),
        column: z.int().nullable(),
        /** What was probably meant. */
        suggestion: z.string().nullable(),
      }),
    ),
  }),
};

export const expressionFunctions = {
  answer: z.object({
    functions: z.array(
      z.object({
        /** Dotted when it lives in a namespace: `math.Add`. */
        name: z.string(),
        /** As it is called in CEL: `string.abbrev(int)`. */
        signature: z.string(),
        help: z.string(),
      }),
    ),
  }),
};
