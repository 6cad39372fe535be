import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import { lanesOf, type TimeWindow } from "./unhealthy-spans.ts";

/** The ids are in the address of the request, whose length is limited. */
const MAX_COMPONENTS = 80;
const MAX_INTERVALS = 2000;
const HOUR_MS = 3_600_000;

const FOLLOWED = { relations: ["components"], everyMs: 5000 };

const unhealthyIntervals = (ids: readonly string[], hours: number) =>
  rows(["component_intervals", "unhealthy", hours, ids.join()], () =>
    db
      .from("component_intervals")
      .select("component_id,name,since,until")
      .eq("health", "unhealthy")
      .eq("is_deleted", false)
      .in("component_id", ids)
      .or(`until.is.null,until.gt.${new Date(Date.now() - hours * HOUR_MS).toISOString()}`)
      // If there are more, the newest are shown.
      .order("since", { ascending: false })
      .limit(MAX_INTERVALS),
  );

/** When the first components were unhealthy. */
export function useLanes(ids: readonly string[], hours: number, { start, end }: TimeWindow) {
  const asked = ids.slice(0, MAX_COMPONENTS).toSorted();
  const query = useQuery({
    ...unhealthyIntervals(asked, hours),
    enabled: asked.length > 0,
  });
  useFollowed(query, FOLLOWED);
  const { data } = query;
  const lanes = useMemo(() => lanesOf((data ?? []).toReversed(), { start, end }), [data, start, end]);
  return { lanes, missing: Math.max(0, ids.length - MAX_COMPONENTS) };
}
