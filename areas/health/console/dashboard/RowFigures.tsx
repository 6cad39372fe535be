// Figures for table rows that the summary does not contain: the last runs and the uptime of longer spans. Two requests
// load them for all visible rows.
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { ask, db } from "#console/client/rows.ts";
import { type UptimeRow, type UptimeSpan, uptimeIn } from "../uptime-spans.ts";
import { Skeleton } from "#console/widgets/Skeleton.tsx";
import { type Check, uptimeLook } from "./check.ts";
import type { DrawnChecks } from "./drawn-checks.ts";
import { useHealthReason } from "./HealthMark.tsx";
import { type ShownRun, useFailureReasons, useRecentResults } from "./recent-results.ts";
import { RunBars } from "./RunBars.tsx";

interface Figures {
  /** Undefined until the first response. */
  runs: ReadonlyMap<string, readonly ShownRun[]> | undefined;
  /** The reasons why checks fail. */
  reasons: ReadonlyMap<string, string>;
  /** Undefined until the first response. */
  uptimes: ReadonlyMap<string, UptimeRow> | undefined;
  /** The time at which the uptimes were loaded. */
  uptimesAt: number;
}

const FiguresOfRows = createContext<Figures | undefined>(undefined);

export function useRowFigures(): Figures {
  const figures = use(FiguresOfRows);
  if (!figures) throw new Error("useRowFigures needs RowFigures around the table");
  return figures;
}

/** The uptime of several days changes little within a minute. */
const UPTIMES_EVERY_MS = 60_000;

export const uptimesOf = (ids: string) =>
  queryOptions({
    queryKey: ["uptimes of checks", ids],
    queryFn: async ({ signal }) => {
      const { rows } = await ask(db.from("check_uptimes").select("*").in("check_id", ids.split(",")), signal);
      return new Map(rows.map((row) => [row.check_id, row]));
    },
    refetchInterval: UPTIMES_EVERY_MS,
    staleTime: UPTIMES_EVERY_MS,
    placeholderData: keepPreviousData,
  });

interface RowFiguresProps {
  drawn: DrawnChecks;
  /** Without a session only the summary can be read. */
  isSignedIn: boolean;
  children: ReactNode;
}

export function RowFigures({ drawn, isSignedIn, children }: RowFiguresProps) {
  const checks = useSyncExternalStore(drawn.subscribe, drawn.get);
  const runs = useRecentResults(checks, isSignedIn);
  const reasons = useFailureReasons(checks, isSignedIn);
  const ids = checks
    .map(({ id }) => id)
    .toSorted()
    .join(",");
  const { data, dataUpdatedAt } = useQuery({ ...uptimesOf(ids), enabled: isSignedIn && ids !== "" });
  return <FiguresOfRows value={{ runs, reasons, uptimes: data, uptimesAt: dataUpdatedAt }}>{children}</FiguresOfRows>;
}

export function RowRuns({ check }: { check: Check }) {
  const { runs } = useRowFigures();
  const shown = check.checkStatuses ?? runs?.get(check.id);
  if (shown === undefined && runs === undefined) return <Skeleton className="h-2 w-20" />;
  if (check.paused === null) return <RunBars runs={shown} />;
  // While a check is paused, its runs are older than the pause, so they have muted colours.
  return (
    <span className="block opacity-60 grayscale">
      <RunBars runs={shown} />
    </span>
  );
}

/** The reason why a check fails, is unknown or is paused. */
export function RowReason({ check }: { check: Check }) {
  const error = useRowFigures().reasons.get(check.id);
  const excuse = useHealthReason(check);
  const reason = excuse || error;
  return reason === undefined ? null : (
    <span title={reason} className={`text-meta ${excuse ? "" : "text-unhealthy-text"}`}>
      {reason}
    </span>
  );
}

/**
 * A span is left out if it contains no more data than the next shorter span. The tooltip shows when the data begins.
 */
export function RowUptime({ check, span }: { check: Check; span: UptimeSpan }) {
  const { uptimes, uptimesAt } = useRowFigures();
  const row = uptimes?.get(check.id);
  if (!row) return uptimes === undefined ? <Skeleton className="ml-auto h-3 w-9" /> : null;
  const { text, passed, failed, since, isRepeated, title } = uptimeIn(row, span, uptimesAt);
  const isLeftOut = text === undefined || isRepeated;
  const look = check.paused === null ? uptimeLook(passed / (passed + failed)) : "text-muted";
  return (
    <span title={title} className={isLeftOut ? "text-faint" : look}>
      {isLeftOut ? "–" : text}
      {since !== undefined && <span className="sr-only"> ({title})</span>}
    </span>
  );
}
