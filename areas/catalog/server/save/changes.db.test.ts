import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { item, none, countsOfType, openSaving } from "#tests/support/saved-things.ts";
import { normalText } from "../../normal-text.ts";
import { revertDiff } from "../history/hunks.ts";
import type { Found, FoundChange } from "../scrape/found.ts";
import type { ChangeAction } from "../spec/transform.ts";

const { ask, scraper } = await openSaving(await testDatabase());

describe("changes", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
  const change = (externalId: string, more: Partial<FoundChange> = {}): FoundChange => ({
    externalId,
    type: "Deployed",
    ...more,
  });

  test("changes are saved once, and a repeat increases the count only if its content is new", async () => {
    const source = await scraper();
    const [person] = await ask<{ id: string }>(
      "insert into people (name, email) values ('Ada', 'ada@example.org') returning id",
    );
    const changes = [
      change("1", {
        createdBy: "Ada@example.org",
        severity: "HIGH",
        summary: "one",
        source: "ci",
        createdAt: at(1),
        details: { build: "abc" },
      }),
      change("2", { createdBy: "ci-bot", severity: "dreadful", createdAt: at(2) }),
    ];
    const saved = await source.run([item("a", {}, { changes })]);
    expect(countsOfType(saved)).toEqual({ ...none, added: 1, changes: 2 });
    expect(saved.summary.config_types["Test::Thing"]?.warnings).toEqual(['"dreadful" is not a severity.']);
    const columns =
      "external_change_id, c.created_by, external_created_by, severity, summary, c.source, count, c.created_at, first_observed";
    const [one, two] = await source.changes(columns);
    expect(one).toMatchObject({
      created_by: person!.id,
      external_created_by: null,
      severity: "high",
      summary: "one",
      source: "ci",
      count: 1,
      created_at: "2026-11-01T12:01:00+00:00",
    });
    expect(two).toMatchObject({ created_by: null, external_created_by: "ci-bot", severity: null });
    expect(countsOfType(await source.run([item("a", {}, { changes })]))).toEqual({ ...none, unchanged: 1 });
    const later = [{ ...changes[0]!, createdAt: at(5), details: { build: "def" } }];
    expect(countsOfType(await source.run([item("a", {}, { changes: later })]))).toEqual({
      ...none,
      unchanged: 1,
      deduped: 1,
    });
    expect((await source.changes(columns)).find((row) => row["external_change_id"] === "1")).toMatchObject({
      count: 2,
      created_at: "2026-11-01T12:05:00+00:00",
      first_observed: "2026-11-01T12:01:00+00:00",
    });
  });

  test("changes that differ only in times, ids and numbers are counted as one within an hour", async () => {
    const source = await scraper();
    const backOff = (n: number, minute: number) =>
      change(`00000000-0000-4000-8000-00000000000${n}`, {
        type: "BackOff",
        createdAt: at(minute),
        details: { restarts: n, at: at(minute).toISOString() },
      });
    const all = [backOff(1, 0), backOff(2, 10), backOff(3, 20)];
    expect(countsOfType(await source.run([item("a", {}, { changes: all })]))).toMatchObject({ changes: 1, deduped: 2 });
    expect(countsOfType(await source.run([item("a", {}, { changes: all })]))).toMatchObject({ changes: 0, deduped: 0 });
    expect(
      countsOfType(await source.run([item("a", {}, { changes: [...all, backOff(4, 30), backOff(5, 95)] })])),
    ).toMatchObject({ changes: 1, deduped: 1 });
    expect(await source.changes("count, c.created_at, first_observed, details")).toEqual([
      {
        count: 4,
        created_at: "2026-11-01T12:30:00+00:00",
        first_observed: "2026-11-01T12:00:00+00:00",
        details: { restarts: 4, at: at(30).toISOString() },
      },
      expect.objectContaining({ count: 1, created_at: "2026-11-01T13:35:00+00:00" }),
    ]);
    await ask("insert into properties (name, value) values ('changes.dedup.disable', 'true')");
    try {
      expect(countsOfType(await source.run([item("a", {}, { changes: [backOff(6, 96)] })]))).toMatchObject({
        changes: 1,
        deduped: 0,
      });
    } finally {
      await ask("delete from properties where name = 'changes.dedup.disable'");
    }
  });

  test("document changes that are counted as one have a diff from the first to the last version", async () => {
    const source = await scraper();
    const version = (restarts: number, name = "x") => [item("a", { status: { restarts }, name })];
    const first = version(1);
    await source.run(first);
    await source.run(version(2));
    expect(countsOfType(await source.run(version(3)))).toMatchObject({ changes: 0, deduped: 1 });
    expect(countsOfType(await source.run(version(3, "y")))).toMatchObject({ changes: 1 });
    // Another change lies between these two changes, so they are not joined.
    expect(countsOfType(await source.run(version(4, "y")))).toMatchObject({ changes: 1 });
    // A reverted change is not counted as a repetition.
    expect(countsOfType(await source.run(version(3, "y")))).toMatchObject({ changes: 1 });
    const rows = await source.changes("diff, summary, patches, count");
    expect(rows.map(({ summary, count }) => [summary, count])).toEqual([
      ["status.restarts", 2],
      ["name", 1],
      ["status.restarts", 1],
      ["status.restarts", 1],
    ]);
    expect(rows[0]!["patches"]).toEqual({ status: { restarts: 3 } });
    const back = rows.reduceRight(
      (text, { diff }) => revertDiff(text, diff as string),
      normalText(version(3, "y")[0]!.config),
    );
    expect(back).toBe(normalText(first[0]!.config));
  });

  test("changes of unknown items are counted and not saved, and changes of items that come later in the run are saved", async () => {
    const source = await scraper();
    const news = (externalId: string): Found => ({
      kind: "news",
      news: { changes: [change(`of ${externalId}`, { of: { externalId, type: "Test::Thing" } })], insights: [] },
    });
    const saved = await source.run([news("later"), news("unknown"), item("later")]);
    expect(saved.errors).toEqual([]);
    expect(saved.summary.config_types["Test::Thing"]).toEqual({
      ...none,
      added: 1,
      changes: 1,
      change: { orphaned: { Deployed: { ids: ["unknown"], count: 1 } } },
    });
    expect(saved.summary.orphaned_changes).toMatchObject([
      {
        external_id: "unknown",
        config_type: "Test::Thing",
        scraper_id: null,
        change_type: "Deployed",
        external_change_id: "of unknown",
      },
    ]);
    expect(await source.changes("external_change_id, i.name")).toEqual([
      { external_change_id: "of later", name: "later" },
    ]);
    const many = await source.run([item("later"), ...Array.from({ length: 120 }, (_, n) => news(`unknown ${n}`))]);
    expect(many.summary.orphaned_changes).toHaveLength(50);
    expect(many.summary.config_types["Test::Thing"]!.change!.orphaned!["Deployed"]).toMatchObject({ count: 120 });
  });

  test("changes are moved, copied or ignored by the rules of the manifest", async () => {
    const source = await scraper();
    const acted = (action: ChangeAction, more: Partial<FoundChange> = {}) => change(action, { action, ...more });
    const changes = [
      acted("ignore"),
      acted("move-up"),
      acted("copy-up", { ancestorType: "Test::Root" }),
      acted("move", { target: { name: "aside" } }),
      acted("copy", { target: { name: "aside" } }),
      change("plain"),
    ];
    const all = [
      item("root", {}, { type: "Test::Root" }),
      item("middle", {}, { parents: [{ externalId: "root" }] }),
      item("leaf", {}, { parents: [{ externalId: "middle" }], changes }),
      item("aside"),
    ];
    const saved = await source.run(all);
    expect(saved.summary.config_types["Test::Thing"]?.change).toEqual({
      ignored_by_action: { ignore: { Deployed: 1 } },
    });
    const placed = async () =>
      (await source.changes("i.name || ' ' || external_change_id as at")).map((row) => String(row["at"])).sort();
    const expected = [
      "aside copy",
      "aside move",
      "leaf copy",
      "leaf copy-up",
      "leaf plain",
      "middle move-up",
      "root copy-up",
    ];
    expect(await placed()).toEqual(expected);
    await source.run(all);
    expect(await placed()).toEqual(expected);
  });

  test("a change with the action delete deletes its item only once", async () => {
    const source = await scraper();
    const gone = item("a", {}, { changes: [change("killed", { action: "delete", createdAt: at(7) })] });
    expect(countsOfType(await source.run([gone]))).toMatchObject({ added: 1, deleted: 1, changes: 1 });
    const [row] = await ask("select deleted_at, delete_reason from config_items where scraper_id = $1", [source.id]);
    expect(row).toEqual({ deleted_at: "2026-11-01T12:07:00+00:00", delete_reason: "FROM_EVENT" });
    // The item is restored because it is seen again. The change is already known, so it does not delete the item again.
    expect(countsOfType(await source.run([gone]))).toMatchObject({ updated: 1, deleted: 0, changes: 0 });
    expect(await source.items()).toHaveLength(1);
  });

  test("changes of documents are subject to the rules of the manifest", async () => {
    const source = await scraper();
    const judge = (found: FoundChange): FoundChange =>
      found.summary === "uptime" ? { ...found, action: "exclude" } : { ...found, severity: "low" };
    await source.run([item("a", { uptime: 1, n: 1 })], { judge });
    const ignored = await source.run([item("a", { uptime: 2, n: 1 })], { judge });
    expect(ignored.summary.config_types["Test::Thing"]).toMatchObject({
      updated: 1,
      changes: 0,
      change: { ignored: { diff: 1 } },
    });
    await source.run([item("a", { uptime: 2, n: 2 })], { judge });
    expect(await source.changes("summary, severity")).toEqual([{ summary: "n", severity: "low" }]);
  });
});
