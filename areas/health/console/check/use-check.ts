// The check that is shown, and how far back it is looked at.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readDate } from "#language/dates.ts";
import { oneCheck } from "./check-query.ts";
import { isSpan, spanForLastRun } from "./time-spans.ts";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What is said where there is none; nobody is told of checks that he may not see. */
export const MISSING = "It may have been deleted, or you may not see it.";

interface Shown {
  /** As the address says it; while it says nothing, the last run decides, once. */
  timeRange: string | undefined;
  /** Whether anybody looks: otherwise nothing is asked again. */
  isShown?: boolean;
}

export function useCheck(id: string, { timeRange, isShown = true }: Shown) {
  const found = useQuery({ ...oneCheck(id), enabled: isShown && UUID.test(id) });
  const check = found.data?.[0];
  const isHere = check !== undefined;
  const suggested = useMemo(
    // Not with each run: what is shown would change under the eyes.
    () => spanForLastRun(readDate(check?.last_runtime), Date.now()),
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [id, isHere],
  );
  const isMissing = !UUID.test(id) || (found.isSuccess && !isHere);
  return { found, check, isMissing, span: timeRange && isSpan(timeRange) ? timeRange : suggested };
}
