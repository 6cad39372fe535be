import { describe, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { item, openSaving } from "#tests/support/saved-things.ts";

const { ask, scraper } = await openSaving(await testDatabase());

describe("relationships", () => {
  test("relationships are created in every order of the items, deleted when they are no longer reported, and restored", async () => {
    const source = await scraper();
    const a = item(
      "a",
      {},
      {
        relationships: [
          { to: { item: { externalId: "b" } }, relation: "Calls" },
          { to: { item: { externalId: "alias-of-c", type: "Test::Other" } }, relation: "Uses", isIncoming: true },
          { to: { item: { externalId: "missing" } }, relation: "Calls" },
        ],
      },
    );
    const others = [item("b"), item("c", {}, { type: "Test::Other", aliases: ["alias-of-c"] })];
    const first = await source.run([a, ...others]);
    expect(first.summary.relationships).toEqual({ added: 2, deleted: 0 });
    const there = { gone: false };
    expect(await source.edges()).toEqual([
      { from: "a", relation: "Calls", to: "b", ...there },
      { from: "c", relation: "Uses", to: "a", ...there },
    ]);
    expect((await source.run([a, ...others])).summary.relationships).toEqual({ added: 0, deleted: 0 });
    const lone = { ...a, relationships: a.relationships!.slice(1) };
    expect((await source.run([lone, ...others])).summary.relationships).toEqual({ added: 0, deleted: 1 });
    expect(await source.edges()).toContainEqual({ from: "a", relation: "Calls", to: "b", gone: true });
    expect((await source.run([a, ...others])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    // The missing item is added later.
    expect((await source.run([a, ...others, item("missing")])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    expect(await source.edges()).toContainEqual({ from: "a", relation: "Calls", to: "missing", ...there });
  });

  test("a relationship can refer to items of one other scraper, by its id, or of all scrapers", async () => {
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
    expect(await one.edges()).toEqual([]);
    await other.run([item("far")]);
    await one.run([near]);
    expect((await one.edges()).map(({ relation }) => relation)).toEqual(["All", "Needs"]);
  });

  test("relationships by selector are updated when the matching items change", async () => {
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
    expect((await source.edges()).filter(({ gone }) => !gone).map(({ to }) => to)).toEqual(["s1", "x"]);
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

  test("the first existing parent is used, and the paths of all descendants are updated", async () => {
    const source = await scraper();
    await source.run([child("pod", "set", "ns"), child("set", "ns"), child("ns", "cluster"), item("cluster")]);
    expect(await family(source.id)).toEqual([
      { name: "cluster", parent: null, path: null },
      { name: "ns", parent: "cluster", path: "cluster" },
      { name: "pod", parent: "set", path: "cluster/ns/set" },
      { name: "set", parent: "ns", path: "cluster/ns" },
    ]);
    // An item that lost its parent gets its next possible parent, and the hard edges are updated.
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
    expect((await source.edges()).filter(({ relation, gone }) => relation === "hard" && !gone)).toEqual([
      { from: "ns", relation: "hard", to: "set", gone: false },
      { from: "set", relation: "hard", to: "pod", gone: false },
    ]);
  });

  test("parents that form a loop are rejected", async () => {
    const source = await scraper();
    const loop = [child("a", "b"), child("b", "c"), child("c", "a"), child("d", "a"), child("self", "self")];
    const saved = await source.run(loop);
    expect(saved.summary.warnings.map(({ error }) => error)).toEqual(
      ["a", "b", "c"].map((name) => `The parents of Test::Thing ${name} form a loop, so ${name} has no parent.`),
    );
    expect(await family(source.id)).toEqual([
      ...["a", "b", "c"].map((name) => ({ name, parent: null, path: null })),
      { name: "d", parent: "a", path: "a" },
      { name: "self", parent: null, path: null },
    ]);
    // The existing parent is kept if a second item closes the loop.
    const other = await scraper();
    await other.run([child("top"), child("below", "top")]);
    await other.run([child("top", "below"), child("below", "top")]);
    expect(await family(other.id)).toEqual([
      { name: "below", parent: "top", path: "top" },
      { name: "top", parent: null, path: null },
    ]);
  });

  test.each([
    ["a long loop", (at: number) => `n${(at + 1) % 150}`],
    ["a deep chain", (at: number) => (at === 149 ? undefined : `n${at + 1}`)],
  ])("%s is rejected at the maximum depth, whether or not the parents have types", async (_, above) => {
    for (const type of [undefined, "Test::Thing"]) {
      const source = await scraper();
      const all = Array.from({ length: 150 }, (__, at) => {
        const externalId = above(at);
        return item(`n${at}`, {}, externalId === undefined ? {} : { parents: [{ externalId, type }] });
      });
      const { summary, errors } = await source.run(all);
      expect(errors).toEqual([]);
      expect(summary.warnings[0]?.error).toMatch(/^Test::Thing n\d+ has 100 ancestors or more/);
      const [bad] = await ask(
        `with recursive up as (
           select id, parent_id, path, 0 as depth from config_items where scraper_id = $1
           union all
           select u.id, p.parent_id, u.path, u.depth + 1 from up u join config_items p on p.id = u.parent_id where u.depth < 200
         )
         select max(depth) as deepest,
                count(*) filter (where parent_id is null and depth <> cardinality(string_to_array(path, '.'))) as wrong
         from up`,
        [source.id],
      );
      expect(bad).toEqual({ deepest: above(149) === undefined ? 99 : 0, wrong: 0 });
      // The next run has nothing to change.
      expect((await source.run(all)).summary.relationships).toEqual({ added: 0, deleted: 0 });
    }
  });

  test("two items of different types with one unique id in common have one alias edge, regardless of which scraper runs", async () => {
    const [first, second] = [await scraper(), await scraper()];
    const arn = "arn:cloud:db-1";
    const cloud = (aliases: readonly string[]) => item(arn, {}, { type: "Cloud::Database", name: "cloud", aliases });
    const server = item("postgres://db", {}, { type: "Server::Database", name: "server", aliases: [arn, "own"] });
    const twin = item("other", {}, { type: "Server::Database", name: "twin", aliases: ["own"] });
    await first.run([cloud([])]);
    expect((await second.run([server, twin])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    const edge = { from: "cloud", relation: "Alias", to: "server", gone: false };
    expect(await second.edges()).toEqual([edge]);
    // No second edge is added, and names that the two items do not share have no effect.
    await first.run([cloud(["more"])]);
    expect(await first.edges()).toEqual([]);
    expect((await second.run([server, twin])).summary.relationships).toEqual({ added: 0, deleted: 0 });
    expect(await second.edges()).toEqual([edge]);
    // The edge is deleted when the shared name is removed, and added again with a new shared name, even by a watch.
    await second.run([{ ...server, aliases: ["own"] }, twin]);
    expect(await second.edges()).toEqual([{ ...edge, gone: true }]);
    await first.run([cloud(["postgres://db"])], { isWhole: false });
    expect(await first.edges()).toEqual([edge]);
    expect(await second.edges()).toEqual([{ ...edge, gone: true }]);
    // A deleted item keeps its edges.
    await first.run([]);
    expect(await first.edges()).toEqual([edge]);
  });

  test("one shared short id does not create an alias edge; two shared short ids create an alias edge", async () => {
    const source = await scraper();
    const web = (type: string, ...aliases: string[]) => item("web", {}, { type, name: type, aliases });
    await source.run([web("Test::Service", "front"), web("Test::Repository")]);
    expect(await source.edges()).toEqual([]);
    const both = [web("Test::Service", "front"), web("Test::Repository", "front")];
    expect((await source.run(both)).summary.relationships).toEqual({ added: 1, deleted: 0 });
    await source.run([web("Test::Service", "front"), web("Test::Repository")]);
    expect(await source.edges()).toMatchObject([{ relation: "Alias", gone: true }]);
  });

  test("equal row numbers of two tables do not create an alias edge", async () => {
    const source = await scraper();
    await source.run([
      item("1", {}, { type: "Test::Order", aliases: ["4711"] }),
      item("1", {}, { type: "Test::Customer", aliases: ["4711"] }),
    ]);
    expect(await source.edges()).toEqual([]);
  });

  test("a parent that also has a relationship to the item is one step away in the graph", async () => {
    const source = await scraper();
    const owner = item("owner", {}, { aliases: ["the owner"] });
    const owned = item(
      "owned",
      {},
      {
        parents: [{ externalId: "owner" }],
        relationships: [{ to: { item: { externalId: "the owner" } }, relation: "OwnerOwned", isIncoming: true }],
      },
    );
    await source.run([owned, owner]);
    expect(await source.edges()).toEqual([
      { from: "owner", relation: "OwnerOwned", to: "owned", gone: false },
      { from: "owner", relation: "hard", to: "owned", gone: false },
    ]);
    const ids = new Map((await source.items("id, name")).map(({ id, name }) => [name, id]));
    for (const [start, direction] of [
      ["owner", "outgoing"],
      ["owned", "incoming"],
      ["owned", "all"],
    ])
      expect(
        await ask("select name, related_ids from related_configs_recursive($1, $2, max_depth => 10) order by name", [
          ids.get(start!),
          direction,
        ]),
      ).toEqual([
        { name: "owned", related_ids: null },
        { name: "owner", related_ids: [ids.get("owned")] },
      ]);
  });
});
