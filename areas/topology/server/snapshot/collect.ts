// Collects the rows of a snapshot with the rights of its reader: config items with their insights, and checks with
// their latest results. Documents can be large, so rows are read in batches until the size limit of the snapshot is
// reached.
import type { System } from "#server/area.ts";
import { allowedColumns, claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Span } from "#areas/health/server/index.ts";
import { readableRelations } from "../tree/access.ts";

export type Rows = readonly Readonly<Record<string, unknown>>[];

export interface Collected {
  rows: Rows;
  /** The number of requested rows that were left out, because the snapshot would become too large. */
  leftOut: number;
}

/** Limits of a snapshot: runs per check, and insights per config item. */
const [maxRuns, maxInsights] = [100, 100];
const batchSize = 50;

/** The remaining size of a snapshot, in characters of JSON. */
export class Budget {
  #left: number;

  constructor(characters: number) {
    this.#left = characters;
  }

  get isUsedUp() {
    return this.#left <= 0;
  }

  take(characters: number): void {
    this.#left -= characters;
  }
}

type Collecting = Pick<System, "db" | "catalog" | "features">;

/** Returns undefined if the reader is not allowed to read config items at all, or the catalog is disabled. */
export async function collectConfigs(
  system: Collecting,
  actor: Actor,
  ids: readonly string[],
  budget: Budget,
): Promise<Collected | undefined> {
  const mayRead = await readableRelations(system, actor);
  if (!mayRead("config_items")) return undefined;
  const relation = system.catalog.current.relations.get("config_items")!;
  const columns = allowedColumns(actor, "select", relation).filter((name) => !relation.columns.get(name)!.generated);
  const statement = `
    select to_jsonb(c) || jsonb_build_object('analysis', coalesce((
             select jsonb_agg(to_jsonb(a) - 'properties_values' order by a.first_observed desc)
             from   (
                      select * from config_analysis a where a.config_id = c.id
                      order  by a.first_observed desc limit ${maxInsights}
                    ) a
           ), '[]')) as item
    from   (select ${columns.map((name) => `"${name}"`).join(", ")} from config_items where id = any ($1::uuid[])) c`;
  return collect(system, actor, { statement, ids, values: [] }, budget);
}

/** Returns undefined if the reader is not allowed to read checks at all, or checks are disabled. */
export async function collectChecks(
  system: Collecting,
  actor: Actor,
  ids: readonly string[],
  { span: { from, to }, budget }: { span: Span; budget: Budget },
): Promise<Collected | undefined> {
  const mayRead = await readableRelations(system, actor);
  if (!mayRead("check_summary")) return undefined;
  const statement = `
    select to_jsonb(c) || jsonb_build_object(
             'last_result', (select to_jsonb(s) from check_statuses s where s.check_id = c.id order by s.time desc limit 1),
             'checkStatuses', coalesce((
               select jsonb_agg(to_jsonb(s) order by s.time desc)
               from   (
                        select * from check_statuses s
                        where  s.check_id = c.id and s.time >= $2 and s.time <= $3
                        order  by s.time desc limit ${maxRuns}
                      ) s
             ), '[]')
           ) as item
    from   check_summary c
    where  c.id = any ($1::uuid[])`;
  return collect(system, actor, { statement, ids, values: [from.toISOString(), to.toISOString()] }, budget);
}

/** The statement reads the rows whose ids are in its first parameter. */
async function collect(
  { db }: Collecting,
  actor: Actor,
  { statement, ids, values }: { statement: string; ids: readonly string[]; values: readonly unknown[] },
  budget: Budget,
): Promise<Collected> {
  const client = db.reading(claimsOf(actor, "read"));
  const rows: Readonly<Record<string, unknown>>[] = [];
  let at = 0;
  for (; at < ids.length && !budget.isUsedUp; at += batchSize) {
    const { rows: batch } = await client.query<{ item: string }>(
      `select r.item::text as item from (${statement}) r order by r.item ->> 'name', r.item ->> 'id'`,
      [ids.slice(at, at + batchSize), ...values],
    );
    for (const { item } of batch) {
      budget.take(item.length);
      rows.push(JSON.parse(item) as Readonly<Record<string, unknown>>);
    }
  }
  return { rows, leftOut: Math.max(0, ids.length - at) };
}

/** Returns the config items and checks that belong to components. */
export async function linkedTo(
  { db }: Pick<System, "db">,
  actor: Actor,
  components: readonly string[],
): Promise<{ configs: string[]; checks: string[] }> {
  const client = db.reading(claimsOf(actor, "read"));
  const configs = await client.query<{ id: string }>(
    `select l.id
     from   (
              select config_id as id from config_component_relationships where component_id = any ($1::uuid[]) and deleted_at is null
              union
              select config_id from components where id = any ($1::uuid[]) and config_id is not null
            ) l
     join   config_items i using (id)
     order  by i.name, i.id`,
    [components],
  );
  const checks = await client.query<{ id: string }>(
    `select c.id
     from   checks c
     where  c.id in (select check_id from check_component_relationships where component_id = any ($1::uuid[]) and deleted_at is null)
     order  by c.name, c.id`,
    [components],
  );
  return { configs: configs.rows.map(({ id }) => id), checks: checks.rows.map(({ id }) => id) };
}
