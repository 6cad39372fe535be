// Which config items and components a check is about: found by the selectors of its spec, with what its last run said, and
// kept as rows. Asked anew when what is looked for changes, and now and then, because things come and go.
import { sql, type RawBuilder } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Tx } from "#server/db/pool.ts";
import { ours, selectorId, wantedOf, type Relationships, type Wanted } from "./relationship-selectors.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { uuid } from "./uuid.ts";

/** How long what was found is taken to be still so. */
const keptMs = 5 * 60_000;
const mostKept = 50_000;
const mostFound = 500;

const known = new Map<string, { wanted: string; until: number }>();

/** After a run was recorded. A check that another made is given with the spec of that one. */
export async function writeRelationships(tx: Tx, check: RunnableCheck, result: CheckResult): Promise<void> {
  const { relationships } = (check.spec ?? {}) as { relationships?: Relationships };
  if (relationships === undefined && !known.has(check.id)) return;
  const { configs = [], components = [] } = relationships ?? {};
  const [ofConfigs, ofComponents] = [await wantedOf(configs, check, result), await wantedOf(components, check, result)];
  if (!ofConfigs || !ofComponents) return;
  const wanted = { configs: ofConfigs, components: ofComponents };
  const text = JSON.stringify(wanted);
  const last = known.get(check.id);
  if (last?.wanted === text && last.until > performance.now()) return;
  await replace(tx, check, {
    table: "check_config_relationships",
    column: "config_id",
    of: wanted.configs.map(configsThat),
  });
  await replace(tx, check, {
    table: "check_component_relationships",
    column: "component_id",
    of: wanted.components.map(componentsThat),
  });
  // Should the transaction fail, it is written when this has become old.
  known.delete(check.id);
  if (relationships === undefined) return;
  known.set(check.id, { wanted: text, until: performance.now() + keptMs });
  if (known.size > mostKept) known.delete(known.keys().next().value!);
}

/** When a canary is written: what its checks do not look for any more goes. */
export async function forgetRelationships(tx: Tx, canaryId: string): Promise<void> {
  const { rows: checks } = await sql<{ id: string; relationships: Relationships | null }>`
    select id, spec -> 'relationships' as relationships
    from   checks
    where  canary_id = ${canaryId} and not transformed`.execute(tx);
  for (const [table, of] of [
    ["check_config_relationships", "configs"],
    ["check_component_relationships", "components"],
  ] as const) {
    const current = checks.flatMap(({ id, relationships }) =>
      (relationships?.[of] ?? []).map((selector) => ({ check_id: id, selector_id: selectorId(selector) })),
    );
    await sql`
      update ${sql.table(table)} r
      set    deleted_at = now()
      from   checks c
      where  r.canary_id = ${canaryId}
      and    c.id = r.check_id
      and    not c.transformed
      and    r.selector_id like ${`${ours}%`}
      and    r.deleted_at is null
      and    not exists (
               select from jsonb_to_recordset(${JSON.stringify(current)}::jsonb) as w (check_id uuid, selector_id text)
               where  w.check_id = r.check_id and w.selector_id = r.selector_id
             )`.execute(tx);
  }
  for (const { id } of checks) known.delete(id);
}

const all = sql.raw("");

function agentIs({ agent = localAgent }: Wanted): RawBuilder<unknown> {
  if (agent === "all") return all;
  if (uuid.test(agent)) return sql`and t.agent_id = ${agent}`;
  return sql`and t.agent_id in (select id from agents where name = ${agent} and deleted_at is null)`;
}

const is = (column: string, value: unknown) => (value === undefined ? all : sql`and t.${sql.ref(column)} = ${value}`);

const configsThat = (wanted: Wanted) => sql`
  (select t.id, ${wanted.selector_id}::text
   from   config_items t
   where  t.deleted_at is null
   ${is("id", wanted.id)} ${is("name", wanted.name)} ${is("type", wanted.type)} ${agentIs(wanted)}
   ${wanted.external_id === undefined ? all : sql`and t.external_id @> array[${wanted.external_id}]::text[]`}
   ${wanted.namespace === undefined ? all : sql`and t.tags ->> 'namespace' = ${wanted.namespace}`}
   ${wanted.labels === undefined ? all : sql`and t.labels @> ${JSON.stringify(wanted.labels)}::jsonb`}
   ${scopeIs("scraper_id", "config_scrapers", wanted)}
   limit ${mostFound})`;

const componentsThat = (wanted: Wanted) => sql`
  (select t.id, ${wanted.selector_id}::text
   from   components t
   where  t.deleted_at is null
   ${is("id", wanted.id)} ${is("name", wanted.name)} ${is("type", wanted.type)} ${is("namespace", wanted.namespace)}
   ${is("external_id", wanted.external_id)} ${agentIs(wanted)}
   ${wanted.labels === undefined ? all : sql`and t.labels @> ${JSON.stringify(wanted.labels)}::jsonb`}
   ${scopeIs("topology_id", "topologies", wanted)}
   limit ${mostFound})`;

/** Where it was found: a scraper or a topology, by id or name. A check has no such place of its own. */
function scopeIs(column: string, table: string, { scope = "all" }: Wanted): RawBuilder<unknown> {
  if (scope === "all") return all;
  if (uuid.test(scope)) return is(column, scope);
  return sql`and t.${sql.ref(column)} in (select id from ${sql.table(table)} where name = ${scope} and deleted_at is null)`;
}

interface Target {
  table: string;
  column: string;
  of: readonly RawBuilder<unknown>[];
}

async function replace(tx: Tx, { id, canary }: RunnableCheck, { table, column, of }: Target): Promise<void> {
  const selects = of.length === 0 ? sql`select null::uuid, null::text where false` : sql.join(of, sql` union all `);
  await sql`
    with found (id, selector_id) as (${selects}),
    written as (
      insert into ${sql.table(table)} as r (${sql.ref(column)}, check_id, canary_id, selector_id)
      select distinct id, ${id}::uuid, ${canary.id}::uuid, selector_id from found
      on conflict (${sql.ref(column)}, check_id, canary_id, selector_id) do update
      set    deleted_at = null
      where  r.deleted_at is not null
    )
    update ${sql.table(table)} r
    set    deleted_at = now()
    where  r.check_id = ${id}
    and    r.selector_id like ${`${ours}%`}
    and    r.deleted_at is null
    and    not exists (select from found f where f.id = r.${sql.ref(column)} and f.selector_id = r.selector_id)`.execute(
    tx,
  );
}
