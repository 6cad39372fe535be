// Tests that large responses are built once and shared by many requests.
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { documents } from "#server/data-api/document.ts";
import { schemaChannel } from "#server/db/schema.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const { server, db, person } = await openEstate(await startTestServer());
const admin = await person({ roles: ["admin"] });
const root = "/api/db/";

describe("the description at the root of the data API", () => {
  test("the description at the root of the data API is built once for all callers with the same permissions, even for concurrent requests", async () => {
    const [viewer, second] = [await person({ roles: ["viewer"] }), await person({ roles: ["viewer"] })];
    const before = documents.misses;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? viewer : second).ask(root, { headers: {} })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(documents.misses - before).toBe(1);
    const etag = answers[0]!.headers.get("etag")!;
    expect(answers[0]!.headers.get("cache-control")).toBe("private, no-cache");
    const known = await second.ask(root, { headers: { "if-none-match": etag } });
    expect({ status: known.status, text: known.text }).toEqual({ status: 304, text: "" });
    expect((await second.ask(root, { method: "HEAD" })).headers.get("etag")).toBe(etag);
    expect(documents.misses - before).toBe(1);
  });

  test("the description differs by permissions and by prefix", async () => {
    const viewer = await person({ roles: ["viewer"] });
    const nobody = await person();
    const writer = await person({ roles: ["viewer"], rules: [{ object: "playbooks", action: "create" }] });
    const paths = async (someone: typeof viewer, path = root) =>
      ((await someone.ask(path)).body as { paths: Record<string, object>; basePath: string }).paths;
    expect(Object.keys((await paths(admin))["/connections"]!)).toEqual(["get", "post", "patch", "delete"]);
    expect(await paths(viewer)).not.toHaveProperty("/connections");
    expect(Object.keys((await paths(viewer))["/playbooks"]!)).toEqual(["get"]);
    expect(Object.keys((await paths(writer))["/playbooks"]!)).toEqual(["get", "post"]);
    expect(await paths(nobody)).toEqual({});
    const bodies = await Promise.all(["/api/db", "/api/config", "/api/canary"].map((path) => admin.ask(`${path}/`)));
    expect(bodies.map(({ body }) => (body as { basePath: string }).basePath)).toEqual([
      "/api/db",
      "/api/config",
      "/api/canary",
    ]);
  });

  test("the description at the root of the data API changes with a person's permissions", async () => {
    const viewer = await person({ roles: ["viewer"] });
    const { text: before } = await viewer.ask(root);
    expect(before).not.toContain('"/connections"');
    await db
      .insertInto("permissions")
      .values({ person_id: viewer.id, object: "connections", action: "read" })
      .execute();
    await until(
      async () => (await viewer.ask(root)).text,
      (text) => text.includes('"/connections"'),
    );
  });

  test("the description at the root of the data API changes with a feature flag", async () => {
    expect((await admin.ask(root)).text).toContain('"/playbooks"');
    await db.insertInto("properties").values({ name: "playbooks.disable", value: "true" }).execute();
    await until(
      async () => (await admin.ask(root)).text,
      (text) => !text.includes('"/playbooks"'),
    );
    await db.deleteFrom("properties").where("name", "=", "playbooks.disable").execute();
    await until(
      async () => (await admin.ask(root)).text,
      (text) => text.includes('"/playbooks"'),
    );
  });

  test("the description at the root of the data API changes with the schema", async () => {
    const { headers } = await admin.ask(root);
    await sql`comment on column playbooks.name is 'A new sentence about names.'`.execute(db);
    await sql.raw(`notify ${schemaChannel}`).execute(db);
    const { headers: next } = await until(
      () => admin.ask(root),
      ({ text }) => text.includes("A new sentence about names."),
    );
    expect(next.get("etag")).not.toBe(headers.get("etag"));
  });
});

test.each(["/api/openapi.json", "/api/docs", "/api/kinds/check", "/api/kinds/check?type=http"])(
  "%s has an ETag, compressed or not, and returns 304 if it matches",
  async (path) => {
    const ask = (headers: Record<string, string>) =>
      server.fetch(path, { headers: { authorization: `Bearer ${admin.token}`, ...headers } });
    const [plain, compressed, again] = [
      await ask({ "accept-encoding": "identity" }),
      await ask({ "accept-encoding": "br" }),
      await ask({ "accept-encoding": "br" }),
    ];
    expect([plain.status, compressed.status, again.status]).toEqual([200, 200, 200]);
    expect(compressed.headers.get("content-encoding")).toBe("br");
    const text = await plain.text();
    expect([await compressed.text(), await again.text()]).toEqual([text, text]);
    const etag = plain.headers.get("etag")!;
    expect(compressed.headers.get("etag")).toBe(etag);
    const known = await ask({ "if-none-match": etag });
    expect({ status: known.status, text: await known.text() }).toEqual({ status: 304, text: "" });
  },
);
