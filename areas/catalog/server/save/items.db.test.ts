import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { agentId, item, none, countsOfType, openSaving } from "#tests/support/saved-things.ts";
import type { Found } from "../scrape/found.ts";
import { save } from "./save.ts";

const { ask, scraper, system } = await openSaving(await testDatabase());

describe("items", () => {
  test("the first run adds items, the second run does not change them, and an edit creates one change", async () => {
    const source = await scraper();
    const found = [
      item(
        "a",
        { spec: { replicas: 1, image: "x" }, status: null },
        {
          status: "Running",
          health: "healthy",
          labels: { app: "shop" },
          tags: { cluster: "one" },
          properties: [{ name: "port", value: 80 }],
          aliases: ["alias-of-a"],
          costs: { perMinute: 0.5, total1d: 1, total7d: 7, total30d: 30.123456 },
          createdAt: new Date("2026-01-02T03:04:05Z"),
        },
      ),
      item("b"),
    ];
    expect(countsOfType(await source.run(found))).toEqual({ ...none, added: 2 });
    expect(
      await source.items(
        "external_id, name, type, config_class, config, status, health, labels, tags, properties, cost_per_minute, cost_total_30d, created_at, path",
      ),
    ).toEqual([
      {
        external_id: ["a", "alias-of-a"],
        name: "a",
        type: "Test::Thing",
        config_class: "Thing",
        config: { spec: { replicas: 1, image: "x" }, status: null },
        status: "Running",
        health: "healthy",
        labels: { app: "shop" },
        tags: { cluster: "one" },
        properties: [{ name: "port", value: 80 }],
        cost_per_minute: 0.5,
        cost_total_30d: 30.1235,
        created_at: "2026-01-02T03:04:05+00:00",
        path: "",
      },
      expect.objectContaining({ external_id: ["b"], name: "b", config: { id: "b" }, status: null, labels: null }),
    ]);
    expect(await source.changes()).toEqual([]);

    // A different order of keys and an additional null do not count as a change.
    const again = [
      { ...found[0]!, config: { status: null, spec: { image: "x", replicas: 1, more: null } } },
      found[1]!,
    ];
    expect(countsOfType(await source.run(again))).toEqual({ ...none, unchanged: 2 });
    expect(await source.changes()).toEqual([]);

    const edited = [{ ...found[0]!, config: { spec: { replicas: 2, image: "x" } } }, found[1]!];
    expect(countsOfType(await source.run(edited))).toEqual({ ...none, updated: 1, unchanged: 1, changes: 1 });
    expect(
      await source.changes(
        "change_type, c.source, severity, summary, patches, diff, details, count, external_change_id",
      ),
    ).toEqual([
      {
        change_type: "diff",
        source: "diff",
        severity: null,
        summary: "spec.replicas",
        patches: { spec: { replicas: 2 } },
        diff: '--- before\n+++ after\n@@ -1,6 +1,6 @@\n {\n   "spec": {\n     "image": "x",\n-    "replicas": 1\n+    "replicas": 2\n   }\n }\n',
        details: null,
        count: 1,
        external_change_id: null,
      },
    ]);
    expect(countsOfType(await source.run(edited))).toEqual({ ...none, unchanged: 2 });
  });

  test("fields other than the document are updated without a change row, and missing properties are kept", async () => {
    const source = await scraper();
    await source.run([
      item("a", {}, { properties: [{ name: "p", text: "kept" }], status: "Running", labels: { x: "1" } }),
    ]);
    expect(countsOfType(await source.run([item("a", {}, { status: "Stopped", name: "other" })]))).toEqual({
      ...none,
      updated: 1,
    });
    expect(await source.items("name, status, labels, properties")).toEqual([
      { name: "other", status: "Stopped", labels: null, properties: [{ name: "p", text: "kept" }] },
    ]);
    expect(await source.changes()).toEqual([]);
  });

  test("an item that a complete run did not see is deleted, a returning item is revived, and a failed run deletes nothing", async () => {
    const source = await scraper();
    const [a, b] = [item("a"), item("b")];
    await source.run([a, b]);
    const failed = await source.run([a, { kind: "error", error: "the second page: 500", type: "Test::Thing" }]);
    expect(failed.errors).toEqual(["the second page: 500"]);
    expect(failed.summary.config_types["Test::Thing"]).toMatchObject({
      unchanged: 1,
      deleted: 0,
      errors: ["the second page: 500"],
    });
    expect(await source.items()).toHaveLength(2);
    expect(countsOfType(await source.run([a], { isWhole: false }))).toEqual({ ...none, unchanged: 1 });
    expect(await source.items()).toHaveLength(2);
    // The items after the failure of the source are unknown.
    const broken = (async function* (): AsyncGenerator<Found> {
      yield { kind: "item", item: item("c") };
      await Promise.reject(new Error("gone"));
    })();
    const options = { scraper: { id: source.id, agentId }, isWhole: true, signal: new AbortController().signal };
    await expect(save(system, broken, options)).rejects.toThrow("gone");
    expect(await source.items("external_id[1] as id")).toEqual([{ id: "a" }, { id: "b" }]);

    expect(countsOfType(await source.run([a]))).toEqual({ ...none, unchanged: 1, deleted: 1 });
    expect(
      await ask(
        "select delete_reason, deleted_at is not null as gone from config_items where scraper_id = $1 and name = 'b'",
        [source.id],
      ),
    ).toEqual([{ delete_reason: "STALE", gone: true }]);
    expect(countsOfType(await source.run([a]))).toEqual({ ...none, unchanged: 1 });
    expect(countsOfType(await source.run([a, b]))).toEqual({ ...none, unchanged: 1, updated: 1 });
    expect(await source.items("external_id[1] as id, delete_reason")).toEqual([
      { id: "a", delete_reason: null },
      { id: "b", delete_reason: null },
    ]);
    expect(await source.changes()).toEqual([]);
  });

  test("after an interrupted run, the saved items are complete, and the next run adds the remaining items", async () => {
    const source = await scraper();
    const all = Array.from({ length: 900 }, (_, n) =>
      item(`n${n}`, { n }, { parents: [{ externalId: "n0" }], changes: [{ externalId: "born", type: "Born" }] }),
    );
    const broken = (async function* (): AsyncGenerator<Found> {
      for (const each of all.slice(0, 800)) yield { kind: "item", item: each };
      await Promise.reject(new Error("killed"));
    })();
    const options = { scraper: { id: source.id, agentId }, isWhole: true, signal: new AbortController().signal };
    await expect(save(system, broken, options)).rejects.toThrow("killed");
    const [left] = await ask<{ items: number; whole: number }>(
      `select count(*)::int as items,
              count(*) filter (where exists (select from config_sightings s where s.config_id = i.id)
                               and exists (select from config_changes c where c.config_id = i.id)
                               and exists (select from config_references r where r.config_id = i.id))::int as whole
       from   config_items i where scraper_id = $1`,
      [source.id],
    );
    expect(left!.items).toBeGreaterThan(0);
    expect(left!.items).toBeLessThan(900);
    expect(left!.whole).toBe(left!.items);
    expect(countsOfType(await source.run(all))).toEqual({
      ...none,
      added: 900 - left!.items,
      unchanged: left!.items,
      changes: 900 - left!.items,
    });
    const [linked] = await ask(
      "select count(*)::int as children from config_items where scraper_id = $1 and parent_id is not null and path = parent_id::text",
      [source.id],
    );
    expect(linked).toEqual({ children: 899 });
    expect(countsOfType(await source.run(all))).toEqual({ ...none, unchanged: 900 });
  });

  test("an unseen item is kept for the scraper's retention time", async () => {
    const source = await scraper();
    await source.run([item("a"), item("b")]);
    expect(countsOfType(await source.run([item("a")], { retention: { staleItemAge: "keep" } }))).toMatchObject({
      deleted: 0,
    });
    expect(countsOfType(await source.run([item("a")], { retention: { staleItemAge: 3_600_000 } }))).toMatchObject({
      deleted: 0,
    });
    await ask(
      "update config_sightings set seen_at = now() - interval '2 hours' where scraper_id = $1 and external_id = 'b'",
      [source.id],
    );
    expect(countsOfType(await source.run([item("a")], { retention: { staleItemAge: 3_600_000 } }))).toMatchObject({
      deleted: 1,
    });
  });

  test("an item with a deletion time is deleted with its time and reason", async () => {
    const source = await scraper();
    const gone = { deletedAt: new Date("2026-02-03T04:05:06Z"), deleteReason: "FROM_DELETE_FIELD" };
    await source.run([item("a")]);
    await source.run([item("a", { id: "a" }, gone)]);
    const [row] = await ask("select deleted_at, delete_reason from config_items where scraper_id = $1", [source.id]);
    expect(row).toEqual({ deleted_at: "2026-02-03T04:05:06+00:00", delete_reason: "FROM_DELETE_FIELD" });
    expect(countsOfType(await source.run([item("a", { id: "a" }, gone)]))).toEqual({ ...none, unchanged: 1 });
    await source.run([item("a")]);
    expect(await source.items("delete_reason")).toEqual([{ delete_reason: null }]);
  });

  test("a renamed item keeps its row if one of the names is an alias", async () => {
    const source = await scraper();
    await source.run([item("old")]);
    const [before] = await source.items("id");
    expect(countsOfType(await source.run([item("new", { id: "new" }, { aliases: ["old"] })]))).toMatchObject({
      added: 0,
      updated: 1,
      changes: 1,
    });
    expect(await source.items("id, external_id")).toEqual([{ id: before!["id"], external_id: ["new", "old"] }]);
    // Two items that share an alias stay two items in every run.
    const both = [item("x", {}, { aliases: ["shared"] }), item("y", {}, { aliases: ["shared"] })];
    expect(countsOfType(await source.run(both))).toMatchObject({ added: 2, deleted: 1 });
    expect(countsOfType(await source.run(both))).toEqual({ ...none, unchanged: 2 });
  });

  test("the row id of the source is used unless another row already has it", async () => {
    const [one, other] = [await scraper(), await scraper()];
    const rowId = "11111111-2222-4333-8444-555555555555";
    await one.run([item("a", {}, { rowId })]);
    await other.run([item("a", {}, { rowId })]);
    expect(await one.items("id")).toEqual([{ id: rowId }]);
    const [row] = await other.items("id");
    expect(row!["id"]).not.toBe(rowId);
    expect(countsOfType(await other.run([item("a", {}, { rowId })]))).toEqual({ ...none, unchanged: 1 });
  });

  test("two scrapers with items of the same name and type do not affect one another", async () => {
    const [one, other] = [await scraper(), await scraper()];
    await one.run([item("a", { from: "one" })]);
    expect(countsOfType(await other.run([item("a", { from: "other" })]))).toEqual({ ...none, added: 1 });
    await other.run([]);
    expect(await one.items("config")).toEqual([{ config: { from: "one" } }]);
    expect(await other.items()).toEqual([]);
  });

  test("if an item is found twice, the last version is saved with a warning", async () => {
    const source = await scraper();
    const saved = await source.run([item("a", { n: 1 }), item("a", { n: 2 })]);
    expect(saved.summary.warnings).toEqual([
      { error: "Test::Thing a was found more than once; the last one is used.", count: 1 },
    ]);
    expect(await source.items("config")).toEqual([{ config: { n: 2 } }]);
  });

  test("characters that PostgreSQL rejects are removed, and a rejected item does not affect the others", async () => {
    const source = await scraper();
    const strange = item("s", { "k\0": ["x\0y", "\ud800"] }, { name: "s\0" });
    const bad = item("bad", {}, { health: "sick" as "healthy" });
    const saved = await source.run([item("a"), strange, bad, item("z")]);
    expect(saved.errors).toHaveLength(1);
    expect(saved.errors[0]).toMatch(/^Test::Thing bad could not be saved: /);
    expect(await source.items("name, config")).toEqual([
      { name: "a", config: { id: "a" } },
      { name: "s", config: { k: ["xy", "\ufffd"] } },
      { name: "z", config: { id: "z" } },
    ]);
    expect(countsOfType(await source.run([item("a"), strange, item("z")]))).toEqual({ ...none, unchanged: 3 });
  });
});
