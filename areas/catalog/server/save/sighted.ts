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
}

/** A document that large is a mistake of the manifest, and more than a browser shows. */
const mostBytes = 16 * 1024 * 1024;

export const keyOf = (externalId: string, type: string) => `${type}\0${externalId}`;

export function sight(given: Item): Sighted | { refused: string } {
  const [item, text] = readable(given);
  if (text.length > mostBytes)
    return {
      refused: `${item.type} ${item.name} has ${Math.round(text.length / 1e6)} MB, and ${mostBytes / 1024 / 1024} MB are kept at most. Leave out a part of it with transform.exclude.`,
    };
  return {
    item,
    key: keyOf(item.id, item.type),
    hash: hashOf(text),
    referencesHash: hashOf(normalLine(referencesOf(item))),
    bytes: text.length,
  };
}

function readable(item: Item): [Item, string] {
  const text = normalLine(keptOf(item));
  if (!isRefused(text) && !isRefused(JSON.stringify([item.id, item.name, item.changes, item.insights])))
    return [item, text];
  const clean = storableValue(item);
  return [clean, normalLine(keptOf(clean))];
}

/** Everything but changes and insights, which are told apart each time. */
const keptOf = (item: Item): Json => ({
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
  costs: item.costs as Json | undefined,
  rowId: item.rowId,
  references: referencesOf(item),
});

const referencesOf = ({ parents = [], relationships = [] }: Item): Json =>
  parents.length + relationships.length === 0
    ? null
    : [parents.map(nameOf), relationships.map((one) => ({ ...one, to: targetOf(one) }))];

const nameOf = ({ externalId, type, scraper }: ItemReference): Json => ({ externalId, type, scraper });
const targetOf = ({ to }: FoundRelationship): Json =>
  "item" in to ? { item: nameOf(to.item) } : { selector: to.selector as unknown as Json };

/** A half of SHA-256 is as long as a uuid, which is what it is kept as. */
const hashOf = (text: string) => digest("sha256", text, "hex").slice(0, 32);
