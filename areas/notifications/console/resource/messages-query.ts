// The messages of one resource.
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import type { Filters } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import type { Tables, Views } from "#generated/tables.ts";

export interface MessageRow extends Omit<Views["notification_send_history_summary"]["Row"], "person_id"> {
  person: Pick<Tables["people"]["Row"], "id" | "name" | "email" | "avatar"> | null;
}

export interface MessagesAsked {
  resource: string;
  filters: Pick<Filters, "states">;
  view: Pick<TableView, "pageIndex" | "pageSize">;
}

const COLUMNS = [
  "id,notification_id,status,purpose,count,first_observed,created_at,source_event,silenced_by,resource_id,resource_type,resource_kind",
  "resource,resource_name,resource_health,resource_status,resource_health_description,recipient,channel,rule_name,error,playbook_run",
  "person:person_id(id,name,email,avatar)",
].join(",");

const RELATIONS = { of: ["notification_send_history"] } as const;
const MAX_EXPORTED = 10_000;

export const messagesPage = (asked: MessagesAsked) => {
  const { resource, filters, view } = asked;
  return pageOfRows(
    ["notification_send_history_summary", resource, [...filters.states("status")], [view.pageIndex, view.pageSize]],
    () => messages(asked).range(...pageRange(view)),
    RELATIONS,
  );
};

export const allMessages = async (asked: MessagesAsked): Promise<readonly MessageRow[]> =>
  (await ask(messages(asked).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

/**
 * The newest message, whatever its status: it contains the name of the resource, even if no row matches the filters.
 */
export const newestMessage = (resource: string) =>
  rows(["notification_send_history_summary", "newest", resource], () => messagesOf(resource).limit(1), RELATIONS);

const messages = ({ resource, filters }: MessagesAsked) =>
  whereStates(messagesOf(resource), "status", filters.states("status"));

const messagesOf = (resource: string) =>
  db
    .from("notification_send_history_summary")
    .select<string, MessageRow>(COLUMNS, { count: "exact" })
    .eq("resource_id", resource)
    .order("created_at", { ascending: false })
    .order("id", { ascending: false });
