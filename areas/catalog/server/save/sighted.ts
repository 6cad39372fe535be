// Computes the hash by which an item is compared with its stored version.
import { hash as digest } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { isRefused, storableValue } from "#server/db/storable.ts";
import { normalLine } from "../../normal-text.ts";
import type { FoundRelationship, Item, ItemReference } from "../scrape/found.ts";

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

/** A larger document is a mistake in the manifest, and too large to show in a browser. */
const maxBytes = 16 * 1024 * 1024;

export const keyOf = (externalId: string, type: string) => `${type}\0${externalId}`;

export function sight(found: Item): Sighted | { refused: string } {
  const { item, kept, references } = readable(found);
  const bytes = kept.length + references.length;
  if (bytes > maxBytes)
    return {
      refused: `${item.type} ${item.name} has ${Math.round(bytes / 1e6)} MB; the maximum is ${maxBytes / 1024 / 1024} MB. Remove a part of it with transform.exclude.`,
    };
  const referencesHash = references === "" ? noReferences : hashOf(references);
  return { item, key: keyOf(item.id, item.type), hash: hashOf(kept + references), referencesHash, bytes };
}

function readable(found: Item): { item: Item; kept: string; references: string } {
  const { changes = [], insights = [] } = found;
  const read = (item: Item) => ({ item, kept: normalLine(keptOf(item)), references: referencesLine(item) });
  const asItIs = read(found);
  const news = changes.length + insights.length > 0 ? JSON.stringify([changes, insights]) : "";
  return isRefused(asItIs.kept) || isRefused(asItIs.references) || isRefused(news)
    ? read(storableValue(found))
    : asItIs;
}

/** Everything except changes and insights, which are compared separately. */
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
    : normalLine([
        parents.map(nameOf),
        relationships.map((relationship) => ({ ...relationship, to: targetOf(relationship) })),
      ]);

const nameOf = ({ externalId, type, scraper }: ItemReference): Json => ({ externalId, type, scraper });
const targetOf = ({ to }: FoundRelationship): Json =>
  "item" in to ? { item: nameOf(to.item) } : { selector: to.selector as unknown as Json };

/** Half of a SHA-256 hash has the length of a uuid, the type of the column. */
const hashOf = (text: string) => digest("sha256", text, "hex").slice(0, 32);

const noReferences = hashOf("");
