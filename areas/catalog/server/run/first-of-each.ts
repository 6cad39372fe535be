// What one run finds more than once under the same name: the first counts. Kept one after the other they would change the item back
// and forth, in every run. What else is told of it is told.
import type { Found, FoundChange, FoundInsight, Item, ItemReference } from "../scrape/found.ts";

/** So many are remembered: some fifteen megabytes for each hundred thousand. */
const most = 500_000;

export async function* firstOfEach(found: AsyncIterable<Found>): AsyncGenerator<Found> {
  const known = new Set<string>();
  for await (const one of found) {
    if (one.kind !== "item") {
      yield one;
      continue;
    }
    const key = `${one.item.type}\0${one.item.id}`;
    if (!known.has(key)) {
      if (known.size < most) known.add(key);
      yield one;
    } else yield* toldAgain(one.item);
  }
}

function* toldAgain({ id, type, changes = [], insights = [] }: Item): Generator<Found> {
  const told = `${type} ${id} was found more than once: the first one counts.`;
  // In full mode a document may be there for what happened to an item.
  if (changes.length + insights.length === 0) return void (yield { kind: "error", error: told, type });
  const of: ItemReference = { externalId: id, type };
  const owned = <News extends FoundChange | FoundInsight>(news: readonly News[]) => news.map((one) => ({ of, ...one }));
  yield { kind: "news", news: { changes: owned(changes), insights: owned(insights) } };
  yield { kind: "warning", warning: told, type };
}
