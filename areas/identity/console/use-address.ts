import { useState } from "react";
import { changeUrl, parseUrl, type UrlChanges, type UrlState } from "#console/url/params.ts";
import { parseSearch } from "#console/url/search.ts";

/**
 * Returns the parameters of the URL, read once, and a function that replaces some of them. It works without the router.
 */
export function useAddress<State extends UrlState>(state: State) {
  const [values, setValues] = useState(() => parseUrl(state, parseSearch(location.search)));
  const replace = (changes: UrlChanges<State>) => {
    const search = changeUrl(state, location.search, changes);
    history.replaceState(history.state, "", location.pathname + search + location.hash);
    setValues(parseUrl(state, parseSearch(search)));
  };
  return [values, replace] as const;
}
