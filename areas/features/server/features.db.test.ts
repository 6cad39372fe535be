// Tests how properties from the table, a file and the environment are merged.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { daysKept } from "#server/retention.ts";
import { keepLocalProperties } from "#server/env/local-properties.ts";
import { startTestServer } from "#tests/support/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "properties-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, "quarterdeck.properties");
writeFileSync(file, "# as the operator wants it\nlogs.disable=true\naudit.retention.days=12\nsnippet=alert(1)\n");
const server = await startTestServer({ env: { PROPERTIES_FILE: file, PROPERTIES: "views.disable=true" } });
const cookie = await server.signIn();
const db = server.system.db.system;

const ask = (path: string, method = "GET", body?: unknown) =>
  server.fetch(path, {
    method,
    headers: { cookie, origin: server.url, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const listed = async () =>
  (await (await ask("/api/properties")).json()) as { name: string; value: string; [more: string]: unknown }[];
const eventually = async (path: string, status: number) => {
  await expect.poll(async () => (await ask(path)).status, { interval: 20 }).toBe(status);
};

test("AC-30 properties from a file or the environment are plain data, take effect and report their source", async () => {
  expect(await listed()).toMatchObject([
    { name: "audit.retention.days", value: "12", source: "local", origin: "file", type: "int", created_at: null },
    { name: "logs.disable", value: "true", source: "local", origin: "file", type: "bool" },
    { name: "snippet", value: "alert(1)", source: "local", origin: "file", type: "text", description: "" },
    { name: "views.disable", value: "true", source: "local", origin: "environment", overrides: null },
  ]);
  await eventually("/api/db/logging_backends", 404);
  await eventually("/api/db/views", 404);
  const refused: Error[] = [];
  const days = await daysKept(db, { property: "audit.retention.days", days: 365 }, (reason) => refused.push(reason));
  expect([days, refused]).toEqual([12, []]);
});

test("a row in the table overrides a local property, which the data API cannot edit", async () => {
  expect((await ask("/api/db/properties", "POST", { name: "logs.disable", value: false })).status).toBe(201);
  await eventually("/api/db/logging_backends", 200);
  expect((await listed()).find(({ name }) => name === "logs.disable")).toMatchObject({
    value: "false",
    source: "db",
    origin: null,
    overrides: { value: "true", origin: "file" },
    created_by: { email: server.administrator.email },
  });
  // The table has no row for this property, so both requests have no effect.
  await ask("/api/db/properties?name=eq.views.disable", "PATCH", { value: "false" });
  await ask("/api/db/properties?name=eq.views.disable", "DELETE");
  await eventually("/api/db/views", 404);
  expect((await ask("/api/db/properties?name=eq.logs.disable", "DELETE")).status).toBe(204);
  await eventually("/api/db/logging_backends", 404);
});

test("starting the server replaces the local properties of the previous start", async () => {
  await keepLocalProperties(db, [{ name: "logs.disable", value: "false", origin: "environment" }]);
  await eventually("/api/db/logging_backends", 200);
  await eventually("/api/db/views", 200);
  expect((await listed()).map(({ name, origin }) => [name, origin])).toEqual([["logs.disable", "environment"]]);
  await keepLocalProperties(db, [{ name: "rls.enable", value: "true", origin: "file" }]);
  const rights = await db
    .selectFrom("people")
    .select((p) => p.fn("rights_of_person", ["id"]).as("rights"))
    .execute();
  expect(rights.every(({ rights: right }) => (right as { limits_guests: boolean }).limits_guests)).toBe(true);
  await keepLocalProperties(db, []);
  expect(await listed()).toEqual([]);
});
