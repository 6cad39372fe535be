// Saves the results of a scraper in a separate process, like a worker. The bench controls it by messages.
import { pino } from "pino";
import { localAgent } from "#language/local-agent.ts";
import { openCatalog } from "#server/db/catalog.ts";
import { createListening } from "#server/db/listening.ts";
import { openDatabases, type Connection } from "#server/db/pool.ts";
import type { Listener } from "#server/area.ts";
import { createEvents, listenerJobs } from "#server/jobs/listeners.ts";
import { createJobs } from "#server/jobs/engine.ts";
import type { SaveTools } from "../../areas/catalog/server/save/save-run.ts";
import { save } from "../../areas/catalog/server/save/save.ts";
import { estate, itemOf, type Version } from "./scraped-estate.ts";

export type ScrapingOrder =
  | { kind: "open"; connection: Connection }
  | ({ kind: "save"; scraperId: string } & Version)
  /** Inserts the same items as plain rows, in batches. */
  | { kind: "insert"; items: number };

export interface ScrapingDone {
  ms: number;
  cpuMs: number;
  /** The peak resident memory so far, in megabytes. */
  megabytes: number;
  counts: Readonly<Record<"added" | "updated" | "unchanged" | "deleted" | "changes" | "deduped", number>>;
}

const perInsert = 1_000;
const none = { added: 0, updated: 0, unchanged: 0, deleted: 0, changes: 0, deduped: 0 };

let system: SaveTools;

async function saveAll({ scraperId, ...version }: Version & { scraperId: string }): Promise<ScrapingDone["counts"]> {
  const scraper = { id: scraperId, agentId: localAgent };
  const { summary, errors } = await save(system, estate(version), {
    scraper,
    isWhole: true,
    signal: new AbortController().signal,
  });
  if (errors.length > 0) throw new Error(errors.join("\n"));
  const counts = { ...none };
  for (const type of Object.values(summary.config_types))
    for (const key of Object.keys(none) as (keyof typeof none)[]) counts[key] += type[key];
  return counts;
}

async function insertAll(items: number): Promise<ScrapingDone["counts"]> {
  const pool = system.db.pools.system;
  await pool.query(
    "create table if not exists bench_rows (id text primary key, type text, name text, labels jsonb, tags jsonb, config jsonb)",
  );
  await pool.query("truncate bench_rows");
  for (let from = 0; from < items; from += perInsert) {
    const rows = Array.from({ length: Math.min(perInsert, items - from) }, (_, n) => {
      const { id, type, name, labels, tags, config } = itemOf(from + n, "v0", items);
      return { id, type, name, labels, tags, config };
    });
    await pool.query(
      `insert into bench_rows select * from jsonb_to_recordset($1::jsonb)
       as g (id text, type text, name text, labels jsonb, tags jsonb, config jsonb)`,
      [JSON.stringify(rows)],
    );
  }
  return none;
}

/** This listener receives all events and does no work, so that sending events is part of the measurement. */
const listeners: readonly Listener[] = [{ event: "config.*", name: "bench", run: () => {} }];

async function open(connection: Connection): Promise<SaveTools> {
  const log = pino({ level: "warn" });
  const db = await openDatabases(connection, { log });
  const listening = createListening(db, log);
  const catalog = await openCatalog(db, listening, log);
  const jobs = createJobs({ db, log, role: "web", listening, jobs: listenerJobs(listeners) });
  // A process that only sends jobs does not need the running system.
  await jobs.start(undefined as never);
  return { db, catalog, events: createEvents(jobs, listeners) };
}

async function obey(order: ScrapingOrder): Promise<void> {
  if (order.kind === "open") {
    system = await open(order.connection);
    process.send!("open");
    return;
  }
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const counts = order.kind === "save" ? await saveAll(order) : await insertAll(order.items);
  const ms = performance.now() - startedAt;
  const { user, system: kernel } = process.cpuUsage(cpu);
  const megabytes = process.resourceUsage().maxRSS / 1024;
  process.send!({ ms, cpuMs: (user + kernel) / 1_000, megabytes, counts } satisfies ScrapingDone);
}

process.on("message", (order: ScrapingOrder) => void obey(order));
