// Tests filters of existing clients on columns of related rows: the response has each row of the relation once, with
// its own columns only.
import { expect, test } from "vitest";
import { idOf } from "../../support/estate.ts";
import { startTestServer } from "../../support/test-server.ts";
import { clientInUse, type Row } from "./client.ts";

const server = await startTestServer();
const { send } = await clientInUse(server);

const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => String(id)).toSorted();
const read = async (path: string) => {
  const { status, rows, text } = await send("GET", path);
  expect({ path, status, text: status === 200 ? "" : text }).toEqual({ path, status: 200, text: "" });
  return rows;
};

test("filtering insights by a component returns the insights of its config items", async () => {
  const found = await read("/db/config_analysis_items?component_id=eq.{component 2}");
  expect(idsOf(found)).toEqual(idsOf(await read("/db/rpc/lookup_analysis_by_component?id={component 2}")));
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((row) => row["config_id"] === idOf("config", 2))).toBe(true);
  const [all] = await read("/db/config_analysis_items?limit=1");
  expect(Object.keys(found[0]!)).toEqual(Object.keys(all!));
  expect(await read("/db/config_analysis_items?component_id=eq.{component 2}&status=eq.closed")).toEqual([]);
});

test("an insight that several of the components share is returned once", async () => {
  await server.system.db.system
    .insertInto("config_component_relationships")
    .values({ component_id: idOf("component", 5), config_id: idOf("config", 2), selector_id: "manual" })
    .execute();
  const found = await read("/db/config_analysis_items?select=id&component_id=in.({component 2},{component 5})");
  const ids = idsOf(found);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(idsOf(await read("/db/config_analysis_items?config_id=eq.{config 2}"))));
});

test("a config item that was removed from a component is ignored", async () => {
  await server.system.db.system
    .updateTable("config_component_relationships")
    .set({ deleted_at: new Date().toISOString() })
    .where("component_id", "=", idOf("component", 3))
    .execute();
  expect(await read("/db/config_analysis_items?component_id=eq.{component 3}")).toEqual([]);
});

test("filtering permission rules by a check returns the rules of its canary", async () => {
  const found = await read("/db/permissions_summary?check_id=eq.{check 3}&select=*&deleted_at=is.null");
  expect(found).toEqual(await read("/db/permissions_summary?canary_id=eq.{canary 3}&select=*&deleted_at=is.null"));
  expect(found).toMatchObject([{ canary_id: idOf("canary", 3), check_id: null }]);
  expect(await read("/db/permissions_summary?check_id=eq.{check 4}")).toEqual([]);
});

test("integrations have a namespace", async () => {
  const rows = await read("/db/integrations_with_status?select=integration_type,namespace&order=namespace.desc");
  const namespacesOf = (type: string) => [
    ...new Set(rows.filter((row) => row["integration_type"] === type).map(({ namespace }) => namespace)),
  ];
  expect(namespacesOf("topologies")).toEqual(["default"]);
  expect(namespacesOf("logging_backends")).toEqual(["default"]);
});
