// Tests the permissions that saving, running and pushing a topology require.
import { expect, test } from "vitest";
import { openEstate, type Someone } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { openTopologyServer } from "#tests/support/topology-server.ts";

const estate = await openEstate(await startTestServer());
const { person, db } = estate;
const { editor, source, send, create, idOf, runNow, dryRun } = await openTopologyServer(estate);

test("runs, dry runs and pushes require permissions for all components and config items", async () => {
  const id = "00000000-0000-4000-8000-00000000feed";
  const push = (who: Someone) =>
    send(who, "POST", "/api/push/topology", { topology_id: id, name: "limits", components: [{ name: "kept" }] });
  await push(editor);
  const component_id = await idOf(id, "kept");
  const creating = await person({ roles: ["viewer"], rules: [{ action: "create", object: "topology" }] });
  const updating = await person({ roles: ["viewer"], rules: [{ action: "update", object: "topology" }] });
  const denied = await person({ roles: ["editor"], rules: [{ action: "delete", component_id, deny: true }] });
  const limited = await person({ roles: ["viewer"], rules: [{ action: "*", component_id }] });
  for (const who of [creating, updating, denied, limited]) {
    expect((await push(who)).status).toBe(403);
    expect((await runNow(id, who)).status).toBe(403);
  }
  const spec = { components: [{ name: "a" }] };
  const statuses = async (who: Someone) => [
    (await dryRun({ spec }, who)).status,
    (await dryRun({ id, spec }, who)).status,
    (await who.ask("/api/topology/proposals")).status,
  ];
  expect(await statuses(creating)).toEqual([200, 403, 200]);
  expect(await statuses(updating)).toEqual([403, 200, 403]);
  expect(await statuses(denied)).toEqual([200, 200, 200]);
  expect(await statuses(limited)).toEqual([403, 403, 403]);

  const { id: config_id } = await db
    .insertInto("config_items")
    .values({
      name: "vault",
      type: "Hidden::Vault",
      config_class: "Vault",
      external_id: ["vault"],
      tags: { vault: "7" },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const shortSighted = await person({ roles: ["editor"], rules: [{ action: "read", config_id, deny: true }] });
  const proposed = async (who: Someone) => {
    const { body } = await who.ask("/api/topology/proposals");
    return (body as { proposals: { name: string }[] }).proposals.map(({ name }) => name);
  };
  expect(await proposed(editor)).toEqual(expect.arrayContaining(["vault", "hidden-vault"]));
  expect(await proposed(shortSighted)).not.toContain("vault");
  expect(await proposed(shortSighted)).not.toContain("hidden-vault");
  const selector = { types: ["Hidden::Vault"] };
  const reading = [
    { groupBy: { tag: "vault" } },
    { components: [{ name: "a", lookup: { catalog: [{ name: "all", selector: [selector] }] } }] },
    { properties: [{ name: "p", configLookup: { config: selector, field: "x" } }] },
  ];
  for (const catalogSpec of reading) {
    expect((await dryRun({ spec: catalogSpec })).status).toBe(200);
    expect((await dryRun({ spec: catalogSpec }, shortSighted)).status).toBe(403);
  }
  expect((await dryRun({ spec }, shortSighted)).status).toBe(200);

  // Saving requires the same permissions, but changing other columns does not.
  const { id: own } = await create("short-sighted", { schedule: "@never" }, shortSighted);
  for (const catalogSpec of reading) {
    expect(await create("reading", catalogSpec, shortSighted)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("read config_scrapers") as string },
    });
    expect((await send(shortSighted, "PATCH", `/topologies?id=eq.${own}`, { spec: catalogSpec })).status).toBe(403);
  }
  const { id: read } = await create("reading", { schedule: "@never", ...reading[0] });
  expect((await send(shortSighted, "PATCH", `/topologies?id=eq.${read}`, { labels: { a: "b" } })).status).toBe(200);
});

test("saving or pushing inline checks requires the permission to create canaries", async () => {
  const without = await person({ roles: ["editor"], rules: [{ action: "create", object: "canaries", deny: true }] });
  const checks = [{ inline: { http: [{ name: "ping", url: source.url }] } }];
  const { id, status } = await create("plain", { schedule: "@never", components: [{ name: "a" }] }, without);
  expect(status).toBe(201);
  const specs = [
    { schedule: "@never", components: [{ name: "a", components: [{ name: "b", checks }] }] },
    { schedule: "@never", components: [{ name: "a", forEach: { checks } }] },
  ];
  for (const [index, spec] of specs.entries()) {
    expect(await create("inline", spec, without)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("create canaries") as string },
    });
    expect((await send(without, "PATCH", `/topologies?id=eq.${id}`, { spec })).status).toBe(403);
    expect((await create(`inline ${index}`, spec)).status).toBe(201);
  }
  const push = (who: Someone, more: object) =>
    send(who, "POST", "/api/push/topology", {
      topology_id: "00000000-0000-4000-8000-0000000001ca",
      name: "pushed inline",
      components: [{ name: "a", components: [{ name: "b", ...more }] }],
    });
  expect((await push(without, {})).status).toBe(200);
  expect((await push(without, { checks })).status).toBe(403);
  expect((await push(without, { componentChecks: checks })).status).toBe(403);
  expect(await push(editor, { checks })).toMatchObject({ status: 200, body: { errors: [] } });
  // References in a pushed tree could send this server's credentials to any address.
  const referring = [{ inline: { http: [{ name: "ping", url: source.url, connection: "connection://default/x" }] } }];
  expect(await push(editor, { checks: referring })).toMatchObject({
    status: 200,
    body: { errors: [expect.stringContaining("http.0.connection refers to a connection") as string] },
  });
});
