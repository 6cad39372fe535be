// Separate from config-path.ts, which is part of the initial bundle and must not import the time range code.
import { printSearch } from "#console/url/search.ts";
import { printTimeParams, relativeRange } from "#lib/time/time-range.ts";
import { configPath } from "./config-path.ts";

/**
 * The path to the changes of only this item in the last 7 days. Lists count the same changes, so that the link of a
 * count opens a list with that number of rows.
 */
export const countedChangesPath = (id: string) =>
  `${configPath(id)}/changes${printSearch({ ...printTimeParams(relativeRange("now-7d")), downstream: "false" })}`;
