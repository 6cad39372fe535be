// Reads all data of the System page. It runs again on every change, so it reads only small tables and counters.
import { statfs } from "node:fs/promises";
import { sql } from "kysely";
import type { z } from "zod";
import type { System } from "#server/area.ts";
import type { systemOverview } from "../contract.schema.ts";

type Overview = z.input<(typeof systemOverview)["answer"]>;

const runsShown = 20;
const problemsShown = 50;

export async function readOverview(
  { db, env, jobs }: System,
  { version, startedAt }: { version: string; startedAt: string },
): Promise<Overview> {
  const [database, processes, queues, disk, runs, problems] = await Promise.all([
    readDatabase(db.system, env.databaseUrl === undefined),
    db.system
      .selectFrom("processes")
      .select(["id", "role", "hostname", "pid", "version", "started_at", "last_seen_at", "rss_bytes", "rss_trend"])
      .where("last_seen_at", ">", sql<string>`now() - interval '1 minute'`)
      .orderBy("role")
      .orderBy("started_at")
      .execute(),
    jobs.counts(),
    env.databaseUrl === undefined ? readDisk(env.dataDir) : null,
    readRuns(db.system),
    readProblems(db.system),
  ]);
  return {
    version,
    node_version: process.version,
    started_at: startedAt,
    database,
    processes,
    queues,
    disk,
    runs,
    problems,
  };
}

async function readDatabase(db: System["db"]["system"], embedded: boolean): Promise<Overview["database"]> {
  const { rows } = await sql<Omit<Overview["database"], "embedded" | "last_change">>`
    select current_setting('server_version') as version,
           pg_database_size(current_database()) as size_bytes,
           (select count(*) from schema_changes) as changes_applied,
           (select count(*) from pg_stat_activity where datname = current_database()) as connections,
           current_setting('max_connections')::int as max_connections`.execute(db);
  const last = await db
    .selectFrom("schema_changes")
    .select(["path", "applied_at"])
    .orderBy("applied_at", "desc")
    .orderBy("path", "desc")
    .limit(1)
    .executeTakeFirst();
  return { ...rows[0]!, embedded, last_change: last ?? null };
}

async function readDisk(path: string): Promise<Overview["disk"]> {
  const { bavail, blocks, bsize } = await statfs(path);
  return { path, free_bytes: bavail * bsize, total_bytes: blocks * bsize };
}

const newestRuns = (db: System["db"]["system"]) =>
  db
    .selectFrom("job_histories")
    .select([
      "id",
      "name",
      "resource_type",
      "resource_id",
      "resource_name",
      "status",
      "success_count",
      "error_count",
      "details",
      "time_start",
      "duration_millis",
    ])
    .orderBy("created_at", "desc");

async function readRuns(db: System["db"]["system"]): Promise<Overview["runs"]> {
  return (await newestRuns(db).limit(runsShown).execute()).map(withErrorTexts);
}

/**
 * The last finished runs of jobs, if they failed or warned. They are read separately, because a job that runs rarely, or
 * whose watch failed once at the start, is soon not among the newest runs.
 */
async function readProblems(db: System["db"]["system"]): Promise<Overview["problems"]> {
  const lastOfEachJob = db
    .selectFrom("job_history")
    .distinctOn(["resource_type", "resource_id", "name"])
    .select("id")
    .where("created_at", ">", sql<string>`now() - interval '2 days'`)
    .where("status", "<>", "RUNNING")
    .orderBy("resource_type")
    .orderBy("resource_id")
    .orderBy("name")
    .orderBy("created_at", "desc");
  const runs = await newestRuns(db)
    .where("id", "in", lastOfEachJob)
    .where("status", "in", ["FAILED", "WARNING"])
    .limit(problemsShown)
    .execute();
  return runs.map(withErrorTexts);
}

const withErrorTexts = <Run extends { details: { errors?: unknown } | null }>({ details, ...run }: Run) => ({
  ...run,
  errors: errorTexts(details?.errors),
});

/**
 * Converts the stored errors of a run to strings. This server stores a list of strings; other servers store a string or
 * a map.
 */
export function errorTexts(errors: unknown): string[] {
  if (errors === null || errors === undefined || errors === "") return [];
  if (Array.isArray(errors)) return errors.map(textOf);
  if (typeof errors === "object") return Object.entries(errors).map(([about, error]) => `${about}: ${textOf(error)}`);
  return [textOf(errors)];
}

const textOf = (error: unknown) => (typeof error === "string" ? error : JSON.stringify(error));
