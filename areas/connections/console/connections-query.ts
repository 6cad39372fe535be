// Queries for the connections page: the types, one page of rows, and one row with its version.
import { queryOptions } from "@tanstack/react-query";
import { callOptions } from "#console/client/call.ts";
import { exchange } from "#console/client/http.ts";
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import { type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import { anywhere } from "#console/widgets/form/row-query.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { kindsOf } from "#language/kinds.ts";
import type { Tables } from "#generated/tables.ts";
import type { ConnectionRow } from "./connection-form.ts";

/** The types change only with the server version. */
export const connectionKinds = {
  ...callOptions(kindsOf, { params: { family: "connection" }, query: {} }),
  staleTime: Number.POSITIVE_INFINITY,
};

export interface Author {
  id: string;
  name: string;
  email: string | null;
  avatar: string | null;
}

export type ListedConnection = Pick<
  ConnectionRow,
  "id" | "name" | "namespace" | "type" | "source" | "created_at" | "updated_at"
> & { created_by: Author | null; connection_uses: readonly ConnectionUse[] };

export type ConnectionUse = Pick<
  Tables["connection_uses"]["Row"],
  "subject_kind" | "subject_id" | "subject_name" | "purpose" | "outcome" | "last_used_at"
>;

export const connectionFilters = filterSet({
  search: { type: "search", label: "Search connections" },
  type: { type: "states", label: "Type" },
});

export interface ConnectionsAsked {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
}

const MAX_EXPORTED = 10_000;
const sortable = ["name", "namespace", "type", "created_at", "updated_at"];
const searched = ["name", "namespace", "type"];

export const connectionsPage = (asked: ConnectionsAsked) => {
  const { filters, view } = asked;
  return pageOfRows(
    [
      "connections",
      "page",
      [...filters.states("type")],
      filters.text("search"),
      [view.pageIndex, view.pageSize, view.sort],
    ],
    () => connections(asked).range(...pageRange(view)),
    { of: ["connections", "connection_uses", "people"] },
  );
};

export const allConnections = async (asked: ConnectionsAsked): Promise<readonly ListedConnection[]> =>
  (await ask(connections(asked).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

function connections({ filters, view: { sort } }: ConnectionsAsked) {
  const { id: by, desc } = sort && sortable.includes(sort.id) ? sort : { id: "name", desc: false };
  let query = db
    .from("connections")
    .select<string, ListedConnection>(
      "id,name,namespace,type,source,created_at,updated_at,created_by(id,name,email,avatar),connection_uses(subject_kind,subject_id,subject_name,purpose,outcome,last_used_at)",
      { count: "exact" },
    )
    .is("deleted_at", null);
  query = whereStates(query, "type", filters.states("type"));
  const sought = filters.text("search").trim();
  if (sought !== "") query = query.or(searched.map((column) => `${column}.ilike.${anywhere(sought)}`).join(","));
  return query.order(by, { ascending: !desc }).order("id", { ascending: !desc });
}

export type StoredConnection = Omit<ConnectionRow, "created_by"> & { created_by: Author | null };

export interface FoundConnection {
  row: StoredConnection;
  /** ETag of the row that was read. */
  etag: string | undefined;
}

/** The stored row, with the author as an id. */
export const rowOf = ({ row }: FoundConnection): ConnectionRow => ({ ...row, created_by: row.created_by?.id ?? null });

/** Null if the row does not exist or was deleted. */
export const oneConnection = (id: string) =>
  queryOptions({
    queryKey: ["connections", "one", id],
    queryFn: async ({ signal }): Promise<FoundConnection | null> => {
      const select = "*,created_by(id,name,email,avatar)";
      const { answer, text } = await exchange(`/api/db/connections?id=eq.${id}&select=${select}`, {}, { signal });
      const [row] = JSON.parse(text) as StoredConnection[];
      if (!row || row.deleted_at !== null) return null;
      return { row, etag: answer.headers.get("etag") ?? undefined };
    },
  });

const MAX_USES = 1000;

/** The uses of the connection, newest first: subject and purpose. Empty if it was never used. */
export const usesOf = (id: string) =>
  rows(["connection_uses", id], () =>
    db
      .from("connection_uses")
      .select("subject_kind,subject_id,subject_name,purpose,outcome,last_used_at")
      .eq("connection_id", id)
      .order("last_used_at", { ascending: false })
      .limit(MAX_USES),
  );
