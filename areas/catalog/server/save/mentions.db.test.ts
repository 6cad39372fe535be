// Tests that an item counts as seen if a run reports only changes or insights for it.
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { item, openSaving } from "#tests/support/saved-things.ts";
import type { Found, FoundChange, FoundInsight, News } from "../scrape/found.ts";

const { ask, scraper } = await openSaving(await testDatabase());

const type = "Test::Thing";
const change = (name: string, more: Partial<FoundChange> = {}): FoundChange => ({
  of: { externalId: name, type },
  externalId: `change of ${name}`,
  type: "Deployed",
  ...more,
});
const insight = (name: string): FoundInsight => ({ of: { externalId: name, type }, analyzer: "x", type: "security" });
const news = (fields: Partial<News>): Found => ({ kind: "news", news: { changes: [], insights: [], ...fields } });
const ids = async (source: { items(): Promise<Record<string, unknown>[]> }) =>
  (await source.items()).map(({ id }) => id);

test.each<[report: string, found: Found]>([
  ["a change", news({ changes: [change("a")] })],
  ["a change that a rule excludes", news({ changes: [change("a", { action: "exclude" })] })],
  ["a change that a rule moves to its parent", news({ changes: [change("a", { action: "move-up" })] })],
  ["a change by an alias, without a type", news({ changes: [{ ...change("a"), of: { externalId: "alias-of-a" } }] })],
  ["a change of any scraper", news({ changes: [{ ...change("a"), of: { externalId: "a", scraper: "all" } }] })],
  ["an insight", news({ insights: [insight("a")] })],
  ["nothing but its name", news({ mentions: [{ externalId: "a", type }] })],
])(
  "an item is kept if a run reports only %s, and deleted by the next run that does not report it at all",
  async (_, found) => {
    const source = await scraper();
    await source.run([item("a", { id: "a" }, { aliases: ["alias-of-a"] }), item("b"), item("c")]);
    await source.run([item("c"), found]);
    expect(await ids(source)).toEqual(["a", "c"]);
    await source.run([item("c")]);
    expect(await ids(source)).toEqual(["c"]);
  },
);

test("a change that is found with one item but belongs to another item refers to the other item", async () => {
  const source = await scraper();
  await source.run([item("a"), item("b")]);
  await source.run([item("b", { id: "b" }, { changes: [change("a")] })]);
  expect(await ids(source)).toEqual(["a", "b"]);
});

test("entries of an event list do not keep an item that its source no longer lists", async () => {
  const source = await scraper();
  await source.run([item("a"), item("b")]);
  await source.run([item("b"), news({ changes: [change("a")], isHistory: true })]);
  expect(await ids(source)).toEqual(["b"]);
});

test("a change with the action delete deletes its item, and a mention does not revive a deleted item", async () => {
  const source = await scraper();
  await source.run([item("a"), item("b")]);
  await source.run([item("b"), news({ changes: [change("a", { action: "delete" })] })]);
  expect(await ids(source)).toEqual(["b"]);
  await source.run([item("b"), news({ changes: [change("a", { externalId: "later" })] })]);
  expect(await ids(source)).toEqual(["b"]);
});

test("an item that is mentioned and then found under a different name is still one item", async () => {
  const source = await scraper();
  await source.run([item("old")]);
  const [before] = await source.items("id");
  const mentions = Array.from({ length: 300 }, () => news({ mentions: [{ externalId: "old", type }] }));
  await source.run([...mentions, item("new", { id: "x" }, { aliases: ["old"] })]);
  expect(await source.items("id, external_id")).toEqual([{ ...before, external_id: ["new", "old"] }]);
});

test("the retention time of an unseen item starts at its last mention", async () => {
  const source = await scraper();
  const retention = { staleItemAge: 3_600_000 };
  await source.run([item("a"), item("b")]);
  await source.run([news({ changes: [change("a")] })], { retention });
  await ask("update config_sightings set seen_at = now() - interval '2 hours' where scraper_id = $1", [source.id]);
  await source.run([], { retention });
  expect(await ids(source)).toEqual(["a"]);
});

test("a mention by another scraper does not delete an item, and does not prevent its own scraper from deleting it", async () => {
  const [own, other] = [await scraper(), await scraper()];
  await own.run([item("a")]);
  await other.run([news({ changes: [{ ...change("a"), of: { externalId: "a", scraper: "all" } }] })]);
  expect(await ids(own)).toEqual(["a"]);
  await own.run([]);
  expect(await ids(own)).toEqual([]);
});
