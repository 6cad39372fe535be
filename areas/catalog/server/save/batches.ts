// What is found, in parts that are neither too many nor too large: first to be compared with what is known, which most of it is,
// then what is left of that to be written.
import type { Found, News } from "../scrape/found.ts";
import { sight, type Sighted } from "./sighted.ts";
import type { Tally } from "./tally.ts";

export interface Batch {
  items: readonly Sighted[];
  news: readonly News[];
}

/** Small enough that what is the same is forgotten while it is young. */
const mostCompared = { count: 200, bytes: 512 * 1024 };
/** A statement costs about as much as a hundred rows. With what PostgreSQL and diffs need, some ten times as much is in memory. */
const mostWritten = { count: 400, bytes: 768 * 1024 };

/** Errors and warnings are told as they come. */
export async function* chunks(found: AsyncIterable<Found>, tally: Tally): AsyncGenerator<Batch> {
  let items = new Map<string, Sighted>();
  let news: News[] = [];
  let size = none;
  for await (const one of found) {
    if (one.kind === "error") tally.fail(one.error, one.type);
    else if (one.kind === "warning") tally.warn(one.warning, one);
    else if (one.kind === "news") {
      news.push(one.news);
      size = plus(size, sizeOf(one.news));
    } else {
      const sighted = sight(one.item);
      if ("refused" in sighted) {
        tally.fail(sighted.refused, one.item.type);
        continue;
      }
      if (items.has(sighted.key))
        tally.warn(`${one.item.type} ${one.item.id} was found more than once; the last one counts.`, {
          type: one.item.type,
        });
      items.set(sighted.key, sighted);
      size = plus(size, sizeOfItem(sighted));
    }
    if (!isFull(size, mostCompared)) continue;
    yield { items: [...items.values()], news };
    items = new Map();
    news = [];
    size = none;
  }
  if (size.count > 0) yield { items: [...items.values()], news };
}

/** What is left to be written, until it is enough. */
export class Gathering {
  #items = new Map<string, Sighted>();
  #news: News[] = [];
  #size = none;

  add({ items, news }: Batch): void {
    for (const sighted of items) {
      this.#items.set(sighted.key, sighted);
      this.#size = plus(this.#size, sizeOfItem(sighted));
    }
    for (const one of news) {
      this.#news.push(one);
      this.#size = plus(this.#size, sizeOf(one));
    }
  }

  full(): Batch | undefined {
    return isFull(this.#size, mostWritten) ? this.rest() : undefined;
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
const plus = (one: Size, other: Size): Size => ({ count: one.count + other.count, bytes: one.bytes + other.bytes });
const isFull = ({ count, bytes }: Size, most: Size) => count >= most.count || bytes >= most.bytes;

/** As a source may send it: about right is enough. */
const sizeOf = (news: News): Size => ({
  count: 1 + news.changes.length + news.insights.length + (news.mentions?.length ?? 0),
  bytes: JSON.stringify(news).length,
});

function sizeOfItem({ item: { changes = [], insights = [] }, bytes }: Sighted): Size {
  if (changes.length + insights.length === 0) return { count: 1, bytes };
  return plus({ count: 0, bytes }, sizeOf({ changes, insights }));
}
