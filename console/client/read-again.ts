// Refetches queries after a change. The cache itself refetches only queries that have data. It does not repeat a first
// fetch that is still pending, although the response may be older than the change.
import type { Query, QueryClient } from "@tanstack/react-query";

export function readAgain(cache: QueryClient, isOld: (query: Query) => boolean): void {
  const firstReads = cache
    .getQueryCache()
    .findAll({ predicate: isOld, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  void cache.invalidateQueries({ predicate: isOld });
  for (const { promise, queryKey } of firstReads)
    // A failed fetch is retried by the cache.
    promise?.then(
      () => void cache.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
}
