// Selects the items whose changes are requested, by item columns or by item groups.

export interface ItemsOfChanges {
  /** A query for the ids of the items. */
  select: string;
  /** Joins the items to config_changes ch. */
  join: string;
  conditions: readonly string[];
}

/** Expects conditions on config_items r. */
export function selectByItems(
  conditions: readonly string[],
  { withDeleted }: { withDeleted: boolean },
): ItemsOfChanges {
  const all = withDeleted ? conditions : [...conditions, "r.deleted_at is null"];
  return {
    select: `select r.id from config_items r ${where(all)}`,
    join: "join config_items r on r.id = ch.config_id",
    conditions: all,
  };
}

/** Expects conditions on known_config_groups r. */
export function selectByGroups(
  conditions: readonly string[],
  { withDeleted }: { withDeleted: boolean },
): ItemsOfChanges {
  const all = withDeleted ? conditions : [...conditions, "not r.is_deleted"];
  return {
    select: `select t.config_id as id from known_config_groups r join config_item_groups t on t.group_id = r.id ${where(all)}`,
    join: "join config_item_groups t on t.config_id = ch.config_id join known_config_groups r on r.id = t.group_id",
    conditions: all,
  };
}

/** Excludes deleted items, which are few and have their own index. */
export const isOfPresentItem =
  "not exists (select from config_items d where d.id = ch.config_id and d.deleted_at is not null)";

export const where = (conditions: readonly string[]) =>
  conditions.length === 0 ? "" : `where ${conditions.join("\n    and    ")}`;

/** The `from` and `where` clauses for queries on all matching changes. */
export const meantFrom = ({
  conditions,
  items,
}: {
  conditions: readonly string[];
  items: ItemsOfChanges | undefined;
}): string =>
  `from   config_changes ch ${items?.join ?? ""}
   ${where([...conditions, ...(items?.conditions ?? [])])}`;
