import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../tests/database.ts";
import { runSystem } from "../../../../tests/running-system.ts";
import type { Json } from "#language/columns.ts";
import type { Event, Listener } from "#server/events.ts";
import type { Found, Item } from "../scrape/found.ts";
import { save, type SaveOptions, type Saved } from "./save.ts";

const database = await testDatabase();
const heard: Event[] = [];
const listeners: Listener[] = [{ event: "config.*", name: "test-configs", run: (event) => void heard.push(event) }];
const system = await runSystem(database.databases, { listeners });
afterAll(() => system.stop());

const pool = database.databases.pools.system;
const ask = async <Row extends object>(sql: string, values: unknown[] = []) =>
  (await pool.query<Row & Record<string, unknown>>(sql, values)).rows;

const agentId = "00000000-0000-0000-0000-000000000000";
let made = 0;

/** A scraper with a way to run it on what its source says. */
async function scraper() {
  made += 1;
  const [row] = await ask<{ id: string }>(
    "insert into config_scrapers (name, spec, source) values ($1, '{}', 'UI') returning id",
    [`scraper ${made}`],
  );
  const { id } = row!;
  return {
    id,
    run: (found: readonly (Item | Found)[], options: Partial<SaveOptions> = {}): Promise<Saved> =>
      save(system, told(found), {
        scraper: { id, agentId },
        isWhole: true,
        signal: new AbortController().signal,
        ...options,
      }),
    items: (columns = "external_id[1] as id, name") =>
      ask(`select ${columns} from config_items where scraper_id = $1 and deleted_at is null order by external_id[1], type`, [id]),
    changes: (columns = "change_type, summary") =>
      ask(
        `select ${columns} from config_changes c join config_items i on i.id = c.config_id where i.scraper_id = $1 order by c.first_observed, c.id`,
        [id],
      ),
  };
}

// oxlint-disable-next-line typescript/require-await
async function* told(found: readonly (Item | Found)[]): AsyncGenerator<Found> {
  for (const one of found) yield "kind" in one ? one : { kind: "item", item: one };
}

const item = (id: string, config: Json = { id }, more: Partial<Item> = {}): Item => ({
  id,
  name: id,
  type: "Test::Thing",
  class: "Thing",
  config,
  ...more,
});

const ofType = ({ summary }: Saved, type = "Test::Thing") => {
  const { added, updated, unchanged, deleted, changes, deduped } = summary.config_types[type]!;
  return { added, updated, unchanged, deleted, changes, deduped };
};
const none = { added: 0, updated: 0, unchanged: 0, deleted: 0, changes: 0, deduped: 0 };

describe("items", () => {
  test("come with the first run, stay as they are with the second, and an edited one is one change", async () => {
    const source = await scraper();
    const found = [
      item("a", { spec: { replicas: 1, image: "x" }, status: null }, {
        status: "Running",
        health: "healthy",
        labels: { app: "shop" },
        tags: { cluster: "one" },
        properties: [{ name: "port", value: 80 }],
        aliases: ["alias-of-a"],
        costs: { perMinute: 0.5, total1d: 1, total7d: 7, total30d: 30.123456 },
        createdAt: new Date("2026-01-02T03:04:05Z"),
      }),
      item("b"),
    ];
    expect(ofType(await source.run(found))).toEqual({ ...none, added: 2 });
    expect(await source.items("external_id, name, type, config_class, config, status, health, labels, tags, properties, cost_per_minute, cost_total_30d, created_at, path")).toEqual([
      {
        external_id: ["a", "alias-of-a"], name: "a", type: "Test::Thing", config_class: "Thing",
        config: { spec: { replicas: 1, image: "x" }, status: null }, status: "Running", health: "healthy",
        labels: { app: "shop" }, tags: { cluster: "one" }, properties: [{ name: "port", value: 80 }],
        cost_per_minute: 0.5, cost_total_30d: 30.1235, created_at: "2026-01-02T03:04:05+00:00", path: "",
      },
      expect.objectContaining({ external_id: ["b"], name: "b", config: { id: "b" }, status: null, labels: null }),
    ]);
    expect(await source.changes()).toEqual([]);

    // Keys in another order and a null more are no change.
    const again = [{ ...found[0]!, config: { status: null, spec: { image: "x", replicas: 1, more: null } } }, found[1]!];
    expect(ofType(await source.run(again))).toEqual({ ...none, unchanged: 2 });
    expect(await source.changes()).toEqual([]);

    const edited = [{ ...found[0]!, config: { spec: { replicas: 2, image: "x" } } }, found[1]!];
    expect(ofType(await source.run(edited))).toEqual({ ...none, updated: 1, unchanged: 1, changes: 1 });
    expect(await source.changes("change_type, c.source, severity, summary, patches, diff, details, count, external_change_id")).toEqual([
      {
        change_type: "diff", source: "diff", severity: null, summary: "spec.replicas", patches: { spec: { replicas: 2 } },
        diff: '--- before\n+++ after\n@@ -1,6 +1,6 @@\n {\n   "spec": {\n     "image": "x",\n-    "replicas": 1\n+    "replicas": 2\n   }\n }\n',
        details: null, count: 1, external_change_id: null,
      },
    ]);
    expect(ofType(await source.run(edited))).toEqual({ ...none, unchanged: 2 });
  });
});
