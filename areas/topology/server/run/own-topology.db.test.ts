// Tests the first start of a new installation: its machine appears as a topology before anything is configured.
import { hostname } from "node:os";
import { expect, test } from "vitest";
import { until } from "#tests/support/running-system.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import { ownTopology, ownTopologySpec } from "./own-topology.ts";
import { topologySpec } from "../spec.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";

const server = await startTestServer({ env: { WATCH_ITSELF: "true" } });
const cookie = await server.signIn();

const ask = async (path: string, init: RequestInit = {}) => {
  const answer = await server.fetch(path, {
    ...init,
    headers: { cookie, origin: server.url, "content-type": "application/json", prefer: "return=representation" },
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
};

const topologies = async () =>
  (await ask("/api/db/topologies?select=id,name,source&deleted_at=is.null")).body as { id: string }[];

test("the spec of the built-in topology is valid and has no unknown field", () => {
  expect(topologySpec.safeParse(ownTopologySpec).error).toBeUndefined();
  expect(unknownFields(topologySpec, ownTopologySpec)).toEqual([]);
});

test("the machine is a topology with its disks, Quarterdeck, its database and checks; once deleted, it is not created again", async () => {
  const [own] = await topologies();
  expect(own).toMatchObject({ name: hostname(), source: "System" });
  const run = () => ask(`/api/canary/run/topology/${own!.id}`, { method: "POST", body: "{}" });
  const { body: components } = await until(
    async () => {
      await run();
      return ask("/api/db/components?select=id,name,type,path&deleted_at=is.null&limit=1000");
    },
    ({ body }) => (body as { type: string }[]).some(({ type }) => type === "Disk"),
  );
  const named = (name: string) => (components as { id: string; name: string }[]).find((one) => one.name === name)!;
  expect(named(hostname())).toMatchObject({ type: "Machine", path: "" });
  expect(named("Processes")).toBeDefined();
  expect(named("Agents")).toBeDefined();
  const checksOf = async (name: string) =>
    (
      await ask(
        `/api/db/check_component_relationships?component_id=eq.${named(name).id}&select=checks(name)&deleted_at=is.null`,
      )
    ).body as { checks: { name: string } }[];
  for (const name of ["Database", "Jobs", "Web interface", "Memory"])
    expect(
      await until(
        () => checksOf(name),
        ({ length }) => length > 0,
      ),
    ).toEqual([{ checks: { name } }]);
  const { body: configs } = await until(
    () =>
      ask(
        `/api/db/config_component_relationships?component_id=eq.${named("Database").id}&select=config_items(type)&deleted_at=is.null`,
      ),
    ({ body }) => (body as object[]).length > 0,
  );
  expect(configs).toEqual([{ config_items: { type: "PostgreSQL::Database" } }]);

  // The topology cannot be edited, but it can be deleted.
  const patch = (body: object) =>
    ask(`/api/db/topologies?id=eq.${own!.id}`, { method: "PATCH", body: JSON.stringify(body) });
  expect((await patch({ labels: { a: "b" } })).status).toBe(409);
  expect((await patch({ deleted_at: "now()", labels: { a: "b" } })).status).toBe(409);
  expect((await patch({ deleted_at: "now()" })).status).toBe(200);
  expect(await topologies()).toEqual([]);
  await (await ownTopology.start(server.system)).stop();
  expect(await topologies()).toEqual([]);
});

test("TOPOLOGY_SELF=false disables the built-in topology", async () => {
  const other = await startTestServer({ env: { WATCH_ITSELF: "true", TOPOLOGY_SELF: "false" } });
  expect(await other.system.db.system.selectFrom("topologies").select("id").execute()).toEqual([]);
});
