// The data of the health page: the summary, arranged according to the URL.
import { useMemo, useSyncExternalStore } from "react";
import { messageOf } from "#console/client/failure.ts";
import { usePreference } from "#console/preference.ts";
import { liveState } from "#console/shell/live-state.ts";
import { useClock } from "#console/widgets/time/clock.ts";
import { isFirstRun, withPassing } from "../first-run/own-checks.ts";
import { arrange } from "./arrange.ts";
import { labelKeys } from "./label-filter.ts";
import { withMaintenance } from "./maintained.ts";
import { pivotColumns, pivotMeasures, pivotOf } from "./pivot.ts";
import { intervalMillis, refreshInterval } from "./refresh-interval.ts";
import { useHealthView } from "./use-health-view.ts";
import { useSummary } from "./use-summary.ts";

/** Checks become unknown over time, so their health is recomputed at this interval. */
const TICK_MS = 10_000;
/** Polling interval while the server is unreachable or the live stream is down. */
const TRIED_EVERY_MS = 10_000;
/** Polling interval with a live stream, in case events are lost. */
const QUIET_MS = 15_000;

interface DashboardSource {
  source: string;
  /** Whether live updates are available; without them the page polls more often. */
  isHeard: boolean;
}

export type Dashboard = ReturnType<typeof useDashboard>;

export function useDashboard({ source, isHeard }: DashboardSource) {
  const requested = useHealthView();
  const chosenMs = intervalMillis(usePreference(refreshInterval));
  const lostSince = useSyncExternalStore(liveState.subscribe, liveState.lostSince);
  const isAway = lostSince !== undefined || !isHeard;
  const summary = useSummary({
    source,
    intervalMs: (hasFailed) => {
      const atLeast = hasFailed || isAway ? TRIED_EVERY_MS : QUIET_MS;
      return Math.min(chosenMs || atLeast, atLeast);
    },
    timeRange: requested.timeRange,
  });
  const { data, isError, error, dataUpdatedAt } = summary;

  // Without current data nothing is known about the checks, so the clock stops.
  const isStale = data !== undefined && (isError || lostSince !== undefined);
  const stale = isStale
    ? {
        since: dataUpdatedAt,
        reason: isError ? messageOf(error) : "The connection for live updates is down.",
      }
    : undefined;
  const tick = useClock((present) => Math.floor(present / TICK_MS) * TICK_MS);
  const now = stale?.since ?? tick;

  const checks = useMemo(() => data && withMaintenance(data.checks, data.windows, now), [data, now]);
  const isNew = checks !== undefined && isFirstRun(checks);
  const page = useMemo(() => (isNew ? withPassing(requested) : requested), [isNew, requested]);
  const { url, view } = page;
  const keys = useMemo(() => labelKeys(checks ?? [], view.labels), [checks, view.labels]);
  const pivot = useMemo(() => pivotOf(url), [url]);
  const pivoted = useMemo(() => pivot && checks && { ...pivotColumns(checks, pivot), pivot }, [checks, pivot]);
  const arrangement = useMemo(
    () =>
      checks &&
      arrange(checks, view, {
        now,
        ...(pivoted && { moreMeasures: pivotMeasures(pivoted.columns, pivoted.pivot, now) }),
      }),
    [checks, view, now, pivoted],
  );
  return { page, summary, stale, checks, isNew, keys, pivoted, arrangement };
}
