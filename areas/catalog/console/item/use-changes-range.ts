import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { TimeRange } from "#lib/time/time-range.ts";
import { changesRange } from "./changes-range.ts";
import { lastChange } from "./item-query.ts";

/** Returns undefined until the last change of the item is known. */
export function useChangesRange(id: string): TimeRange | undefined {
  const { data, isError, dataUpdatedAt } = useQuery(lastChange(id));
  const last = data?.[0]?.created_at;
  const isKnown = data !== undefined || isError;
  return useMemo(
    () => (isKnown ? changesRange(last, dataUpdatedAt) : undefined),
    // The range is not recomputed for each response, because it must not change while the user reads the list.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [isKnown, last],
  );
}
