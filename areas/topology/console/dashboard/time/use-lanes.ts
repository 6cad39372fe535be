import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { db, rows } from "#console/client/rows.ts";
import { useFollowed } from "#console/shell/use-followed.ts";
import type { Topology } from "../../../model.ts";
import { lanesOf, type TimeWindow } from "./unhealthy-spans.ts";

/** Limits the number of components, because the request grows with them and more lanes are not readable. */
const MAX_COMPONENTS = 1000;
const MAX_INTERVALS = 10_000;
const HOUR_MS = 3_600_000;
/** The number of steps on the bar. Gaps that are shorter than a step are not visible. */
const STEPS = 500;

const FOLLOWED = { relations: ["components"], everyMs: 5000 };

const unhealthyIntervals = (ids: readonly string[], hours: number) =>
  rows(["component_intervals", "unhealthy", hours, ids.join()], () =>
    db
      .rpc("unhealthy_intervals", {
        ids: [...ids],
        since: new Date(Date.now() - hours * HOUR_MS).toISOString(),
        step: `${Math.round((hours * 3600) / STEPS)} seconds`,
      })
      .select("component_id,name,since,until")
      // The maximum number of time spans; the newest time spans are shown.
      .order("since", { ascending: false })
      .limit(MAX_INTERVALS),
  );

/** The parts of a component that the bar needs. */
export type LaneComponent = Pick<Topology, "id" | "health">;

/** When the components were unhealthy, and the components whose times are not read. */
export function useLanes(components: readonly LaneComponent[], hours: number, { start, end }: TimeWindow) {
  const asked = useMemo(
    () =>
      components
        .slice(0, MAX_COMPONENTS)
        .map(({ id }) => id)
        .toSorted(),
    [components],
  );
  const query = useQuery({
    ...unhealthyIntervals(asked, hours),
    enabled: asked.length > 0,
  });
  useFollowed(query, FOLLOWED);
  const { data } = query;
  const lanes = useMemo(() => lanesOf((data ?? []).toReversed(), { start, end }), [data, start, end]);
  return { lanes, unread: components.slice(MAX_COMPONENTS), isCut: data?.length === MAX_INTERVALS };
}
