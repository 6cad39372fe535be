import { describe, expect, test } from "vitest";
import { testDatabase } from "../../../../tests/database.ts";
import { item, openSaving } from "../../../../tests/saved-things.ts";

const { ask, scraper } = await openSaving(await testDatabase());

describe("relationships", () => {
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
    expect(await source.edges()).toEqual([
      { from: "a", relation: "Calls", to: "b", ...there },
      { from: "c", relation: "Uses", to: "a", ...there },
    ]);
    expect((await source.run([a, ...others])).summary.relationships).toEqual({ added: 0, deleted: 0 });
    const lone = { ...a, relationships: a.relationships!.slice(1) };
    expect((await source.run([lone, ...others])).summary.relationships).toEqual({ added: 0, deleted: 1 });
    expect(await source.edges()).toContainEqual({ from: "a", relation: "Calls", to: "b", gone: true });
    expect((await source.run([a, ...others])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    // Somebody of that name comes later.
    expect((await source.run([a, ...others, item("nobody")])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    expect(await source.edges()).toContainEqual({ from: "a", relation: "Calls", to: "nobody", ...there });
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
    expect(await one.edges()).toEqual([]);
    await other.run([item("far")]);
    await one.run([near]);
    expect((await one.edges()).map(({ relation }) => relation)).toEqual(["All", "Needs"]);
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
    expect((await source.edges()).filter(({ relation, gone }) => relation === "hard" && !gone)).toEqual([
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

  test.each([
    ["a loop of many", (at: number) => `n${(at + 1) % 150}`],
    ["a chain without an end in sight", (at: number) => (at === 149 ? undefined : `n${at + 1}`)],
  ])("%s is refused where it is too deep, by name and by type alike", async (_, above) => {
    for (const type of [undefined, "Test::Thing"]) {
      const source = await scraper();
      const all = Array.from({ length: 150 }, (__, at) => {
        const externalId = above(at);
        return item(`n${at}`, {}, externalId === undefined ? {} : { parents: [{ externalId, type }] });
      });
      const { summary, errors } = await source.run(all);
      expect(errors).toEqual([]);
      expect(summary.warnings[0]?.error).toMatch(/^Test::Thing n\d+ has 100 parents above it or more/);
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
      // The next run finds nothing to do.
      expect((await source.run(all)).summary.relationships).toEqual({ added: 0, deleted: 0 });
    }
  });

  test("by alias: two items of different types with one unique id have one edge, whichever scraper runs", async () => {
    const [first, second] = [await scraper(), await scraper()];
    const arn = "arn:cloud:db-1";
    const cloud = (aliases: readonly string[]) => item(arn, {}, { type: "Cloud::Database", name: "cloud", aliases });
    const server = item("postgres://db", {}, { type: "Server::Database", name: "server", aliases: [arn, "own"] });
    const twin = item("other", {}, { type: "Server::Database", name: "twin", aliases: ["own"] });
    await first.run([cloud([])]);
    expect((await second.run([server, twin])).summary.relationships).toEqual({ added: 1, deleted: 0 });
    const edge = { from: "cloud", relation: "Alias", to: "server", gone: false };
    expect(await second.edges()).toEqual([edge]);
    // Nobody makes it twice, and another name more or less that they do not share is none of its business.
    await first.run([cloud(["more"])]);
    expect(await first.edges()).toEqual([]);
    expect((await second.run([server, twin])).summary.relationships).toEqual({ added: 0, deleted: 0 });
    expect(await second.edges()).toEqual([edge]);
    // It ends with the name that they shared, and comes with a new one, also for a watch.
    await second.run([{ ...server, aliases: ["own"] }, twin]);
    expect(await second.edges()).toEqual([{ ...edge, gone: true }]);
    await first.run([cloud(["postgres://db"])], { isWhole: false });
    expect(await first.edges()).toEqual([edge]);
    expect(await second.edges()).toEqual([{ ...edge, gone: true }]);
    // What was deleted keeps what it had.
    await first.run([]);
    expect(await first.edges()).toEqual([edge]);
  });

  test("one equal short id makes no alias edge, two equal short ids do", async () => {
    const source = await scraper();
    const web = (type: string, ...aliases: string[]) => item("web", {}, { type, name: type, aliases });
    await source.run([web("Test::Service", "front"), web("Test::Repository")]);
    expect(await source.edges()).toEqual([]);
    const both = [web("Test::Service", "front"), web("Test::Repository", "front")];
    expect((await source.run(both)).summary.relationships).toEqual({ added: 1, deleted: 0 });
    await source.run([web("Test::Service", "front"), web("Test::Repository")]);
    expect(await source.edges()).toMatchObject([{ relation: "Alias", gone: true }]);
  });

  test("not by the numbers by which two tables count their rows", async () => {
    const source = await scraper();
    await source.run([
      item("1", {}, { type: "Test::Order", aliases: ["4711"] }),
      item("1", {}, { type: "Test::Customer", aliases: ["4711"] }),
    ]);
    expect(await source.edges()).toEqual([]);
  });

  test("of an owner, by being the parent and by name, are one step in the graph", async () => {
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
    for (const [of, way] of [
      ["owner", "outgoing"],
      ["owned", "incoming"],
      ["owned", "all"],
    ])
      expect(
        await ask("select name, related_ids from related_configs_recursive($1, $2, max_depth => 10) order by name", [
          ids.get(of!),
          way,
        ]),
      ).toEqual([
        { name: "owned", related_ids: null },
        { name: "owner", related_ids: [ids.get("owned")] },
      ]);
  });
});
