// The types of items, changes and insights on their way from a scraper to the tables, in the order of the stages in
// save.ts.
import type { Json } from "#language/columns.ts";
import type { Row } from "#server/db/tables.ts";
import type { FoundChange, FoundInsight, Item, News } from "../scrape/found.ts";

/** A found item with the hashes by which it is compared with its stored version. */
export interface Sighted {
  item: Item;
  /** Identifies the item within its scraper. */
  key: string;
  hash: string;
  /** The hash of parents and relationships. */
  referencesHash: string;
  bytes: number;
  /** The row id of an unchanged item that is only saved for its changes and insights. */
  sameAs?: string;
}

export interface Batch {
  items: readonly Sighted[];
  news: readonly News[];
}

type ItemColumn =
  | "type"
  | "external_id"
  | "config_class"
  | "name"
  | "config"
  | "status"
  | "health"
  | "ready"
  | "description"
  | "icon"
  | "source"
  | "labels"
  | "tags"
  | "properties"
  | "cost_per_minute"
  | "cost_total_1d"
  | "cost_total_7d"
  | "cost_total_30d"
  | "deleted_at"
  | "delete_reason";

export interface ItemRow extends Pick<Row<"config_items">, "id" | ItemColumn> {
  /** Null for a new item if its source does not provide the creation time. */
  created_at: string | null;
}

/** The stored row of an item. */
export interface KnownItem extends ItemRow {
  references_hash: string | null;
  /** Sorted locations of the item. */
  locations: readonly string[];
  /** Whether the item was found under a different name than the stored name. */
  is_renamed?: boolean;
}

/** An item to write. `known` is undefined for a new item. */
export interface ItemWrite {
  sighted: Sighted;
  row: ItemRow;
  known: KnownItem | undefined;
}

/** The item that a change or an insight belongs to. */
export type Owner = Pick<Row<"config_items">, "id" | "type">;

/** The normalized document of an item before and after a change. */
export interface DocumentDiff {
  before: Json;
  after: Json;
  /** The unified diff. */
  text: string;
  /** The hash of `after`. */
  hash: string;
}

export interface PlacedChange extends Owner {
  change: FoundChange;
  /** Set only for a change of the document. */
  diff?: DocumentDiff | undefined;
}

export interface PlacedInsight extends Owner {
  insight: FoundInsight;
}

/**
 * Changes and insights that are not assigned to their items yet. Some wait for the end of the run: their items may
 * still be found, or their target is a parent that is known only at the end.
 */
export interface Waiting {
  /** Changes that refer to their items by id. */
  changes: FoundChange[];
  insights: FoundInsight[];
  /** Changes of known items; a rule may move or copy them to other items. */
  moving: PlacedChange[];
}

export type ChangeRow = Pick<
  Row<"config_changes">,
  | "id"
  | "config_id"
  | "external_change_id"
  | "external_created_by"
  | "created_by"
  | "change_type"
  | "severity"
  | "source"
  | "summary"
  | "patches"
  | "diff"
  | "details"
  | "created_at"
  | "first_observed"
  | "count"
  | "fingerprint"
  /** The hash of the document after a change of the document. */
  | "config_hash"
>;
