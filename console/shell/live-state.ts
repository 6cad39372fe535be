// Keeps the data of pages up to date while the shell is shown, and records when the live stream went down.
import type { QueryClient } from "@tanstack/react-query";
import { sessionQuery } from "#console/access/session.ts";
import { listen } from "#console/client/live.ts";
import { isAbout } from "#console/client/query.ts";
import { readAgain } from "#console/client/read-again.ts";

let lostSince: string | undefined;
const listeners = new Set<() => void>();
const changeListeners = new Set<(relation: string) => void>();

function setLostSince(since: string | undefined) {
  lostSince = since;
  for (const listener of listeners) listener();
}

export const liveState = {
  lostSince: () => lostSince,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Calls the listener for each changed relation, for pages that refetch only a part of their data. */
  onChange(listener: (relation: string) => void) {
    changeListeners.add(listener);
    return () => void changeListeners.delete(listener);
  },
};

/** An interruption is shown only if it lasts longer than this. */
const SHOWN_AFTER_MS = 3000;

export function keepLive(cache: QueryClient): () => void {
  let telling: ReturnType<typeof setTimeout> | undefined;
  const stop = listen({
    changed: (relation) => {
      readAgain(cache, (query) => isAbout(query, relation));
      for (const listener of changeListeners) listener(relation);
    },
    missed: () => {
      const now = Date.now();
      readAgain(
        cache,
        ({ state, queryKey, meta }) =>
          state.dataUpdatedAt < now && !meta?.isExternal && queryKey[0] !== sessionQuery.queryKey[0],
      );
    },
    refused: () => void cache.invalidateQueries({ queryKey: sessionQuery.queryKey }),
    status: (status) => {
      if (status === "live") {
        // The server ends the stream of a person whose permissions changed, so the session is reloaded.
        if (telling !== undefined) void cache.invalidateQueries({ queryKey: sessionQuery.queryKey });
        clearTimeout(telling);
        telling = undefined;
        setLostSince(undefined);
        return;
      }
      // Each failed reconnection also reports this status; the time of the first report is kept.
      const since = new Date().toISOString();
      telling ??= setTimeout(() => setLostSince(since), SHOWN_AFTER_MS);
    },
  });
  return () => {
    clearTimeout(telling);
    setLostSince(undefined);
    stop();
  };
}
