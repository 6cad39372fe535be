// Tests builds on a real database: the tree, and that nothing is lost when a lookup breaks or a component moves.
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

test("a broken lookup is reported and keeps its components; when it works again, missing components are deleted and come back with their ids", async () => {
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

test("a deletion waits until a run is saved, and deletes what it saved", async () => {
  const id = await create("racing", { components: [{ name: "ada" }] });
  // Locks the save of the tree after the topology was found unchanged.
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

test("a cycle by parentLookup is reported and cut, and no component is lost", async () => {
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

test("a component that moves keeps its id and its children, also when it moves back to a place it once had", async () => {
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
  // A component of the same name and type that was deleted in the new place gives up its key.
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

test("a tree of 100 levels is saved down to level 64, which is reported", async () => {
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

test("forEach, property lookups and the merge rules fill the components that a lookup finds", async () => {
  documents.set("/services", [
    {
      name: "web",
      type: "Service",
      properties: [
        { name: "version", text: "1.2" },
        { name: "cpu", value: 3, max: 10 },
      ],
    },
    { name: "api", type: "Service", properties: [{ name: "cpu", value: 1, max: 10 }] },
  ]);
  documents.set("/rps", [
    {
      name: "web",
      properties: [
        { name: "rps", value: 42 },
        { name: "cpu", value: 7 },
      ],
    },
    { name: "gone", properties: [{ name: "rps", value: 1 }] },
  ]);
  documents.set("/region", [{ name: "region", text: "eu" }]);
  documents.set("/motto", "calm seas");
  const id = await create("shop", {
    properties: [
      { name: "motto", label: "Motto", lookup: { http: [{ name: "motto", url: "", display: { expr: "json" } }] } },
    ],
    components: [
      {
        name: "services",
        type: "virtual",
        lookup: lookup("services"),
        forEach: {
          configs: [{ name: "$(.component.name)", types: ["App::Service"] }],
          properties: [
            { name: "home", type: "url", text: "https://$(.component.name).test/{{ .properties.version }}" },
          ],
          components: [{ name: "$(.component.name)-db", type: "Database" }],
          selectors: [{ labelSelector: "app=$(.component.name)" }],
        },
        properties: [
          { name: "rps", unit: "req/s", headline: true, lookup: lookup("rps") },
          { name: "region", lookup: lookup("region") },
        ],
      },
    ],
  });
  const spec = lookup("motto");
  await sql`
    update topologies set spec = jsonb_set(spec, '{properties,0,lookup,http,0,url}', to_jsonb(${spec.http[0]!.url}::text)) where id = ${id}`.execute(
    db.system,
  );
  const { log } = await run(id);
  expect(log.errors).toEqual([]);
  // The single child of the type virtual is replaced by its children.
  expect(await tree(id)).toEqual(["shop/api", "api/api-db", "shop", "shop/web", "web/web-db"]);
  const stored = await componentsOf(id);
  const propertiesOf = (name: string) => stored.find((one) => one.name === name)!.properties;
  expect(propertiesOf("web")).toEqual([
    { name: "version", text: "1.2" },
    { name: "cpu", value: 7, max: 10 },
    { name: "home", type: "url", text: "https://web.test/1.2" },
    { name: "rps", unit: "req/s", headline: true, value: 42 },
    { name: "region", text: "eu" },
  ]);
  expect(propertiesOf("api")).toEqual([
    { name: "cpu", value: 1, max: 10 },
    { name: "home", type: "url", text: "https://api.test/" },
    { name: "region", text: "eu" },
  ]);
  expect(propertiesOf("shop")).toEqual([{ name: "motto", label: "Motto", text: "calm seas" }]);

  // A failing property lookup keeps the values and is reported; nothing else is affected.
  documents.delete("/rps");
  documents.set("/region", [{ name: "region", text: "us" }]);
  const broken = await run(id);
  expect(broken.log.errors).toEqual([expect.stringContaining("services: the property rps could not be looked up")]);
  const kept = (await componentsOf(id)).find(({ name }) => name === "web")!.properties as { name: string }[];
  expect(kept).toContainEqual({ name: "rps", unit: "req/s", headline: true, value: 42 });
  expect(kept).toContainEqual({ name: "region", text: "us" });
  documents.set("/rps", [{ name: "api", properties: [{ name: "latency", value: 1 }] }]);
  expect((await run(id)).log.errors).toEqual([expect.stringContaining("The component api has no property latency")]);
});

test("a component whose forEach fails keeps its selectors, canaries and children", async () => {
  documents.set("/crews", [{ name: "deck", properties: [{ name: "app", text: "winch" }] }]);
  const app = "{{ (index .component.properties 0).text }}";
  const id = await create("crews", {
    components: [
      {
        name: "crew",
        lookup: lookup("crews"),
        forEach: {
          configs: [{ types: ["App::Crew"] }],
          selectors: [{ labelSelector: `app=${app}` }],
          checks: [{ inline: { http: [{ name: "ping", url: server.url }] } }],
          components: [{ name: "watch" }],
        },
      },
    ],
  });
  const stored = async () => {
    const { rows } = await sql`
      select c.configs, c.selectors, c.component_checks, k.deleted_at as canary_deleted_at
      from   components c
      join   canaries k on k.source = 'component/' || c.id
      where  c.topology_id = ${id} and c.name = 'deck'`.execute(db.system);
    return rows;
  };
  expect((await run(id)).log.errors).toEqual([]);
  const before = await stored();
  expect(before).toMatchObject([{ selectors: [{ labelSelector: "app=winch" }], canary_deleted_at: null }]);
  documents.set("/crews", [{ name: "deck" }]);
  expect((await run(id)).log.errors).toEqual([expect.stringContaining("index 0 is out of range")]);
  expect(await stored()).toEqual(before);
  expect(await tree(id)).toContain("deck/watch");
});

test("values of a component never become part of a command, at any depth of forEach", async () => {
  documents.set("/hosts", [{ name: "a; touch /tmp/b" }]);
  const canary = { exec: [{ name: "x", script: "echo $(.component.name)" }] };
  const acting = [
    { name: "one", lookup: canary },
    { name: "one", properties: [{ name: "p", lookup: canary }] },
    { name: "one", checks: [{ inline: canary }] },
    { name: "one", checks: [{ inline: { folder: [{ name: "x", path: "/srv/{{ .canary.name }}" }] } }] },
  ];
  const places = acting.flatMap((one) => [
    [one],
    [{ name: "above", components: [one] }],
    [{ name: "above", components: [{ name: "two" }], forEach: { components: [one] } }],
  ]);
  for (const components of places) {
    const id = await create(`commands ${places.indexOf(components)}`, {
      components: [{ name: "hosts", lookup: lookup("hosts"), forEach: { components } }],
    });
    const { log } = await run(id);
    expect(log.errors).toEqual([
      expect.stringMatching(/A check of the type (?:exec|folder) in forEach cannot contain values of the component/),
    ]);
    expect(log.isWhole).toBe(false);
    expect(await tree(id)).not.toContainEqual(expect.stringMatching(/one$/));
  }
});

test("templates and references in values of a component stay plain text", async () => {
  const name = '{$(password) {{ "evaluated" }}';
  documents.set("/fleets", [{ name }]);
  const url = `${server.url}/$(.component.name)`;
  const http = [{ name: "x", url, username: "u", password: "s3cr3t-of-the-quay" }];
  const spec = (more: object) => ({
    components: [{ name: "fleets", lookup: lookup("fleets"), forEach: { components: [{ name: "one", ...more }] } }],
  });
  const id = await create("literal", spec({ lookup: { http } }));
  await run(id);
  expect(decodeURI(server.requests.at(-1)!.url)).toBe(`/${name}`);

  await change(
    id,
    spec({
      tooltip: "below $(.component.name)",
      icon: "$(.component.name)",
      properties: [{ name: "fleet", text: "$(.component.name)", label: "$(.component.name)" }],
      configs: [{ name: "$(.component.name)" }],
      checks: [{ inline: { http } }, { selector: { name: "$(.component.name)" } }],
    }),
  );
  expect((await run(id)).log.errors).toEqual([]);
  const { rows } = await sql`
    select tooltip, icon, properties, configs, component_checks
    from   components
    where  topology_id = ${id} and name = 'one'`.execute(db.system);
  expect(rows).toMatchObject([
    {
      tooltip: `below ${name}`,
      icon: name,
      properties: [{ name: "fleet", text: name, label: name }],
      configs: [{ name }],
      // The templates of a canary are filled when it runs.
      component_checks: [
        { inline: { http: [{ url: `{{ ${JSON.stringify(`${server.url}/${name}`)} }}` }] } },
        { selector: { name } },
      ],
    },
  ]);

  documents.set("/fleets", [{ name: "connection://default/orders" }]);
  await change(id, spec({ lookup: { http: [{ name: "x", url: "$(.component.name)" }] } }));
  expect((await run(id)).log.errors).toEqual([expect.stringContaining("http.0.url would become a reference")]);
});

test("an inline canary that a lookup returns must not contain references", async () => {
  const checks = (more: object) => [{ inline: { http: [{ name: "x", url: server.url, ...more }] } }];
  documents.set("/tugs", [
    { name: "plain", checks: checks({}) },
    { name: "thief", checks: checks({ connection: "connection://default/orders" }) },
    { name: "spy", checks: checks({ bearer: "secret://db/password" }) },
  ]);
  const written = { name: "author", checks: checks({ connection: "connection://default/orders" }) };
  const id = await create("tugs", { components: [{ name: "tugs", lookup: lookup("tugs") }, written] });
  expect((await run(id)).log.errors).toEqual([
    expect.stringContaining("The canary thief cannot be stored: http.0.connection refers to a connection"),
    expect.stringContaining("The canary spy cannot be stored: http.0.bearer refers to a connection or a secret"),
  ]);
  const { rows } = await sql`
    select k.name from canaries k join components c on k.source = 'component/' || c.id
    where  c.topology_id = ${id} order by k.name`.execute(db.system);
  expect(rows).toEqual([{ name: "author" }, { name: "plain" }]);
});

test("a tree with too many components is refused, also if a lookup nests them", async () => {
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

test("groupBy builds one root per value of a tag, and adds the tag to config queries and catalog lookups", async () => {
  await sql`
    insert into config_items (name, type, config_class, external_id, tags, config)
    select n, 'App::Service', 'Service', array[n], jsonb_build_object('cluster', c), jsonb_build_object('version', c || '-1')
    from   (values ('pay', 'north'), ('ship', 'south')) as t (n, c)`.execute(db.system);
  const id = await create("estate", {
    groupBy: { tag: "cluster" },
    configs: [{ types: ["App::Service"] }],
    components: [
      {
        name: "apps",
        lookup: {
          catalog: [
            {
              name: "all",
              selector: [{ types: ["App::Service"] }],
              display: { expr: "dyn(results).map(r, {'name': r.name, 'type': 'Service'}).toJSON()" },
            },
          ],
        },
        forEach: {
          properties: [
            {
              name: "version",
              configLookup: { config: { name: "$(.component.name)" }, display: { expr: "config.version" } },
            },
          ],
        },
      },
    ],
  });
  const { log } = await run(id);
  expect(log.errors).toEqual([]);
  expect(await tree(id)).toEqual([
    "estate (north)/apps",
    "estate (south)/apps",
    "estate (north)",
    "estate (south)",
    "apps/pay",
    "apps/ship",
  ]);
  const { rows } = await sql`
    select c.name, c.properties, c.labels from components c where c.topology_id = ${id} and c.name in ('pay', 'ship') order by 1`.execute(
    db.system,
  );
  expect(rows).toEqual([
    { name: "pay", properties: [{ name: "version", text: "north-1" }], labels: { cluster: "north" } },
    { name: "ship", properties: [{ name: "version", text: "south-1" }], labels: { cluster: "south" } },
  ]);
  const { rows: links } = await sql`
    select o.name as component, i.name as config
    from   config_component_relationships l
    join   components o on o.id = l.component_id
    join   config_items i on i.id = l.config_id
    where  l.deleted_at is null and o.topology_id = ${id} and o.parent_id is null
    order  by 1`.execute(db.system);
  expect(links).toEqual([
    { component: "estate (north)", config: "pay" },
    { component: "estate (south)", config: "ship" },
  ]);
});

test("the first of two equal siblings is used, and a deleted topology takes its components with it", async () => {
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
