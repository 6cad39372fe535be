// What scraping is about, from end to end: a kind of scraper finds things (`Scraped`), the words of the manifest make items of
// them (`Item`), and those are saved. Whoever stands between passes them on one by one: an estate never is in memory at once.
import type { Json, Labels, Properties } from "#language/columns.ts";
import type { ResourceSelector } from "#language/resource-selector.ts";

/** An item by what its source calls it; of the same scraper unless `scraper` says another one, or `all`. */
export interface ItemReference {
  externalId: string;
  /** Any type when it is not said. */
  type?: string | undefined;
  scraper?: string | undefined;
}

/** A way to other items: one that is named, or all that a selector means. */
export type Target = { item: ItemReference } | { selector: ResourceSelector };

export interface FoundRelationship {
  to: Target;
  /** As edges are called: `NodePod`, `IngressService`. */
  relation: string;
  /** The edge leads from the other to this one. */
  isIncoming?: boolean | undefined;
  /** What is found is the parent. */
  isParent?: boolean | undefined;
  /** The rule that made it, for who takes it back when the rule is gone. */
  selectorId?: string | undefined;
}

/** What can be done about a change: end its item, drop it, or tell it of another one, instead or as well. */
export const changeActions = ["delete", "ignore", "move-up", "copy-up", "move", "copy"] as const;
export type ChangeAction = (typeof changeActions)[number];

export interface FoundChange {
  /** Whose change it is, when it is not the one's that it was found with. */
  of?: ItemReference | undefined;
  externalId: string;
  type: string;
  severity?: string | undefined;
  source?: string | undefined;
  summary?: string | undefined;
  details?: Json | undefined;
  patches?: Json | undefined;
  diff?: string | undefined;
  /** An e-mail of one of us, or whatever the source calls who did it. */
  createdBy?: string | undefined;
  createdAt?: Date | undefined;
  /** What a rule of the manifest wants done about it; `exclude` when one leaves it out. */
  action?: ChangeAction | "exclude" | undefined;
  /** Of `move-up` and `copy-up`: the nearest ancestor of this type, in place of the parent. */
  ancestorType?: string | undefined;
  /** Of `move` and `copy`: where to. */
  target?: ResourceSelector | undefined;
}

/** It is counted, and not kept. */
export const isLeftOut = ({ action }: FoundChange) => action === "ignore" || action === "exclude";

/** What becomes of a change by the rules of the manifest. */
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

/** In the currency of the installation. */
export interface FoundCosts {
  perMinute?: number | undefined;
  total1d?: number | undefined;
  total7d?: number | undefined;
  total30d?: number | undefined;
}

interface Known {
  status: string;
  health: "healthy" | "unhealthy" | "warning" | "unknown";
  isReady: boolean;
  description: string;
  icon: string;
  /** Where it was found: a file, an address. */
  source: string;
  labels: Labels;
  tags: Labels;
  properties: Properties;
  createdAt: Date;
  deletedAt: Date;
  deleteReason: string;
  /** Other names that the source has for it, after its id. */
  aliases: readonly string[];
  locations: readonly string[];
  /** Tried in this order; the first that is there is the parent. */
  parents: readonly ItemReference[];
  relationships: readonly FoundRelationship[];
  changes: readonly FoundChange[];
  insights: readonly FoundInsight[];
  costs: FoundCosts;
  /** The key of the row, when the source has one that is a UUID and the only one in the world. */
  rowId: string;
}

type Optional<Shape> = { [Key in keyof Shape]?: Shape[Key] | undefined };

/**
 * What a kind of scraper finds. A kind that only fetches says the document; one that knows what it found says more, and what
 * the manifest says itself wins.
 */
export interface Scraped extends Optional<Known> {
  /** A value, or a text that is read as `format` says. Without one, it only carries changes and insights. */
  document?: unknown;
  /** `json` and `yaml` are read; anything else is kept as a text. */
  format?: string | undefined;
  id?: string | undefined;
  name?: string | undefined;
  type?: string | undefined;
  class?: string | undefined;
  /** Set for entries of a log or event list: the items that they are about may be gone, so they do not count as seen. */
  isHistory?: boolean | undefined;
}

/** Ready to be saved. */
export interface Item extends Optional<Known> {
  id: string;
  name: string;
  type: string;
  class: string;
  config: Json;
}

/** Changes and insights of items that are known already. */
export interface News {
  changes: readonly FoundChange[];
  insights: readonly FoundInsight[];
  /** Items that the document names besides the owners of the changes and insights. They count as seen. */
  mentions?: readonly ItemReference[] | undefined;
  /** The owners of the changes and insights do not count as seen (see `Scraped.isHistory`). */
  isHistory?: boolean | undefined;
}

/** What a run passes to who saves: in order, as it comes. */
export type Found =
  /** The changes that it comes with are judged by the rules of the manifest already. */
  | { kind: "item"; item: Item }
  | { kind: "news"; news: News }
  /** Something could not be read: what it would have told is unknown, and nothing is deleted for not having been seen. */
  | { kind: "error"; error: string; type?: string | undefined }
  /** Something to tell whoever looks at the run; nothing is missing. */
  | { kind: "warning"; warning: string; type?: string | undefined; expr?: string | undefined };

/** Hears of what is wrong and takes nothing away; with the expression that is at fault, where one is. */
export type Warn = (warning: string, about?: { expr?: string | undefined }) => void;
