// POST /api/catalog/summary. Who asks about what groups of items are told apart by has their totals added up; whoever asks for
// more, or sees less than whole groups, has the items counted with his own rights.
import type { FastifyInstance } from "fastify";
import { isExact, likePattern, parseMatch } from "#language/match.ts";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { claimsOf, namedRows } from "#server/db/policy.ts";
import type { Asking } from "#server/db/pool.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import { Statement } from "#server/selector/condition.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { requireCatalog } from "./access.ts";
import { matched, matchedBy, ofAgent } from "./matched.ts";
import { seenGroups } from "./seen-groups.ts";
import { readSummary, type ReadSummary } from "./summary-query.ts";
import { searched } from "./searched.ts";

/** More groups than anybody reads; a page of names is what lists are for. */
const mostGroups = 20_000;

export function summaryRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.catalogSummary,
    schema.catalogSummary,
    { access: "signed-in", reads: true, summary: "How many config items there are of each type, and how they are" },
    async ({ body, actor }) => {
      await requireCatalog(system, actor, "The summary of the catalog");
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
  /** Documents, with commas between. */
  insights: string | null;
  costs: readonly (number | null)[];
}

const healths = ["healthy", "unhealthy", "warning", "unknown"] as const;

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
  const seen = isOfItems ? undefined : seenGroups(claims, statement);
  const source = seen === undefined ? itemsOf(query, asked, actor, statement) : groupsOf(query, asked, seen, statement);
  const narrowed = [
    ...matched("i.status", query.status, statement),
    ...matched("coalesce(i.health, 'unknown')", query.health, statement),
  ];
  const text = totals(source, asked, narrowed.length === 0 ? undefined : narrowed.join(" and "));
  const db: Asking = seen === undefined ? system.db.reading(claims) : system.db.pools.system;
  const { rows } = await db.query<Totals>(text, statement.values);
  if (rows.length > mostGroups)
    throw problem.invalid(`That makes more than ${mostGroups} groups. Group by less, or filter.`);
  const agents = asked.isByAgent ? await agentNames(system, claims) : undefined;
  return rows.map((row) => told(row, asked, agents));
}

/** Totals hold unless somebody wrote since; then those groups are counted now. */
function groupsOf(query: contract.SummaryQuery, asked: ReadSummary, seen: string, statement: Statement): string {
  const conditions = [
    seen,
    ...(query.deleted ? [] : ["not g.is_deleted"]),
    ...matched("g.type", query.type, statement),
    ...ofAgent("g.agent_id", query.agent_id, statement),
    ...carrying("g", query.filter, statement),
  ].join(" and ");
  const common = "g.agent_id, g.type, g.config_class, g.status, g.health, g.tags";
  const totalsOf = (row: string) =>
    [
      `${row}.items`,
      `${row}.${asked.changes && "column" in asked.changes ? asked.changes.column : "last_30d"} as changes`,
      ...["created_at", "updated_at", "insights", ...costs].map((column) => `${row}.${column}`),
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

/** `tag:zone` is the key of a tag, by which groups are told apart; any other that of a label, `label:app` where one must say so. */
const columnOf = (key: string) => (/^tag:./s.test(key) ? "tags" : "labels");

/** An exact value is meant to the letter, as the index has it. */
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
    // The policy says so, too; an index finds them.
    ...(ids ? [`r.id = any (${statement.value(ids, "uuid[]")})`] : []),
    ...(query.deleted ? [] : ["r.deleted_at is null"]),
    ...matched("r.type", query.type, statement),
    ...ofAgent("r.agent_id", query.agent_id, statement),
    ...carrying("r", query.filter, statement),
    ...searched(query.search, statement),
  ];
  const counted =
    changes && "since" in changes
      ? `coalesce((select count(*) from config_changes ch where ch.config_id = r.id and ch.created_at > ${statement.value(changes.since.toISOString(), "timestamptz")}), 0)`
      : `t.${changes?.column ?? "last_30d"}`;
  const insights = asked.withInsights
    ? `(select jsonb_object_agg(o.analysis_type, o.open)
        from   (select coalesce(a.analysis_type, 'other') as analysis_type, count(*) as open
                from config_analysis a where a.config_id = r.id and a.status = 'open' group by 1) o)`
    : "null::jsonb";
  return `
    with counted as (
      select r.agent_id, r.type, r.config_class, r.status, r.health, r.tags, r.labels, r.name, r.created_at, r.updated_at,
             1 as items, ${counted} as changes, ${insights} as insights, ${costs.map((cost) => `r.${cost}`).join(", ")}
      from   config_items r
      join   config_change_tallies t on t.config_id = r.id
      ${conditions.length === 0 ? "" : `where ${conditions.join(" and ")}`}
    )`;
}

/** What is narrowed by status and health is counted so; how healthy a group is says all of it. */
function totals(source: string, asked: ReadSummary, narrowed: string | undefined): string {
  const only = narrowed === undefined ? "" : ` filter (where ${narrowed})`;
  const insights = asked.withInsights
    ? `string_agg(i.insights::text, ',') filter (where i.insights <> '{}'${narrowed === undefined ? "" : ` and ${narrowed}`})`
    : "null";
  const ofHealth = healths.map(
    (health) => `coalesce(sum(i.items) filter (where coalesce(i.health, 'unknown') = '${health}'), 0)`,
  );
  const keys = asked.groupings.map(({ sql }, index) => `(${sql}) as key_${index}`);
  const names = keys.map((_, index) => `key_${index}`);
  return `${source}
    select array[${names.join(", ")}] as keys, type, count, healths, created_at, updated_at, changes, insights, costs
    from   (
      select ${keys.join(", ")},
             case when min(i.type) = max(i.type) then min(i.type) else '' end as type,
             coalesce(sum(i.items)${only}, 0) as count,
             array[${ofHealth.join(", ")}]::integer[] as healths,
             max(i.created_at)${only} as created_at,
             max(i.updated_at)${only} as updated_at,
             coalesce(sum(i.changes)${only}, 0) as changes,
             ${insights} as insights,
             array[${costs.map((cost) => `sum(i.${cost})${only}`).join(", ")}]::double precision[] as costs
      from   counted i
      group  by ${names.map((_, index) => index + 1).join(", ")}
    ) g
    where  count > 0
    order  by ${names.map((name) => `${name} nulls last`).join(", ")}
    limit  ${mostGroups + 1}`;
}

function told(row: Totals, asked: ReadSummary, agents: ReadonlyMap<string, string> | undefined): contract.SummaryRow {
  const { cost } = asked;
  const [perMinute, ...ofDays] = row.costs.map(rounded);
  const agent = row.keys[asked.groupings.findIndex(({ name }) => name === "agent")];
  return {
    // Existing clients take it apart, whatever they grouped by.
    type: row.type,
    ...Object.fromEntries(asked.groupings.map(({ name }, index) => [name, row.keys[index] ?? null])),
    ...(agents && agent ? { agent: { id: agent, name: agents.get(agent) ?? "" } } : {}),
    count: row.count,
    health: Object.fromEntries(healths.flatMap((health, at) => (row.healths[at] ? [[health, row.healths[at]]] : []))),
    created_at: row.created_at,
    updated_at: row.updated_at,
    ...(asked.changes ? { changes: row.changes ?? 0 } : {}),
    ...(asked.withInsights ? { analysis: added(row.insights) } : {}),
    ...(cost
      ? {
          cost_per_minute: perMinute ?? null,
          cost_total_1d: ofDays[0] ?? null,
          cost_total_7d: ofDays[1] ?? null,
          cost_total_30d: ofDays[2] ?? null,
          [`cost_${cost}`]:
            (cost === "1h"
              ? rounded(row.costs[0] === null ? null : row.costs[0]! * 60)
              : ofDays[cost === "1d" ? 0 : cost === "7d" ? 1 : 2]) ?? null,
        }
      : {}),
  } as contract.SummaryRow;
}

/** To what is stored: sums of binary fractions end otherwise. */
const rounded = (sum: number | null) => (sum === null ? null : Math.round(sum * 10_000) / 10_000);

function added(insights: string | null): Record<string, number> {
  const all = JSON.parse(`[${insights ?? ""}]`) as readonly Readonly<Record<string, number>>[];
  const sums: Record<string, number> = {};
  for (const counts of all) for (const [type, count] of Object.entries(counts)) sums[type] = (sums[type] ?? 0) + count;
  return sums;
}

async function agentNames({ db }: System, claims: string | undefined): Promise<ReadonlyMap<string, string>> {
  const { rows } = await db.reading(claims).query<{ id: string; name: string }>("select id, name from agents", []);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
