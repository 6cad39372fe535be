// Queries for the pages of an item. The document can be long and is only read again after it has changed.
import { queryOptions } from "@tanstack/react-query";
import { ask, db, rows } from "#console/client/rows.ts";
import type { Views } from "#generated/tables.ts";
import type { Json } from "#language/columns.ts";
import { DAY } from "#lib/time/zoned-time.ts";

export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The ids of the ancestors of an item, from the root. */
export const idsOf = (path: string | null): readonly string[] => (path ?? "").split(".").filter((id) => UUID.test(id));

export type Item = Omit<
  Views["config_detail"]["Row"],
  "config" | "tags_values" | "properties_values" | "is_pushed" | "created_by" | "inserted_at" | "ready"
>;

const FIELDS = [
  "id,agent_id,agent_name,icon,scraper_id,scraper,config_class,type,name,description,status,health,external_id,source",
  "labels,tags,properties,cost_per_minute,cost_total_1d,cost_total_7d,cost_total_30d,parent_id,path,last_scraped_time",
  "created_at,updated_at,deleted_at,delete_reason,summary",
].join(",");

export const oneItem = (id: string) =>
  rows(["config_detail", id], () => db.from("config_detail").select<string, Item>(FIELDS).eq("id", id), {
    of: ["config_items", "config_changes", "config_analysis", "config_relationships", "check_config_relationships"],
  });

/** The current document. */
export const documentOf = ({ id, updated_at }: Pick<Item, "id" | "updated_at">) =>
  queryOptions({
    queryKey: ["config document", id, updated_at],
    queryFn: async ({ signal }): Promise<Json> => {
      const asking = db.from("config_detail").select<string, { config: Json }>("config").eq("id", id);
      return (await ask(asking, signal)).rows[0]?.config ?? null;
    },
    // The previous document is shown while the next document loads.
    placeholderData: (before, query) => (query?.queryKey[1] === id ? before : undefined),
  });

/** The last changes of an item, regardless of their age. */
export const lastChanges = (id: string) =>
  rows(["config_changes", "last", id], () =>
    db
      .from("config_changes")
      .select("id,change_type,severity,source,summary,external_created_by,created_at")
      .eq("config_id", id)
      .order("created_at", { ascending: false })
      .limit(LAST_CHANGES),
  );

const LAST_CHANGES = 20;

interface ShownChange {
  change_type: string;
  severity: string | null;
  source: string | null;
  created_at: string;
}

/**
 * Among the changes in the week before the last change, prefers document changes and events with a severity above info,
 * such as a failed start.
 */
export function tellingChange<Change extends ShownChange>(changes: readonly Change[]): Change | undefined {
  // A message about an item is listed as a change, but does not change the item.
  const own = changes.filter(({ source }) => source !== "notification");
  const [last] = own;
  return (
    own.find(
      ({ change_type, severity, created_at }) =>
        (change_type === "diff" || (severity !== null && severity !== "info")) &&
        Date.parse(created_at) > Date.parse(last!.created_at) - 7 * DAY,
    ) ?? last
  );
}

export type Ancestor = Pick<Views["configs"]["Row"], "id" | "name" | "type" | "deleted_at">;

/** The ancestors of an item, from the root. */
export const ancestorsOf = (path: string | null) => {
  const ids = idsOf(path);
  return {
    ...rows(
      ["configs", "names", ids],
      () =>
        db
          .from("configs")
          .select<string, Ancestor>("id,name,type,deleted_at")
          .in("id", [...ids]),
      { of: ["config_items"] },
    ),
    enabled: ids.length > 0,
    select: (found: readonly Ancestor[]) => ids.flatMap((id) => found.find((ancestor) => ancestor.id === id) ?? []),
  };
};
