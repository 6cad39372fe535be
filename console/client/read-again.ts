// Refetches queries after a change. The cache does that for queries that have data; a first fetch that is still pending is
// not repeated, although its response may be older than the change.
import type { Query, QueryClient } from "@tanstack/react-query";

export function readAgain(cache: QueryClient, isOld: (query: Query) => boolean): void {
  const firstReads = cache
    .getQueryCache()
    .findAll({ predicate: isOld, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  void cache.invalidateQueries({ predicate: isOld });
  for (const { promise, queryKey } of firstReads)
    // A failed fetch is retried by its own rules.
    promise?.then(
      () => void cache.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
}
