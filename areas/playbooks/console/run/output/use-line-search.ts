import { useEffect, useState } from "react";
import type { LineStore } from "./line-store.ts";
import { NO_MATCHES, searchLines, type Matches } from "./search-lines.ts";

interface Found {
  searched: string;
  /** The version of the lines that the search used. */
  version: number;
  matches: Matches;
}

const NOTHING: Found = { searched: "", version: -1, matches: NO_MATCHES };
const PENDING: Matches = { ...NO_MATCHES, isPending: true };
const PAUSE_MS = 200;

/** Searches the lines, and searches again after a pause while lines are added. */
export function useLineSearch(store: LineStore, version: number, searched: string): Matches {
  const [found, setFound] = useState(NOTHING);
  const isCurrent = found.searched === searched && found.version === version;
  useEffect(() => {
    if (searched === "" || isCurrent) return undefined;
    const stopped = new AbortController();
    const search = async () => {
      const matches = await searchLines(store, searched, stopped.signal);
      if (!stopped.signal.aborted) setFound({ searched, version, matches });
    };
    const timer = setTimeout(() => void search(), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [store, version, searched, isCurrent]);
  return found.searched === searched ? found.matches : PENDING;
}
