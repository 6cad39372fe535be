// Tests pushed trees over HTTP: from a topology with `push` to the receiver.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { openTopologyServer } from "#tests/support/topology-server.ts";

const estate = await openEstate(await startTestServer());
const { db } = estate;
const { editor, viewer, source, documents, send, create, namesOf, runNow } = await openTopologyServer(estate);

test("a pushed tree is saved as a topology with the source Push, and missing components are deleted", async () => {
  const id = "00000000-0000-4000-8000-00000000beef";
  const push = (who: Someone, components: object[]) =>
    send(who, "POST", "/api/push/topology", { topology_id: id, name: "remote", type: "Site", components });
  expect(await push(editor, [{ name: "a", components: [{ name: "b" }] }])).toMatchObject({
    status: 200,
    body: { topology_id: id, count: 3, added: 3, errors: [] },
  });
  expect(await push(editor, [{ name: "a", health: "healthy" }])).toMatchObject({
    body: { count: 2, added: 0, changed: 1, removed: 1 },
  });
  expect(await namesOf(id)).toEqual(["a", "remote"]);
  const { body } = await editor.ask(`/topologies?id=eq.${id}&select=name,source`);
  expect(body).toEqual([{ name: "remote", source: "Push" }]);
  expect((await push(viewer, [])).status).toBe(403);
  const own = await create("own", { schedule: "@never" });
  expect((await send(editor, "POST", "/api/push/topology", { topology_id: own.id, name: "own" })).status).toBe(409);

  // A topology with `push` sends the tree that it built.
  const sender = await create("sender", {
    schedule: "@never",
    push: { url: `${source.url}/push`, bearer: "s3cr3t-of-the-quay" },
    components: [{ name: "sent", health: "warning" }],
  });
  documents.set("/push", {});
  expect(await runNow(sender.id)).toMatchObject({ body: { status: "ok" } });
  const sent = source.requests.find(({ url }) => url === "/push")!;
  expect(sent.headers.authorization).toBe("Bearer s3cr3t-of-the-quay");
  expect(JSON.parse(sent.body)).toMatchObject({
    topology_id: sender.id,
    name: "sender",
    components: [{ name: "sent", health: "warning" }],
  });
});

test("a receiver keeps the components that the sender could not look up, and has exactly the sender's roots", async () => {
  const received = "00000000-0000-4000-8000-00000000cafe";
  documents.set("/push", {});
  const ships = [{ name: "ada", properties: [{ name: "flag", text: "blue" }] }, { name: "bea" }];
  documents.set("/ships", ships);
  documents.set("/speed", [{ name: "ada", properties: [{ name: "speed", text: "9 kn" }] }]);
  const lookup = (name: string) => ({
    http: [{ name, url: `${source.url}/${name}`, display: { expr: "json.toJSON()" } }],
  });
  const push = { url: `${source.url}/push` };
  const spec = {
    schedule: "@never",
    push,
    components: [
      { name: "ships", lookup: lookup("ships"), properties: [{ name: "speed", lookup: lookup("speed") }] },
      { name: "crane" },
    ],
  };
  const { id } = await create("harbour", spec);
  /** Runs the topology, and passes the pushed body on to the receiver. */
  const forward = async () => {
    source.requests.length = 0;
    await runNow(id);
    const bodies = source.requests.filter(({ url }) => url === "/push").map(({ body }) => JSON.parse(body) as object);
    expect(bodies).toHaveLength(1);
    return send(editor, "POST", "/api/push/topology", { ...bodies[0], name: "received", topology_id: received });
  };
  const propertiesOf = async (name: string) => {
    const { body } = await editor.ask(`/components?topology_id=eq.${received}&name=eq.${name}&select=properties`);
    return (body as { properties: unknown }[])[0]?.properties;
  };
  expect(await forward()).toMatchObject({ status: 200, body: { count: 5, removed: 0, errors: [] } });
  const found = [
    { name: "flag", text: "blue" },
    { name: "speed", text: "9 kn" },
  ];
  expect(await propertiesOf("ada")).toEqual(found);

  // A failed property lookup keeps the values; a failed lookup keeps the components.
  documents.delete("/speed");
  await forward();
  expect(await propertiesOf("ada")).toEqual(found);
  documents.delete("/ships");
  expect(await forward()).toMatchObject({ status: 200, body: { removed: 0 } });
  expect(await namesOf(received)).toEqual(["ada", "bea", "crane", "received", "ships"]);
  documents.set("/ships", [ships[0]]);
  documents.set("/speed", []);
  expect(await forward()).toMatchObject({ body: { removed: 1 } });
  expect(await namesOf(received)).toEqual(["ada", "crane", "received", "ships"]);

  // The tree has several roots first, and then none.
  const grouped = { groupBy: { tag: "basin", selector: { types: ["Harbour::Berth"] } } };
  await sql`
    insert into config_items (name, type, config_class, external_id, tags)
    select n, 'Harbour::Berth', 'Berth', array[n], jsonb_build_object('basin', n) from unnest(array['east', 'west']) n`.execute(
    db,
  );
  await send(editor, "PATCH", `/topologies?id=eq.${id}`, { spec: { schedule: "@never", push, ...grouped } });
  expect(await forward()).toMatchObject({ status: 200, body: { count: 2, added: 2 } });
  expect(await namesOf(received)).toEqual(["harbour (east)", "harbour (west)"]);
  expect(await forward()).toMatchObject({ body: { added: 0, removed: 0 } });
  await sql`update config_items set deleted_at = now() where type = 'Harbour::Berth'`.execute(db);
  expect(await forward()).toMatchObject({ status: 200, body: { count: 0, removed: 2 } });
  expect(await namesOf(received)).toEqual([]);
});

test("a receiver keeps a component that the sender could not complete", async () => {
  const received = "00000000-0000-4000-8000-0000000c4ee0";
  documents.set("/push", {});
  documents.set("/crews", [{ name: "deck", properties: [{ name: "app", text: "winch" }] }]);
  const { id } = await create("crews", {
    schedule: "@never",
    push: { url: `${source.url}/push` },
    components: [
      {
        name: "crew",
        lookup: { http: [{ name: "crews", url: `${source.url}/crews`, display: { expr: "json.toJSON()" } }] },
        forEach: {
          configs: [{ name: "{{ (index .component.properties 0).text }}" }],
          properties: [{ name: "home", text: "harbour" }],
        },
      },
    ],
  });
  const forward = async () => {
    source.requests.length = 0;
    await runNow(id);
    const { body } = source.requests.find(({ url }) => url === "/push")!;
    const pushed = JSON.parse(body) as object;
    return send(editor, "POST", "/api/push/topology", { ...pushed, name: "received crews", topology_id: received });
  };
  const stored = async () => {
    const { body } = await editor.ask(`/components?topology_id=eq.${received}&name=eq.deck&select=properties`);
    return body;
  };
  await forward();
  const before = await stored();
  expect(before).toEqual([
    {
      properties: [
        { name: "app", text: "winch" },
        { name: "home", text: "harbour" },
      ],
    },
  ]);
  documents.set("/crews", [{ name: "deck" }]);
  expect(await forward()).toMatchObject({ status: 200, body: { changed: 0, removed: 0 } });
  expect(await stored()).toEqual(before);
});

test("a pushed topology cannot be edited but can be deleted, and a further push restores it", async () => {
  const id = "00000000-0000-4000-8000-00000000dead";
  const push = () =>
    send(editor, "POST", "/api/push/topology", { topology_id: id, name: "retired", components: [{ name: "a" }] });
  await push();
  expect((await send(editor, "PATCH", `/topologies?id=eq.${id}`, { labels: { a: "b" } })).status).toBe(409);
  expect((await send(viewer, "PATCH", `/topologies?id=eq.${id}`, { deleted_at: "now()" })).status).toBe(403);
  expect(await send(editor, "PATCH", `/topologies?id=eq.${id}`, { deleted_at: "now()" })).toMatchObject({
    status: 200,
  });
  expect(await namesOf(id)).toEqual([]);
  expect(await push()).toMatchObject({ status: 200, body: { count: 2 } });
  expect(await namesOf(id)).toEqual(["a", "retired"]);
});

test("a pushed tree of more than 100,000 components is refused", async () => {
  const components = Array.from({ length: 100_000 }, (_, n) => ({ name: `${n}` }));
  const body = { topology_id: "00000000-0000-4000-8000-0000000000cd", name: "huge", components };
  expect(await send(editor, "POST", "/api/push/topology", body)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining("more than 100000 components") as string },
  });
});
