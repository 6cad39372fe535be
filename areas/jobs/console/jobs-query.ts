// Queries for the job pages. The history is a view on `job_history` and is refetched when that table changes.
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { storedJobNames } from "#console/widgets/badge/JobStatus.tsx";
import { anywhere } from "#console/widgets/form/row-query.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Views } from "#generated/tables.ts";
import { endsOf, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";
import { minMillis, rowTypes } from "./jobs-filters.ts";

export type Job = Views["job_histories"]["Row"];
export type JobOf = Pick<Job, "resource_id" | "resource_type">;

export interface JobsAsked {
  filters: Pick<Filters, "states" | "text">;
  range: TimeRange | undefined;
  timeZone: string;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
  /** Restricts the query to the jobs of one resource. */
  of?: { id: string; types: readonly string[] } | undefined;
}

const relations = { of: ["job_history"] } as const;
const sortable = ["time_start", "created_at", "name", "resource_type", "status", "duration_millis", "success_count"];
const MAX_EXPORTED = 10_000;

export const jobsPage = (asked: JobsAsked) =>
  pageOfRows(keyOf(asked), () => jobs(asked).range(...pageRange(asked.view)), relations);

/** All filtered rows in their order, up to the export limit. */
export const allJobs = async (asked: JobsAsked): Promise<readonly Job[]> =>
  (await ask(jobs(asked).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

export const oneJob = (id: string) =>
  rows(["job_histories", "one", id], () => db.from("job_histories").select("*").eq("id", id), relations);

/** The last recorded run, which resource lists show. */
export const newestJob = (id: string, types: readonly string[]) =>
  rows(
    ["job_histories", "newest", id, types],
    () =>
      db
        .from("job_histories")
        .select("*")
        .eq("resource_id", id)
        .in("resource_type", types)
        .order("created_at", { ascending: false })
        .limit(1),
    relations,
  );

export const jobNames = rows(
  ["job_history_names"],
  () => db.from("job_history_names").select("name").order("name"),
  // The names are loaded once per page, because new names are rare.
);

export const eventQueue = rows(["event_queue_summary"], () =>
  db.from("event_queue_summary").select("*").order("last_failure", { ascending: false, nullsFirst: false }),
);

/** The deliveries of the last 24 hours. */
export const eventDeliveries = rows(["event_deliveries"], () => db.from("event_deliveries").select("*"));

/** The deliveries of the last 24 hours by hour, in any order; hours without deliveries are missing. */
export const hourlyDeliveries = rows(["event_deliveries_hourly"], () =>
  db.from("event_deliveries_hourly").select("delivered,hour"),
);

const DAY_MS = 24 * 60 * 60 * 1000;

/** Failed deliveries of the last 24 hours, including deliveries whose retry succeeded. */
export const failedDeliveries = pageOfRows(
  ["job_histories", "failed deliveries"],
  () =>
    db
      .from("job_histories")
      .select("id", { count: "exact" })
      .eq("resource_type", "event")
      .eq("status", "FAILED")
      .gt("created_at", new Date(Date.now() - DAY_MS).toISOString())
      .limit(1),
  relations,
);

function jobs({ filters, range, timeZone, view, of }: JobsAsked) {
  const { from, to } = momentsOf(range, timeZone);
  const { id: by, desc } = view.sort && sortable.includes(view.sort.id) ? view.sort : { id: "created_at", desc: true };
  let query = historyOf(of).select("*", { count: "exact" });
  if (of) query = query.eq("resource_id", of.id).in("resource_type", of.types);
  query = whereStates(query, "name", filters.states("name"));
  query = whereStates(query, "resource_type", rowTypes(filters.states("resource_type")));
  query = whereStates(query, "status", filters.states("status"));
  const sought = filters.text("search").trim();
  if (sought !== "") query = query.or(mentioning(sought));
  const minimum = minMillis(filters.text("duration"));
  if (minimum !== undefined) query = query.gte("duration_millis", minimum);
  const agent = filters.text("agent_id");
  if (agent !== "") query = query.eq("agent_id", agent);
  if (from !== undefined) query = query.gt("created_at", from);
  if (to !== undefined) query = query.lt("created_at", to);
  // The id makes the order of equal values the same on every page.
  return query.order(by, { ascending: !desc, nullsFirst: false }).order("id", { ascending: !desc });
}

/**
 * Also matches the displayed name of a job: the stored name is written as one word, or differs from the displayed name.
 */
const mentioning = (text: string) =>
  [
    ...["name", "resource_name"].map((column) => `${column}.ilike.${anywhere(text)}`),
    `name.ilike.${anywhere(text.replaceAll(" ", ""))}`,
    ...storedJobNames(text).map((name) => `name.eq.${JSON.stringify(name)}`),
  ].join(",");

/** The page of a canary also shows check runs, summarised by hour. Both views have the same columns. */
const historyOf = (resource: JobsAsked["of"]) =>
  db.from((resource?.types.includes("canary") ? "canary_job_histories" : "job_histories") as "job_histories");

/** A range that ends now has no upper limit, because the clock of this browser may be behind the server's. */
function momentsOf(range: TimeRange | undefined, timeZone: string) {
  if (!range) return { from: undefined, to: undefined };
  const { from, to } = resolveTimeRange(range, { now: Date.now(), timeZone });
  return { from, to: endsOf(range).to === "now" ? undefined : to };
}

const keyOf = ({ filters, range, timeZone, view: { pageIndex, pageSize, sort }, of }: JobsAsked) =>
  [
    "job_histories",
    ["name", "resource_type", "status"].map((name) => [...filters.states(name)]),
    ["search", "duration", "agent_id"].map((name) => filters.text(name)),
    range,
    timeZone,
    { pageIndex, pageSize, sort, of },
  ] as const;
