// The queries for the page of a check. The table of runs changes many times per second, so the runs of this check are
// refetched only when this check has run.
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { ask as askCall } from "#console/client/call.ts";
import { ask, db, pageRange, rows } from "#console/client/rows.ts";
import type { Sort } from "#console/widgets/table/table-view.ts";
import type { Tables } from "#generated/tables.ts";
import type { Labels } from "#language/columns.ts";
import { checkGraph } from "../../contract.ts";
import { graphPoints } from "../../model.ts";
import { readMinDuration, statusFigure } from "./duration-filter.ts";
import { beginOf, startOfGraph } from "./time-spans.ts";

type CheckRow = Tables["checks"]["Row"];

export interface CheckDetail extends CheckRow {
  canaries: Pick<Tables["canaries"]["Row"], "id" | "name" | "namespace" | "labels" | "spec" | "source" | "agent_id">;
  agents: { id: string; name: string } | null;
  paused_by_person: { id: string; name: string } | null;
  components: readonly { components: { id: string; name: string; icon: string | null } | null }[];
  configs: readonly { configs: { id: string; name: string; type: string } | null }[];
}

const DETAIL = [
  "*",
  "canaries!checks_canary_id_fkey(id,name,namespace,labels,spec,source,agent_id)",
  "agents!checks_agent_id_fkey(id,name)",
  "paused_by_person:people!checks_paused_by_fkey(id,name)",
  "components:check_component_relationships(components(id,name,icon))",
  "configs:check_config_relationships(configs(id,name,type))",
].join(",");

export const oneCheck = (id: string) =>
  rows(
    ["checks", "detail", id],
    () =>
      db
        .from("checks")
        .select<string, CheckDetail>(DETAIL)
        .eq("id", id)
        .is("components.deleted_at", null)
        .is("configs.deleted_at", null),
    { of: ["canaries", "check_config_relationships", "check_component_relationships"] },
  );

/** Labels of the canary, overridden by labels of the check. */
export const labelsOf = ({ labels, canaries }: CheckDetail): Labels => ({ ...canaries.labels, ...labels });

/** The target of the check, if the spec contains it as a plain field. */
export function endpointOf({ spec }: Pick<CheckRow, "spec">): string | undefined {
  const written = spec as Readonly<Record<string, unknown>> | null;
  return ["endpoint", "url", "host"]
    .map((key) => (typeof written === "object" ? written?.[key] : undefined))
    .find((value): value is string => typeof value === "string" && value !== "");
}

/** The severity of the row or, if it has none, of the spec. */
export function severityOf({ severity, spec }: Pick<CheckRow, "severity" | "spec">): string | undefined {
  const written = spec as { severity?: unknown } | null;
  return severity ?? (typeof written?.severity === "string" ? written.severity : undefined);
}

interface RunsQuery {
  id: string;
  /** The shown span. */
  span: string;
  /** The time of the last run. It is part of the query key, so that a new run refetches the data. */
  last: string | null;
}

export const graphOf = ({ id, span, last }: RunsQuery) =>
  queryOptions({
    queryKey: ["check graph", id, span, last],
    queryFn: ({ signal }) => {
      const start = startOfGraph(span, Date.now());
      return askCall(checkGraph, { query: { check: id, count: String(graphPoints), start } }, { signal });
    },
    placeholderData: (before, query) => (query?.queryKey[1] === id && query.queryKey[2] === span ? before : undefined),
  });

export const runFields = "time,duration,status,message,error,invalid,could_not_check,in_maintenance";
export type Run = Pick<
  Tables["check_statuses"]["Row"],
  "time" | "duration" | "status" | "message" | "error" | "invalid" | "could_not_check" | "in_maintenance"
>;

export interface HistoryQuery extends RunsQuery {
  status: string;
  duration: string;
  pageIndex: number;
  pageSize: number;
  sort: Sort | undefined;
}

export const historyOf = ({ id, pageIndex, pageSize, ...filters }: HistoryQuery) =>
  queryOptions({
    queryKey: ["check history", id, { ...filters, pageIndex, pageSize }],
    queryFn: ({ signal }) => ask(runsOf({ id, ...filters }).range(...pageRange({ pageIndex, pageSize })), signal),
    placeholderData: keepPreviousData,
  });

const MAX_EXPORTED = 10_000;

/** All runs that match the filters, up to the limit of an export. */
export const allRuns = async (filters: Omit<HistoryQuery, "pageIndex" | "pageSize">): Promise<readonly Run[]> =>
  (await ask(runsOf(filters).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

function runsOf({ id, span, status, duration, sort }: Omit<HistoryQuery, "pageIndex" | "pageSize">) {
  let query = db.from("check_statuses").select<string, Run>(runFields, { count: "exact" }).eq("check_id", id);
  query = query.gt("time", new Date(beginOf(span, Date.now())).toISOString());
  const [figure, minDuration] = [statusFigure(status), readMinDuration(duration)];
  if (figure !== undefined) query = query.filter("status", "eq", figure);
  if (minDuration !== undefined) query = query.gte("duration", minDuration);
  if (sort?.id === "duration") query = query.order("duration", { ascending: !sort.desc, nullsFirst: false });
  return query.order("time", { ascending: sort?.id === "time" && !sort.desc });
}

/** The number of requested runs: enough to see whether a check fails constantly. */
const RECENT_RUNS = 12;

/** The latest runs, newest first. */
export const recentRuns = ({ id, last }: Omit<RunsQuery, "span">) =>
  queryOptions({
    queryKey: ["check recent runs", id, last],
    queryFn: async ({ signal }): Promise<readonly Run[]> => {
      const query = db.from("check_statuses").select<string, Run>(runFields).eq("check_id", id);
      return (await ask(query.order("time", { ascending: false }).limit(RECENT_RUNS), signal)).rows;
    },
    placeholderData: keepPreviousData,
  });

export type WholeRun = Tables["check_statuses"]["Row"];

/** A run with all its stored details; null once it is no longer stored. */
export const oneRun = (id: string, time: string) =>
  queryOptions({
    queryKey: ["check run", id, time],
    queryFn: async ({ signal }): Promise<WholeRun | null> => {
      const query = db.from("check_statuses").select<string, WholeRun>("*").eq("check_id", id).eq("time", time);
      return (await ask(query, signal)).rows[0] ?? null;
    },
    // A finished run does not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
