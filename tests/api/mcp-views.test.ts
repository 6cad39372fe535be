// Tests the MCP tools and the MCP resource of views with the SDK client.
import { expect, test } from "vitest";
import { openEstate, type Someone } from "../permissions/estate-server.ts";
import { idOf } from "../support/estate.ts";
import { connectMcp, type ConnectedMcp } from "../support/mcp-client.ts";
import { startTestServer } from "../support/test-server.ts";

const server = await startTestServer({ env: { ROLE: "web" } });
const { person } = await openEstate(server);
const [editor, viewer] = [await person({ roles: ["editor"] }), await person({ roles: ["viewer"] })];

const spec = {
  display: { title: "All pods" },
  templating: [{ key: "colour", label: "Colour", values: ["red", "blue"] }],
  queries: { items: { configs: { agent: "all" } } },
  merge: "select id, name from items order by name",
  columns: [
    { name: "id", type: "string", primaryKey: true },
    { name: "name", type: "string", url: { config: "row.id" } },
  ],
  panels: [{ name: "Items", type: "number", query: "select count(*) as value from items" }],
  cache: { refreshTimeout: "60s" },
};

async function save(name: string, { who = editor, ...more }: { who?: Someone; labels?: object } = {}): Promise<string> {
  const { status, text, body } = await who.ask("/views?select=id", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, namespace: "default", spec, ...more },
  });
  if (status !== 201) throw new Error(text);
  return (body as [{ id: string }])[0].id;
}

const podsId = await save("all-pods", { labels: { team: "ops" } });
await save("other");
const viewing = await connectMcp(server, viewer.token);

interface Shown {
  title: string;
  errors: unknown[];
  variables: { key: string; value: string }[];
  panels?: { name: string; rows: { value: number }[] }[];
  rows?: Record<string, unknown>[];
  total_rows?: number;
}

const namesFor = async ({ client }: ConnectedMcp) => (await client.listTools()).tools.map(({ name }) => name);

test("list_views returns the views with the names of their tools", async () => {
  const { value } = await viewing.call("list_views");
  expect(value).toContainEqual({
    id: podsId,
    name: "all-pods",
    namespace: "default",
    title: "All pods",
    variables: ["colour"],
    tool: "view_all-pods_default",
  });
});

test("each view is a tool with arguments for pages, columns and variables; get_view returns the same data", async () => {
  expect(await namesFor(viewing)).toEqual(expect.arrayContaining(["view_all-pods_default", "view_other_default"]));
  const first = (await viewing.call("view_all-pods_default", { limit: 2, select: ["name"] })).value as Shown;
  expect(first).toMatchObject({ title: "All pods", errors: [], variables: [{ key: "colour", value: "red" }] });
  expect(first.rows).toEqual([{ name: expect.any(String) }, { name: expect.any(String) }]);
  expect(first.panels![0]!.rows[0]!.value).toBe(first.total_rows);
  const second = (await viewing.call("view_all-pods_default", { limit: 2, page: 2, select: ["name"] })).value as Shown;
  expect(second.rows).not.toEqual(first.rows);
  const blue = (await viewing.call("view_all-pods_default", { variables: { colour: "blue" }, withRows: false })).value;
  expect(blue).toMatchObject({ variables: [{ key: "colour", value: "blue" }] });
  expect(blue).not.toHaveProperty("rows");
  const wanted = { namespace: "default", name: "all-pods", limit: 2, withPanels: false };
  const got = await viewing.call("get_view", wanted);
  expect((got.value as Shown).rows!.map(({ name }) => name)).toEqual(first.rows!.map(({ name }) => name));
  expect(got.value).not.toHaveProperty("panels");
  expect(got.texts[1]).toContain("data that was read from views");
  for (const [tool, values] of [
    ["get_view", { namespace: "default", name: "none" }],
    ["get_view", { name: "all-pods" }],
    ["view_all-pods_default", { limit: 0 }],
    ["view_all-pods_default", { colour: "red" }],
    ["view_none_default", {}],
  ] as const)
    expect([tool, (await viewing.call(tool, values)).isError]).toEqual([tool, true]);
});

test("the resource view:// returns the same data as the tool", async () => {
  const { contents } = await viewing.client.readResource({ uri: "view://default/all-pods" });
  expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ name: "all-pods", title: "All pods" });
  await expect(viewing.client.readResource({ uri: "view://default/none" })).rejects.toThrow(/no view/);
});

test("the tools apply mcp:run and the row rules of the caller", async () => {
  const denied = await connectMcp(
    server,
    (
      await person({
        roles: ["viewer"],
        rules: [{ action: "mcp:run", object_selector: { views: [{ name: "all-pods" }] }, deny: true }],
      })
    ).token,
  );
  const names = await namesFor(denied);
  expect(names).toContain("view_other_default");
  expect(names).not.toContain("view_all-pods_default");
  for (const [tool, values] of [
    ["view_all-pods_default", {}],
    ["get_view", { namespace: "default", name: "all-pods" }],
  ] as const)
    expect((await denied.call(tool, values)).isError).toBe(true);
  await expect(denied.client.readResource({ uri: "view://default/all-pods" })).rejects.toThrow(/no view/);
  const nothing = await person({ roles: ["viewer"], rules: [{ object: "views", action: "mcp:run", deny: true }] });
  expect((await namesFor(await connectMcp(server, nothing.token))).filter((name) => /view/.test(name))).toEqual([]);
  const limited = await person({
    rules: [
      { action: "read", config_id: idOf("config", 5) },
      { action: "read", object_selector: { views: [{ name: "other" }] } },
      { object: "mcp", action: "mcp:use" },
      { object: "views", action: "mcp:run" },
    ],
  });
  const inside = await connectMcp(server, limited.token);
  expect((await namesFor(inside)).filter((name) => name.startsWith("view_"))).toEqual(["view_other_default"]);
  const { rows } = (await inside.call("view_other_default")).value as Shown;
  expect(rows).toEqual([{ id: idOf("config", 5), name: "pod-5" }]);
});

test("if the tools of two views would have the same name, each name ends with a part of the view id", async () => {
  const [one, two] = [await save("twin.a"), await save("twin_a")];
  const names = (await namesFor(viewing)).filter((name) => name.startsWith("view_twin"));
  expect(names.toSorted()).toEqual(
    [one, two].map((id) => `view_twin_a_default_${id.replaceAll("-", "").slice(-12)}`).toSorted(),
  );
});
