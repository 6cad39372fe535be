// A simulated cluster, and scrapers that save its objects to a real database.
import { afterAll, beforeEach } from "vitest";
import type { Databases } from "#server/db/pool.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { save } from "#areas/catalog/server/save/save.ts";
import type { ScrapeRun } from "#areas/catalog/server/scrape/scraper-kind.ts";
import type { Found, Scraped } from "#areas/catalog/server/scrape/found.ts";
import { scrape } from "#areas/catalog/server/scrape/scrape.ts";
import { kubernetes } from "#areas/catalog/server/scrapers/kubernetes.ts";
import { estate, host, spec } from "./cluster-estate.ts";
import { testLog } from "./database.ts";
import { runSystem } from "./running-system.ts";
import { standInCluster } from "../services/cluster.ts";
import { startStandIns } from "../services/stand-in.ts";

export interface Reports {
  errors: string[];
  warnings: string[];
}
const agentId = "00000000-0000-0000-0000-000000000000";

/** Resets the cluster's objects before each test. */
export async function openScrapedCluster(databases: Databases) {
  const system = await runSystem(databases);
  afterAll(() => system.stop());
  const cluster = standInCluster([]);
  const older = standInCluster([], { isAggregated: false });
  const standIns = await startStandIns({ [host]: cluster.answer, "kube-old.example": older.answer });

  const scrubber = createScrubber();
  const runWith = (reports: Reports, signal = new AbortController().signal) =>
    ({
      scraper: { id: "x", name: "x", namespace: "shop", labels: {} },
      outbound: standIns.outbound,
      system,
      log: testLog,
      signal,
      scrubber,
      value: async (value: unknown) => value as string,
      fail: (error: string) => void reports.errors.push(error),
      warn: (warning: string) => void reports.warnings.push(warning),
    }) as unknown as ScrapeRun;

  const ask = async <Row extends object>(statement: string, values: unknown[] = []) =>
    (await databases.pools.system.query<Row & Record<string, unknown>>(statement, values)).rows;
  async function scraper(name: string) {
    const [row] = await ask<{ id: string }>(
      "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI') returning id",
      [name],
    );
    const { id } = row!;
    const named = { id, name, namespace: "shop", labels: {} };
    const through = (found: AsyncIterable<Scraped>) => scrape(found, {}, { scraper: named, isFull: false, warn() {} });
    return {
      id,
      named,
      through,
      async run(runSpec: object = spec) {
        const reports: Reports = { errors: [], warnings: [] };
        const found = through(kubernetes.scrape(kubernetes.spec.parse(runSpec), runWith(reports)));
        const noted = (async function* (): AsyncGenerator<Found> {
          for await (const entry of found) {
            yield entry;
            for (const error of reports.errors.splice(0)) yield { kind: "error", error };
          }
          for (const error of reports.errors.splice(0)) yield { kind: "error", error };
        })();
        const { summary, errors } = await save(system, noted, {
          scraper: { id, agentId },
          isWhole: true,
          signal: new AbortController().signal,
        });
        return { summary, errors, warnings: reports.warnings };
      },
      items: (where = "true") =>
        ask<{ name: string; type: string; health: string; config: Record<string, unknown> }>(
          `select i.id, i.name, i.type, i.health, i.status, i.labels, i.tags, i.config, i.config_class, i.external_id, i.deleted_at, i.delete_reason, p.type || '/' || p.name as parent
           from config_items i left join config_items p on p.id = i.parent_id where i.scraper_id = $1 and ${where} order by i.type, i.name`,
          [id],
        ),
      changes: () =>
        ask(
          `select i.name, c.change_type, c.severity, c.source, c.summary, c.external_change_id from config_changes c join config_items i on i.id = c.config_id
           where i.scraper_id = $1 order by c.change_type`,
          [id],
        ),
      end: () => ask("delete from config_items where scraper_id = $1", [id]).catch(() => undefined),
    };
  }

  beforeEach(() => {
    cluster.objects = estate();
    cluster.instead = undefined;
    standIns.asked();
  });

  return { system, cluster, older, standIns, runWith, ask, scraper };
}
