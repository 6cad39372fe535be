// Runs of playbooks, newest first, without child runs, and their filters.
import { ask, db, pageOfRows, pageRange } from "#console/client/rows.ts";
import { type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Tables } from "#generated/tables.ts";
import { endsOf, relativeRange, resolveTimeRange, type TimeRange } from "#lib/time/time-range.ts";
import type { ResourceKind } from "../../model.ts";

const agentFilter = { agent_id: { type: "choice", label: "Agent", isChipOnly: true } } as const;

export const runFilters = filterSet({
  playbook: { type: "choice", label: "Playbook" },
  status: { type: "choice", label: "Status" },
  ...agentFilter,
});

/** For the page of one playbook. */
export const playbookRunFilters = filterSet({ status: { type: "choice", label: "Status" }, ...agentFilter });

export const runTime = relativeRange("now-7d");

type Named = { id: string; name: string };
type Run = Tables["playbook_runs"]["Row"];

export interface RunRow extends Pick<
  Run,
  "id" | "playbook_id" | "status" | "created_at" | "start_time" | "end_time" | "error" | "cause"
> {
  created_by: { id: string; name: string; avatar: string | null; email: string | null } | null;
  playbooks: { id: string; name: string; title: string; icon: string | null } | null;
  component: Named | null;
  config: (Named & { type: string | null }) | null;
  check: Named | null;
}

export interface RunsAsked {
  filters: Pick<Filters, "text">;
  range?: TimeRange | undefined;
  timeZone: string;
  view: Pick<TableView, "pageIndex" | "pageSize">;
  /** Only the runs of one resource. */
  of?: { kind: ResourceKind; id: string } | undefined;
}

export const RUN_COLUMNS = [
  "id,playbook_id,status,created_at,start_time,end_time,error,cause",
  "created_by(id,name,avatar,email),playbooks(id,name,title,icon)",
  "component:components(id,name),config:config_items(id,name,type),check:checks(id,name)",
].join(",");

const RELATIONS = { of: ["playbooks"] } as const;
const MAX_EXPORTED = 10_000;

export const runsPage = (asked: RunsAsked) =>
  pageOfRows(keyOf(asked), () => runs(asked).range(...pageRange(asked.view)), RELATIONS);

export const allRuns = async (asked: RunsAsked): Promise<readonly RunRow[]> =>
  (await ask(runs(asked).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

function runs({ filters, range, timeZone, of }: RunsAsked) {
  let query = db.from("playbook_runs").select<string, RunRow>(RUN_COLUMNS, { count: "exact" }).is("parent_id", null);
  const [playbook, status, agent] = [filters.text("playbook"), filters.text("status"), filters.text("agent_id")];
  if (playbook !== "") query = query.eq("playbook_id", playbook);
  if (status !== "") query = query.eq("status", status as Run["status"]);
  if (agent !== "") query = query.eq("agent_id", agent);
  if (of) query = query.eq(`${of.kind}_id`, of.id);
  if (range) {
    const { from, to } = resolveTimeRange(range, { now: Date.now(), timeZone });
    query = query.gte("created_at", from);
    // The browser clock may be behind the server clock.
    if (endsOf(range).to !== "now") query = query.lte("created_at", to);
  }
  return query.order("created_at", { ascending: false }).order("id", { ascending: false });
}

const keyOf = ({ filters, range, timeZone, view: { pageIndex, pageSize }, of }: RunsAsked) =>
  [
    "playbook_runs",
    filters.text("playbook"),
    filters.text("status"),
    filters.text("agent_id"),
    range,
    timeZone,
    { pageIndex, pageSize, of },
  ] as const;
