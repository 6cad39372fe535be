// The checks of a catalog item, with the maintenance windows that apply now.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import type { Check } from "./dashboard/check.ts";
import { withMaintenance } from "./dashboard/maintained.ts";
import { tallyOf } from "./dashboard/tally.ts";

const checksOfConfig = (id: string) =>
  rows(
    ["check_summary_for_config", id],
    () => db.from("check_summary_for_config").select<string, Check>("*").eq("config_id", id).order("name"),
    { of: ["checks", "check_config_relationships"] },
  );

/** Open and future maintenance windows. */
const windowsNow = rows(["maintenance_windows", "all"], () =>
  db
    .from("maintenance_windows")
    .select("check_id,canary_id,label_selector,starts_at,ends_at,schedule,duration_minutes")
    .is("deleted_at", null)
    .or(`ends_at.is.null,ends_at.gt.${new Date().toISOString()}`),
);

/** The interval at which rows are recomputed, because maintenance windows open and close with time. */
const TICK_MS = 10_000;

export function useChecksOfConfig(id: string) {
  const checks = useQuery(checksOfConfig(id));
  const windows = useQuery(windowsNow).data;
  const now = useClock((present) => Math.floor(present / TICK_MS) * TICK_MS);
  const shown = useMemo(
    () => checks.data && withMaintenance(checks.data, windows ?? [], now),
    [checks.data, windows, now],
  );
  return { ...checks, data: shown };
}

/** The number of checks of an item, and the number of failing checks; undefined while they load. */
export function useFailingChecks(id: string): { failing: number; all: number } | undefined {
  const { data } = useChecksOfConfig(id);
  const failing = useClock((now) => (data ? tallyOf(data, now).unhealthy : -1));
  return data && { failing, all: data.length };
}
