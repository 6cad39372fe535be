import { useEffect, useState } from "react";
import type { LineStore } from "./line-store.ts";
import { NO_MATCHES, searchLines, type Matches } from "./search-lines.ts";

/** Searches the lines; while they grow, again after a pause. */
export function useLineSearch(store: LineStore, version: number, searched: string): Matches {
  const [matches, setMatches] = useState(NO_MATCHES);
  useEffect(() => {
    if (searched === "") {
      setMatches(NO_MATCHES);
      return undefined;
    }
    const stopped = new AbortController();
    const timer = setTimeout(() => {
      void searchLines(store, searched, stopped.signal).then((found) => !stopped.signal.aborted && setMatches(found));
    }, 200);
    return () => {
      clearTimeout(timer);
      stopped.abort();
    };
  }, [store, version, searched]);
  return searched === "" ? NO_MATCHES : matches;
}
