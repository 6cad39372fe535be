// Tests that earlier documents can be reconstructed even if their changes are excluded from the list.
import { expect, test } from "vitest";
import type { Json } from "#language/columns.ts";
import { testDatabase } from "#tests/support/database.ts";
import { item, openSaving } from "#tests/support/saved-things.ts";
import { blame } from "../history/blame.ts";
import { documentAt } from "../history/document-at.ts";
import { countVersions, listVersions, readItem } from "../history/read-history.ts";
import type { FoundChange } from "../scrape/found.ts";

const database = await testDatabase();
const { ask, scraper } = await openSaving(database);
const { system: reading } = database.databases.pools;

/** Runs with a rule that excludes changes of the uptime; returns the time after each run. */
async function history(documents: readonly Json[], judge = withoutUptime) {
  const source = await scraper();
  const times: Date[] = [];
  for (const document of documents) {
    await source.run([item("a", document)], { judge });
    const [{ now }] = (await ask<{ now: Date }>("select clock_timestamp() as now")) as [{ now: Date }];
    times.push(new Date(now));
  }
  const [{ id }] = (await source.items("id")) as [{ id: string }];
  const at = async (time: Date) => documentAt(reading, await readItem(reading, id), { time });
  return { source, id, times, at };
}

const withoutUptime = (change: FoundChange): FoundChange =>
  change.summary === "uptime" ? { ...change, action: "exclude" } : change;

test("documents before, between and after unlisted changes are reconstructed", async () => {
  const documents = [
    { size: 1, uptime: 1 },
    { size: 1, uptime: 2 },
    { size: 2, uptime: 2 },
    { size: 2, uptime: 3 },
    { size: 3, uptime: 3 },
  ];
  const { source, id, times, at } = await history(documents);
  expect(await source.changes("summary")).toEqual([{ summary: "size" }, { summary: "size" }]);
  for (const [n, document] of documents.entries())
    expect(await at(times[n]!)).toMatchObject({ config: document, between: null, gap: null });
  expect(await at(times[1]!)).toMatchObject({
    version: { is_listed: false },
    next: { is_listed: true, summary: "size" },
  });
  const listed = await listVersions(reading, id, { before: undefined, limit: 10 });
  expect(listed.map(({ is_listed, summary }) => [is_listed, summary])).toEqual([
    [true, "size"],
    [true, "size"],
  ]);
  expect((await countVersions(reading, id)).total).toBe(2);
  const { lines, versions, gap } = await blame(reading, await readItem(reading, id), "json");
  const touched = lines.map(({ text, version }) => [
    text.trim(),
    version === null ? null : versions[version]!.is_listed,
  ]);
  expect([touched, gap]).toEqual([
    [
      ["{", null],
      ['"size": 3,', true],
      ['"uptime": 3', false],
      ["}", null],
    ],
    null,
  ]);
});

test("the first document is reconstructed when no change is listed", async () => {
  const documents = [{ uptime: 1 }, { uptime: 2 }];
  const { times, at } = await history(documents);
  expect(await at(times[0]!)).toMatchObject({ config: { uptime: 1 }, gap: null });
  expect(await at(times[1]!)).toMatchObject({ config: { uptime: 2 }, is_current: true });
});

test("consecutive unlisted changes are one row, and the document between them is reported as unknown", async () => {
  const documents = [1, 2, 3, 4, 3, 1].map((uptime) => ({ size: 1, uptime }));
  const { id, times, at } = await history(documents);
  expect(await ask("select count, diff from config_unlisted_versions where config_id = $1", [id])).toEqual([
    { count: 5, diff: "" },
  ]);
  expect(await at(times[0]!)).toMatchObject({ config: documents[0], between: null, gap: null });
  for (const n of [1, 2, 3, 4])
    expect(await at(times[n]!)).toMatchObject({
      config: documents[0],
      between: { from: expect.any(String), until: expect.any(String), count: 5 },
      gap: null,
    });
  expect(await at(times[5]!)).toMatchObject({ config: documents[5], between: null, is_current: true });
});

test("the document between listed changes that are counted as one is reported as unknown", async () => {
  const documents = [1, 2, 3].map((size) => ({ size }));
  const { source, times, at } = await history(documents);
  expect(await source.changes("count")).toEqual([{ count: 2 }]);
  expect(await at(times[0]!)).toMatchObject({ config: { size: 1 }, between: null });
  expect(await at(times[1]!)).toMatchObject({ config: { size: 1 }, between: { count: 2 } });
  expect(await at(times[2]!)).toMatchObject({ config: { size: 3 }, between: null });
});

test("two changes are not counted as one if an excluded change lies between them", async () => {
  const documents = [
    { a: 1, size: 1, uptime: 1 },
    { a: 1, size: 2, uptime: 1 },
    { a: 1, size: 2, uptime: 2 },
    { a: 1, size: 3, uptime: 2 },
  ];
  const { source, times, at } = await history(documents);
  expect(await source.changes("summary, count")).toEqual([
    { summary: "size", count: 1 },
    { summary: "size", count: 1 },
  ]);
  for (const [n, document] of documents.entries())
    expect(await at(times[n]!)).toMatchObject({ config: document, between: null, gap: null });
});

test("a change that is moved to the parent is still used to reconstruct documents of the changed item", async () => {
  const source = await scraper();
  const judge = (change: FoundChange): FoundChange => ({ ...change, action: "move-up" });
  const parent = item("p", {});
  const child = (size: number) => item("c", { size }, { parents: [{ externalId: "p" }] });
  await source.run([parent, child(1)], { judge });
  const [{ now }] = (await ask<{ now: Date }>("select clock_timestamp() as now")) as [{ now: Date }];
  await source.run([parent, child(2)], { judge });
  expect(await source.changes("i.name, c.source")).toEqual([{ name: "p", source: "diff of Test::Thing" }]);
  const [{ id }] = (await ask<{ id: string }>("select id from config_items where scraper_id = $1 and name = 'c'", [
    source.id,
  ])) as [{ id: string }];
  const found = await documentAt(reading, await readItem(reading, id), { time: new Date(now) });
  expect(found).toMatchObject({ config: { size: 1 }, gap: null });
});

test("a change that a rule assigns to another item is still used to reconstruct documents of the changed item", async () => {
  const source = await scraper();
  const judge = (change: FoundChange): FoundChange => ({ ...change, of: { externalId: "p" } });
  await source.run([item("p", {}), item("c", { size: 1 })], { judge });
  const [{ now }] = (await ask<{ now: Date }>("select clock_timestamp() as now")) as [{ now: Date }];
  const saved = await source.run([item("p", {}), item("c", { size: 2 })], { judge });
  expect(saved.errors).toEqual([]);
  expect(await source.changes("i.name, c.summary")).toEqual([{ name: "p", summary: "size" }]);
  const [{ id }] = (await ask<{ id: string }>("select id from config_items where scraper_id = $1 and name = 'c'", [
    source.id,
  ])) as [{ id: string }];
  const found = await documentAt(reading, await readItem(reading, id), { time: new Date(now) });
  expect(found).toMatchObject({ config: { size: 1 }, gap: null });
});

test("a document is reported as unknown if the unlisted change after it was deleted", async () => {
  const { id, times, at } = await history([{ uptime: 1 }, { uptime: 2 }]);
  await ask("delete from config_unlisted_versions where config_id = $1", [id]);
  expect(await at(times[0]!)).toMatchObject({ config: null, gap: { reason: expect.stringContaining("not stored") } });
  expect(await at(times[1]!)).toMatchObject({ config: { uptime: 2 }, gap: null });
});
