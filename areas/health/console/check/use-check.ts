// The shown check and its time range.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readDate } from "#lib/time/dates.ts";
import { oneCheck } from "./check-query.ts";
import { isSpan, spanForLastRun } from "./time-spans.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Missing and forbidden checks have the same message, so that it does not reveal which checks exist. */
export const MISSING = "The check may have been deleted, or you do not have permission to see it.";

interface Shown {
  /** The time range in the URL. Without a range in the URL, the range is set once from the last run. */
  timeRange: string | undefined;
  /** Whether the check is visible; otherwise nothing is refetched. */
  isShown?: boolean;
}

export function useCheck(id: string, { timeRange, isShown = true }: Shown) {
  const found = useQuery({ ...oneCheck(id), enabled: isShown && UUID.test(id) });
  const check = found.data?.[0];
  const isHere = check !== undefined;
  const suggested = useMemo(
    // Not recomputed with each run, because the shown range would change while the user reads.
    () => spanForLastRun(readDate(check?.last_runtime), Date.now()),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [id, isHere],
  );
  const isMissing = !UUID.test(id) || (found.isSuccess && !isHere);
  return { found, check, isMissing, span: timeRange && isSpan(timeRange) ? timeRange : suggested };
}
