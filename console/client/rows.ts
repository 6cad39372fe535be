// Queries of the data API, with the same client that other programs use and typed by the schema. A query depends on the
// relation that its key starts with, and on the tables of a view: a change in one of these relations refetches the
// query.
import { PostgrestClient } from "@supabase/postgrest-js";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Database } from "#generated/tables.ts";
import type { TriStates } from "#language/tri-state.ts";
import { exchange } from "./http.ts";

/** The client of the data API: `db.from("job_histories").select("id,name")`. */
export const db = new PostgrestClient<Database>(`${location.origin}/api/db`, {
  fetch: (...sent) => fetchOrThrow(...sent),
});

/** The console's fetch for the PostgREST client: failures are thrown as a Problem. */
async function fetchOrThrow(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { signal, ...request } = init;
  const { answer, text } = await exchange(address as string, request, { signal: signal ?? undefined });
  return new Response(text === "" ? null : text, { status: answer.status, headers: answer.headers });
}

/** A request that is sent when it is awaited. */
interface RowsRequest<Row> extends PromiseLike<{ data: readonly Row[] | null; count: number | null }> {
  abortSignal(signal: AbortSignal): unknown;
  throwOnError(): unknown;
}

type Key = readonly [relation: keyof Database["public"]["Tables"] | keyof Database["public"]["Views"], ...unknown[]];

interface QueryOptions {
  /** The tables that a view reads from. */
  of?: readonly (keyof Database["public"]["Tables"])[];
}

export async function ask<Row>(request: RowsRequest<Row>, signal: AbortSignal) {
  request.abortSignal(signal);
  request.throwOnError();
  const { data, count } = await request;
  return { rows: data ?? [], total: count ?? data?.length ?? 0 };
}

/** All matching rows. `request` is called for each fetch, so that relative times are current. */
export const rows = <Row>(key: Key, request: () => RowsRequest<Row>, { of = [] }: QueryOptions = {}) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => (await ask(request(), signal)).rows,
    meta: { relations: of },
  });

/** One page of rows and the total count. The previous page is shown until the next page is loaded. */
export const pageOfRows = <Row>(key: Key, request: () => RowsRequest<Row>, { of = [] }: QueryOptions = {}) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => ask(request(), signal),
    placeholderData: keepPreviousData,
    meta: { relations: of },
  });

/** The range of a page. */
export const pageRange = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) =>
  [pageIndex * pageSize, (pageIndex + 1) * pageSize - 1] as const;

interface Filterable {
  in(column: string, values: readonly string[]): this;
  not(column: string, operator: string, value: string): this;
}

/**
 * Keeps rows with the included items, or removes rows with the excluded items. Rows without a value do not match any
 * item.
 */
export function whereStates<Query>(query: Query, column: string, states: TriStates): Query {
  const items = (state: string) => [...states].flatMap(([item, sign]) => (sign === state ? [item] : []));
  const [include, exclude] = [items("include"), items("exclude")];
  let filtered = query as Query & Filterable;
  if (include.length > 0) filtered = filtered.in(column, include);
  if (exclude.length > 0) filtered = filtered.not(column, "in", `(${exclude.map(quoted).join(",")})`);
  return filtered;
}

const quoted = (item: string) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
