// Records plugin faults for the plugin pages: writes a row to the job history whenever the faults over all scrapers
// change, and one more when no faults are left.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "#server/db/pool.ts";
import { recordEnd, statusOf } from "#server/jobs/history.ts";
import type { PluginFaults } from "./in-use.ts";

export const historyName = "Scrape plugin";

interface Noted {
  plugin_id: string;
  scraper_id: string;
  spec_hash: string;
  faults: readonly string[];
}

export async function noteFaults(
  { db }: Pick<System, "db">,
  scraper: { id: string },
  plugins: readonly PluginFaults[],
): Promise<void> {
  if (plugins.length === 0) return;
  const { rows } = await sql<Noted>`
    select plugin_id, scraper_id, spec_hash, faults from scrape_plugin_faults
    where  plugin_id = any (${plugins.map(({ id }) => id)}::uuid[])`.execute(db.system);
  for (const plugin of plugins)
    if (hasChanged(plugin, scraper.id, rows))
      await db.system.transaction().execute((tx) => noteFault(tx, scraper, plugin, new Date()));
}

function hasChanged({ id, specHash, faults }: PluginFaults, scraperId: string, rows: readonly Noted[]): boolean {
  const noted = rows.filter((row) => row.plugin_id === id);
  const ours = noted.find((row) => row.scraper_id === scraperId);
  return (
    noted.some((row) => row.spec_hash !== specHash) || JSON.stringify(ours?.faults ?? []) !== JSON.stringify(faults)
  );
}

async function noteFault(tx: Tx, scraper: { id: string }, plugin: PluginFaults, startedAt: Date): Promise<void> {
  const { id, specHash, faults } = plugin;
  // The row lock makes scrapers record their faults one after another, so that the newest history entry has the faults
  // of all scrapers. If the plugin was edited in the meantime, its faults are out of date and not recorded.
  const { rows: present } = await sql`
    select from scrape_plugins
    where  id = ${id} and deleted_at is null and md5(spec::text) = ${specHash}
    for    no key update`.execute(tx);
  if (present.length === 0) return;
  const before = await presentFaults(tx, id);
  await sql`
    delete from scrape_plugin_faults
    where  plugin_id = ${id} and (spec_hash <> ${specHash} or scraper_id = ${scraper.id})`.execute(tx);
  if (faults.length > 0)
    await sql`
      insert into scrape_plugin_faults (plugin_id, scraper_id, spec_hash, faults)
      values (${id}, ${scraper.id}, ${specHash}, ${faults}::text[])`.execute(tx);
  const after = await presentFaults(tx, id);
  // The same fault in a different scraper is not recorded again.
  if (JSON.stringify([...before.keys()]) === JSON.stringify([...after.keys()])) return;
  const failures = after.size;
  await recordEnd(
    tx,
    { id: newId(), name: historyName, resource: { type: "scrape_plugin", id }, startedAt },
    {
      status: statusOf({ successes: 0, failures }),
      successes: failures === 0 ? 1 : 0,
      failures,
      details:
        failures === 0
          ? {}
          : { errors: [...after].map(([fault, name]) => `${fault} (Noticed in the scraper ${name}.)`) },
      durationMs: 0,
    },
  );
}

/** Returns the distinct faults, each with one scraper that reported it. */
async function presentFaults(tx: Tx, id: string): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ fault: string; scraper: string }>`
    select fault, min(coalesce(s.namespace || '/', '') || s.name) as scraper
    from   scrape_plugin_faults f
    join   config_scrapers s on s.id = f.scraper_id and s.deleted_at is null
    cross  join unnest(f.faults) as fault
    where  f.plugin_id = ${id}
    group  by fault
    order  by fault
    limit  100`.execute(tx);
  return new Map(rows.map(({ fault, scraper }) => [fault, scraper]));
}
