// Apart from the other ways: those are known from the start, and this one needs to know about time.
import { printSearch } from "#console/url/search.ts";
import { printTimeParams, relativeRange } from "#language/time-range.ts";
import { configPath } from "./config-path.ts";

/** The changes of an item alone in the last 7 days: those that lists count, so that a pressed number opens as many rows. */
export const countedChangesPath = (id: string) =>
  `${configPath(id)}/changes${printSearch({ ...printTimeParams(relativeRange("now-7d")), downstream: "false" })}`;
