// Rows of the data API in React, asked for with the same client that strangers use and typed by the schema. A query is
// about the relation that its key starts with, and about the tables that a view is made of: a change in one asks again.
import { PostgrestClient } from "@supabase/postgrest-js";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { Database } from "#generated/tables.ts";
import type { TriStates } from "#language/tri-state.ts";
import { exchange } from "./http.ts";

/** `db.from("job_histories").select("id,name")`. */
export const db = new PostgrestClient<Database>(`${location.origin}/api/db`, { fetch: (...sent) => thrown(...sent) });

/** The console's fetch under the client's mouth: what fails is thrown as a Problem. */
async function thrown(address: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
  const { signal, ...request } = init;
  const { answer, text } = await exchange(address as string, request, { signal: signal ?? undefined });
  return new Response(text === "" ? null : text, { status: answer.status, headers: answer.headers });
}

/** A question that has not been asked yet. */
interface Asking<Row> extends PromiseLike<{ data: readonly Row[] | null; count: number | null }> {
  abortSignal(signal: AbortSignal): unknown;
  throwOnError(): unknown;
}

type Key = readonly [relation: keyof Database["public"]["Tables"] | keyof Database["public"]["Views"], ...unknown[]];

interface Reading {
  /** The tables that a view is made of. */
  of?: readonly (keyof Database["public"]["Tables"])[];
}

export async function ask<Row>(asking: Asking<Row>, signal: AbortSignal) {
  asking.abortSignal(signal);
  asking.throwOnError();
  const { data, count } = await asking;
  return { rows: data ?? [], total: count ?? data?.length ?? 0 };
}

/** All rows that fit. `asking` is called each time, so that what it says of the present moment holds. */
export const rows = <Row>(key: Key, asking: () => Asking<Row>, { of = [] }: Reading = {}) =>
  queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => (await ask(asking(), signal)).rows,
    meta: { relations: of },
  });

/** One page of many, and how many there are. What was shown stays until the next page is there. */
export const pageOfRows = <Row>(key: Key, asking: () => Asking<Row>, { of = [] }: Reading = {}) =>
  queryOptions({
    queryKey: key,
    queryFn: ({ signal }) => ask(asking(), signal),
    placeholderData: keepPreviousData,
    meta: { relations: of },
  });

/** The part of a question that a page's number and size say. */
export const pageRange = ({ pageIndex, pageSize }: { pageIndex: number; pageSize: number }) =>
  [pageIndex * pageSize, (pageIndex + 1) * pageSize - 1] as const;

interface Filtering {
  in(column: string, values: readonly string[]): this;
  not(column: string, operator: string, value: string): this;
}

/** Only the included items, or all but the excluded ones; what has no value is none of them. */
export function whereStates<Query>(query: Query, column: string, states: TriStates): Query {
  const items = (state: string) => [...states].flatMap(([item, sign]) => (sign === state ? [item] : []));
  const [include, exclude] = [items("include"), items("exclude")];
  let narrowed = query as Query & Filtering;
  if (include.length > 0) narrowed = narrowed.in(column, include);
  if (exclude.length > 0) narrowed = narrowed.not(column, "in", `(${exclude.map(quoted).join(",")})`);
  return narrowed;
}

const quoted = (item: string) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
