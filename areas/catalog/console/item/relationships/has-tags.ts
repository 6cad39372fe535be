import { parseTag } from "#language/tags.ts";
import { tagGroup, type TriStates } from "#language/tri-state.ts";
import type { Related } from "./related-query.ts";

/** Whether the item has one of the included values of each key, and none of the excluded ones. */
export function hasTags({ tags }: Pick<Related, "tags">, states: TriStates): boolean {
  return [...Map.groupBy(states, ([item]) => tagGroup(item))].every(([key, items]) => {
    const value = tags?.[key];
    const wanted = items.filter(([, state]) => state === "include");
    if (items.some(([item, state]) => state === "exclude" && parseTag(item).value === value)) return false;
    return wanted.length === 0 || wanted.some(([item]) => parseTag(item).value === value);
  });
}
