// The last runs of the checks that are in view, for their cards. The summary of ten thousand checks is large enough.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { db, rows } from "#console/client/rows.ts";
import type { CheckRunShown } from "../../model.ts";
import type { Check } from "./check.ts";

const EACH = 16;
const NOTHING: ReadonlyMap<string, readonly ShownRun[]> = new Map();

export type ShownRun = Pick<CheckRunShown, "time" | "status" | "duration" | "could_not_check" | "in_maintenance">;

interface WithResults {
  id: string;
  check_statuses: readonly ShownRun[];
}

/** Only for those who are signed in; others see what the summary has. */
export function useRecentResults(checks: readonly Check[], isOpen: boolean): ReadonlyMap<string, readonly ShownRun[]> {
  const ids = useDeferredValue(
    checks
      .map(({ id }) => id)
      .toSorted()
      .join(","),
  );
  const { data } = useQuery({
    ...rows<WithResults>(["check_statuses", "recent", ids], () =>
      db
        .from("checks")
        .select("id,check_statuses(time,status,duration,could_not_check,in_maintenance)")
        .in("id", ids.split(","))
        .order("time", { referencedTable: "check_statuses", ascending: false })
        .limit(EACH, { referencedTable: "check_statuses" }),
    ),
    enabled: isOpen && ids !== "",
    placeholderData: keepPreviousData,
    select: byCheck,
  });
  return data ?? NOTHING;
}

const byCheck = (found: readonly WithResults[]) => new Map(found.map(({ id, check_statuses }) => [id, check_statuses]));
