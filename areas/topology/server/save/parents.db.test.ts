// Tests that components keep their ids when they move, and that cycles of parents are cut.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";

const { databases: db } = await testDatabase();
const { create, change, run, componentsOf, tree, idsOf } = await openTopologies(db);

test("a cycle created by parentLookup is reported and cut, and no component is lost", async () => {
  const id = await create("cycle", {
    components: [
      { name: "hen", parentLookup: { name: "egg" } },
      { name: "egg", parentLookup: { name: "hen" } },
      { name: "self", parentLookup: { externalID: "self" } },
    ],
  });
  const { log, saved } = await run(id);
  expect(log.errors).toEqual([
    "egg cannot be moved below hen, because hen is below egg: the cycle was cut, and egg stays where it is.",
  ]);
  expect(log.warnings).toEqual(["self stays where it is: no component matches its parentLookup externalID=self."]);
  expect(saved.total).toBe(4);
  expect(await tree(id)).toEqual(["cycle", "cycle/egg", "egg/hen", "cycle/self"]);
});

test("a component that moves keeps its id and its children, even when it moves back to a former place", async () => {
  const spec = (inside: "dock" | "yard") => ({
    components: ["dock", "yard"].map((name) => ({
      name,
      type: "Place",
      ...(name === inside && {
        components: [{ name: "crane", type: "Machine", components: [{ name: "hook", type: "Part" }] }],
      }),
    })),
  });
  const id = await create("moving", spec("dock"));
  await run(id);
  const before = await idsOf(id);
  for (const [from, to] of [
    ["dock", "yard"],
    ["yard", "dock"],
    ["dock", "yard"],
  ] as const) {
    await change(id, spec(to));
    const { saved, log } = await run(id);
    expect(log.errors).toEqual([]);
    expect(saved).toMatchObject({ added: 0, changed: 1, removed: 0 });
    expect(await idsOf(id)).toEqual(before);
    const stored = await componentsOf(id);
    const hook = stored.find(({ name }) => name === "hook")!;
    expect(hook).toMatchObject({ parent: "crane", path: [before["moving"], before[to], before["crane"]].join(".") });
    expect(stored.find(({ name }) => name === from)!.is_leaf).toBe(true);
  }
  // A component that moves takes the unique key of a deleted component with the same name and type at the new place.
  const twins = {
    components: ["dock", "yard"].map((name) => ({
      name,
      type: "Place",
      components: [{ name: "crane", type: "Machine" }],
    })),
  };
  await change(id, twins);
  await run(id);
  await change(id, spec("dock"));
  await run(id);
  expect(await tree(id)).toEqual(["dock/crane", "moving/dock", "crane/hook", "moving", "moving/yard"]);
  await change(id, spec("yard"));
  expect((await run(id)).log.errors).toEqual([]);
  expect(await tree(id)).toEqual(["yard/crane", "moving/dock", "crane/hook", "moving", "moving/yard"]);
});

test("parentLookup finds components of other topologies, by external id first", async () => {
  const other = await create("other", { components: [{ name: "hall", id: "hall-7" }] });
  await run(other);
  const id = await create("guests", { components: [{ name: "guest", parentLookup: { externalID: "hall-7" } }] });
  expect((await run(id)).log.errors).toEqual([]);
  const guest = (await componentsOf(id)).find(({ name }) => name === "guest")!;
  expect(guest).toMatchObject({ parent: "hall" });
  expect((await componentsOf(other)).find(({ name }) => name === "hall")!.is_leaf).toBe(false);
});

test("a cycle of parents across two topologies is cut by the run that would close it, and the paths stay the same", async () => {
  const spec = (name: string, parent: string) => ({
    components: [{ name, components: [{ name: `part of ${name}` }], parentLookup: { externalID: parent } }],
  });
  const [cats, mice] = [await create("cats", spec("cat", "part of mouse")), await create("mice", spec("mouse", "cat"))];
  await run(mice);
  await run(cats);
  expect(await tree(cats)).toEqual(["part of mouse/cat", "cats", "cat/part of cat"]);
  const closing = await run(mice);
  expect(closing.log.errors).toEqual([
    "mouse becomes a root instead of a child of cat, because cat is below mouse: the cycle was cut.",
  ]);
  const places = async () =>
    [...(await componentsOf(cats)), ...(await componentsOf(mice))].map(({ name, path }) => [name, path]);
  await run(cats);
  const before = await places();
  const ids = { ...(await idsOf(cats)), ...(await idsOf(mice)) };
  const path = (...names: string[]) => names.map((name) => ids[name]).join(".");
  expect(Object.fromEntries(before)).toMatchObject({
    mouse: "",
    "part of mouse": path("mouse"),
    cat: path("mouse", "part of mouse"),
    "part of cat": path("mouse", "part of mouse", "cat"),
  });
  for (const id of [mice, cats, mice, cats]) await run(id);
  expect(await places()).toEqual(before);

  // A cycle that was saved earlier is cut by the next run of either topology.
  await sql`update components set parent_id = ${ids["cat"]} where id = ${ids["mouse"]}`.execute(db.system);
  expect((await run(cats)).log.errors).toEqual([expect.stringContaining("cat becomes a root")]);
  expect(await tree(cats)).toContain("cat");
});

test("a component becomes a root if its parent in a different topology is deleted", async () => {
  const host = await create("host", { components: [{ name: "berth" }] });
  await run(host);
  const id = await create("visit", { components: [{ name: "yacht", parentLookup: { externalID: "berth" } }] });
  await run(id);
  await change(host, {});
  expect((await run(host)).saved.removed).toBe(1);
  expect(await tree(id)).toEqual(["visit", "yacht"]);
  expect((await run(id)).log.warnings).toEqual([expect.stringContaining("no component matches its parentLookup")]);
  expect(await tree(id)).toEqual(["visit", "visit/yacht"]);
});
