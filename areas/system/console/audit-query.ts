// Queries for the audit log page. Filters and time range are in the URL.
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import { type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Tables } from "#generated/tables.ts";
import { endsOf, relativeRange, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";

export type Deed = Tables["audit_log"]["Row"];

export const auditFilters = filterSet({
  search: { type: "search", label: "Search people or resources" },
  action: { type: "states", label: "Action" },
  resource_type: { type: "states", label: "Resource" },
});

export const auditTime = relativeRange("now-7d");

export interface DeedsAsked {
  filters: Pick<Filters, "states" | "text">;
  range: TimeRange | undefined;
  timeZone: string;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
}

const MAX_EXPORTED = 10_000;
const sortable = ["created_at", "person_name", "action", "resource_type"];

export const deedsPage = (asked: DeedsAsked) =>
  pageOfRows(
    [
      "audit_log",
      ["action", "resource_type"].map((name) => [...asked.filters.states(name)]),
      asked.filters.text("search"),
      asked.range,
      asked.timeZone,
      [asked.view.pageIndex, asked.view.pageSize, asked.view.sort],
    ],
    () => deeds(asked).range(...pageRange(asked.view)),
  );

export const allDeeds = async (asked: DeedsAsked): Promise<readonly Deed[]> =>
  (await ask(deeds(asked).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

export const oneDeed = (id: string) =>
  rows(["audit_log", "one", id], () => db.from("audit_log").select("*").eq("id", id));

export const deedTypes = rows(["audit_log_types"], () =>
  db.from("audit_log_types").select("resource_type").order("resource_type"),
);

function deeds({ filters, range, timeZone, view: { sort } }: DeedsAsked) {
  const { id: by, desc } = sort && sortable.includes(sort.id) ? sort : { id: "created_at", desc: true };
  let query = db.from("audit_log").select("*", { count: "exact" });
  query = whereStates(query, "action", filters.states("action"));
  query = whereStates(query, "resource_type", filters.states("resource_type"));
  const sought = filters.text("search").trim();
  if (sought !== "") query = query.or(searched.map((column) => `${column}.ilike.${pattern(sought)}`).join(","));
  if (range) {
    const { from, to } = resolveTimeRange(range, { now: Date.now(), timeZone });
    query = query.gt("created_at", from);
    // A range that ends now has no upper limit, because the clock of this browser may be behind the server's.
    if (endsOf(range).to !== "now") query = query.lt("created_at", to);
  }
  return query.order(by, { ascending: !desc, nullsFirst: false }).order("id", { ascending: !desc });
}

const searched = ["person_name", "token_name", "resource_name", "resource_id", "address"];

/** Matches the typed text anywhere, with its wildcards and quotes escaped. */
const pattern = (text: string) =>
  JSON.stringify(`*${text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", String.raw`\*`)}*`);
