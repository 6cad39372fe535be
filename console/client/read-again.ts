// What was read before a change is read again. The cache does that by itself for what it has; of a first read that is still
// under way it waits for the answer, which may have been made before the change, and takes it for new.
import type { Query, QueryClient } from "@tanstack/react-query";

export function readAgain(cache: QueryClient, isOld: (query: Query) => boolean): void {
  const firstReads = cache
    .getQueryCache()
    .findAll({ predicate: isOld, fetchStatus: "fetching" })
    .filter(({ state }) => state.data === undefined);
  void cache.invalidateQueries({ predicate: isOld });
  for (const { promise, queryKey } of firstReads)
    // One that fails is tried again by its own rules.
    promise?.then(
      () => void cache.invalidateQueries({ queryKey, exact: true }),
      () => undefined,
    );
}
