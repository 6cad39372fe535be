// Queries for the permissions page: one page of rules, filtered and sorted by the server.
import { ask, db, pageOfRows, pageRange, rows, whereStates } from "#console/client/rows.ts";
import { type FilterOption, type Filters, filterSet } from "#console/widgets/filter/filter-set.ts";
import type { TableView } from "#console/widgets/table/table-view.ts";
import { permissionActions } from "#language/permissions.ts";
import type { PermissionRow } from "./permission-draft.ts";

export const permissionFilters = filterSet({
  search: { type: "search", label: "Search permissions" },
  subject_type: { type: "states", label: "Subject" },
  action: { type: "states", label: "Action" },
  effect: { type: "choice", label: "Effect" },
});

export const permissionOptions: Readonly<Record<string, readonly FilterOption[]>> = {
  subject_type: [
    { value: "person", label: "Person" },
    { value: "team", label: "Team" },
    { value: "group", label: "Role or group" },
    { value: "notification", label: "Notification" },
    { value: "playbook", label: "Playbook" },
  ],
  action: permissionActions.map((value) => ({ value })),
  effect: [
    { value: "allow", label: "Allows" },
    { value: "deny", label: "Denies" },
  ],
};

export interface RuledResource {
  kind: "connection" | "playbook";
  id: string;
}

export interface PermissionsAsked {
  filters: Pick<Filters, "states" | "text">;
  view: Pick<TableView, "pageIndex" | "pageSize" | "sort">;
  /** Only rules about this connection, or about and for this playbook. */
  of?: RuledResource;
}

const MAX_EXPORTED = 10_000;
const sortable = ["action", "description", "until", "created_at", "updated_at"];
const relations = { of: ["permissions", "people", "teams"] } as const;

export const permissionsPage = (asked: PermissionsAsked) => {
  const { filters, view, of } = asked;
  return pageOfRows(
    [
      "permissions_summary",
      of?.id,
      ["subject_type", "action"].map((name) => [...filters.states(name)]),
      ["search", "effect"].map((name) => filters.text(name)),
      [view.pageIndex, view.pageSize, view.sort],
    ],
    () => permissions(asked).range(...pageRange(view)),
    relations,
  );
};

export const allPermissions = async (asked: PermissionsAsked): Promise<readonly PermissionRow[]> =>
  (await ask(permissions(asked).range(0, MAX_EXPORTED - 1), new AbortController().signal)).rows;

export const onePermission = (id: string) =>
  rows(["permissions_summary", "one", id], () => db.from("permissions_summary").select("*").eq("id", id), relations);

function permissions({ filters, view: { sort }, of }: PermissionsAsked) {
  const { id: by, desc } = sort && sortable.includes(sort.id) ? sort : { id: "created_at", desc: true };
  let query = db.from("permissions_summary").select("*", { count: "exact" }).is("deleted_at", null);
  if (of?.kind === "connection") query = query.eq("connection_id", of.id);
  if (of?.kind === "playbook") query = query.or(`subject.eq.${of.id},playbook_id.eq.${of.id}`);
  query = whereStates(query, "subject_type", filters.states("subject_type"));
  query = whereStates(query, "action", filters.states("action"));
  const effect = filters.text("effect");
  if (effect === "allow" || effect === "deny") query = query.eq("deny", effect === "deny");
  const sought = filters.text("search").trim();
  if (sought !== "") query = query.or(searched.map((column) => `${column}.ilike.${pattern(sought)}`).join(","));
  return query.order(by, { ascending: !desc, nullsFirst: false }).order("id", { ascending: !desc });
}

const names = ["person", "team", "group", "notification", "catalog", "component", "connection", "playbook", "canary"];
const searched = [
  "description",
  "name",
  "object",
  "subject",
  "person->>email",
  ...names.map((name) => `${name}->>name`),
];

/** Matches the typed text anywhere, with its wildcards and quotes escaped. */
const pattern = (text: string) =>
  JSON.stringify(`*${text.replaceAll(/[\\%_]/g, String.raw`\$&`).replaceAll("*", String.raw`\*`)}*`);
