// The query cache. A query depends on one or more relations: its key starts with the relation's name, or
// `meta.relations` lists them. When a relation changes, its queries are refetched.
import { type Query, QueryClient } from "@tanstack/react-query";
import { isWorthRetrying } from "./failure.ts";

const STALE_MS = 300_000;
const RETRIES = 3;

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_MS,
        retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
        // The server may be reachable although the browser reports offline (a closed network): always try, and report
        // the actual error.
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });

export const isAbout = (query: Query, relation: string) =>
  query.queryKey[0] === relation || (query.meta?.relations ?? []).includes(relation);

/** Refetches all queries about a table, without waiting for the event stream. */
export const refreshed = (cache: QueryClient, { table }: { table: string }) =>
  cache.invalidateQueries({ predicate: (query) => isAbout(query, table) });

declare module "@tanstack/react-query" {
  interface Register {
    queryMeta: {
      relations?: readonly string[];
      /** The data comes from another system, so missed row changes do not make it stale. */
      isExternal?: true;
    };
  }
}
