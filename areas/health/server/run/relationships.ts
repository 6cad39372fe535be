// Links checks to config items and components. The selectors of the spec are resolved with the result of the last run, and
// the matches are stored as rows. They are matched again when the resolved selectors change and after some minutes, because
// items are added and removed.
import { sql, type RawBuilder } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Tx } from "#server/db/pool.ts";
import {
  selectorPrefix,
  selectorId,
  resolveSelectors,
  type Relationships,
  type ResolvedSelector,
} from "./relationship-selectors.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { uuid } from "./uuid.ts";

/** The selectors are matched again after this time, even if they resolve to the same values. */
const keptMs = 5 * 60_000;
const maxRemembered = 50_000;
const maxMatches = 500;

const known = new Map<string, { wanted: string; until: number }>();

/** Runs after a run was recorded. A check that was created by another one is passed with the spec of its creator. */
export async function writeRelationships(tx: Tx, check: RunnableCheck, result: CheckResult): Promise<void> {
  const { relationships } = (check.spec ?? {}) as { relationships?: Relationships };
  if (relationships === undefined && !known.has(check.id)) return;
  const { configs = [], components = [] } = relationships ?? {};
  const [configSelectors, componentSelectors] = [
    await resolveSelectors(configs, check, result),
    await resolveSelectors(components, check, result),
  ];
  if (!configSelectors || !componentSelectors) return;
  const wanted = { configs: configSelectors, components: componentSelectors };
  const text = JSON.stringify(wanted);
  const last = known.get(check.id);
  if (last?.wanted === text && last.until > performance.now()) return;
  await replace(tx, check, {
    table: "check_config_relationships",
    column: "config_id",
    queries: wanted.configs.map(configsThat),
  });
  await replace(tx, check, {
    table: "check_component_relationships",
    column: "component_id",
    queries: wanted.components.map(componentsThat),
  });
  // If the transaction fails, the rows are written when this entry expires.
  known.delete(check.id);
  if (relationships === undefined) return;
  known.set(check.id, { wanted: text, until: performance.now() + keptMs });
  if (known.size > maxRemembered) known.delete(known.keys().next().value!);
}

/** Runs when a canary is saved: removes the links of selectors that its checks no longer have. */
export async function forgetRelationships(tx: Tx, canaryId: string): Promise<void> {
  const { rows: checks } = await sql<{ id: string; relationships: Relationships | null }>`
    select id, spec -> 'relationships' as relationships
    from   checks
    where  canary_id = ${canaryId} and not transformed`.execute(tx);
  for (const [table, field] of [
    ["check_config_relationships", "configs"],
    ["check_component_relationships", "components"],
  ] as const) {
    const current = checks.flatMap(({ id, relationships }) =>
      (relationships?.[field] ?? []).map((selector) => ({ check_id: id, selector_id: selectorId(selector) })),
    );
    await sql`
      update ${sql.table(table)} r
      set    deleted_at = now()
      from   checks c
      where  r.canary_id = ${canaryId}
      and    c.id = r.check_id
      and    not c.transformed
      and    r.selector_id like ${`${selectorPrefix}%`}
      and    r.deleted_at is null
      and    not exists (
               select from jsonb_to_recordset(${JSON.stringify(current)}::jsonb) as w (check_id uuid, selector_id text)
               where  w.check_id = r.check_id and w.selector_id = r.selector_id
             )`.execute(tx);
  }
  for (const { id } of checks) known.delete(id);
}

const all = sql.raw("");

function agentIs({ agent = localAgent }: ResolvedSelector): RawBuilder<unknown> {
  if (agent === "all") return all;
  if (uuid.test(agent)) return sql`and t.agent_id = ${agent}`;
  return sql`and t.agent_id in (select id from agents where name = ${agent} and deleted_at is null)`;
}

const is = (column: string, value: unknown) => (value === undefined ? all : sql`and t.${sql.ref(column)} = ${value}`);

const configsThat = (wanted: ResolvedSelector) => sql`
  (select t.id, ${wanted.selector_id}::text
   from   config_items t
   where  t.deleted_at is null
   ${is("id", wanted.id)} ${is("name", wanted.name)} ${is("type", wanted.type)} ${agentIs(wanted)}
   ${wanted.external_id === undefined ? all : sql`and t.external_id @> array[${wanted.external_id}]::text[]`}
   ${wanted.namespace === undefined ? all : sql`and t.tags ->> 'namespace' = ${wanted.namespace}`}
   ${wanted.labels === undefined ? all : sql`and t.labels @> ${JSON.stringify(wanted.labels)}::jsonb`}
   ${scopeIs("scraper_id", "config_scrapers", wanted)}
   limit ${maxMatches})`;

const componentsThat = (wanted: ResolvedSelector) => sql`
  (select t.id, ${wanted.selector_id}::text
   from   components t
   where  t.deleted_at is null
   ${is("id", wanted.id)} ${is("name", wanted.name)} ${is("type", wanted.type)} ${is("namespace", wanted.namespace)}
   ${is("external_id", wanted.external_id)} ${agentIs(wanted)}
   ${wanted.labels === undefined ? all : sql`and t.labels @> ${JSON.stringify(wanted.labels)}::jsonb`}
   ${scopeIs("topology_id", "topologies", wanted)}
   limit ${maxMatches})`;

/** Restricts the matches to a scraper or a topology, by id or name. Default: all, since a check belongs to neither. */
function scopeIs(column: string, table: string, { scope = "all" }: ResolvedSelector): RawBuilder<unknown> {
  if (scope === "all") return all;
  if (uuid.test(scope)) return is(column, scope);
  return sql`and t.${sql.ref(column)} in (select id from ${sql.table(table)} where name = ${scope} and deleted_at is null)`;
}

interface Target {
  table: string;
  column: string;
  queries: readonly RawBuilder<unknown>[];
}

async function replace(tx: Tx, { id, canary }: RunnableCheck, { table, column, queries }: Target): Promise<void> {
  const selects =
    queries.length === 0 ? sql`select null::uuid, null::text where false` : sql.join(queries, sql` union all `);
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
    and    r.selector_id like ${`${selectorPrefix}%`}
    and    r.deleted_at is null
    and    not exists (select from found f where f.id = r.${sql.ref(column)} and f.selector_id = r.selector_id)`.execute(
    tx,
  );
}
