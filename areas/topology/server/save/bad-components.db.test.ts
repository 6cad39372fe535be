// Tests that all other components are saved if one component cannot be stored.
import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";

const { databases: db } = await testDatabase();
const { documents, lookup, server, create, change, run, componentsOf, tree } = await openTopologies(db);

test("equal components below the same parent of a different topology are reported, and the first one is used", async () => {
  await run(await create("port", { components: [{ name: "pier", id: "pier-1" }] }));
  const guest = { name: "guest", type: "Ship", parentLookup: { externalID: "pier-1" } };
  const id = await create("guests", {
    components: [
      { name: "first", components: [{ ...guest, text: "the first" }] },
      { name: "second", components: [{ ...guest, text: "the second" }] },
    ],
  });
  for (const expected of [{ added: 4 }, { unchanged: 4 }]) {
    const { saved, log } = await run(id);
    expect(log.errors).toEqual([]);
    expect(log.warnings).toEqual([
      "A parent in a different topology has more than one component guest of the type Ship; the first one is used.",
    ]);
    expect(saved).toMatchObject({ total: 4, removed: 0, ...expected });
  }
  expect(await tree(id)).toEqual(["guests/first", "pier/guest", "guests", "guests/second"]);
});

test("characters that the database refuses are removed from names, types, labels, parent lookups and canaries", async () => {
  const inline = { http: [{ name: "pi\0ng", url: server.url }] };
  documents.set("/odd", [
    { name: "cra\0ne", type: "Mach\ud800ine", labels: { "te\0am": "qu\0ay" }, checks: [{ inline }] },
    { name: "hook", parentLookup: { name: "no\0where" } },
  ]);
  const id = await create("odd", { components: [{ name: "fleet", lookup: lookup("odd") }] });
  const { log } = await run(id);
  expect(log.errors).toEqual([]);
  const { rows } = await sql`
    select c.name, c.type, c.labels, k.name as canary, k.labels as canary_labels, s.name as check
    from   components c
    join   canaries k on k.source = 'component/' || c.id
    join   checks s on s.canary_id = k.id
    where  c.topology_id = ${id}`.execute(db.system);
  expect(rows).toEqual([
    {
      name: "crane",
      type: "Mach\ufffdine",
      labels: { team: "quay" },
      canary: "crane",
      canary_labels: { team: "quay" },
      check: "ping",
    },
  ]);
  expect(await tree(id)).toEqual(["fleet/crane", "odd/fleet", "fleet/hook", "odd"]);
});

test("a component whose name is empty is left out and reported, and nothing is deleted", async () => {
  documents.set("/names", [{ name: "ada" }]);
  const spec = (name: string) => ({
    components: [
      { name: "fleet", lookup: lookup("names"), forEach: { components: [{ name, components: [{ name: "part" }] }] } },
    ],
  });
  const id = await create("names", spec("engine"));
  await run(id);
  const before = await tree(id);
  await change(id, spec("$(.component.text)"));
  const { log, saved } = await run(id);
  expect(log.errors).toEqual(["ada has a component without a name. It is left out."]);
  expect(saved.removed).toBe(0);
  expect(await tree(id)).toEqual(before);
});

test("keys that are too long for an index are truncated and reported", async () => {
  // Random text, because the database compresses repetitions.
  const long = () => `⚓${randomBytes(4_500).toString("hex")}`;
  const names = { name: long(), type: long(), external_id: long(), namespace: long() };
  const component = (text: string) => ({
    ...names,
    labels: { [names.name]: names.type, short: "kept" },
    properties: [{ name: names.name, text }],
    checks: [{ inline: { http: [{ name: "ping", url: server.url }] } }],
  });
  documents.set("/long", [component("before"), { name: "short" }]);
  const id = await create("long", { components: [{ name: "fleet", lookup: lookup("long") }] });
  const fault = `${names.name.slice(0, 100)}: values longer than 1000 bytes were cut: name, type, external id, namespace, labels, names of properties.`;
  const first = await run(id);
  expect(first.log.errors).toEqual([fault]);
  expect(first.saved).toMatchObject({ total: 4, added: 4 });
  expect((await run(id)).saved).toMatchObject({ unchanged: 4, removed: 0 });
  // The former value of the property is stored in a separate table.
  documents.set("/long", [component("after"), { name: "short" }]);
  expect((await run(id)).saved).toMatchObject({ changed: 1, unchanged: 3 });
  const { rows } = await sql`
    select c.name, c.type, c.external_id, c.namespace, c.labels, c.properties, k.name as canary
    from   components c
    join   canaries k on k.source = 'component/' || c.id
    where  c.topology_id = ${id}`.execute(db.system);
  const cut = (text: string) => text.slice(0, 998);
  expect(rows).toEqual([
    {
      name: cut(names.name),
      type: cut(names.type),
      external_id: cut(names.external_id),
      namespace: cut(names.namespace),
      labels: { [cut(names.name)]: cut(names.type), short: "kept" },
      properties: [{ name: cut(names.name), text: "after" }],
      canary: cut(names.name),
    },
  ]);
  expect(await tree(id)).toContain("fleet/short");
});

test("an inline canary that cannot be stored is reported, and the others are stored", async () => {
  const canary = (more: object) => ({ checks: [{ inline: { http: [{ url: server.url, ...more }] } }] });
  const long = randomBytes(4_500).toString("hex");
  documents.set("/watched", [
    { name: "first", ...canary({ name: "ping" }) },
    { name: "masked", ...canary({ name: "ping", bearer: "***" }) },
    { name: "long", ...canary({ name: "ping", labels: { [long]: "x" } }) },
    { name: "last", ...canary({ name: "ping" }) },
  ]);
  const id = await create("watched", { components: [{ name: "fleet", lookup: lookup("watched") }] });
  const { log, saved } = await run(id);
  expect(log.errors.toSorted()).toEqual([
    expect.stringMatching(/^The canary long cannot be stored: index row/),
    expect.stringMatching(/^The canary masked cannot be stored: .*bearer/),
  ]);
  expect(saved).toMatchObject({ total: 6, added: 6 });
  const { rows } = await sql`
    select k.name
    from   components c
    join   canaries k on k.source = 'component/' || c.id
    join   checks s on s.canary_id = k.id
    where  c.topology_id = ${id} and k.deleted_at is null
    order  by k.name`.execute(db.system);
  expect(rows).toEqual([{ name: "first" }, { name: "last" }]);
});

test("a component that the database rejects is reported and not changed, and all other components are saved", async () => {
  const ship = (name: string, text: string) => ({ name, text, components: [{ name: `part of ${name}`, text }] });
  const checks = [{ inline: { http: [{ name: "ping", url: server.url }] } }];
  documents.set("/fleet", [
    ship("ada", "old"),
    ship("bea", "old"),
    { name: "berth", components: [{ name: "leaving" }] },
  ]);
  const id = await create("fleet", { components: [{ name: "ships", lookup: lookup("fleet") }] });
  await run(id);
  await sql`alter table components add constraint refusal check (text <> 'refused')`.execute(db.system);
  try {
    documents.set("/fleet", [
      { ...ship("ada", "new"), text: "refused", checks },
      ship("bea", "new"),
      { ...ship("cleo", "new"), text: "refused", checks },
      ship("dora", "new"),
      { name: "berth" },
    ]);
    const reason = 'violates check constraint "refusal"';
    const { log, saved } = await run(id);
    expect(log.errors).toEqual([
      expect.stringMatching(`^ada could not be saved and stays as it was: .*${reason}$`),
      expect.stringMatching(`^cleo and the new components below it could not be saved: .*${reason}$`),
    ]);
    expect(saved).toMatchObject({ total: 9, added: 2, changed: 3, unchanged: 3, removed: 0, missing: [] });
    expect(saved.written).toHaveLength(5);
    const { rows } = await sql`
      select name, text from components where topology_id = ${id} and deleted_at is null and text is not null
      order  by name`.execute(db.system);
    expect(rows).toEqual([
      { name: "ada", text: "old" },
      { name: "bea", text: "new" },
      { name: "dora", text: "new" },
      { name: "part of ada", text: "new" },
      { name: "part of bea", text: "new" },
      { name: "part of dora", text: "new" },
    ]);
    expect(await tree(id)).toContain("berth/leaving");
    expect((await componentsOf(id)).find(({ name }) => name === "berth")).toMatchObject({ is_leaf: false });
    const { rows: canaries } = await sql`
      select from canaries k join components c on k.source = 'component/' || c.id
      where  c.topology_id = ${id}`.execute(db.system);
    expect(canaries).toEqual([]);
  } finally {
    await sql`alter table components drop constraint refusal`.execute(db.system);
  }
  const { log, saved } = await run(id);
  expect(log.errors).toEqual([]);
  expect(saved).toMatchObject({ total: 11, added: 2, changed: 1, removed: 1 });
});
