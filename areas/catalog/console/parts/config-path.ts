// Where things of the catalog are found.
import { printSearch } from "#console/url/search.ts";
import { printTriStates, type TriStates } from "#language/tri-state.ts";

export const configPath = (id: string) => `/catalog/${encodeURIComponent(id)}`;

/** The items of one type, narrowed by their health for instance. */
export const typePath = (type: string, narrowed: Readonly<Record<string, TriStates | undefined>> = {}) =>
  `/catalog${printSearch({
    configType: type,
    ...Object.fromEntries(Object.entries(narrowed).map(([name, states]) => [name, states && printTriStates(states)])),
  })}`;
