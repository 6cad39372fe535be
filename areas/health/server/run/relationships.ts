// Links checks to config items and components. The selectors of the spec are resolved with the result of the last run,
// and the matches are stored as rows. The selectors are matched again when their resolved values change, and after some
// minutes, because items are added and removed.
import { createHash } from "node:crypto";
import { sql, type RawBuilder } from "kysely";
import { localAgent } from "#language/local-agent.ts";
import type { Tx } from "#server/db/pool.ts";
import { print } from "#lib/expression/values.ts";
import type { CheckResult } from "./result.ts";
import type { RunnableCheck } from "./runnable.ts";
import { CheckInvalid } from "../check-kind.ts";
import { expression, inWords } from "./expressions.ts";

/** The selectors are matched again after this time, even if they resolve to the same values. */
const keptMs = 5 * 60_000;
const maxRemembered = 50_000;
const maxMatches = 500;

const known = new Map<string, { wanted: string; until: number }>();

/** Called after a run was recorded. A check that another check created is passed with the spec of its creator. */
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

/** Called when a canary is saved: removes the links of selectors that its checks no longer have. */
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

/**
 * Restricts the matches to a scraper or a topology, by id or name. Default: no restriction, because a check does not
 * belong to a scraper or a topology.
 */
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

// The selectors: as written in the spec, and as resolved after a run.

/** Prefix of the selector ids that checks write; other features write rows with other selector ids. */
const selectorPrefix = "check/";

interface Lookup {
  value?: string;
  label?: string;
  expr?: string;
}

const fields = ["id", "external_id", "name", "namespace", "type", "agent", "scope"] as const;
type Field = (typeof fields)[number];

type Written = Partial<Record<Field, Lookup>> & { labels?: Readonly<Record<string, string>> };

/** A selector whose fields are resolved to values. */
interface ResolvedSelector extends Partial<Record<Field, string>> {
  selector_id: string;
  labels?: Readonly<Record<string, string>> | undefined;
}

interface Relationships {
  components?: readonly Written[];
  configs?: readonly Written[];
}

const selectorId = (selector: Written) =>
  selectorPrefix +
  createHash("md5")
    .update(JSON.stringify(sorted(selector)))
    .digest("hex");

/** Sorts object keys, so that equal selectors get the same id. */
const sorted = (value: unknown): unknown =>
  typeof value !== "object" || value === null
    ? value
    : Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, held]) => [key, sorted(held)]),
      );

/** Returns undefined if a failed run does not provide a value that a selector needs; the links then stay unchanged. */
async function resolveSelectors(
  selectors: readonly Written[],
  check: RunnableCheck,
  result: CheckResult,
): Promise<ResolvedSelector[] | undefined> {
  const all = await Promise.all(selectors.map((selector) => resolveSelector(selector, check, result)));
  if (result.verdict !== "healthy" && all.includes("unknown")) return undefined;
  return all.filter((wanted) => typeof wanted === "object");
}

/**
 * Returns "nothing" when a field resolves to an empty value, or when the selector has no field besides agent and scope.
 */
async function resolveSelector(
  selector: Written,
  check: RunnableCheck,
  result: CheckResult,
): Promise<ResolvedSelector | "nothing" | "unknown"> {
  const wanted: ResolvedSelector = { selector_id: selectorId(selector), labels: selector.labels };
  let says = Object.keys(selector.labels ?? {}).length > 0;
  for (const field of fields) {
    const lookup = selector[field];
    if (lookup === undefined) continue;
    const value = await found(lookup, check, result);
    if (value === undefined) return "unknown";
    if (value === "" || (field === "id" && !uuid.test(value))) return "nothing";
    wanted[field] = value;
    says ||= field !== "agent" && field !== "scope";
  }
  return says ? wanted : "nothing";
}

/** Returns undefined if the expression fails. The failure is not reported. */
async function found(
  { value, label, expr }: Lookup,
  check: RunnableCheck,
  result: CheckResult,
): Promise<string | undefined> {
  if (value) return value;
  if (label) return { ...check.canary.labels, ...check.labels, ...result.labels }[label] ?? "";
  if (!expr) return "";
  const { verdict, message, error, durationMs, detail, data, labels } = result;
  const resultValues = {
    ...data,
    name: check.name,
    labels: { ...check.labels, ...labels },
    pass: verdict === "healthy",
    message,
    error,
    duration: durationMs,
    detail,
  };
  const { id, name, type, canary } = check;
  try {
    const values = {
      result: resultValues,
      check: { id, name, type, labels: resultValues.labels },
      canary: { id: canary.id, name: canary.name, namespace: canary.namespace, labels: canary.labels },
    };
    // A field that is missing from the result evaluates to null.
    const computed = await expression("cel", expr).run(values);
    return computed === null ? undefined : print(computed);
  } catch (error_) {
    if (!(error_ instanceof CheckInvalid)) inWords(error_);
    return undefined;
  }
}

/** Matches a UUID, so that other strings are not compared with ids. */
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
