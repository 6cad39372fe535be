// Deletes scraped data: items that were deleted long ago, items and changes that the retention rules of their scraper
// select, and deleted scrapers. Evidence of incidents is kept.
import { sql, type Kysely, type RawBuilder } from "kysely";
import { parseDuration } from "#lib/time/duration.ts";
import { localAgent } from "#language/local-agent.ts";
import { likePattern, parsePattern } from "#lib/text/match.ts";
import type { DB } from "#server/db/tables.ts";
import { defineJob } from "#server/jobs/definition.ts";
import { deleteInBatches } from "#server/retention.ts";
import { loadPlugins } from "./plugins/load-plugins.ts";
import { retentionWith } from "./plugins/retention.ts";

/** An administrator may change these properties at any time. */
export const itemsKept = { property: "config.retention.period", default: "7d" };
export const scrapersKept = { property: "config_scraper.retention.period", default: "30d" };

interface TypeRule {
  name: string;
  createdAge?: string;
  updatedAge?: string;
  deletedAge?: string;
}

interface ChangesRule {
  name: string;
  age?: string;
  count?: number;
}

interface Rules {
  types?: TypeRule[];
  type?: TypeRule[];
  changes?: ChangesRule[];
}

interface Written {
  id: string;
  name: string;
  agent_id: string;
  retention: Rules | null;
}

type Refuse = (reason: Error) => void;

export const retainScraped = defineJob({
  name: "catalog.retain-scraped",
  title: "Clean up config items",
  schedule: { everySeconds: 3600 },
  history: "few",
  timeoutSeconds: 3_000,
  async run({ system, success, fail, signal }) {
    const db = system.db.system;
    const kept = { items: await msOf(db, itemsKept, fail), scrapers: await msOf(db, scrapersKept, fail) };
    success(await deleteItems(db, sql`i.deleted_at < ${ago(kept.items)}`, signal));
    const { rows } = await sql<Written>`
      select id, name, agent_id,
             case when jsonb_typeof(spec -> 'retention') = 'object' then spec -> 'retention' end as retention
      from   config_scrapers
      where  deleted_at is null`.execute(db);
    const { whole: plugins } = await loadPlugins(system);
    for (const scraper of rows) {
      // Plugins of this installation do not apply to scrapers of agents.
      const isOurs = scraper.agent_id === localAgent && scraper.id !== localAgent;
      const retention = (isOurs ? retentionWith(scraper.retention, plugins) : (scraper.retention ?? {})) as Rules;
      const refuse: Refuse = ({ message }) =>
        fail(new Error(`The retention of the scraper ${scraper.name}: ${message}`));
      for (const rule of [...(retention.types ?? []), ...(retention.type ?? [])])
        success(await deleteOfType(db, scraper, rule, refuse, signal));
      for (const rule of retention.changes ?? []) success(await deleteChanges(db, scraper, rule, refuse, signal));
    }
    await foldLinksDue(db);
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          delete from config_scrapers
          where  id in (
                   select s.id
                   from   config_scrapers s
                   where  s.deleted_at < ${ago(kept.scrapers)}
                   and    not exists (select from config_items i where i.scraper_id = s.id)
                   and    not exists (select from config_relationships r where r.scraper_id = s.id)
                   limit  ${limit}
                 )`,
        { signal },
      ),
    );
    success(
      await deleteInBatches(
        db,
        (limit) => sql`
          delete from scrape_plugins
          where  id in (select id from scrape_plugins where deleted_at < ${ago(kept.scrapers)} limit ${limit})`,
        { signal },
      ),
    );
  },
});

/**
 * Keeps one note per scraper, because a scraper that never runs accumulates notes. The lock prevents runs from reading
 * the notes in the meantime.
 */
async function foldLinksDue(db: Kysely<DB>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`
      with held as materialized (
        select scraper_id
        from   config_links_due
        group  by scraper_id
        having count(*) > 1 and pg_try_advisory_xact_lock(hashtextextended('scraper ' || scraper_id, 0))
      ),
      kept as (
        select distinct on (d.scraper_id) d.ctid from config_links_due d join held h on h.scraper_id = d.scraper_id
      )
      delete from config_links_due d
      using  held h
      where  d.scraper_id = h.scraper_id and d.ctid not in (select ctid from kept)`.execute(tx);
    await sql`
      delete from config_links_due d where not exists (select from config_scrapers s where s.id = d.scraper_id)`.execute(
      tx,
    );
  });
}

const ago = (ms: number) => sql`now() - ${ms} * interval '1 millisecond'`;

/**
 * Parents are deleted after their children, so each round deletes the items whose children were deleted in the previous
 * round.
 */
async function deleteItems(db: Kysely<DB>, which: RawBuilder<unknown>, signal: AbortSignal): Promise<number> {
  let deleted = 0;
  for (;;) {
    const round = await deleteInBatches(
      db,
      (limit) => sql`
        delete from config_items
        where  id in (
                 select i.id
                 from   config_items i
                 where  ${which}
                 and    not exists (select from config_items c where c.parent_id = i.id)
                 and    not exists (select from evidences e where e.config_id = i.id)
                 and    not exists (select from evidences e join config_changes h on h.id = e.config_change_id where h.config_id = i.id)
                 and    not exists (select from evidences e join config_analysis a on a.id = e.config_analysis_id where a.config_id = i.id)
                 limit  ${limit}
               )`,
      { signal, size: 500 },
    );
    deleted += round;
    if (round === 0) return deleted;
  }
}

async function deleteOfType(
  db: Kysely<DB>,
  { id }: Pick<Written, "id">,
  { name, createdAge, updatedAge, deletedAge }: TypeRule,
  refuse: Refuse,
  signal: AbortSignal,
): Promise<number> {
  const ages = [
    ["created_at", createdAge],
    ["updated_at", updatedAge],
    ["deleted_at", deletedAge],
  ] as const;
  let deleted = 0;
  for (const [column, age] of ages) {
    const ms = read(age, refuse);
    if (ms === undefined) continue;
    const which = sql`i.scraper_id = ${id} and i.type ilike ${likePattern(parsePattern(name))} and i.${sql.ref(column)} < ${ago(ms)}`;
    deleted += await deleteItems(db, which, signal);
  }
  return deleted;
}

async function deleteChanges(
  db: Kysely<DB>,
  { id }: Pick<Written, "id">,
  { name, age, count }: ChangesRule,
  refuse: Refuse,
  signal: AbortSignal,
): Promise<number> {
  const ms = read(age, refuse);
  const isOurs = sql`
    i.scraper_id = ${id} and h.change_type ilike ${likePattern(parsePattern(name))}
    and not exists (select from evidences e where e.config_change_id = h.id)`;
  let deleted = 0;
  if (ms !== undefined)
    deleted += await deleteInBatches(
      db,
      (limit) => sql`
        delete from config_changes
        where  id in (
                 select h.id from config_changes h join config_items i on i.id = h.config_id
                 where  ${isOurs} and h.created_at < ${ago(ms)}
                 limit  ${limit}
               )`,
      { signal },
    );
  if (count !== undefined && count >= 0)
    deleted += await deleteInBatches(
      db,
      (limit) => sql`
        delete from config_changes
        where  id in (
                 select o.id
                 from  (
                         select h.id, row_number() over (partition by h.config_id order by h.created_at desc, h.id desc) as place
                         from   config_changes h join config_items i on i.id = h.config_id
                         where  ${isOurs}
                       ) o
                 where  o.place > ${count}
                 limit  ${limit}
               )`,
      { signal },
    );
  return deleted;
}

async function msOf(
  db: Kysely<DB>,
  { property, default: defaultAge }: { property: string; default: string },
  refuse: Refuse,
): Promise<number> {
  const found = await db
    .selectFrom("properties_in_force")
    .select("value")
    .where("name", "=", property)
    .executeTakeFirst();
  const age = read(found?.value.trim(), ({ message }) =>
    refuse(
      new Error(
        `The property ${property}: ${message} The default of ${defaultAge} applies until the property is corrected.`,
      ),
    ),
  );
  return age ?? parseDuration(defaultAge);
}

function read(text: string | undefined, refuse: Refuse): number | undefined {
  if (text === undefined || text === "") return undefined;
  try {
    return parseDuration(text);
  } catch (error) {
    refuse(error as Error);
    return undefined;
  }
}
