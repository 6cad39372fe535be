// The queries and the URL state of the agents page.
import { db, pageOfRows, pageRange, rows } from "#console/client/rows.ts";
import { text, urlState } from "#console/url/url-state.ts";
import { type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import { anywhere } from "#console/widgets/form/row-query.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Views } from "#generated/tables.ts";
import { refusalsRun } from "../contract.ts";

interface Author {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
}

export type Agent = Omit<Views["agents_summary"]["Row"], "created_by"> & { created_by: Author | null };

export const agentFilters = filterSet({ search: { type: "search", label: "Search agents" } });

export const agentsUrl = urlState({
  /** The id of the open agent. */
  id: text(),
  /** "true" while the dialog for a new agent is open. */
  addAgent: text(),
});

const sortable = ["name", "last_received", "created_at", "updated_at"];
const selected = "*,created_by(id,name,email,avatar)";

export interface AgentsAsked {
  filters: Pick<Filters, "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
}

export const agentsPage = ({ filters, view }: AgentsAsked) => {
  const sought = filters.text("search").trim();
  return pageOfRows(
    ["agents", "page", sought, [view.pageIndex, view.pageSize, view.sort]],
    () => {
      const { id: by, desc } =
        view.sort && sortable.includes(view.sort.id) ? view.sort : { id: "created_at", desc: true };
      let query = db.from("agents_summary").select<string, Agent>(selected, { count: "exact" });
      if (sought !== "") query = query.ilike("name", anywhere(sought));
      return query
        .order(by, { ascending: !desc })
        .order("id", { ascending: !desc })
        .range(...pageRange(view));
    },
    { of: ["agents", "people"] },
  );
};

export const oneAgent = (id: string) =>
  pageOfRows(
    ["agents", "one", id],
    () => db.from("agents_summary").select<string, Agent>(selected, { count: "exact" }).eq("id", id).range(0, 0),
    { of: ["agents", "people"] },
  );

/** The last report of the agent about resources that the server refuses to send. */
export const refusalsOf = (agentId: string) =>
  rows(
    ["job_histories", "refusals", agentId],
    () =>
      db
        .from("job_histories")
        .select("status,details")
        .eq("agent_id", agentId)
        .eq("name", refusalsRun)
        .order("created_at", { ascending: false })
        .limit(1),
    { of: ["job_history"] },
  );
