// Collects the rows of a snapshot with the rights of its reader: config items with their insights, and checks with their
// latest results.
import type { System } from "#server/area.ts";
import { allowedColumns, claimsOf, mayUse } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Span } from "#areas/health/server/index.ts";

type Rows = readonly Readonly<Record<string, unknown>>[];

const mayRead = ({ catalog }: Pick<System, "catalog">, actor: Actor, relation: string) =>
  mayUse(actor, "select", catalog.current.relations.get(relation)!);

/** Maximum number of runs of a check in a snapshot. */
const maxRuns = 100;

/** The parts of a snapshot that the reader may not read at all are missing. */
export async function collectConfigs(
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  ids: readonly string[],
): Promise<Rows | undefined> {
  const relation = system.catalog.current.relations.get("config_items")!;
  const columns = allowedColumns(actor, "select", relation).filter((name) => !relation.columns.get(name)!.generated);
  if (columns.length === 0) return undefined;
  const { rows } = await system.db.reading(claimsOf(actor, "read")).query<{ item: Record<string, unknown> }>(
    `select to_jsonb(c) || jsonb_build_object('analysis', coalesce(
              (select jsonb_agg(to_jsonb(a) - 'properties_values' order by a.first_observed desc) from config_analysis a where a.config_id = c.id), '[]'
            )) as item
     from   (select ${columns.map((name) => `"${name}"`).join(", ")} from config_items where id = any ($1::uuid[])) c
     order  by c.name, c.id`,
    [ids],
  );
  return rows.map(({ item }) => item);
}

export async function collectChecks(
  system: Pick<System, "db" | "catalog">,
  actor: Actor,
  ids: readonly string[],
  { from, to }: Span,
): Promise<Rows | undefined> {
  if (!mayRead(system, actor, "check_summary")) return undefined;
  const { rows } = await system.db.reading(claimsOf(actor, "read")).query<{ item: Record<string, unknown> }>(
    `select to_jsonb(c) || jsonb_build_object(
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
     where  c.id = any ($1::uuid[])
     order  by c.name, c.id`,
    [ids, from.toISOString(), to.toISOString()],
  );
  return rows.map(({ item }) => item);
}

/** Returns the config items and checks that belong to components. */
export async function linkedTo(
  { db }: Pick<System, "db">,
  actor: Actor,
  components: readonly string[],
): Promise<{ configs: string[]; checks: string[] }> {
  const client = db.reading(claimsOf(actor, "read"));
  const configs = await client.query<{ id: string }>(
    `select config_id as id from config_component_relationships where component_id = any ($1::uuid[]) and deleted_at is null
     union
     select config_id from components where id = any ($1::uuid[]) and config_id is not null`,
    [components],
  );
  const checks = await client.query<{ id: string }>(
    "select distinct check_id as id from check_component_relationships where component_id = any ($1::uuid[]) and deleted_at is null",
    [components],
  );
  return { configs: configs.rows.map(({ id }) => id), checks: checks.rows.map(({ id }) => id) };
}
