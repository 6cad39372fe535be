// Tests runs on a real database: the saved tree, and that nothing is lost when a lookup fails or the topology changes.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createScrubber } from "#server/scrub/scrub.ts";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";
import { BuildLog } from "../build/build-log.ts";
import { loadTopology } from "./load.ts";
import { builtTree } from "./run-topology.ts";

const { databases: db } = await testDatabase();
const { system, server, documents, lookup, create, change, run, componentsOf, tree, idsOf } = await openTopologies(db);

const nested = (depth: number, name = "level 1"): object => ({
  name,
  type: "Level",
  ...(depth > 1 && { components: [nested(depth - 1, `level ${Number(name.slice(6)) + 1}`)] }),
});

test("five levels of nesting are saved with their paths, and a second run changes nothing", async () => {
  const id = await create("levels", { type: "System", components: [nested(5)] }, { labels: { team: "quay" } });
  const { saved, log } = await run(id);
  expect(log.errors).toEqual([]);
  expect(saved).toMatchObject({ total: 6, added: 6, changed: 0, removed: 0 });
  const stored = await componentsOf(id);
  const ids = await idsOf(id);
  expect(stored.map(({ name, parent, is_leaf }) => [name, parent, is_leaf])).toEqual([
    ["level 1", "levels", false],
    ["level 2", "level 1", false],
    ["level 3", "level 2", false],
    ["level 4", "level 3", false],
    ["level 5", "level 4", true],
    ["levels", null, false],
  ]);
  expect(stored[4]!.path).toBe(
    ["levels", "level 1", "level 2", "level 3", "level 4"].map((name) => ids[name]).join("."),
  );
  const { rows } = await sql<{ labels: object; topology_type: string; namespace: string }>`
    select distinct labels, topology_type, namespace from components where topology_id = ${id}`.execute(db.system);
  expect(rows).toEqual([{ labels: { team: "quay" }, topology_type: "System", namespace: "default" }]);
  expect((await run(id)).saved).toMatchObject({ added: 0, changed: 0, unchanged: 6, removed: 0, written: [] });
});

test("a failing lookup is reported and keeps its components; once it works again, missing components are deleted, and restored with their ids", async () => {
  const id = await create("ships", {
    components: [{ name: "fleet", type: "Fleet", lookup: lookup("fleet") }, { name: "crane" }],
  });
  const fleet = [
    { name: "ada", type: "Ship", health: "healthy", components: [{ name: "engine", type: "Part" }] },
    { name: "bea", type: "Ship" },
  ];
  documents.set("/fleet", fleet);
  await run(id);
  const before = await idsOf(id);
  expect(await tree(id)).toEqual(["fleet/ada", "fleet/bea", "ships/crane", "ada/engine", "ships/fleet", "ships"]);

  documents.delete("/fleet");
  const broken = await run(id);
  expect(broken.log.errors).toEqual([expect.stringMatching(/The lookup of fleet failed.*500/s)]);
  expect(broken.saved.removed).toBe(0);
  expect(await tree(id)).toEqual(["fleet/ada", "fleet/bea", "ships/crane", "ada/engine", "ships/fleet", "ships"]);
  expect((await componentsOf(id)).find(({ name }) => name === "fleet")!.is_leaf).toBe(false);

  documents.set("/fleet", [fleet[1]]);
  expect((await run(id)).saved.removed).toBe(2);
  expect(await tree(id)).toEqual(["fleet/bea", "ships/crane", "ships/fleet", "ships"]);
  documents.set("/fleet", fleet);
  expect((await run(id)).saved).toMatchObject({ added: 0, changed: 2 });
  expect(await idsOf(id)).toEqual(before);
  expect((await componentsOf(id)).find(({ name }) => name === "ada")!.stated_health).toBe("healthy");
});

test("a run of a topology that is deleted or changed during the build saves nothing", async () => {
  documents.set("/slow", [{ name: "ada" }]);
  const spec = { components: [{ name: "fleet", lookup: lookup("slow") }] };
  const id = await create("leaving", spec);
  await run(id);
  const { answer } = server;
  const during = async (work: () => Promise<unknown>) => {
    server.answer = (...asked) => void work().then(() => answer(...asked));
    try {
      return await run(id);
    } finally {
      server.answer = answer;
    }
  };
  documents.set("/slow", [{ name: "ada" }, { name: "bea" }]);
  await expect(during(() => change(id, { ...spec, type: "Fleet" }))).rejects.toThrow("was changed while it ran");
  expect(await tree(id)).toEqual(["fleet/ada", "leaving/fleet", "leaving"]);
  await expect(
    during(() => sql`update topologies set deleted_at = now() where id = ${id}`.execute(db.system)),
  ).rejects.toThrow("was deleted while it ran");
  expect(await tree(id)).toEqual([]);
});

test("a deletion waits until a run is saved, and also deletes the rows that the run saved", async () => {
  const id = await create("racing", { components: [{ name: "ada" }] });
  // Blocks the save of the tree after the topology was found unchanged.
  const holder = await db.system.startTransaction().execute();
  await sql`select pg_advisory_xact_lock(hashtext(${`topology ${id}`}))`.execute(holder);
  const waits = async (text: string) => {
    await expect
      .poll(async () => {
        const { rows } = await sql<{ query: string }>`
          select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db.system,
        );
        return rows.some(({ query }) => query.includes(text));
      })
      .toBe(true);
  };
  const running = run(id);
  let deleting: Promise<unknown> | undefined;
  try {
    await waits("pg_advisory_xact_lock");
    deleting = sql`update topologies set deleted_at = now() where id = ${id}`.execute(db.system);
    await waits("update topologies");
  } finally {
    await holder.rollback().execute();
  }
  expect((await running).saved.added).toBe(2);
  await deleting;
  expect(await tree(id)).toEqual([]);
});

test("a tree of 100 levels is saved down to level 64, and the rest is reported", async () => {
  const id = await create("deep", { components: [nested(100)] });
  for (const expected of [{ added: 64 }, { unchanged: 64 }]) {
    const { saved, log } = await run(id);
    expect(log.errors).toEqual([
      "level 63 is on level 64, and a tree has at most 64 levels: the components below it are left out.",
    ]);
    expect(saved).toMatchObject({ total: 64, removed: 0, ...expected });
  }
  // A tree of 39 levels does not fit below level 41.
  const below = await create("below", {
    components: [{ ...nested(39), name: "top", parentLookup: { name: "level 40" } }],
  });
  expect((await run(below)).log.errors).toEqual([
    "top becomes a root instead of a child of level 40, because level 40 is so deep that the tree would have more than 64 levels.",
  ]);
  expect((await componentsOf(below)).find(({ name }) => name === "top")).toMatchObject({ parent: null, path: "" });
});

test("a tree with too many components is refused, even if a lookup nests them", async () => {
  documents.set("/many", [{ name: "parent", components: [{ name: "a" }, { name: "b", components: [{ name: "c" }] }] }]);
  documents.set("/few", [{ name: "few" }]);
  const counted = { name: "counted", lookup: lookup("many") };
  const built = async (id: string, maxComponents: number) => {
    const log = new BuildLog(undefined, { maxComponents });
    const options = { signal: new AbortController().signal, scrubber: createScrubber() };
    await builtTree(system, (await loadTopology(system, id))!, options, log);
    return log;
  };
  for (const [name, spec, size] of [
    ["large", counted, 6],
    ["large below", { name: "outer", lookup: lookup("few"), forEach: { components: [counted] } }, 8],
  ] as const) {
    const id = await create(name, { components: [spec] });
    expect(await built(id, size)).toMatchObject({ components: size, errors: [] });
    await expect(built(id, size - 1)).rejects.toThrow(`The topology has more than ${size - 1} components`);
  }
});

test("the first of two equal siblings is used, and deleting a topology deletes its components", async () => {
  const id = await create("pair", {
    components: [
      { name: "twin", type: "T", tooltip: "first" },
      { name: "twin", type: "T" },
    ],
  });
  const { log, saved } = await run(id);
  expect(log.warnings).toEqual(["pair has more than one component twin of the type T; the first one is used."]);
  expect(saved.total).toBe(2);
  await sql`update topologies set deleted_at = now() where id = ${id}`.execute(db.system);
  expect(await tree(id)).toEqual([]);
});
