// Keeps the first item if a run finds several items with the same type and id. Saving all of them would change the item
// back and forth in every run. Changes and insights of the other items are still saved.
import type { Found, FoundChange, FoundInsight, Item, ItemReference } from "../scrape/found.ts";

/** Maximum number of remembered items, which need about 15 MB per 100,000. */
const maxRemembered = 500_000;

export async function* firstOfEach(found: AsyncIterable<Found>): AsyncGenerator<Found> {
  const known = new Set<string>();
  for await (const each of found) {
    if (each.kind !== "item") {
      yield each;
      continue;
    }
    const key = `${each.item.type}\0${each.item.id}`;
    if (!known.has(key)) {
      if (known.size < maxRemembered) known.add(key);
      yield each;
    } else yield* newsOfDuplicate(each.item);
  }
}

function* newsOfDuplicate({ id, type, changes = [], insights = [] }: Item): Generator<Found> {
  const warning = `${type} ${id} was found more than once; the first one is used.`;
  // In full mode a document may only report changes of an item.
  if (changes.length + insights.length === 0) return void (yield { kind: "error", error: warning, type });
  const owner: ItemReference = { externalId: id, type };
  const owned = <News extends FoundChange | FoundInsight>(news: readonly News[]) =>
    news.map((each) => ({ of: owner, ...each }));
  yield { kind: "news", news: { changes: owned(changes), insights: owned(insights) } };
  yield { kind: "warning", warning, type };
}
