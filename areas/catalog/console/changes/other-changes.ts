// From one change to others that may have to do with it.
import { printSearch } from "#console/url/search.ts";
import { printMinute } from "#language/dates.ts";
import { absoluteRange, printTimeParams, relativeRange } from "#language/time-range.ts";
import { printTriStates } from "#language/tri-state.ts";
import { MINUTE } from "#language/zoned-time.ts";

const AROUND = 15 * MINUTE;

/** Whatever changed shortly before and after it, in everything that is known. */
export function changesAround(moment: number, timeZone: string): string {
  const [from, to] = [moment - AROUND, moment + AROUND + MINUTE].map((end) => printMinute(end, timeZone));
  return `/catalog/changes${printSearch(printTimeParams(absoluteRange(from!, to!)))}`;
}

/** Whatever else somebody did lately: one of us by the id, others as the source calls them. */
export const changesBy = (who: string): string =>
  `/catalog/changes${printSearch({
    ...printTimeParams(relativeRange("now-7d")),
    created_by: printTriStates(new Map([[who, "include"]])),
  })}`;
