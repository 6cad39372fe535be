// Paths of catalog pages.
import { printSearch } from "#console/url/search.ts";
import { printTriStates, type TriStates } from "#language/tri-state.ts";

export const configPath = (id: string) => `/catalog/${encodeURIComponent(id)}`;

/** The dialog of a change, over the list of all changes. */
export const changePath = (id: string) => `/catalog/changes${printSearch({ change: id })}`;

/** The dialog of an insight, over the list of all insights. */
export const insightPath = (id: string) => `/catalog/insights${printSearch({ insight: id })}`;

/** The list of the items of a type, optionally filtered, for example by health. */
export const typePath = (type: string, filters: Readonly<Record<string, TriStates | undefined>> = {}) =>
  `/catalog${printSearch({
    configType: type,
    ...Object.fromEntries(Object.entries(filters).map(([name, states]) => [name, states && printTriStates(states)])),
  })}`;
