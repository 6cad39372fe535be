// The data that passes through a scrape. A kind finds documents (`Scraped`), the entry of the manifest turns them into
// items (`Item`), and the items are saved. All steps are streams, so that a large source is never in memory as a whole.
import type { Json, Labels, Properties } from "#language/columns.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";
import type { ChangeAction } from "../spec/transform.ts";

/**
 * Refers to an item by its external id. `scraper` is the id or name of its scraper, or `all`. Default: the scraper that
 * found the reference.
 */
export interface ItemReference {
  externalId: string;
  /** Default: any type. */
  type?: string | undefined;
  scraper?: string | undefined;
}

/** The target of a relationship: a named item, or all items that match a selector. */
export type Target = { item: ItemReference } | { selector: ResourceSelector };

export interface FoundRelationship {
  to: Target;
  /** The name of the edge, such as `NodePod` or `IngressService`. */
  relation: string;
  /** Whether the edge leads from the other item to this one. */
  isIncoming?: boolean | undefined;
  /** Whether the other item is the parent. */
  isParent?: boolean | undefined;
  /** Identifies the rule that created the edge. */
  selectorId?: string | undefined;
}

export interface FoundChange {
  /** The item that the change belongs to. Default: the item that it was found with. */
  of?: ItemReference | undefined;
  externalId: string;
  type: string;
  severity?: string | undefined;
  source?: string | undefined;
  summary?: string | undefined;
  details?: Json | undefined;
  patches?: Json | undefined;
  diff?: string | undefined;
  /** The email address of a user, or the name of the author in the source. */
  createdBy?: string | undefined;
  createdAt?: Date | undefined;
  /** Set by a rule of the manifest; `exclude` if a rule excludes the change. */
  action?: ChangeAction | "exclude" | undefined;
  /** For `move-up` and `copy-up`: use the nearest ancestor of this type instead of the parent. */
  ancestorType?: string | undefined;
  /** For `move` and `copy`: the target items. */
  target?: ResourceSelector | undefined;
}

/** An excluded change is counted but not saved. */
export const isLeftOut = ({ action }: FoundChange) => action === "ignore" || action === "exclude";

/** Applies the change rules of the manifest. */
export type JudgeChange = (change: FoundChange) => Promise<FoundChange>;

export interface FoundInsight {
  of?: ItemReference | undefined;
  analyzer: string;
  type: string;
  severity?: string | undefined;
  source?: string | undefined;
  summary?: string | undefined;
  message?: string | undefined;
  status?: string | undefined;
  analysis?: Json | undefined;
  properties?: Properties | undefined;
}

/** Costs in the currency of the installation. */
export interface FoundCosts {
  perMinute?: number | undefined;
  total1d?: number | undefined;
  total7d?: number | undefined;
  total30d?: number | undefined;
}

export const healths = ["healthy", "unhealthy", "warning", "unknown"] as const;
export type Health = (typeof healths)[number];

interface Known {
  status: string;
  health: Health;
  isReady: boolean;
  description: string;
  icon: string;
  /** The place where the item was found, such as a file or an address. */
  source: string;
  labels: Labels;
  tags: Labels;
  properties: Properties;
  createdAt: Date;
  deletedAt: Date;
  deleteReason: string;
  /** Further external ids. */
  aliases: readonly string[];
  locations: readonly string[];
  /** The possible parents. The first existing item in this list becomes the parent. */
  parents: readonly ItemReference[];
  relationships: readonly FoundRelationship[];
  changes: readonly FoundChange[];
  insights: readonly FoundInsight[];
  costs: FoundCosts;
  /** The id of the row, if the source has a UUID that is globally unique. */
  rowId: string;
}

type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined };

/**
 * A result of a kind. Some kinds only return the document; other kinds also set fields. Fields that the manifest sets
 * take precedence.
 */
export interface Scraped extends Optional<Known> {
  /** A value, or a string in the given format. Without a document, the result only has changes and insights. */
  document?: unknown;
  /** `json`, `yaml` and `properties` are parsed; other formats are saved as text. */
  format?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  class?: string | undefined;
  /**
   * Set for entries of a log or an event list: the items that they are about may no longer exist, so the items do not
   * count as seen.
   */
  isHistory?: boolean | undefined;
}

/** An item that is ready to be saved. */
export interface Item extends Optional<Known> {
  id: string;
  name: string;
  type: string;
  class: string;
  config: Json;
}

/** Changes and insights of items that are already known. */
export interface News {
  changes: readonly FoundChange[];
  insights: readonly FoundInsight[];
  /**
   * Other items that the document refers to, in addition to the owners of the changes and insights. They count as seen.
   */
  mentions?: readonly ItemReference[] | undefined;
  /** Whether the owners of the changes and insights do not count as seen (see `Scraped.isHistory`). */
  isHistory?: boolean | undefined;
}

/** The results of a scrape, in order. */
export type Found =
  /** The change rules of the manifest are already applied to its changes. */
  | { kind: "item"; item: Item }
  | { kind: "news"; news: News }
  /** A part of the source could not be read, so unseen items are not deleted. */
  | { kind: "error"; error: string; type?: string | undefined }
  /** A message for the user; all data was read. */
  | { kind: "warning"; warning: string; type?: string | undefined; expr?: string | undefined };

/** Reports a problem that does not prevent saving, with the expression that caused it. */
export type Warn = (warning: string, about?: { expr?: string | undefined }) => void;

/** Thrown for a document that cannot become an item; the other documents are not affected. */
export class Unfit extends Error {
  override readonly name = "Unfit";
}
