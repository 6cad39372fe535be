// A page's query string as a typed object. All state of a page is stored here, so that every view can be shared as a
// link. Values that equal their default are omitted; invalid values fall back to the default.
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { type ItemKind, parseTriStates, printTriStates, type TriStates } from "#language/tri-state.ts";
import { changeUrl, type Param, parseUrl, type UrlChanges, type UrlState } from "./params.ts";
import type { Search } from "./search.ts";

export * from "./params.ts";

interface ChangeOptions {
  /** Replaces the history entry, for values that change with every key press. */
  replace?: boolean;
}

export function useUrl<State extends UrlState>(state: State) {
  // The query of the rendered page: during navigation, `location` already belongs to the next page.
  const search: Search = useSearch({ strict: false });
  const navigate = useNavigate();
  const values = useMemo(() => parseUrl(state, search), [state, search]);
  const change = useCallback(
    (changes: UrlChanges<State>, { replace = false }: ChangeOptions = {}) =>
      // Uses the current URL, not the rendered URL, so that two successive changes both apply.
      navigate({ href: location.pathname + changeUrl(state, location.search, changes) + location.hash, replace }),
    [navigate, state],
  );
  return [values, change] as const;
}

/**
 * The parameter of a filter that includes or excludes items: `?status=SUCCESS:-1`. `fallback` is the default, written
 * as in the URL. An empty `?status=` disables the filter.
 */
export const triStates = (fallback = "", kind: ItemKind = "plain"): Param<TriStates> => ({
  fallback: parseTriStates(fallback, kind),
  parse: (value) => parseTriStates(value, kind),
  print: (value) => printTriStates(value, kind) ?? "",
});
