// Apart from the other ways: those are known from the start, and this one needs to know about time.
import { printSearch } from "#console/url/search.ts";
import { printTimeParams, relativeRange } from "#language/time-range.ts";
import { configPath } from "./config-path.ts";

/** What happened to an item, in the time that the changes of items are counted for: whoever presses the number finds them. */
export const changesPath = (id: string) =>
  `${configPath(id)}/changes${printSearch(printTimeParams(relativeRange("now-7d")))}`;
