// POST /api/catalog/summary. If the request only needs columns of groups and the caller can see whole groups, stored
// totals are added up. Otherwise the items are counted with the rights of the caller.
import type { FastifyInstance } from "fastify";
import { isExact, likePattern, parseMatch } from "#lib/text/match.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, namedRows } from "#server/db/policy.ts";
import type { QueryClient } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { Statement } from "#server/selector/condition.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { requireCatalog } from "./access.ts";
import { matched, matchedBy, agentConditions } from "./matched.ts";
import { seenGroups } from "./seen-groups.ts";
import { readSummary, type ReadSummary } from "./summary-query.ts";

/** The maximum number of groups that the page can show. */
const maxGroups = 20_000;

export function summaryRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.catalogSummary,
    schema.catalogSummary,
    { access: "signed-in", reads: true, summary: "The number of config items of each type, with their health" },
    async ({ body, actor }) => {
      await requireCatalog(system, actor, "the catalog summary");
      return summarise(system, actor, body);
    },
  );
}

interface Totals {
  keys: readonly (string | null)[];
  type: string;
  count: number;
  healths: readonly number[];
  created_at: string;
  updated_at: string | null;
  changes: number | null;
  /** The number of insights per type; null if not requested. */
  insights: readonly number[] | null;
  costs: readonly (number | null)[];
}

const healths = ["healthy", "unhealthy", "warning", "unknown"] as const;

/** Types in the order of the result; insights without a type count as other. */
const insightTypes = [
  "availability",
  "compliance",
  "cost",
  "integration",
  "other",
  "performance",
  "recommendation",
  "reliability",
  "security",
  "technical_debt",
] as const;
const insightColumns = insightTypes.map((type) => `open_${type}`);

export async function summarise(
  system: System,
  actor: Actor,
  query: contract.SummaryQuery,
): Promise<contract.SummaryRow[]> {
  const statement = new Statement();
  const asked = readSummary(query, statement);
  const claims = claimsOf(actor, "read");
  const isOfItems =
    asked.groupings.some((grouping) => grouping.isOfItems) ||
    (asked.changes !== undefined && "since" in asked.changes) ||
    Object.keys(query.filter ?? {}).some((key) => columnOf(key) === "labels") ||
    Boolean(query.search?.trim());
  const seen = isOfItems ? undefined : seenGroups(claims, "g", statement);
  const source = seen === undefined ? itemsOf(query, asked, actor, statement) : groupsOf(query, asked, seen, statement);
  const narrowed = [
    ...matched("i.status", query.status, statement),
    ...matched("coalesce(i.health, 'unknown')", query.health, statement),
  ];
  const text = totals(source, asked, narrowed.length === 0 ? undefined : narrowed.join(" and "));
  const db: QueryClient = seen === undefined ? system.db.reading(claims) : system.db.pools.system;
  const { rows } = await db.query<Totals>(text, statement.values);
  if (rows.length > maxGroups)
    throw problem.invalid(`The request has more than ${maxGroups} groups. Use fewer grouping keys, or filter.`);
  const agents = asked.isByAgent ? await agentNames(system, claims) : undefined;
  return rows.map((row) => toRow(row, asked, agents));
}

/** Uses stored totals, except for groups with later writes, which are counted now. */
function groupsOf(query: contract.SummaryQuery, asked: ReadSummary, seen: string, statement: Statement): string {
  const conditions = [
    seen,
    ...(query.deleted ? [] : ["not g.is_deleted"]),
    ...matched("g.type", query.type, statement),
    ...agentConditions("g.agent_id", query.agent_id, statement),
    ...carrying("g", query.filter, statement),
  ].join(" and ");
  const common = "g.agent_id, g.type, g.config_class, g.status, g.health, g.tags";
  const totalsOf = (row: string) =>
    [
      `${row}.items`,
      `${row}.${asked.changes && "column" in asked.changes ? asked.changes.column : "last_30d"} as changes`,
      ...["created_at", "updated_at", ...insightColumns, ...costs].map((column) => `${row}.${column}`),
    ].join(", ");
  return `
    with dirty as materialized (select distinct group_id from config_group_dirt),
    counted as (
      select ${common}, ${totalsOf("g")}
      from   config_groups g
      where  g.items > 0 and not exists (select from dirty d where d.group_id = g.id) and ${conditions}
      union  all
      select ${common}, ${totalsOf("c")}
      from   count_config_groups(array(select group_id from dirty)) c
      cross  join lateral (
               select k.agent_id, k.type, k.config_class, k.status, k.health, k.tags, k.is_deleted from config_groups k where k.id = c.id
               union  all
               select n.agent_id, n.type, n.config_class, n.status, n.health, n.tags, n.is_deleted from config_new_groups n where n.id = c.id
               limit  1
             ) g
      where  ${conditions}
    )`;
}

/** `tag:zone` is a tag key; other keys are label keys, optionally with the prefix `label:`. */
const columnOf = (key: string) => (/^tag:./s.test(key) ? "tags" : "labels");

/** Exact values are compared case-sensitively, because the index is case-sensitive. */
const carrying = (row: string, filter: contract.SummaryQuery["filter"], statement: Statement) =>
  Object.entries(filter ?? {}).flatMap(([asked, text]) => {
    const column = `${row}.${columnOf(asked)}`;
    const key = asked.replace(/^(?:tag|label):(?=.)/s, "");
    return matchedBy(parseMatch(text), (pattern) =>
      isExact(pattern)
        ? `${column} @> ${statement.value(JSON.stringify({ [key]: pattern[0] }), "jsonb")}`
        : `(${column} ->> ${statement.value(key)}) ilike ${statement.value(likePattern(pattern))}`,
    );
  });

const costs = ["cost_per_minute", "cost_total_1d", "cost_total_7d", "cost_total_30d"];

function itemsOf(query: contract.SummaryQuery, asked: ReadSummary, actor: Actor, statement: Statement): string {
  const { changes } = asked;
  const ids = namedRows(actor, "config");
  const conditions = [
    // The row policy contains the same condition, but only this condition can use an index.
    ...(ids ? [`r.id = any (${statement.value(ids, "uuid[]")})`] : []),
    ...(query.deleted ? [] : ["r.deleted_at is null"]),
    ...matched("r.type", query.type, statement),
    ...agentConditions("r.agent_id", query.agent_id, statement),
    ...carrying("r", query.filter, statement),
    ...searched(query.search, statement),
  ];
  const counted =
    changes && "since" in changes
      ? `coalesce((select count(*) from config_changes ch where ch.config_id = r.id and ch.created_at > ${statement.value(changes.since.toISOString(), "timestamptz")}), 0)`
      : `t.${changes?.column ?? "last_30d"}`;
  return `
    with counted as (
      select r.agent_id, r.type, r.config_class, r.status, r.health, r.tags, r.labels, r.name, r.created_at, r.updated_at,
             1 as items, ${counted} as changes, ${costs.map((cost) => `r.${cost}`).join(", ")}
             ${asked.withInsights ? `, ${insightColumns.map((column) => `o.${column}`).join(", ")}` : ""}
      from   config_items r
      join   config_change_tallies t on t.config_id = r.id
      ${asked.withInsights ? `left   join (${openInsights}) o on o.config_id = r.id` : ""}
      ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
    )`;
}

/** One query for all items, because there are few insights and many items. */
const openInsights = `
  select a.config_id, ${insightTypes
    .map((type) => `count(*) filter (where coalesce(a.analysis_type, 'other') = '${type}') as open_${type}`)
    .join(", ")}
  from   config_analysis a
  where  a.status = 'open'
  group  by a.config_id`;

/** Filters by status and health limit the counts, but not the distribution of health values. */
function totals(source: string, asked: ReadSummary, narrowed: string | undefined): string {
  const only = narrowed === undefined ? "" : ` filter (where ${narrowed})`;
  const sums = (columns: readonly string[]) => columns.map((column) => `sum(i.${column})${only}`).join(", ");
  const insights = asked.withInsights ? `array[${sums(insightColumns)}]::integer[]` : "null::integer[]";
  const healthCounts = healths.map(
    (health) => `coalesce(sum(i.items) filter (where coalesce(i.health, 'unknown') = '${health}'), 0)`,
  );
  const keys = asked.groupings.map(({ sql }, index) => `(${sql}) as key_${index}`);
  const names = keys.map((_, index) => `key_${index}`);
  // If the request groups by type, each group has a single type.
  const typeIndex = asked.groupings.findIndex(({ sql }) => sql === "i.type");
  // Materialized, because the planner would otherwise sort before aggregating.
  return `${source},
    grouped as materialized (
      select ${keys.join(", ")},
             ${typeIndex < 0 ? "case when min(i.type) = max(i.type) then min(i.type) else '' end as type," : ""}
             coalesce(sum(i.items)${only}, 0) as count,
             array[${healthCounts.join(", ")}]::integer[] as healths,
             max(i.created_at)${only} as created_at,
             max(i.updated_at)${only} as updated_at,
             coalesce(sum(i.changes)${only}, 0) as changes,
             ${insights} as insights,
             array[${sums(costs)}]::double precision[] as costs
      from   counted i
      group  by ${names.map((_, index) => index + 1).join(", ")}
    )
    select array[${names.join(", ")}] as keys, ${typeIndex < 0 ? "type" : `key_${typeIndex} as type`}, count, healths, created_at, updated_at, changes, insights, costs
    from   grouped
    where  count > 0
    order  by ${names.map((name) => `${name} nulls last`).join(", ")}
    limit  ${maxGroups + 1}`;
}

function toRow(row: Totals, asked: ReadSummary, agents: ReadonlyMap<string, string> | undefined): contract.SummaryRow {
  const { cost } = asked;
  const [perMinute, ...dailyCosts] = row.costs.map(rounded);
  const agent = row.keys[asked.groupings.findIndex(({ name }) => name === "agent")];
  return {
    // Existing clients parse the type, regardless of the grouping.
    type: row.type,
    ...Object.fromEntries(asked.groupings.map(({ name }, index) => [name, row.keys[index] ?? null])),
    ...(agents && agent ? { agent: { id: agent, name: agents.get(agent) ?? "" } } : {}),
    count: row.count,
    health: byName(healths, row.healths),
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(asked.changes ? { changes: row.changes ?? 0 } : {}),
    ...(asked.withInsights ? { analysis: byName(insightTypes, row.insights ?? []) } : {}),
    ...(cost
      ? {
          cost_per_minute: perMinute ?? null,
          cost_total_1d: dailyCosts[0] ?? null,
          cost_total_7d: dailyCosts[1] ?? null,
          cost_total_30d: dailyCosts[2] ?? null,
          [`cost_${cost}`]:
            (cost === "1h"
              ? rounded(row.costs[0] === null ? null : row.costs[0]! * 60)
              : dailyCosts[cost === "1d" ? 0 : cost === "7d" ? 1 : 2]) ?? null,
        }
      : {}),
  } as contract.SummaryRow;
}

/** Rounds to the stored precision to remove floating-point errors. */
const rounded = (sum: number | null) => (sum === null ? null : Math.round(sum * 10_000) / 10_000);

/** Omits zero counts. */
const byName = (names: readonly string[], counts: readonly (number | null)[]): Record<string, number> =>
  Object.fromEntries(names.flatMap((name, at) => (counts[at] ? [[name, counts[at]]] : [])));

async function agentNames({ db }: System, claims: string | undefined): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.reading(claims).query<{ id: string; name: string }>("select id, name from agents", []);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * Returns a condition on config_items r that searches the words in names, labels, tags and documents; empty without a
 * search text.
 */
function searched(text: string | null | undefined, statement: Statement): string[] {
  if (!text?.trim()) return [];
  return [`r.id in (select s.config_id from config_search s where s.words @@ words_query(${statement.value(text)}))`];
}
