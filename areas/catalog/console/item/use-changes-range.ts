import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TimeRange } from "#language/time-range.ts";
import { changesRange } from "./changes-range.ts";
import { lastChange } from "./item-query.ts";

/** Undefined until the last change of the item is known. */
export function useChangesRange(id: string): TimeRange | undefined {
  const { data, isError, dataUpdatedAt } = useQuery(lastChange(id));
  const last = data?.[0]?.created_at;
  const isKnown = data !== undefined || isError;
  return useMemo(
    () => (isKnown ? changesRange(last, dataUpdatedAt) : undefined),
    // Not with each answer: the range does not change under the eyes of a reader.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [isKnown, last],
  );
}
