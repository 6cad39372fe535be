// An item as it is compared with what is known of it: by a hash of everything that is kept.
import { hash as digest } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { isRefused, storableValue } from "#server/db/storable.ts";
import { normalLine } from "../../normal-text.ts";
import type { FoundRelationship, Item, ItemReference } from "../scrape/found.ts";

export interface Sighted {
  item: Item;
  /** What makes it this one and no other, within its scraper. */
  key: string;
  hash: string;
  /** Of what it says about others. */
  referencesHash: string;
  bytes: number;
  /** Of the row, when it says what it said before, and is only here for what happened to it. */
  sameAs?: string;
}

/** A document that large is a mistake of the manifest, and more than a browser shows. */
const mostBytes = 16 * 1024 * 1024;

export const keyOf = (externalId: string, type: string) => `${type}\0${externalId}`;

export function sight(given: Item): Sighted | { refused: string } {
  const { item, kept, references } = readable(given);
  const bytes = kept.length + references.length;
  if (bytes > mostBytes)
    return {
      refused: `${item.type} ${item.name} has ${Math.round(bytes / 1e6)} MB, and ${mostBytes / 1024 / 1024} MB are kept at most. Leave out a part of it with transform.exclude.`,
    };
  const referencesHash = references === "" ? noReferences : hashOf(references);
  return { item, key: keyOf(item.id, item.type), hash: hashOf(kept + references), referencesHash, bytes };
}

function readable(given: Item): { item: Item; kept: string; references: string } {
  const { changes = [], insights = [] } = given;
  const read = (item: Item) => ({ item, kept: normalLine(keptOf(item)), references: referencesLine(item) });
  const asItIs = read(given);
  const news = changes.length + insights.length > 0 ? JSON.stringify([changes, insights]) : "";
  return isRefused(asItIs.kept) || isRefused(asItIs.references) || isRefused(news)
    ? read(storableValue(given))
    : asItIs;
}

/** Everything but changes and insights, which are told apart each time. */
const keptOf = (item: Item): Json => ({
  id: item.id,
  config: item.config,
  name: item.name,
  class: item.class,
  status: item.status,
  health: item.health,
  isReady: item.isReady,
  description: item.description,
  icon: item.icon,
  source: item.source,
  labels: item.labels,
  tags: item.tags,
  properties: item.properties as Json | undefined,
  createdAt: item.createdAt?.toISOString(),
  deletedAt: item.deletedAt?.toISOString(),
  deleteReason: item.deleteReason,
  aliases: item.aliases,
  locations: item.locations,
  costs: item.costs as Json | undefined,
  rowId: item.rowId,
});

const referencesLine = ({ parents = [], relationships = [] }: Item): string =>
  parents.length + relationships.length === 0
    ? ""
    : normalLine([parents.map(nameOf), relationships.map((one) => ({ ...one, to: targetOf(one) }))]);

const nameOf = ({ externalId, type, scraper }: ItemReference): Json => ({ externalId, type, scraper });
const targetOf = ({ to }: FoundRelationship): Json =>
  "item" in to ? { item: nameOf(to.item) } : { selector: to.selector as unknown as Json };

/** A half of SHA-256 is as long as a uuid, which is what it is kept as. */
const hashOf = (text: string) => digest("sha256", text, "hex").slice(0, 32);

const noReferences = hashOf("");
