// The last runs of the visible checks, for rows and cards. They are not part of the summary, which is already large.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue } from "react";
import { ask, db } from "#console/client/rows.ts";
import type { CheckRunShown } from "../../model.ts";
import type { Check } from "./check.ts";

export const RECENT_RUNS = "recent runs";
const EACH = 16;
const EVERY_MS = 10_000;
const NOTHING: ReadonlyMap<string, readonly ShownRun[]> = new Map();

export type ShownRun = Pick<CheckRunShown, "time" | "status" | "duration" | "could_not_check" | "in_maintenance">;

interface WithResults {
  id: string;
  check_statuses: readonly ShownRun[];
}

/** The runs are requested only with a session; otherwise the runs of the summary are shown. */
export function useRecentResults(
  checks: readonly Check[],
  isOpen: boolean,
): ReadonlyMap<string, readonly ShownRun[]> | undefined {
  const ids = useDeferredValue(
    checks
      .map(({ id }) => id)
      .toSorted()
      .join(","),
  );
  const { data } = useQuery({
    queryKey: [RECENT_RUNS, ids],
    queryFn: async ({ signal }) => {
      const asking = db
        .from("checks")
        .select<string, WithResults>("id,check_statuses(time,status,duration,could_not_check,in_maintenance)")
        .in("id", ids.split(","))
        .order("time", { referencedTable: "check_statuses", ascending: false })
        .limit(EACH, { referencedTable: "check_statuses" });
      return (await ask(asking, signal)).rows;
    },
    // The table of runs changes many times per second, so runs are polled instead of followed.
    refetchInterval: EVERY_MS,
    enabled: isOpen && ids !== "",
    placeholderData: keepPreviousData,
    select: byCheck,
  });
  return isOpen ? data : NOTHING;
}

interface WithNewest {
  id: string;
  check_statuses: readonly Pick<CheckRunShown, "message" | "error">[];
}

/** The reasons of the visible failing checks, by id: the message and the error of the last run. */
export function useFailureReasons(checks: readonly Check[], isOpen: boolean): ReadonlyMap<string, string> {
  const ids = checks
    .filter(({ status, paused }) => status === "unhealthy" && paused === null)
    .map(({ id }) => id)
    .toSorted()
    .join(",");
  const { data } = useQuery({
    queryKey: ["failure reasons", ids],
    queryFn: async ({ signal }) => {
      const asking = db
        .from("checks")
        .select<string, WithNewest>("id,check_statuses(message,error)")
        .in("id", ids.split(","))
        .order("time", { referencedTable: "check_statuses", ascending: false })
        .limit(1, { referencedTable: "check_statuses" });
      return (await ask(asking, signal)).rows;
    },
    refetchInterval: EVERY_MS,
    enabled: isOpen && ids !== "",
    placeholderData: keepPreviousData,
    select: reasonsByCheck,
  });
  return data ?? NO_REASONS;
}

const NO_REASONS: ReadonlyMap<string, string> = new Map();

/** One line per check; checks whose last run has no message and no error are left out. */
export const reasonsByCheck = (found: readonly WithNewest[]) =>
  new Map(
    found.flatMap(({ id, check_statuses: [newest] }) => {
      const texts = [newest?.message, newest?.error].map((text) => text?.trim().split("\n", 1)[0]);
      const reason = texts.filter(Boolean).join(": ");
      return reason === "" ? [] : [[id, reason] as const];
    }),
  );

const byCheck = (found: readonly WithResults[]) => new Map(found.map(({ id, check_statuses }) => [id, check_statuses]));
