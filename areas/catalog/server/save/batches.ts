// Computes the hashes of the found items and splits them into batches of limited size. A batch is first compared with
// the known items, most of which are unchanged; the remaining items are collected into larger batches for writing.
import { hash as digest } from "node:crypto";
import type { Json } from "#language/columns.ts";
import { isRefused, storableValue } from "#server/db/sql-text.ts";
import { normalLine } from "../../normal-text.ts";
import type { Found, FoundRelationship, Item, ItemReference, News } from "../scrape/found.ts";
import type { Batch, Sighted } from "./stages.ts";
import type { Tally } from "./tally.ts";

/** Batches are small, so that unchanged items are garbage collected while they are young. */
const maxCompared = { count: 200, bytes: 512 * 1024 };
/**
 * Limits of a batch. A statement costs about as much as a hundred rows. PostgreSQL and the diffs need about ten times
 * this size in memory.
 */
const maxWritten = { count: 400, bytes: 768 * 1024 };

/** Passes errors and warnings to the tally immediately. */
export async function* chunks(found: AsyncIterable<Found>, tally: Tally): AsyncGenerator<Batch> {
  let items = new Map<string, Sighted>();
  let news: News[] = [];
  let size = none;
  for await (const each of found) {
    if (each.kind === "error") tally.fail(each.error, each.type);
    else if (each.kind === "warning") tally.warn(each.warning, each);
    else if (each.kind === "news") {
      news.push(each.news);
      size = plus(size, sizeOf(each.news));
    } else {
      const sighted = sight(each.item);
      if ("refused" in sighted) {
        tally.fail(sighted.refused, each.item.type);
        continue;
      }
      if (items.has(sighted.key))
        tally.warn(`${each.item.type} ${each.item.id} was found more than once; the last one is used.`, {
          type: each.item.type,
        });
      items.set(sighted.key, sighted);
      size = plus(size, sizeOfItem(sighted));
    }
    if (!isFull(size, maxCompared)) continue;
    yield { items: [...items.values()], news };
    items = new Map();
    news = [];
    size = none;
  }
  if (size.count > 0) yield { items: [...items.values()], news };
}

/** Collects the items that have to be written until they fill a batch. */
export class Gathering {
  #items = new Map<string, Sighted>();
  #news: News[] = [];
  #size = none;

  add({ items, news }: Batch): void {
    for (const sighted of items) {
      this.#items.set(sighted.key, sighted);
      this.#size = plus(this.#size, sizeOfItem(sighted));
    }
    for (const each of news) {
      this.#news.push(each);
      this.#size = plus(this.#size, sizeOf(each));
    }
  }

  full(): Batch | undefined {
    return isFull(this.#size, maxWritten) ? this.rest() : undefined;
  }

  rest(): Batch | undefined {
    if (this.#size.count === 0) return undefined;
    const batch = { items: [...this.#items.values()], news: this.#news };
    this.#items = new Map();
    this.#news = [];
    this.#size = none;
    return batch;
  }
}

interface Size {
  count: number;
  bytes: number;
}

const none: Size = { count: 0, bytes: 0 };
const plus = (a: Size, b: Size): Size => ({ count: a.count + b.count, bytes: a.bytes + b.bytes });
const isFull = ({ count, bytes }: Size, max: Size) => count >= max.count || bytes >= max.bytes;

/** Estimates the size of changes and insights from the data of the source. */
const sizeOf = (news: News): Size => ({
  count: 1 + news.changes.length + news.insights.length + (news.mentions?.length ?? 0),
  bytes: JSON.stringify(news).length,
});

function sizeOfItem({ item: { changes = [], insights = [] }, bytes }: Sighted): Size {
  if (changes.length + insights.length === 0) return { count: 1, bytes };
  return plus({ count: 0, bytes }, sizeOf({ changes, insights }));
}

/** A larger document is a mistake in the manifest, and too large to show in a browser. */
const maxBytes = 16 * 1024 * 1024;

export const keyOf = (externalId: string, type: string) => `${type}\0${externalId}`;

function sight(found: Item): Sighted | { refused: string } {
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

/** Returns everything except changes and insights, which are compared separately. */
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
  "item" in to ? { item: nameOf(to.item) } : { selector: to.selector as Json };

/** Uses half of a SHA-256 hash, so that it fits into the uuid column. */
const hashOf = (text: string) => digest("sha256", text, "hex").slice(0, 32);

const noReferences = hashOf("");
