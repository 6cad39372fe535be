// POST /api/catalog/changes: a page of changes with their items, and the total. GET returns the same for older clients.
import type { FastifyInstance } from "fastify";
import { problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { requireCatalog } from "./access.ts";
import { meantChanges, type MeantChanges } from "./change-filters.ts";
import { changesHistogram } from "./changes-histogram.ts";
import { countedChanges } from "./counted-changes.ts";
import { meantFrom, where } from "./items-of-changes.ts";

const defaultPageSize = 50;

export function changeRoutes(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.findChanges,
    schema.findChanges,
    { access: "signed-in", reads: true, summary: "A page of changes, with their config items" },
    async ({ body, actor }) => {
      await requireCatalog(system, actor, "the list of catalog changes");
      return findChanges(system, actor, body);
    },
  );
  handle(
    app,
    contract.listChanges,
    schema.listChanges,
    {
      access: "signed-in",
      summary: "The same page of changes; the fields of the body are query parameters. Prefer POST",
    },
    async ({ query, actor }) => {
      await requireCatalog(system, actor, "the list of catalog changes");
      return findChanges(system, actor, bodyOf(query));
    },
  );
  handle(
    app,
    contract.changesHistogram,
    schema.changesHistogram,
    { access: "signed-in", reads: true, summary: "The number of changes per time bucket, by severity" },
    async ({ body, actor }) => {
      await requireCatalog(system, actor, "the list of catalog changes");
      return changesHistogram(system, actor, body);
    },
  );
}

const numberFields: ReadonlySet<string> = new Set(["page", "page_size", "depth"]);
const booleanFields: ReadonlySet<string> = new Set(["soft", "include_deleted_configs"]);

/** Query parameters are strings. */
function bodyOf(query: Readonly<Record<string, string>>): contract.ChangesQuery {
  const read = ([name, text]: [string, string]) => {
    if (numberFields.has(name)) return [name, /^\d{1,9}$/.test(text) ? Number(text) : text];
    if (booleanFields.has(name))
      return [name, text === "true" || text === "1" ? true : text === "false" || text === "0" ? false : text];
    return [name, text];
  };
  const result = schema.findChanges.body.safeParse(Object.fromEntries(Object.entries(query).map(read)));
  if (result.success) return result.data;
  throw problem.badParts(
    result.error.issues.map((issue) => ({
      path: ["query", ...issue.path, ...(issue.code === "unrecognized_keys" ? issue.keys : [])].join("."),
      message: issue.code === "unrecognized_keys" ? "unknown field" : issue.message,
    })),
  );
}

const sortable: Readonly<Record<string, string>> = {
  name: "r.name",
  type: "r.type",
  change_type: "ch.change_type",
  severity: "array_position(array['info', 'warning', 'low', 'medium', 'high', 'blocker', 'critical'], ch.severity)",
  summary: "ch.summary",
  source: "ch.source",
  created_at: "ch.created_at",
  first_observed: "ch.first_observed",
  count: "ch.count",
};

async function findChanges(system: System, actor: Actor, query: contract.ChangesQuery): Promise<contract.ChangesPage> {
  const { page, page_size: size, sort_by: sort, ...filters } = query;
  const order = orderOf(sort?.trim() || "-created_at");
  const found = await meantChanges(system, actor, filters);
  const limit = size ?? defaultPageSize;
  const shown = { order, limit, offset: ((page ?? 1) - 1) * limit };
  // If the page query reads all matching changes anyway, it counts them as well. This requires that one database client
  // serves both queries.
  const isCounted = found.items !== undefined && found.reading("page") === found.reading("all");
  const [rows, counted] = await Promise.all([
    readPage(found, { ...shown, isCounted }),
    isCounted ? undefined : countChanges(system, found),
  ]);
  const total = counted ?? rows[0]?.total ?? (shown.offset === 0 ? 0 : await countChanges(system, found));
  const changes = rows.map(({ change }) => change);
  const summary: Record<string, number> = {};
  for (const { change_type: type } of changes) summary[type] = (summary[type] ?? 0) + 1;
  return { summary, total, changes };
}

function orderOf(sort: string): string {
  const isReversed = sort.startsWith("-");
  const name = isReversed ? sort.slice(1) : sort;
  if (!Object.hasOwn(sortable, name))
    throw problem.badParts([{ path: "body.sort_by", message: `must be one of ${Object.keys(sortable).join(", ")}` }]);
  const way = isReversed ? "desc nulls last" : "asc nulls last";
  // created_at is never null, and a null order would prevent the use of the index.
  return name === "created_at"
    ? `ch.created_at ${isReversed ? "desc" : "asc"}, ch.id`
    : `${sortable[name]} ${way}, ch.id`;
}

async function readPage(
  { statement, conditions, items, reading }: MeantChanges,
  { order, limit, offset, isCounted }: { order: string; limit: number; offset: number; isCounted: boolean },
): Promise<{ change: contract.ListedChange; total: number | null }[]> {
  const values = [...statement.values, limit, offset];
  // Selected items are found first, because looking up the item of each change takes longer. The page is found with
  // indexed columns; the other columns are read for the rows of the page only.
  const text = `
    with ${items ? `chosen as materialized (${items.select}),` : ""}
    page as (
      select ch.id, row_number() over (order by ${order}) as place, ${isCounted ? "count(*) over ()" : "null::bigint"} as total
      from   config_changes ch
      ${items ? "join   chosen on chosen.id = ch.config_id" : ""}
      ${order.startsWith("r.") ? "join   config_items r on r.id = ch.config_id" : ""}
      ${where(conditions)}
      order  by ${order}
      limit  $${values.length - 1}::integer offset $${values.length}::integer
    )
    select jsonb_strip_nulls(jsonb_build_object(
             'id', ch.id, 'config_id', ch.config_id, 'name', r.name, 'type', r.type, 'tags', r.tags, 'deleted_at', r.deleted_at,
             'agent_id', r.agent_id, 'path', r.path, 'external_change_id', ch.external_change_id, 'change_type', ch.change_type,
             'severity', ch.severity, 'source', nullif(ch.source, ''), 'summary', nullif(ch.summary, ''),
             'created_at', ch.created_at, 'inserted_at', ch.inserted_at, 'first_observed', ch.first_observed,
             'count', ch.count, 'created_by', ch.created_by, 'external_created_by', nullif(ch.external_created_by, '')
           )) as change, page.total
    from   page
    join   config_changes ch on ch.id = page.id
    join   config_items r on r.id = ch.config_id
    order  by page.place`;
  return (await reading("page").query<{ change: contract.ListedChange; total: number | null }>(text, values)).rows;
}

/** Long ranges use the stored counts, like the histogram. */
async function countChanges(system: System, found: MeantChanges): Promise<number> {
  const { from, to = new Date() } = found.span;
  if (found.countFilter && from) {
    const rows = await countedChanges(system, found, { from, to, length: 86_400 });
    return rows.reduce((sum, { count }) => sum + count, 0);
  }
  const { rows } = await found
    .reading("all")
    .query<{ total: number }>(`select count(*) as total ${meantFrom(found)}`, found.statement.values);
  return rows[0]!.total;
}
