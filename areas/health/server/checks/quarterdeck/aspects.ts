// The parts of Quarterdeck that can be checked. Each returns a message, and figures for a test.
import { statfs } from "node:fs/promises";
import { totalmem } from "node:os";
import { sql } from "kysely";
import { printBytes } from "#lib/text/bytes.ts";
import { countOf } from "#lib/text/words.ts";
import type { CheckRun } from "../../check-kind.ts";

export const aspectNames = ["http", "database", "disk", "memory", "jobs"] as const;
export type Aspect = (typeof aspectNames)[number];

type Found = { message: string } & { [figure: string]: number | string | readonly string[] };

export const aspects: Readonly<
  Record<Aspect, (server: NonNullable<CheckRun["system"]>, signal: AbortSignal) => Promise<Found>>
> = {
  /**
   * Sends a request to the server in the same way as a browser. In a process without a web server, the request goes to
   * the public address.
   */
  async http({ env, outbound }, signal) {
    const host = env.host === "0.0.0.0" || env.host === "::" ? "127.0.0.1" : env.host;
    const own = `http://${host.includes(":") ? `[${host}]` : host}:${env.port}`;
    const url = `${env.role === "worker" || env.port === 0 ? env.publicUrl : own}/api/ready`;
    const answer = await outbound("system").fetch(url, { signal });
    const body = answer.text();
    if (answer.status !== 200)
      throw new Error(`${url} responded with the status ${answer.status}: ${body.slice(0, 200)}`);
    return { message: "The server responds", code: answer.status, url };
  },

  async database({ db }) {
    const startedAt = performance.now();
    const { rows } = await sql<{ version: string; size: number; connections: number; max: number }>`
      select current_setting('server_version') as version, pg_database_size(current_database()) as size,
             (select count(*) from pg_stat_activity where backend_type = 'client backend') as connections,
             current_setting('max_connections')::int as max`.execute(db.system);
    const { version, size, connections, max } = rows[0]!;
    return {
      message: `PostgreSQL ${version}, ${printBytes(size)}, ${connections} of ${max} connections`,
      version,
      size_bytes: size,
      connections,
      max_connections: max,
      answer_ms: Math.round(performance.now() - startedAt),
    };
  },

  /** Measures the disk of the data directory. */
  async disk({ env }) {
    const { bsize, blocks, bavail } = await statfs(env.dataDir).catch(() => statfs("/"));
    const [total, free] = [bsize * blocks, bsize * bavail];
    const percent = total === 0 ? 0 : (free / total) * 100;
    return {
      message: `${printBytes(free)} of ${printBytes(total)} are free`,
      free_bytes: free,
      total_bytes: total,
      free_percent: Math.round(percent * 10) / 10,
    };
  },

  /** Measures the memory of the machine, or the memory limit of the process, and the memory that the process uses. */
  async memory() {
    const limit = process.constrainedMemory();
    const total = limit > 0 && limit < totalmem() ? limit : totalmem();
    const free = Math.min(process.availableMemory(), total);
    const rss = process.memoryUsage.rss();
    return {
      message: `${printBytes(free)} of ${printBytes(total)} are free; this process uses ${printBytes(rss)}`,
      free_bytes: free,
      total_bytes: total,
      free_percent: Math.round((free / total) * 1000) / 10,
      process_bytes: rss,
    };
  },

  async jobs({ db }) {
    const { rows } = await sql<{ name: string; failures: number; runs: number }>`
      select name, count(*) filter (where status = 'FAILED') as failures, count(*) as runs
      from   job_history
      where  created_at > now() - interval '1 hour' and status <> 'RUNNING' and resource_id is null
      group  by name`.execute(db.system);
    const failing = rows.filter(({ failures }) => failures > 0);
    const failed = failing.reduce((sum, { failures }) => sum + failures, 0);
    const runs = rows.reduce((sum, row) => sum + row.runs, 0);
    const names = failing.map(({ name }) => name);
    const message =
      failed === 0
        ? "No job failed in the last hour"
        : `${countOf(failed, "run", "runs")} failed in the last hour: ${names.join(", ")}`;
    return { message, failed, runs, names };
  },
};
