import { z } from "zod";

const time = z.iso.datetime({ offset: true });
const count = z.int().nonnegative();

const database = z.object({
  /** The version that PostgreSQL reports, such as "18.4". */
  version: z.string(),
  size_bytes: count,
  /** Whether Quarterdeck runs this PostgreSQL itself. */
  embedded: z.boolean(),
  changes_applied: count,
  /** Open connections to this database, and the maximum of the server. */
  connections: count,
  max_connections: count,
  /** The last applied schema change; null if no change was applied. */
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
  /** The memory in MiB, once a minute for the last hour, oldest first. */
  rss_trend: z.array(count),
});

const queue = z.object({ name: z.string(), pending: count, active: count, failed: count });

/** The file system of the data directory; null if the database runs on another server. */
const disk = z.object({ path: z.string(), free_bytes: count, total_bytes: count });

const run = z.object({
  id: z.string(),
  name: z.string(),
  resource_type: z.string().nullable(),
  resource_id: z.string().nullable(),
  /** The name of the resource, or its id if it has no name. */
  resource_name: z.string().nullable(),
  status: z.enum(["RUNNING", "SUCCESS", "WARNING", "FAILED", "STOPPED"]),
  success_count: count,
  error_count: count,
  errors: z.array(z.string()),
  time_start: time,
  /** Null while the run is in progress. */
  duration_millis: count.nullable(),
});

export const systemOverview = {
  answer: z.object({
    version: z.string(),
    node_version: z.string(),
    /** The start time of the process that sent this response. */
    started_at: time,
    database,
    processes: z.array(process),
    queues: z.array(queue),
    disk: disk.nullable(),
    /** The last 20 job runs, newest first. */
    runs: z.array(run),
    /** The last run of each job and resource, if it failed or warned within 2 days; at most 50, newest first. */
    problems: z.array(run),
  }),
};

export const about = {
  answer: z.object({
    backend: z.string(),
    Version: z.string(),
    appVersion: z.string(),
    /** Always empty. The field exists because existing clients show it. */
    chartVersion: z.string(),
    /** The start time of the process that sent this response. */
    Timestamp: time,
  }),
};

export const checkExpression = {
  body: z.strictObject({
    notation: z.enum(["cel", "template", "javascript", "jsonpath"]),
    text: z.string().max(64 * 1024),
  }),
  answer: z.object({
    /** Empty for a valid expression. At most one error, because parsing stops at the first. */
    faults: z.array(
      z.object({
        message: z.string(),
        /** Counted from 1; null if the error applies to the whole expression. */
        line: z.int().nullable(),
        column: z.int().nullable(),
        /** A known name that is similar to the unknown name. */
        suggestion: z.string().nullable(),
      }),
    ),
  }),
};

export const expressionFunctions = {
  answer: z.object({
    functions: z.array(
      z.object({
        /** The name with its namespace, if any, such as `math.Add`. */
        name: z.string(),
        /** The signature in CEL notation, such as `string.abbrev(int)`. */
        signature: z.string(),
        help: z.string(),
      }),
    ),
  }),
};
