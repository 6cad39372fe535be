// Splits the found items into batches of bounded size. A batch is first compared with the known items, most of which are unchanged;
// the remaining items are collected into larger batches for writing.
import type { Found, News } from "../scrape/found.ts";
import { sight, type Sighted } from "./sighted.ts";
import type { Tally } from "./tally.ts";

export interface Batch {
  items: readonly Sighted[];
  news: readonly News[];
}

/** Small, so that unchanged items are garbage collected while they are young. */
const maxCompared = { count: 200, bytes: 512 * 1024 };
/** A statement costs about as much as a hundred rows. PostgreSQL and the diffs need about ten times these bytes in memory. */
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
        tally.warn(`${each.item.type} ${each.item.id} was found more than once; the last one counts.`, {
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

/** An estimate: the news are measured as the source sent them. */
const sizeOf = (news: News): Size => ({
  count: 1 + news.changes.length + news.insights.length + (news.mentions?.length ?? 0),
  bytes: JSON.stringify(news).length,
});

function sizeOfItem({ item: { changes = [], insights = [] }, bytes }: Sighted): Size {
  if (changes.length + insights.length === 0) return { count: 1, bytes };
  return plus({ count: 0, bytes }, sizeOf({ changes, insights }));
}
