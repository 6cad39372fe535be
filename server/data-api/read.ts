// Handles GET and HEAD on a relation: parse, plan, render, execute, respond.
import type { Actor } from "../http/actor.ts";
import { claimsOf, readingKey } from "../db/policy.ts";
import type { QueryClient } from "../db/pool.ts";
import type { Catalog } from "../db/relations.ts";
import { tolerated, withStoredValues } from "./tolerated.ts";
import type { ParsedRequest } from "./parse.ts";
import type { Accept, Prefer } from "./parse/prefer.ts";
import { defaultRows } from "./parse/range.ts";
import { planRead, requireRead, requireRelation } from "./plan.ts";
import type { Plan } from "./planned.ts";
import { PlanCache, shapeKey } from "./plan-cache.ts";
import type { Query } from "./query.ts";
import { refusal } from "./refusal.ts";
import { asSent } from "./statement-names.ts";
import {
  countable,
  parametersOf,
  relationFrom,
  renderCount,
  renderRead,
  Writer,
  type From,
  type Rendered,
} from "./render.ts";

export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export interface AnswerRow {
  body: string | null;
  size: number;
  total: number | null;
  version: string | null;
}

export interface Wanted {
  accept: Accept;
  prefer: Prefer;
  withBody: boolean;
}

interface Prepared {
  plan: Plan;
  statement: Rendered;
  /** The statement for the total, if it is counted separately. */
  counting: Rendered | undefined;
}

/** Provides the connection for reading a page or for reading all matching rows; these differ for actors with claims. */
export interface Reading {
  (wanted: "page" | "all"): QueryClient;
}

const prepared = new PlanCache<Prepared>();

export async function readRows(
  reading: Reading,
  { actor, catalog, relation: name }: { actor: Actor; catalog: Catalog; relation: string },
  parsed: ParsedRequest,
  wanted: Wanted,
): Promise<Answer> {
  const relation = requireRelation(catalog, name);
  requireRead(actor, relation);
  const query = withStoredValues(name, parsed.query);
  const { accept, prefer, withBody } = wanted;
  // For an actor with claims, gathering all visible rows first is fast for counting but slow for reading a page.
  const isCountedApart = prefer.count === "exact" && claimsOf(actor, "read") !== undefined && !aggregates(parsed);
  const key = shapeKey(
    query.shape,
    name,
    readingKey(actor),
    accept.form,
    accept.stripNulls,
    isCountedApart ? "apart" : prefer.count,
    withBody,
  );
  const { plan, statement, counting } = prepared.get(catalog, key, () => {
    const plan = planRead(actor, catalog, { name, relation }, tolerated(name, query.shape));
    const from = () => relationFrom(plan.source.rows);
    const count = isCountedApart ? undefined : prefer.count;
    return {
      plan,
      statement: renderRead(plan, from, { accept, count, withBody }),
      counting: isCountedApart ? renderCount(plan, from) : undefined,
    };
  });
  const db = reading(isCountedApart || (prefer.count === undefined && !aggregates(parsed)) ? "page" : "all");
  const { rows } = await db.query<AnswerRow>(asSent(statement), parametersOf(statement, query.values));
  const row = rows[0]!;
  const total = counting
    ? await countApart(reading("all"), counting, query, row.size)
    : (row.total ?? (await estimate(db, plan, () => relationFrom(plan.source.rows), query, prefer.count)));
  return answerRead({ ...row, total }, parsed, wanted);
}

/** Whether all matching rows must be read, even if only a few are returned. */
export const aggregates = ({ query }: ParsedRequest) =>
  query.shape.select.some((item) => item.kind === "column" && item.aggregate !== undefined);

/** Returns the total. If the page is not full, the total can be derived without counting. */
export async function countApart(db: QueryClient, counting: Rendered, query: Query, size: number): Promise<number> {
  const { offset, values, shape } = query;
  const limit = shape.main.limit === undefined ? undefined : Number(values[shape.main.limit]);
  if (limit !== undefined && size < limit && (size > 0 || offset === 0)) return offset + size;
  const { rows } = await db.query<{ total: number }>(asSent(counting), parametersOf(counting, values));
  // Rows may have been written between the two statements.
  return size === 0 ? rows[0]!.total : Math.max(rows[0]!.total, offset + size);
}

/** Returns the planner's estimate; for `estimated`, the exact number if it is small. */
export async function estimate(
  db: QueryClient,
  plan: Plan,
  from: (writer: Writer) => From,
  { values }: Query,
  count: Prefer["count"],
): Promise<number | null> {
  if (count !== "planned" && count !== "estimated") return null;
  const writer = new Writer();
  const text = countable(writer, plan, from(writer));
  const parameters = parametersOf({ text, uses: writer.uses }, values);
  const explained = await db.query<{ "QUERY PLAN": [{ Plan: { "Plan Rows": number } }] }>(
    `explain (format json) ${text}`,
    parameters,
  );
  const planned = Math.round(explained.rows[0]!["QUERY PLAN"][0].Plan["Plan Rows"]);
  if (count === "planned" || planned > defaultRows) return planned;
  const counted = await db.query<{ total: number }>(`select count(*) as total from (${text}) c`, parameters);
  return counted.rows[0]!.total;
}

/** Builds status, Content-Range and body of a page. */
export function answerRead(
  { body, size, total, version }: AnswerRow,
  parsed: ParsedRequest,
  { accept, prefer, withBody }: Wanted,
): Answer {
  const { offset } = parsed.query;
  if (accept.form === "object" && size !== 1) throw refusal.notSingular(size);
  if (parsed.byRange && offset > 0 && total !== null && offset >= total) throw refusal.rangeBeyond(offset, total);
  const range = size === 0 ? "*" : `${offset}-${offset + size - 1}`;
  return {
    status: total !== null && size < total && accept.form !== "object" && offset < total ? 206 : 200,
    headers: {
      "content-type": accept.type,
      "content-range": `${range}/${total ?? "*"}`,
      "range-unit": "items",
      ...(version === null ? {} : { etag: `"${version}"` }),
      ...(prefer.applied.length > 0 ? { "preference-applied": prefer.applied.join(", ") } : {}),
    },
    body: withBody ? (body ?? "") : undefined,
  };
}
