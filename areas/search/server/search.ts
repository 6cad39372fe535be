// Runs one statement per kind with the caller's permissions: only on columns that the caller can read and on rows that
// the caller's claims allow.
import { localAgent } from "#language/local-agent.ts";
import { isEmptySelector, toSelector, type ResourceSelector } from "#language/resource-selector.ts";
import { problem } from "#language/problem.ts";
import { Unreadable } from "#lib/text/unreadable.ts";
import type { System } from "#server/area.ts";
import { allowedColumns, claimsOf, mayUse } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { Statement, UnknownField } from "#server/selector/condition.ts";
import { takeControls, type Controls } from "#server/selector/controls.ts";
import { selectorCondition } from "#server/selector/selector-condition.ts";
import type { Selected } from "#server/selector/selected.ts";
import type { FoundResource, SearchKindName } from "../contract.ts";
import { closest, type Closeness } from "./closest.ts";
import { computedFields, searchKinds } from "./kinds.ts";

export interface Wanted {
  kinds: Readonly<Partial<Record<SearchKindName, readonly ResourceSelector[] | undefined>>>;
  limit: number;
  timestamps: boolean;
  closest?: boolean;
}

/**
 * Maximum number of considered names if many names contain a word, because sorting all of them would be too slow for
 * search as you type.
 */
const sample = 200;

export type Found = Partial<Record<SearchKindName, FoundResource[]>>;

export async function searchResources(system: System, actor: Actor, wanted: Wanted): Promise<Found> {
  const asked = (Object.keys(searchKinds) as SearchKindName[]).filter((kind) => wanted.kinds[kind]?.length);
  const open = await filterOpen(system, actor, asked);
  const unknown: UnknownField[] = [];
  const computed = new Map(
    await Promise.all(open.map(async (kind) => [kind, await computedFields[kind]?.(system)] as const)),
  );
  const prepare = (kind: SearchKindName, closeness?: Closeness) => {
    const statement = new Statement();
    const text = searchStatement(
      system,
      actor,
      { ...wanted, kind, closeness, computed: computed.get(kind)?.(statement) },
      statement,
      unknown,
    );
    return text === undefined ? [] : [{ kind, text, values: statement.values }];
  };
  const statements = open.flatMap((kind) => prepare(kind, wanted.closest ? "beginning" : undefined));
  // If only some kinds have a field, the other kinds return no results. An unknown field is an error.
  if (statements.length === 0 && unknown[0]) throw problem.invalid(unknown[0].message);
  const claims = claimsOf(actor, "read");
  const run = async ({ kind, text, values }: { kind: SearchKindName; text: string; values: unknown[] }) => {
    // If an index can find the names, the row policies are evaluated only for the rows from the index.
    const db = system.db.reading(claims, searchKinds[kind].names ? "page" : "all");
    return (await db.query<{ found: FoundResource }>(text, values)).rows.map(({ found }) => found);
  };
  const answers = await Promise.all(
    statements.map(async (statement) => {
      const { kind } = statement;
      const first = await run(statement);
      if (!wanted.closest) return [kind, first] as const;
      const hits = new Map(first.map((hit) => [hit.id, hit]));
      for (const closeness of ["anywhere", ...(searchKinds[kind].words ? (["within"] as const) : [])] as const) {
        if (hits.size >= wanted.limit) break;
        for (const hit of (await Promise.all(prepare(kind, closeness).map(run))).flat())
          if (!hits.has(hit.id)) hits.set(hit.id, hit);
      }
      return [kind, [...hits.values()].slice(0, wanted.limit)] as const;
    }),
  );
  return Object.fromEntries(answers.filter(([, hits]) => hits.length > 0));
}

/** The kinds that the caller may read and whose feature is enabled. */
async function filterOpen({ catalog, features }: System, actor: Actor, kinds: readonly SearchKindName[]) {
  const open: SearchKindName[] = [];
  for (const kind of kinds) {
    const relation = catalog.current.relations.get(searchKinds[kind].relation);
    if (!relation || !mayUse(actor, "select", relation)) continue;
    if (relation.feature === undefined || (await features.isEnabled(relation.feature))) open.push(kind);
  }
  return open;
}

/**
 * Returns undefined if the selectors are empty, if none of them can match this kind, or if the closeness does not
 * apply.
 */
export function searchStatement(
  { catalog }: System,
  actor: Actor,
  {
    kind: name,
    kinds,
    limit,
    timestamps,
    closeness,
    computed,
  }: Wanted & {
    kind: SearchKindName;
    closeness?: Closeness | undefined;
    computed?: Selected["computed"] | undefined;
  },
  statement: Statement,
  unknown: UnknownField[],
): string | undefined {
  const kind = searchKinds[name];
  const relation = catalog.current.relations.get(kind.relation)!;
  const readable = new Set(allowedColumns(actor, "select", relation));
  const called = kind.names ? "n.name" : "r.name";
  const searched: Selected = {
    kind,
    columns: new Map([...relation.columns].filter(([column]) => readable.has(column))),
    name: called,
    ...(computed && { computed }),
  };
  const selectors = kinds[name] ?? [];
  const conditions: string[] = [];
  const stated: Controls[] = [];
  for (const [index, selector] of selectors.entries()) {
    if (isEmptySelector(selector)) continue;
    try {
      const { controls, rest } = takeControls(toSelector(selector), searched);
      const closer = controls.order === undefined && selectors.length === 1 ? closest(rest, closeness) : undefined;
      if ((closeness === "anywhere" || closeness === "within") && closer === undefined) return undefined;
      searched.inOrder = closeness === "beginning" && closer !== undefined;
      conditions.push(selectorCondition(selector, closer ?? rest, searched, statement));
      stated.push(selector.limit ? { limit: selector.limit } : {}, controls);
    } catch (error) {
      if (error instanceof UnknownField) unknown.push(error);
      else if (error instanceof Unreadable)
        throw problem.badParts([{ path: `body.${name}.${index}`, message: `${error.message} (at ${error.at})` }]);
      else throw error;
    }
  }
  if (conditions.length === 0) return undefined;
  const { order, offset = 0, limit: statedLimit = limit }: Controls = Object.assign({}, ...stated);
  const rows = [
    `select ${answer(searched, timestamps)} as found, r.name, r.id`,
    `from   ${kind.relation} r`,
    // PostgreSQL drops this join if no condition uses it.
    ...(kind.names ? [`left   join ${kind.names.table} n on n.${kind.names.key} = r.id`] : []),
    `where  ${conditions.join(" or ")}`,
  ].join("\n");
  const page = `limit ${statement.value(Math.min(limit, statedLimit), "integer")} offset ${statement.value(offset, "integer")}`;
  if (closeness === "anywhere" || closeness === "within")
    return `with hits as materialized (${rows}\nlimit ${sample})\nselect found from hits order by name, id ${page}`;
  // Sorting by the indexed expression lets PostgreSQL stop after the limit instead of sorting all names.
  const byName = searched.inOrder ? `lower(${called}) using ~<~` : "r.name";
  return `${rows}\norder by ${order === undefined ? "" : `${order}, `}${byName}, r.id ${page}`;
}

/** One JSON object per row; null fields are omitted. */
function answer({ kind, columns, computed }: Selected, timestamps: boolean): string {
  const column = (name: string) => computed?.get(name)?.sql ?? (columns.has(name) ? `r."${name}"` : "null");
  const health = columns.has("health") ? "health" : (kind.fields?.["health"]?.[0] ?? "health");
  const tags = columns.has("tags") ? "tags" : "labels";
  const namespace = kind.fields?.["namespace"] ? "r.tags ->> 'namespace'" : column("namespace");
  const always = `jsonb_build_object('id', r.id, 'agent', coalesce(${columns.has("agent_id") ? "r.agent_id" : "null::uuid"}, '${localAgent}'), 'name', r.name, 'namespace', coalesce(${namespace}, ''), 'type', coalesce(${column("type")}, ''))`;
  const times = timestamps ? ["created_at", "updated_at", "deleted_at"] : [];
  const sometimes = [
    ...["icon", "status", "labels", ...times].map((name) => `'${name}', ${column(name)}`),
    `'health', ${column(health)}`,
    `'tags', ${column(tags)}`,
  ];
  return `jsonb_strip_nulls(${always} || jsonb_build_object(${sometimes.join(", ")}))`;
}
