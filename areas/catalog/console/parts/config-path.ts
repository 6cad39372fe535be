// Where things of the catalog are found.
import { printSearch } from "#console/url/search.ts";
import { printTimeParams, relativeRange } from "#language/time-range.ts";
import { printTriStates, type TriStates } from "#language/tri-state.ts";

export const configPath = (id: string) => `/catalog/${encodeURIComponent(id)}`;

/** What happened to an item, in the time that the changes of items are counted for: whoever presses the number finds them. */
export const changesPath = (id: string) =>
  `${configPath(id)}/changes${printSearch(printTimeParams(relativeRange("now-7d")))}`;

/** The items of one type, narrowed by their health for instance. */
export const typePath = (type: string, narrowed: Readonly<Record<string, TriStates | undefined>> = {}) =>
  `/catalog${printSearch({
    configType: type,
    ...Object.fromEntries(Object.entries(narrowed).map(([name, states]) => [name, states && printTriStates(states)])),
  })}`;
