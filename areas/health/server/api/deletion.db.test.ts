import { createServer } from "node:http";
import { once } from "node:events";
import { afterAll, expect, test } from "vitest";
import { idOf } from "#tests/support/estate.ts";
import { openEstate } from "#tests/permissions/estate-server.ts";
import { startTestServer } from "#tests/support/test-server.ts";
import type { DeletionPreview, SeveralDone } from "../../contract.ts";

const { db, person } = await openEstate(await startTestServer({ env: { ROLE: "web" } }));
const editor = await person({ roles: ["editor"] });

const signedIn: (string | undefined)[] = [];
const web = createServer((request, response) => {
  signedIn.push(request.headers.authorization);
  response.end("ok");
}).listen(0, "127.0.0.1");
await once(web, "listening");
afterAll(() => web.close());
const { port } = web.address() as { port: number };
const url = `http://127.0.0.1:${port}/`;

const ask = async <Answer>(verb: string, checks: readonly string[], who = editor) => {
  const answer = await who.ask(`/api/canary/api/checks/${verb}`, { method: "POST", body: { checks } });
  expect(answer.status).toBe(200);
  return answer.body as Answer;
};
const write = async (name: string, spec: object) => {
  const answer = await editor.ask("/canaries", {
    method: "POST",
    headers: { prefer: "return=representation" },
    body: { name, spec: { schedule: "@every 1h", ...spec } },
  });
  expect(answer.status).toBe(201);
  const [{ id }] = answer.body as [{ id: string }];
  return { id, check: async (check: string) => (await rowOf(id, check)).id };
};
const rowOf = (canary: string, name: string) =>
  db
    .selectFrom("checks")
    .selectAll()
    .where("canary_id", "=", canary)
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
const canaryRow = (id: string) => db.selectFrom("canaries").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const turnsOf = async (id: string) =>
  (await db.selectFrom("check_turns").select("id").where("check_id", "=", id).execute()).length;
const run = (id: string) => editor.ask(`/api/canary/run/check/${id}`, { method: "POST", body: {} });

test("removes a deleted check from the spec, and restores it with history, links and credentials", async () => {
  const canary = await write("undone", {
    http: [
      { name: "kept", url },
      { name: "gone", url, username: "ada", password: "not-for-everybody" },
    ],
  });
  const id = await canary.check("gone");
  await run(id);
  await db
    .insertInto("check_config_relationships")
    .values({ config_id: idOf("config", 1), check_id: id, canary_id: canary.id })
    .execute();
  expect(await ask<DeletionPreview>("deletion", [id])).toEqual({
    checks: ["gone"],
    canaries: [],
    runs: 1,
    relationships: 1,
    failed: [],
  });
  expect((await rowOf(canary.id, "gone")).deleted_at).toBeNull();

  expect(await ask<SeveralDone>("delete", [id])).toEqual({ done: [{ id, name: "gone" }], failed: [] });
  expect((await canaryRow(canary.id)).spec).toMatchObject({ http: [{ name: "kept" }] });
  expect((await rowOf(canary.id, "gone")).deleted_at).not.toBeNull();
  expect(await turnsOf(id)).toBe(0);
  const links = () =>
    db.selectFrom("check_config_relationships").select("deleted_at").where("check_id", "=", id).execute();
  expect((await links())[0]!.deleted_at).not.toBeNull();

  expect(await ask<SeveralDone>("restore", [id])).toEqual({ done: [{ id, name: "gone" }], failed: [] });
  expect(await rowOf(canary.id, "gone")).toMatchObject({ id, deleted_at: null, spec_secrets: null });
  expect(await turnsOf(id)).toBe(1);
  expect(await links()).toEqual([{ deleted_at: null }]);
  const { spec } = await canaryRow(canary.id);
  expect(JSON.stringify(spec)).not.toContain("not-for-everybody");
  signedIn.length = 0;
  expect((await run(id)).body).toMatchObject({ pass: true });
  expect(signedIn).toContain(`Basic ${Buffer.from("ada:not-for-everybody").toString("base64")}`);
  expect(await db.selectFrom("check_statuses").select("time").where("check_id", "=", id).execute()).toHaveLength(2);
  const deeds = await db
    .selectFrom("audit_log")
    .select("action")
    .where("resource_id", "=", id)
    .orderBy("created_at")
    .execute();
  expect(deeds.map(({ action }) => action)).toEqual(["delete", "update"]);
});

test("deletes a canary with its last check, and restores it with that check", async () => {
  const canary = await write("short-lived", { tcp: [{ name: "only", endpoint: `127.0.0.1:${port}` }] });
  const id = await canary.check("only");
  expect(await ask<DeletionPreview>("deletion", [id])).toMatchObject({ checks: ["only"], canaries: ["short-lived"] });
  await ask("delete", [id]);
  expect((await canaryRow(canary.id)).deleted_at).not.toBeNull();
  await ask("restore", [id]);
  expect((await canaryRow(canary.id)).deleted_at).toBeNull();
  expect(await turnsOf(id)).toBe(1);
});

test("lists checks that cannot be deleted, each with a remedy, and deletes the others", async () => {
  const free = await write("free", {
    tcp: [
      { name: "free 1", endpoint: "a:1" },
      { name: "free 2", endpoint: "a:1" },
    ],
  });
  const bound = await write("bound", {
    tcp: [
      { name: "parent", endpoint: "a:1" },
      { name: "child", endpoint: "a:1", dependsOn: ["parent"] },
    ],
  });
  const filed = await write("filed", { tcp: [{ name: "filed", endpoint: "a:1" }] });
  await db.updateTable("canaries").set({ source: "file:shop.yaml" }).where("id", "=", filed.id).execute();
  const ids = await Promise.all([free.check("free 1"), bound.check("parent"), filed.check("filed")]);
  const { done, failed } = await ask<SeveralDone>("delete", ids);
  expect(done.map(({ name }) => name)).toEqual(["free 1"]);
  const errors = Object.fromEntries(failed.map(({ name, error }) => [name, error]));
  expect(errors["filed"]).toContain("Edit it at its source: file:shop.yaml.");
  expect(errors["parent"]).toMatch(/parent/);
  expect((await rowOf(bound.id, "parent")).deleted_at).toBeNull();
  expect((await rowOf(free.id, "free 2")).deleted_at).toBeNull();
});
