// Tests the components that a spec describes: forEach, property lookups, templates and groupBy.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
import { openTopologies } from "#tests/support/topology-runs.ts";

const { databases: db } = await testDatabase();
const { server, documents, lookup, create, change, run, componentsOf, tree } = await openTopologies(db);

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

  // A failing property lookup is reported and keeps the stored values; nothing else is affected.
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
  expect((await run(id)).log.errors.toSorted()).toEqual([
    expect.stringContaining("The canary spy cannot be stored: http.0.bearer refers to a connection or a secret"),
    expect.stringContaining("The canary thief cannot be stored: http.0.connection refers to a connection"),
  ]);
  const { rows } = await sql`
    select k.name from canaries k join components c on k.source = 'component/' || c.id
    where  c.topology_id = ${id} order by k.name`.execute(db.system);
  expect(rows).toEqual([{ name: "author" }, { name: "plain" }]);
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
