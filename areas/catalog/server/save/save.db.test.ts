import { afterAll, describe, expect, test } from "vitest";
import { testDatabase } from "../../../../tests/database.ts";
import { runSystem, until } from "../../../../tests/running-system.ts";
import type { Json } from "#language/columns.ts";
import type { Event, Listener } from "#server/events.ts";
import { normalText } from "../../normal-text.ts";
import { revertDiff } from "../../unified-diff.ts";
import type { ChangeAction, Found, FoundChange, FoundInsight, Item } from "../scrape/found.ts";
import { foresee } from "./foresee.ts";
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
      ask(
        `select ${columns} from config_items where scraper_id = $1 and deleted_at is null order by external_id[1], type`,
        [id],
      ),
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
    expect(ofType(await source.run(found))).toEqual({ ...none, added: 2 });
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

    // Keys in another order and a null more are no change.
    const again = [
      { ...found[0]!, config: { status: null, spec: { image: "x", replicas: 1, more: null } } },
      found[1]!,
    ];
    expect(ofType(await source.run(again))).toEqual({ ...none, unchanged: 2 });
    expect(await source.changes()).toEqual([]);

    const edited = [{ ...found[0]!, config: { spec: { replicas: 2, image: "x" } } }, found[1]!];
    expect(ofType(await source.run(edited))).toEqual({ ...none, updated: 1, unchanged: 1, changes: 1 });
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
    expect(ofType(await source.run(edited))).toEqual({ ...none, unchanged: 2 });
  });

  test("fields besides the document change without a change row, and properties that are not told stay", async () => {
    const source = await scraper();
    await source.run([
      item("a", {}, { properties: [{ name: "p", text: "kept" }], status: "Running", labels: { x: "1" } }),
    ]);
    expect(ofType(await source.run([item("a", {}, { status: "Stopped", name: "other" })]))).toEqual({
      ...none,
      updated: 1,
    });
    expect(await source.items("name, status, labels, properties")).toEqual([
      { name: "other", status: "Stopped", labels: null, properties: [{ name: "p", text: "kept" }] },
    ]);
    expect(await source.changes()).toEqual([]);
  });

  test("what a whole run did not see is deleted, what comes back is revived, and a run that failed deletes nothing", async () => {
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
    expect(ofType(await source.run([a], { isWhole: false }))).toEqual({ ...none, unchanged: 1 });
    expect(await source.items()).toHaveLength(2);
    // Nothing is known of what comes after the source broke off.
    const broken = (async function* (): AsyncGenerator<Found> {
      yield { kind: "item", item: item("c") };
      await Promise.reject(new Error("gone"));
    })();
    const options = { scraper: { id: source.id, agentId }, isWhole: true, signal: new AbortController().signal };
    await expect(save(system, broken, options)).rejects.toThrow("gone");
    expect(await source.items("external_id[1] as id")).toEqual([{ id: "a" }, { id: "b" }]);

    expect(ofType(await source.run([a]))).toEqual({ ...none, unchanged: 1, deleted: 1 });
    expect(
      await ask(
        "select delete_reason, deleted_at is not null as gone from config_items where scraper_id = $1 and name = 'b'",
        [source.id],
      ),
    ).toEqual([{ delete_reason: "STALE", gone: true }]);
    expect(ofType(await source.run([a]))).toEqual({ ...none, unchanged: 1 });
    expect(ofType(await source.run([a, b]))).toEqual({ ...none, unchanged: 1, updated: 1 });
    expect(await source.items("external_id[1] as id, delete_reason")).toEqual([
      { id: "a", delete_reason: null },
      { id: "b", delete_reason: null },
    ]);
    expect(await source.changes()).toEqual([]);
  });

  test("a run that ends in the middle leaves whole items, and the next one finds the rest", async () => {
    const source = await scraper();
    const all = Array.from({ length: 900 }, (_, n) =>
      item(`n${n}`, { n }, { parents: [{ externalId: "n0" }], changes: [{ externalId: "born", type: "Born" }] }),
    );
    const broken = (async function* (): AsyncGenerator<Found> {
      for (const one of all.slice(0, 800)) yield { kind: "item", item: one };
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
    expect(ofType(await source.run(all))).toEqual({
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
    expect(ofType(await source.run(all))).toEqual({ ...none, unchanged: 900 });
  });

  test("what was not seen stays as long as the scraper says", async () => {
    const source = await scraper();
    await source.run([item("a"), item("b")]);
    expect(ofType(await source.run([item("a")], { retention: { staleItemAge: "keep" } }))).toMatchObject({
      deleted: 0,
    });
    expect(ofType(await source.run([item("a")], { retention: { staleItemAge: 3_600_000 } }))).toMatchObject({
      deleted: 0,
    });
    await ask(
      "update config_sightings set seen_at = now() - interval '2 hours' where scraper_id = $1 and external_id = 'b'",
      [source.id],
    );
    expect(ofType(await source.run([item("a")], { retention: { staleItemAge: 3_600_000 } }))).toMatchObject({
      deleted: 1,
    });
  });

  test("what its source says is deleted is deleted, with the moment and the reason", async () => {
    const source = await scraper();
    const gone = { deletedAt: new Date("2026-02-03T04:05:06Z"), deleteReason: "FROM_DELETE_FIELD" };
    await source.run([item("a")]);
    await source.run([item("a", { id: "a" }, gone)]);
    const [row] = await ask("select deleted_at, delete_reason from config_items where scraper_id = $1", [source.id]);
    expect(row).toEqual({ deleted_at: "2026-02-03T04:05:06+00:00", delete_reason: "FROM_DELETE_FIELD" });
    expect(ofType(await source.run([item("a", { id: "a" }, gone)]))).toEqual({ ...none, unchanged: 1 });
    await source.run([item("a")]);
    expect(await source.items("delete_reason")).toEqual([{ delete_reason: null }]);
  });

  test("an item that its source calls otherwise now is the same one, when one of the names is an alias", async () => {
    const source = await scraper();
    await source.run([item("old")]);
    const [before] = await source.items("id");
    expect(ofType(await source.run([item("new", { id: "new" }, { aliases: ["old"] })]))).toMatchObject({
      added: 0,
      updated: 1,
      changes: 1,
    });
    expect(await source.items("id, external_id")).toEqual([{ id: before!["id"], external_id: ["new", "old"] }]);
    // Two that share an alias are two, however often they are seen.
    const both = [item("x", {}, { aliases: ["shared"] }), item("y", {}, { aliases: ["shared"] })];
    expect(ofType(await source.run(both))).toMatchObject({ added: 2, deleted: 1 });
    expect(ofType(await source.run(both))).toEqual({ ...none, unchanged: 2 });
  });

  test("the key of a row is the source's when it has one that nobody else has", async () => {
    const [one, other] = [await scraper(), await scraper()];
    const rowId = "11111111-2222-4333-8444-555555555555";
    await one.run([item("a", {}, { rowId })]);
    await other.run([item("a", {}, { rowId })]);
    expect(await one.items("id")).toEqual([{ id: rowId }]);
    const [row] = await other.items("id");
    expect(row!["id"]).not.toBe(rowId);
    expect(ofType(await other.run([item("a", {}, { rowId })]))).toEqual({ ...none, unchanged: 1 });
  });

  test("two scrapers with items of the same name and type leave one another alone", async () => {
    const [one, other] = [await scraper(), await scraper()];
    await one.run([item("a", { from: "one" })]);
    expect(ofType(await other.run([item("a", { from: "other" })]))).toEqual({ ...none, added: 1 });
    await other.run([]);
    expect(await one.items("config")).toEqual([{ config: { from: "one" } }]);
    expect(await other.items()).toEqual([]);
  });

  test("what is told twice counts as it was told last, and is said", async () => {
    const source = await scraper();
    const saved = await source.run([item("a", { n: 1 }), item("a", { n: 2 })]);
    expect(saved.summary.warnings).toEqual([
      { error: "Test::Thing a was found more than once; the last one counts.", count: 1 },
    ]);
    expect(await source.items("config")).toEqual([{ config: { n: 2 } }]);
  });

  test("characters that PostgreSQL refuses are left out, and one item that it refuses does not harm the others", async () => {
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
    expect(ofType(await source.run([item("a"), strange, item("z")]))).toEqual({ ...none, unchanged: 3 });
  });
});

describe("relationships", () => {
  const edges = (id: string) =>
    ask(
      `select f.name as from, r.relation, t.name as to, r.deleted_at is not null as gone
       from   config_relationships r join config_items f on f.id = r.config_id join config_items t on t.id = r.related_id
       where  r.scraper_id = $1 order by 1, 2, 3`,
      [id],
    );

  test("are tied whatever comes first, go when they are not told any more, and come back", async () => {
    const source = await scraper();
    const a = item(
      "a",
      {},
      {
        relationships: [
          { to: { item: { externalId: "b" } }, relation: "Calls" },
          { to: { item: { externalId: "alias-of-c", type: "Test::Other" } }, relation: "Uses", isIncoming: true },
          { to: { item: { externalId: "nobody" } }, relation: "Calls" },
        ],
      },
    );
    const others = [item("b"), item("c", {}, { type: "Test::Other", aliases: ["alias-of-c"] })];
    const first = await source.run([a, ...others]);
    expect(first.summary.relationships).toEqual({ added: 2, deleted: 0 });
    const there = { gone: false };
    expect(await edges(source.id)).toEqual([
      { from: "a", relation: "Calls", to: "b", ...there },
      { from: "c", relation: "Uses", to: "a", ...there },
    ]);
    expect((await source.run([a, ...others])).summary.relationships).toEqual({ added: 0, deleted: 0 });
    const lone = { ...a, relationships: a.relationships!.slice(1) };
    expect((await source.run([lone, ...others])).summary.relationships).toEqual({ added: 0, deleted: 1 });
    expect(await edges(source.id)).toContainEqual({ from: "a", relation: "Calls", to: "b", gone: true });
    expect((await source.run([a, ...others])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    // Somebody of that name comes later.
    expect((await source.run([a, ...others, item("nobody")])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    expect(await edges(source.id)).toContainEqual({ from: "a", relation: "Calls", to: "nobody", ...there });
  });

  test("lead to items of other scrapers, by their id or name or of any", async () => {
    const [one, other] = [await scraper(), await scraper()];
    const to = (scraper: string | undefined, externalId = "far") => ({
      to: { item: { externalId, scraper } },
      relation: "Needs",
    });
    const near = item(
      "near",
      {},
      { relationships: [to(other.id), { ...to("all"), relation: "All" }, { ...to(undefined), relation: "Own" }] },
    );
    await one.run([near]);
    expect(await edges(one.id)).toEqual([]);
    await other.run([item("far")]);
    await one.run([near]);
    expect((await edges(one.id)).map(({ relation }) => relation)).toEqual(["All", "Needs"]);
  });

  test("by selector follow what the selector means", async () => {
    const source = await scraper();
    const a = item(
      "a",
      {},
      {
        relationships: [{ to: { selector: { labelSelector: "app=shop" } }, relation: "Selects", selectorId: "rule 1" }],
      },
    );
    const shop = (id: string) => item(id, {}, { labels: { app: "shop" } });
    expect((await source.run([a, shop("s1"), shop("s2"), item("x")])).summary.relationships).toEqual({
      added: 2,
      deleted: 0,
    });
    expect((await source.run([a, shop("s1"), item("s2"), shop("x")])).summary.relationships).toEqual({
      added: 1,
      deleted: 1,
    });
    expect((await edges(source.id)).filter(({ gone }) => !gone).map(({ to }) => to)).toEqual(["s1", "x"]);
    const bad = { ...a, relationships: [{ to: { selector: { search: "((" } }, relation: "Selects" }] };
    const saved = await source.run([bad, shop("s1"), item("s2"), shop("x")]);
    expect(saved.summary.warnings[0]?.error).toMatch(/^The selector .* cannot be read/);
  });

  const family = (id: string) =>
    ask(
      `select i.name, p.name as parent,
              (select string_agg(a.name, '/' order by s.n) from string_to_table(nullif(i.path, ''), '.') with ordinality s (id, n) join config_items a on a.id = s.id::uuid) as path
       from   config_items i left join config_items p on p.id = i.parent_id where i.scraper_id = $1 and i.deleted_at is null order by 1`,
      [id],
    );
  const child = (id: string, ...parents: string[]) =>
    item(id, {}, { parents: parents.map((externalId) => ({ externalId })) });

  test("the first parent that is there is the parent, and paths follow for everything below", async () => {
    const source = await scraper();
    await source.run([child("pod", "set", "ns"), child("set", "ns"), child("ns", "cluster"), item("cluster")]);
    expect(await family(source.id)).toEqual([
      { name: "cluster", parent: null, path: null },
      { name: "ns", parent: "cluster", path: "cluster" },
      { name: "pod", parent: "set", path: "cluster/ns/set" },
      { name: "set", parent: "ns", path: "cluster/ns" },
    ]);
    // Hard edges follow, and what lost its parent has the next one.
    await source.run([child("pod", "set", "ns"), child("ns", "cluster"), item("cluster")]);
    expect((await family(source.id)).find(({ name }) => name === "pod")).toEqual({
      name: "pod",
      parent: "ns",
      path: "cluster/ns",
    });
    await source.run([child("pod", "set", "ns"), child("set", "ns"), item("ns"), item("cluster")]);
    expect(await family(source.id)).toEqual([
      { name: "cluster", parent: null, path: null },
      { name: "ns", parent: null, path: null },
      { name: "pod", parent: "set", path: "ns/set" },
      { name: "set", parent: "ns", path: "ns" },
    ]);
    expect((await edges(source.id)).filter(({ relation, gone }) => relation === "hard" && !gone)).toEqual([
      { from: "ns", relation: "hard", to: "set", gone: false },
      { from: "set", relation: "hard", to: "pod", gone: false },
    ]);
  });

  test("parents that lead back to where they began are refused", async () => {
    const source = await scraper();
    const loop = [child("a", "b"), child("b", "c"), child("c", "a"), child("d", "a"), child("self", "self")];
    const saved = await source.run(loop);
    expect(saved.summary.warnings.map(({ error }) => error)).toEqual(
      ["a", "b", "c"].map((name) => `The parents of Test::Thing ${name} lead back to it: it is left without a parent.`),
    );
    expect(await family(source.id)).toEqual([
      ...["a", "b", "c"].map((name) => ({ name, parent: null, path: null })),
      { name: "d", parent: "a", path: "a" },
      { name: "self", parent: null, path: null },
    ]);
    // What stood before stays when somebody else closes the loop.
    const other = await scraper();
    await other.run([child("top"), child("below", "top")]);
    await other.run([child("top", "below"), child("below", "top")]);
    expect(await family(other.id)).toEqual([
      { name: "below", parent: "top", path: "top" },
      { name: "top", parent: null, path: null },
    ]);
  });
});

describe("changes", () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 1, 12, minute));
  const change = (externalId: string, more: Partial<FoundChange> = {}): FoundChange => ({
    externalId,
    type: "Deployed",
    ...more,
  });

  test("are kept once, with who did it, and told again only when there is something new in them", async () => {
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
    expect(ofType(saved)).toEqual({ ...none, added: 1, changes: 2 });
    expect(saved.summary.config_types["Test::Thing"]?.warnings).toEqual(['"dreadful" is no severity.']);
    const told =
      "external_change_id, c.created_by, external_created_by, severity, summary, c.source, count, c.created_at, first_observed";
    const [one, two] = await source.changes(told);
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
    expect(ofType(await source.run([item("a", {}, { changes })]))).toEqual({ ...none, unchanged: 1 });
    const later = [{ ...changes[0]!, createdAt: at(5), details: { build: "def" } }];
    expect(ofType(await source.run([item("a", {}, { changes: later })]))).toEqual({
      ...none,
      unchanged: 1,
      deduped: 1,
    });
    expect((await source.changes(told)).find((row) => row["external_change_id"] === "1")).toMatchObject({
      count: 2,
      created_at: "2026-11-01T12:05:00+00:00",
      first_observed: "2026-11-01T12:01:00+00:00",
    });
  });

  test("that are the same but for times, ids and numbers are counted within the hour", async () => {
    const source = await scraper();
    const backOff = (n: number, minute: number) =>
      change(`00000000-0000-4000-8000-00000000000${n}`, {
        type: "BackOff",
        createdAt: at(minute),
        details: { restarts: n, at: at(minute).toISOString() },
      });
    const all = [backOff(1, 0), backOff(2, 10), backOff(3, 20)];
    expect(ofType(await source.run([item("a", {}, { changes: all })]))).toMatchObject({ changes: 1, deduped: 2 });
    expect(ofType(await source.run([item("a", {}, { changes: all })]))).toMatchObject({ changes: 0, deduped: 0 });
    expect(
      ofType(await source.run([item("a", {}, { changes: [...all, backOff(4, 30), backOff(5, 95)] })])),
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
      expect(ofType(await source.run([item("a", {}, { changes: [backOff(6, 96)] })]))).toMatchObject({
        changes: 1,
        deduped: 0,
      });
    } finally {
      await ask("delete from properties where name = 'changes.dedup.disable'");
    }
  });

  test("of a document that count as one lead from what it was to what it is", async () => {
    const source = await scraper();
    const version = (restarts: number, name = "x") => [item("a", { status: { restarts }, name })];
    const first = version(1);
    await source.run(first);
    await source.run(version(2));
    expect(ofType(await source.run(version(3)))).toMatchObject({ changes: 0, deduped: 1 });
    expect(ofType(await source.run(version(3, "y")))).toMatchObject({ changes: 1 });
    // Not the last one any more: what came between would be lost.
    expect(ofType(await source.run(version(4, "y")))).toMatchObject({ changes: 1 });
    // Taken back is no repetition.
    expect(ofType(await source.run(version(3, "y")))).toMatchObject({ changes: 1 });
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

  test("of items that nobody knows are counted and not kept; those of items that come later are", async () => {
    const source = await scraper();
    const news = (externalId: string): Found => ({
      kind: "news",
      news: { changes: [change(`of ${externalId}`, { of: { externalId, type: "Test::Thing" } })], insights: [] },
    });
    const saved = await source.run([news("later"), news("nobody"), item("later")]);
    expect(saved.errors).toEqual([]);
    expect(saved.summary.config_types["Test::Thing"]).toEqual({
      ...none,
      added: 1,
      changes: 1,
      change: { orphaned: { Deployed: { ids: ["nobody"], count: 1 } } },
    });
    expect(await source.changes("external_change_id, i.name")).toEqual([
      { external_change_id: "of later", name: "later" },
    ]);
  });

  test("go where the rules of the manifest send them", async () => {
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
    expect(saved.summary.config_types["Test::Thing"]?.change).toEqual({ ignored: { Deployed: 1 } });
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

  test("that end an item do so once", async () => {
    const source = await scraper();
    const gone = item("a", {}, { changes: [change("killed", { action: "delete", createdAt: at(7) })] });
    expect(ofType(await source.run([gone]))).toMatchObject({ added: 1, deleted: 1, changes: 1 });
    const [row] = await ask("select deleted_at, delete_reason from config_items where scraper_id = $1", [source.id]);
    expect(row).toEqual({ deleted_at: "2026-11-01T12:07:00+00:00", delete_reason: "FROM_EVENT" });
    // It is seen again, so it is there again, and what is told once more ends it no more.
    expect(ofType(await source.run([gone]))).toMatchObject({ updated: 1, deleted: 0, changes: 0 });
    expect(await source.items()).toHaveLength(1);
  });

  test("of documents are judged like others", async () => {
    const source = await scraper();
    const judge = (found: FoundChange) => (found.summary === "uptime" ? undefined : { ...found, severity: "low" });
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

describe("insights", () => {
  const insight: FoundInsight = {
    analyzer: "CVE-1",
    type: "security",
    severity: "High",
    summary: "a hole",
    message: "mend it",
  };
  const of = (id: string) =>
    ask(
      "select a.analyzer, a.analysis_type, a.severity, a.status, a.message from config_analysis a join config_items i on i.id = a.config_id where a.scraper_id = $1 order by a.analyzer",
      [id],
    );

  test("open, are observed again, and are resolved when they are not found any more; silenced ones stay silenced", async () => {
    const source = await scraper();
    const found = [item("a", {}, { insights: [insight, { analyzer: "other", type: "technicalDebt" }] })];
    expect((await source.run(found)).summary.insights).toEqual({ opened: 2, observed: 0, resolved: 0 });
    expect(await of(source.id)).toEqual([
      { analyzer: "CVE-1", analysis_type: "security", severity: "high", status: "open", message: "mend it" },
      { analyzer: "other", analysis_type: "technical_debt", severity: null, status: "open", message: null },
    ]);
    await ask("update config_analysis set status = 'silenced' where scraper_id = $1 and analyzer = 'other'", [
      source.id,
    ]);
    expect((await source.run(found)).summary.insights).toEqual({ opened: 0, observed: 2, resolved: 0 });
    await ask("update config_analysis set last_observed = now() - interval '3 days' where scraper_id = $1", [
      source.id,
    ]);
    // Not while something could not be read.
    await source.run([item("a"), { kind: "error", error: "x" }]);
    expect((await source.run([item("a")], { retention: { staleAnalysisAge: "keep" } })).summary.insights.resolved).toBe(
      0,
    );
    expect((await source.run([item("a")])).summary.insights.resolved).toBe(1);
    expect((await of(source.id)).map(({ status }) => status)).toEqual(["resolved", "silenced"]);
    expect((await source.run(found)).summary.insights).toEqual({ opened: 1, observed: 1, resolved: 0 });
    expect((await of(source.id)).map(({ status }) => status)).toEqual(["open", "silenced"]);
  });
});

describe("events", () => {
  test("tell of what is new, changed, better, worse and gone; not of what was there before the first run", async () => {
    const source = await scraper();
    const events = async () => {
      await until(async () => (await system.jobs.counts()).every(({ pending, active }) => pending + active === 0));
      return heard
        .splice(0)
        .map(({ name }) => name)
        .sort();
    };
    await events();
    await source.run([item("a", { n: 1 }, { health: "healthy" }), item("b", {}, { health: "unhealthy" })]);
    expect(await events()).toEqual(["config.unhealthy"]);
    await source.run([
      item("a", { n: 2 }, { health: "warning", changes: [change("x")] }),
      item("c", {}, { health: "healthy" }),
    ]);
    expect(await events()).toEqual([
      "config.changed",
      "config.created",
      "config.deleted",
      "config.updated",
      "config.warning",
    ]);
    await source.run([
      item("a", { n: 2 }, { health: "warning", changes: [change("x")] }),
      item("c", {}, { health: "healthy" }),
    ]);
    expect(await events()).toEqual([]);
  });
  const change = (externalId: string): FoundChange => ({ externalId, type: "Deployed" });
});

describe("a look ahead", () => {
  test("tells what would happen, and leaves everything as it is", async () => {
    const source = await scraper();
    await source.run([item("a", { n: 1 }), item("b")]);
    const tables = ["config_items", "config_changes", "config_relationships", "config_references", "config_sightings"];
    const all = async () => {
      const rows = [];
      for (const table of tables)
        rows.push(await ask(`select md5(string_agg(t::text, ',' order by t::text)) as rows from ${table} t`));
      return rows;
    };
    const before = await all();
    const found = [item("a", { n: 2 }), item("c", {}, { parents: [{ externalId: "a" }] })];
    const signal = new AbortController().signal;
    const seen = await foresee(system, told(found), { scraper: { id: source.id, agentId }, isWhole: true, signal });
    expect(seen.items.map(({ action, name }) => [action, name])).toEqual([
      ["updated", "a"],
      ["added", "c"],
      ["deleted", "b"],
    ]);
    expect(seen.changes).toMatchObject([{ action: "added", config_name: "a", summary: "n", patches: { n: 2 } }]);
    expect(seen.relationships).toMatchObject([{ config_name: "a", related_name: "c", relation: "hard", is_new: true }]);
    expect(ofType(seen.saved)).toEqual({ ...none, added: 1, updated: 1, deleted: 1, changes: 1 });
    expect(await all()).toEqual(before);
    const some = await foresee(system, told(found), { scraper: { agentId }, isWhole: true, signal, mostItems: 1 });
    expect(some).toMatchObject({ isCut: true, items: [{ action: "added", name: "a" }] });
    expect(await all()).toEqual(before);
  });
});
