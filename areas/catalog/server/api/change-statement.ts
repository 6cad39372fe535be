// The parts that statements on meant changes have in common.

/** Items are looked up only when something is asked about them. */
export const joined = (ofItems: readonly string[]) =>
  ofItems.length === 0 ? "" : "join config_items r on r.id = ch.config_id";

export const where = (conditions: readonly string[]) =>
  conditions.length === 0 ? "" : `where ${conditions.join("\n    and    ")}`;

export const notDeleted = "r.deleted_at is null";
