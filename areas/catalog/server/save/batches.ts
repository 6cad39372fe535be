// What is found, in batches that are neither too many nor too large. Errors and warnings are told as they come.
import type { Found, FoundChange, FoundInsight } from "../scrape/found.ts";
import { sight, type Sighted } from "./sighted.ts";
import type { Tally } from "./tally.ts";

export interface Batch {
  items: readonly Sighted[];
  news: readonly { changes: readonly FoundChange[]; insights: readonly FoundInsight[] }[];
}

/** A statement costs about as much as a hundred rows. */
const mostItems = 500;
/** With what PostgreSQL and the diffs need beside it, some ten times as much is in memory at once. */
const mostBytes = 1024 * 1024;

export async function* batches(found: AsyncIterable<Found>, tally: Tally): AsyncGenerator<Batch> {
  let [items, news]: [Map<string, Sighted>, Batch["news"][number][]] = [new Map(), []];
  let [count, bytes] = [0, 0];
  for await (const one of found) {
    if (one.kind === "error") tally.fail(one.error, one.type);
    else if (one.kind === "warning") tally.warn(one.warning, one.type);
    else if (one.kind === "news") {
      news.push(one.news);
      count += 1 + one.news.changes.length + one.news.insights.length;
      bytes += sizeOf(one.news);
    } else {
      const sighted = sight(one.item);
      if ("refused" in sighted) {
        tally.fail(sighted.refused, one.item.type);
        continue;
      }
      if (items.has(sighted.key))
        tally.warn(`${one.item.type} ${one.item.id} was found more than once; the last one counts.`, one.item.type);
      items.set(sighted.key, sighted);
      const { changes = [], insights = [] } = one.item;
      count += 1 + changes.length + insights.length;
      bytes += sighted.bytes + (changes.length + insights.length > 0 ? sizeOf({ changes, insights }) : 0);
    }
    if (count < mostItems && bytes < mostBytes) continue;
    yield { items: [...items.values()], news };
    [items, news] = [new Map(), []];
    [count, bytes] = [0, 0];
  }
  if (count > 0) yield { items: [...items.values()], news };
}

/** As a source may send it: about right is enough. */
const sizeOf = (value: unknown) => JSON.stringify(value).length;
