// Queries for notification rules.
import { queryOptions } from "@tanstack/react-query";
import { exchange } from "#console/client/http.ts";
import { ask, db, pageOfRows, pageRange, rows } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import { filterSet } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Tables, Views } from "#generated/tables.ts";
import type { RuleRow } from "./rule-spec.ts";

type Person = Pick<Tables["people"]["Row"], "id" | "name" | "avatar" | "email">;

export interface ListedRule extends Omit<Views["notifications_summary"]["Row"], "created_by"> {
  person: Person | null;
  team: Pick<Tables["teams"]["Row"], "id" | "name" | "icon"> | null;
  created_by: Person | null;
}

const COLUMNS = "*,person:person_id(id,name,avatar,email),team:team_id(id,name,icon),created_by(id,name,avatar,email)";

export const ruleFilters = filterSet({ search: { type: "search", label: "Search rules" } });

export interface RulesAsked {
  filters: Pick<Filters, "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
}

/** The list shows all rules on one page, by name. */
export const RULES_PAGE_SIZE = 1000;
const sortable = [
  "name",
  "sent",
  "failed",
  "pending",
  "avg_duration_ms",
  "repeat_interval",
  "wait_for",
  "created_at",
  "updated_at",
];
const relations = { of: ["notifications", "notification_send_history"] } as const;

export const rulesPage = (asked: RulesAsked) => {
  const { filters, view } = asked;
  return pageOfRows(
    ["notifications_summary", filters.text("search").trim(), [view.pageIndex, view.pageSize, view.sort]],
    () => rulesOf(asked).range(...pageRange(view)),
    relations,
  );
};

export const allRules = async (asked: RulesAsked): Promise<readonly ListedRule[]> =>
  (await ask(rulesOf(asked).range(0, 9_999), new AbortController().signal)).rows;

function rulesOf({ filters, view: { sort } }: RulesAsked) {
  const { id: by, desc } = sort && sortable.includes(sort.id) ? sort : { id: "name", desc: false };
  let query = db.from("notifications_summary").select<string, ListedRule>(COLUMNS, { count: "exact" });
  const search = filters.text("search").trim();
  if (search !== "") query = query.ilike("name", `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  return query.order(by, { ascending: !desc, nullsFirst: false }).order("id");
}

export interface FoundRule {
  row: RuleRow;
  etag: string | undefined;
}

/** Null if the rule does not exist or was deleted. */
export const oneRule = (id: string) =>
  queryOptions({
    queryKey: ["notifications", "one", id],
    queryFn: async ({ signal }): Promise<FoundRule | null> => {
      const { answer, text } = await exchange(
        `/api/db/notifications?id=eq.${encodeURIComponent(id)}&select=*`,
        {},
        { signal },
      );
      const [row] = JSON.parse(text) as RuleRow[];
      return !row || row.deleted_at !== null ? null : { row, etag: answer.headers.get("etag") ?? undefined };
    },
  });

/** The number of rules. If there are no rules, the page explains that this is why the list of messages is empty. */
export const ruleCount = {
  ...queryOptions({
    queryKey: ["notifications", "count"],
    queryFn: async ({ signal }) =>
      (await ask(db.from("notifications").select("id", { count: "exact" }).is("deleted_at", null).limit(1), signal))
        .total,
  }),
};

/** The keys that messages can be grouped by, in addition to the fixed keys. */
export const groupKeys = queryOptions({
  queryKey: ["config_tags_labels_keys", "groupBy"],
  queryFn: async ({ signal }) => {
    const [configs, components, checks] = await Promise.all([
      ask(db.from("config_tags_labels_keys").select("key"), signal),
      ask(db.from("component_labels_keys").select("key"), signal),
      ask(db.from("checks_labels_keys").select("key"), signal),
    ]);
    return [...new Set([...configs.rows, ...components.rows, ...checks.rows].map(({ key }) => key))].sort();
  },
});

export const oneListedRule = (id: string) =>
  rows(
    ["notifications_summary", "one", id],
    () => db.from("notifications_summary").select<string, ListedRule>(COLUMNS).eq("id", id),
    relations,
  );
