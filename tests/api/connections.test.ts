// Tests connections over HTTP: validation of rows, and permissions. connection-trials.test.ts tests connection tests.
import { describe, expect, test } from "vitest";
import { connectionTypes } from "#areas/connections/server/types/index.ts";
import { isMessenger, olderMessengers } from "#areas/connections/server/rows/known-types.ts";
import { openConnections } from "../support/connection-server.ts";
import { idOf } from "../support/estate.ts";
import { openStored, startTestServer } from "../support/test-server.ts";

const { server, db, admin, editor, viewer, make } = await openConnections(await startTestServer());
const full = { prefer: "return=representation" };
const opened = (id: string) => openStored(server.system, id);

describe("writing", () => {
  test("CO-02 every field of a connection is stored, and property values become strings", async () => {
    const row = {
      namespace: "shop",
      type: "pigeon",
      url: "pigeon://roof",
      username: "u",
      password: "p",
      certificate: "c",
      insecure_tls: true,
      properties: { wings: 2, tame: true, none: null, loft: "north" },
    };
    const id = await make(row);
    const [shown] = (await admin.ask(`/connections?id=eq.${id}`)).body as object[];
    expect(shown).toMatchObject({
      ...row,
      username: "***",
      password: "***",
      certificate: "***",
      properties: { wings: "2", tame: "true", loft: "north" },
    });
    expect(await opened(id)).toMatchObject({ username: "u", password: "p", certificate: "c" });
    const bad = await admin.ask("/connections", {
      method: "POST",
      body: { name: "x", type: "pigeon", properties: { a: { deep: 1 } } },
    });
    expect(bad).toMatchObject({ status: 400, body: { message: "properties.a: must be a string" } });
  });

  test("CO-03 a credential is a value or a reference, in every notation, and is never returned", async () => {
    const key = { name: "db", key: "word" };
    for (const [input, kept] of [
      ["plain", "plain"],
      ["secret://db/word", "secret://db/word"],
      ["configmap://db/word", "configmap://db/word"],
      [{ name: "PASSWORD", value: "plain" }, "plain"],
      [{ valueFrom: { secretKeyRef: key } }, "secret://db/word"],
      [{ name: "PASSWORD", valueFrom: { configMapKeyRef: key } }, "configmap://db/word"],
    ] as const) {
      const id = await make({ type: "http", password: input });
      expect((await opened(id)).password).toBe(kept);
      expect((await admin.ask(`/connections?id=eq.${id}&select=password`)).body).toEqual([{ password: "***" }]);
    }
  });

  test("CO-21 the URL is built from the fields, and rebuilt when a field changes", async () => {
    const id = await make({ type: "slack", username: "C1", password: "xoxb-1", namespace: "shop" });
    const at = `/connections?id=eq.${id}`;
    const change = (body: object) => admin.ask(`${at}&select=url`, { method: "PATCH", headers: full, body });
    expect(await opened(id)).toMatchObject({ url: "slack://$(password)@C1", namespace: "shop" });
    expect((await change({ username: "C2" })).body).toEqual([{ url: "slack://$(password)@C2" }]);
    // A form sends back the whole row.
    const [{ has_username: _u, has_password: _p, has_certificate: _c, ...form }] = (await admin.ask(at)).body as [
      Record<string, unknown>,
    ];
    expect((await change({ ...form, properties: { BotName: "deck" } })).status).toBe(200);
    expect(await opened(id)).toMatchObject({ url: "slack://$(password)@C2", username: "C2", password: "xoxb-1" });
    expect((await change({ ...form, username: "C3" })).body).toEqual([{ url: "slack://$(password)@C3" }]);
    await change({ url: "slack://xoxb-9@C9" });
    expect((await opened(id)).url).toBe("slack://xoxb-9@C9");
    const refused = await change({ username: "" });
    expect(refused).toMatchObject({
      status: 400,
      body: { fields: [{ path: "username", message: "is required, because the address is built from it" }] },
    });
  });

  test("the list of types, the view and the filter agree on which types are for notifications", async () => {
    const types = [...connectionTypes.map(({ type }) => type), ...olderMessengers, "pigeon"];
    await db
      .insertInto("connections")
      .values(types.map((type) => ({ name: `category of ${type}`, type })))
      .execute();
    const { body } = await admin.ask("/connections_list?name=like.category of*&select=type,category&limit=200");
    const found = new Map((body as { type: string; category: string | null }[]).map((row) => [row.type, row.category]));
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(types.map((type) => [type, isMessenger(type) ? "notification" : null])),
    );
    for (const { type } of connectionTypes) expect(olderMessengers).not.toContain(type);
  });
});

describe("permissions", () => {
  test("CO-24 admins and editors can read connections; only admins can write them", async () => {
    const at = `/connections?id=eq.${idOf("connection", 1)}`;
    for (const who of [admin, editor]) expect((await who.ask(at)).body).toHaveLength(1);
    expect((await viewer.ask(at)).status).toBe(403);
    for (const who of [editor, viewer]) {
      expect((await who.ask(at, { method: "PATCH", body: { name: "other" } })).status).toBe(403);
      expect((await who.ask("/connections", { method: "POST", body: { name: "x", type: "http" } })).status).toBe(403);
      expect((await who.ask(at, { method: "DELETE" })).status).toBe(403);
      expect((await who.ask(`/api/connection/test/${idOf("connection", 1)}`, { method: "POST" })).status).toBe(403);
    }
  });

  test("DA-65 /api/db and /api/canary return the same list of connections", async () => {
    const query = "select=id,name,namespace,type&order=name&deleted_at=is.null&limit=100";
    const [ours, theirs] = [
      await admin.ask(`/connections?${query}`),
      await admin.ask(`/api/canary/connections?${query}`),
    ];
    expect([ours.status, theirs.status]).toEqual([200, 200]);
    expect((ours.body as object[]).length).toBeGreaterThan(5);
    expect(theirs.body).toEqual(ours.body);
    expect((await viewer.ask("/api/canary/connections")).status).toBe(403);
  });

  test("DA-109 a connection is found by its id", async () => {
    const id = idOf("connection", 2);
    expect((await admin.ask(`/api/db/connections?id=eq.${id}&select=id,name`)).body).toEqual([
      { id, name: "connection 2" },
    ]);
    expect((await admin.ask(`/api/db/connections?id=eq.${idOf("connection", 9_999)}`)).body).toEqual([]);
  });
});
