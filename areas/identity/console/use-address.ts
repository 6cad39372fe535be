// The address of a sign-in screen and its parameters.
import { useState } from "react";
import {
  changeUrl,
  parseUrl,
  type UrlChanges,
  type UrlState,
  text,
  urlState,
  type Values,
} from "#console/url/params.ts";
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

/** The parameters of all flow screens except sign-in. */
export const flowUrl = urlState({ return_to: text(), flow: text(), invitation: text() });

export type FlowUrl = Values<typeof flowUrl>;

/** The parameters of the sign-in screen. address-credentials.ts has already removed a name and a password. */
export const loginUrl = urlState({ return_to: text(), flow: text(), refresh: text(), aal: text() });

export type LoginUrl = Values<typeof loginUrl>;
