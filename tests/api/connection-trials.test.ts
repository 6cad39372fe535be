// Tests the connection test over HTTP, for unsaved values and for stored connections: its results, limits and
// permissions.
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { afterAll, describe, expect, test } from "vitest";
import { tryOut } from "#areas/connections/server/trial.ts";
import { systemActor } from "#server/http/actor.ts";
import { openConnections } from "../support/connection-server.ts";
import { idOf } from "../support/estate.ts";
import { freePort } from "../support/free-port.ts";
import { json, startLocalServer } from "../support/local-server.ts";
import { startPostgres } from "../support/postgres.ts";
import { startTestServer } from "../support/test-server.ts";

// The folder is not below root's home, because an unprivileged account has to read it.
const folder = mkdtempSync("/tmp/connections-test-");
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true }));

const { server, db, person, admin, editor, viewer, make } = await openConnections(
  await startTestServer({ env: { ALLOW_DIRECTORIES: folder } }),
);

const tried = (id: string, who = admin, query = "", body?: object) =>
  who.ask(`/api/connection/test/${id}${query}`, { method: "POST", ...(body && { body }) });
const deedsAbout = (id: string) =>
  db
    .selectFrom("audit_log")
    .select(["action", "person_id", "resource_name", "after"])
    .where("resource_type", "=", "connections")
    .where("resource_id", "=", id)
    .where("action", "=", "test")
    .execute();

const listeners: Server[] = [];
afterAll(() => listeners.forEach((one) => one.close()));
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const listener = createServer((socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  listeners.push(listener);
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  return (listener.address() as AddressInfo).port;
}

describe("a test of unsaved values", () => {
  const triedUnsaved = (connection: object, { id, who = admin }: { id?: string; who?: typeof admin } = {}) =>
    who.ask("/api/connection/test", { method: "POST", body: { id, connection } });
  const deeds = () =>
    db
      .selectFrom("audit_log")
      .select(["person_id", "resource_id", "resource_name", "after"])
      .where("resource_type", "=", "connections")
      .where("action", "=", "test")
      .orderBy("id", "desc")
      .limit(1)
      .execute();
  const stored = async () => JSON.stringify(await db.selectFrom("connections").selectAll().orderBy("id").execute());

  test("uses the sent values of a new connection, and stores nothing", async () => {
    const postgres = await startPostgres();
    try {
      const { host, password } = new URL(postgres.url);
      const before = await stored();
      const url = `postgres://$(username):$(password)@${host}/template1`;
      const sent = { type: "postgres", url, username: "postgres", password };
      // The name may still be empty.
      const { status, body, text } = await triedUnsaved(sent);
      expect({ status, body }).toMatchObject({
        status: 200,
        body: { message: "ok", payload: { reached: expect.stringMatching(/^PostgreSQL \d+.*, database template1/) } },
      });
      expect(text).not.toContain(password);
      expect(await deeds()).toMatchObject([
        { person_id: admin.id, resource_id: null, after: { outcome: "reached", unsaved: true, url } },
      ]);
      expect(await triedUnsaved({ ...sent, name: "orders", password: "wrong" })).toMatchObject({
        status: 400,
        body: { error: "The server refused the username or the password" },
      });
      const inUrl = { type: "postgres", url: `postgres://postgres:${password}@${host}/template1` };
      expect((await triedUnsaved(inUrl)).status).toBe(200);
      const [deed] = await deeds();
      expect(JSON.stringify(deed)).not.toContain(password);
      expect(await stored()).toBe(before);
    } finally {
      await postgres.stop();
    }
  });

  test("uses the stored values of an edited connection where the request has *** or nothing", async () => {
    const postgres = await startPostgres();
    try {
      const { host, password } = new URL(postgres.url);
      const url = `postgres://$(username):$(password)@127.0.0.1:${await freePort()}/template1`;
      const id = await make({ type: "postgres", url, username: "postgres", password });
      const before = await stored();
      const changed = { url: `postgres://$(username):$(password)@${host}/template1` };
      expect((await tried(id)).status).toBe(400);
      for (const sent of [changed, { ...changed, password: "***", username: "***" }])
        expect((await triedUnsaved(sent, { id })).status).toBe(200);
      expect(await deeds()).toMatchObject([{ resource_id: id, after: { outcome: "reached", unsaved: true } }]);
      const uses = await admin.ask(`/connection_uses?connection_id=eq.${id}`);
      // The test of the stored values failed, and tests of other values do not change that result.
      expect(uses.body).toMatchObject([{ subject_id: admin.id, purpose: "test", outcome: "failed" }]);
      expect(await triedUnsaved({ ...changed, password: "other" }, { id })).toMatchObject({
        status: 400,
        body: { error: "The server refused the username or the password" },
      });
      expect(await stored()).toBe(before);
    } finally {
      await postgres.stop();
    }
  });

  test("uses the stored values of secret properties if the request contains ***", async () => {
    const service = await startLocalServer();
    service.answer = (_, response) =>
      response.writeHead(403, { "content-type": "text/xml" }).end("<Error><Code>AccessDenied</Code></Error>");
    const properties = { bucket: "cargo", sessionToken: "token-of-the-test" };
    const id = await make({ type: "s3", url: service.url, username: "AKIA", password: "key", properties });
    const sent = { properties: { bucket: "ballast", sessionToken: "***" } };
    expect((await triedUnsaved(sent, { id })).status).toBe(400);
    expect(service.requests).toMatchObject([
      { url: expect.stringMatching(/^\/ballast\b/), headers: { "x-amz-security-token": "token-of-the-test" } },
    ]);
  });

  test("rejects the same values as a save, with the same field in the error", async () => {
    expect(await triedUnsaved({ type: "http", password: "***" })).toMatchObject({
      status: 400,
      body: { fields: [{ path: "password", message: expect.stringContaining("no value is stored") }] },
    });
    expect(await triedUnsaved({ type: "sftp", url: "host", properties: { port: "many" } })).toMatchObject({
      status: 400,
      body: { fields: [{ path: "properties.port" }] },
    });
    expect(await triedUnsaved({ url: "http://host" })).toMatchObject({
      status: 400,
      body: { fields: [{ path: "type" }] },
    });
    expect(await triedUnsaved({ type: "http", sealed_url: "x", id: idOf("connection", 1) })).toMatchObject({
      status: 400,
      body: { fields: [{ path: "sealed_url" }, { path: "id" }] },
    });
    expect((await triedUnsaved({ type: "pigeon" })).status).toBe(501);
    expect((await triedUnsaved({ url: "x" }, { id: idOf("connection", 9_999) })).status).toBe(404);
  });

  test("a test of unsaved values does not connect to Quarterdeck's own services", async () => {
    const { status, text } = await triedUnsaved({ type: "postgres", url: server.database.url });
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining("Quarterdeck's own database") });
    expect(text).not.toContain(new URL(server.database.url).password);
  });

  test("a test of unsaved values needs permission to save the values", async () => {
    const sent = { type: "postgres", url: `postgres://127.0.0.1:${await freePort()}/x` };
    const id = await make(sent);
    for (const who of [editor, viewer]) {
      expect((await triedUnsaved(sent, { who })).status).toBe(403);
      expect((await triedUnsaved(sent, { who, id })).status).toBe(403);
    }
    const keeper = await person({ rules: [{ action: "read,update", connection_id: id }] });
    expect((await triedUnsaved(sent, { who: keeper, id })).status).toBe(400);
    expect((await triedUnsaved(sent, { who: keeper })).status).toBe(403);
    expect((await triedUnsaved(sent, { who: keeper, id: await make(sent) })).status).toBe(403);
    const unread = await person({ rules: [{ action: "update", object: "connections" }] });
    expect((await triedUnsaved(sent, { who: unread, id })).status).toBe(403);
    const writer = await person({ rules: [{ action: "read,create,update", object: "connections" }] });
    expect((await triedUnsaved(sent, { who: writer })).status).toBe(400);
    const place = { type: "folder", properties: { path: folder } };
    expect((await triedUnsaved(place, { who: writer })).status).toBe(403);
    expect((await triedUnsaved(place, { who: writer, id })).status).toBe(403);
    expect((await triedUnsaved(place)).status).toBe(200);
  });

  test("a test of unsaved values does not send the stored secret of a connection from a file to a different address", async () => {
    const service = await startLocalServer();
    const id = await make({ type: "http", url: "http://127.0.0.1:1", username: "ada", password: "kept in a file" });
    await db.updateTable("connections").set({ source: "ConfigFile" }).where("id", "=", id).execute();
    expect(await triedUnsaved({ url: service.url }, { id })).toMatchObject({
      status: 409,
      text: expect.stringContaining("its source is ConfigFile"),
    });
    expect(service.requests).toEqual([]);
  });
});

describe("DA-89 CO-22 the connection test", () => {
  test("reports success, a wrong password and a closed port of a real PostgreSQL", async () => {
    const postgres = await startPostgres();
    try {
      const { host, password } = new URL(postgres.url);
      const url = `postgres://$(username):$(password)@${host}/template1`;
      const id = await make({ type: "postgres", url, username: "postgres", password });
      const { status, body, text } = await tried(id);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          message: "ok",
          payload: {
            reached: expect.stringMatching(/^PostgreSQL \d+.*, database template1/),
            duration_ms: expect.any(Number),
          },
        },
      });
      expect(text).not.toContain(password);
      const uses = await admin.ask(`/connection_uses?connection_id=eq.${id}`);
      expect(uses.body).toMatchObject([
        { subject_kind: "person", subject_id: admin.id, purpose: "test", outcome: "reached" },
      ]);
      expect(await deedsAbout(id)).toMatchObject([{ person_id: admin.id, after: { outcome: "reached" } }]);

      const wrong = await make({ type: "postgres", url, username: "postgres", password: "not-the-password" });
      expect(await tried(wrong)).toMatchObject({
        status: 400,
        body: {
          id: "invalid",
          error: "The server refused the username or the password",
          message: "Check username and password.",
        },
      });
      expect(await deedsAbout(wrong)).toMatchObject([{ after: { outcome: "failed" } }]);
    } finally {
      await postgres.stop();
    }
    const port = await freePort();
    const nothing = await make({ type: "postgres", url: `postgres://ada:hunter2@127.0.0.1:${port}/x` });
    const error = `Nothing listens at 127.0.0.1:${port}`;
    expect(await tried(nothing)).toMatchObject({ status: 400, body: { error } });
  });

  test("the connection test does not return or store secrets that the target includes in its response", async () => {
    const secret = "correct horse/battery:staple";
    // This server requests the password in plain text and repeats it in an error.
    const port = await listen((socket) => {
      socket.once("data", () => {
        socket.write(Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]));
        socket.once("data", (message) => {
          const word = message.subarray(5, -1).toString();
          const fields = Buffer.from(`SFATAL\0CXX000\0Mnobody is called ${word} or ${encodeURIComponent(word)}\0\0`);
          const size = Buffer.alloc(4);
          size.writeInt32BE(fields.length + 4);
          socket.end(Buffer.concat([Buffer.from("E"), size, fields]));
        });
      });
    });
    const id = await make({
      type: "postgres",
      url: `postgres://$(username):$(password)@127.0.0.1:${port}/x?sslmode=disable`,
      username: "robot",
      password: secret,
    });
    const { status, body, text } = await tried(id);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: "nobody is called *** or ***" } });
    expect(text).not.toContain(secret);
    expect(JSON.stringify(await db.selectFrom("audit_log").selectAll().execute())).not.toContain(secret);
    expect(JSON.stringify(await db.selectFrom("connection_uses").selectAll().execute())).not.toContain(secret);
  });

  test("reports references that cannot be resolved and placeholders that cannot be filled", async () => {
    const missing = await make({ type: "postgres", url: "postgres://db/x", password: "secret://db/word" });
    expect(await tried(missing)).toMatchObject({
      status: 400,
      body: {
        error: 'No secret store is configured to look up the key "word" of the secret "db" in the namespace "default"',
        message: expect.stringContaining("SECRETS_DIR"),
      },
    });
    const broken = await make({ type: "postgres", url: "postgres://$(nowhere)/x" });
    expect((await tried(broken)).body).toMatchObject({ error: expect.stringContaining("cannot be filled in") });
  });

  test("the connection test does not connect to Quarterdeck's own database", async () => {
    const id = await make({ type: "postgres", url: server.database.url });
    const { status, text } = await tried(id);
    expect({ status, text }).toEqual({ status: 400, text: expect.stringContaining("Quarterdeck's own database") });
    expect(text).not.toContain(new URL(server.database.url).password);
  });

  test("reads only folders that the operator allows, and only administrators may create such a connection", async () => {
    symlinkSync("/etc", join(folder, "etc"));
    const at = (path: string) => make({ type: "folder", properties: { path } });
    expect(await tried(await at(folder))).toMatchObject({ status: 200, text: expect.stringContaining("with 1 entry") });
    for (const path of ["/etc", join(folder, "etc"), "/proc/self"])
      expect(await tried(await at(path))).toMatchObject({ status: 400, text: expect.stringContaining("may be read") });
    const writes = await person({ rules: [{ action: "read,create,update", object: "connections" }] });
    const post = (type: string) =>
      writes.ask("/connections", { method: "POST", body: { name: `by rule ${type}`, type } });
    expect((await post("http")).status).toBe(201);
    expect(await post("folder")).toMatchObject({ status: 403, text: expect.stringContaining("Only administrators") });
    const other = await make({ type: "http" });
    const body = { type: "folder", properties: { path: folder } };
    expect((await writes.ask(`/connections?id=eq.${other}`, { method: "PATCH", body })).status).toBe(403);
    expect((await admin.ask(`/connections?id=eq.${other}`, { method: "PATCH", body })).status).toBeLessThan(300);
    expect((await writes.ask(`/connections?id=eq.${other}`, { method: "PATCH", body: { name: "x" } })).status).toBe(
      403,
    );
  });

  test("needs an existing connection and permission to change it", async () => {
    const id = await make({ type: "postgres", url: `postgres://127.0.0.1:${await freePort()}/x` });
    expect((await tried(idOf("connection", 9_999))).status).toBe(404);
    expect((await tried("none")).status).toBe(400);
    expect((await tried(id, editor)).status).toBe(403);
    expect((await tried(idOf("connection", 9_999), editor)).status).toBe(403);
    const keeper = await person({ rules: [{ action: "read,update", connection_id: id }] });
    expect((await tried(id, keeper)).body).toMatchObject({
      error: expect.stringMatching(/^Nothing listens at 127\.0\.0\.1:\d+$/) as string,
    });
    expect((await tried(await make({ type: "postgres" }), keeper)).status).toBe(403);
    expect((await tried(idOf("connection", 9_999), keeper)).status).toBe(403);
    const reader = await person({ rules: [{ action: "read", connection_id: id }] });
    expect((await tried(id, reader)).status).toBe(403);
    const denied = await person({ roles: ["admin"], rules: [{ action: "*", connection_id: id, deny: true }] });
    expect((await tried(id, denied)).status).toBe(403);
    await admin.ask(`/connections?id=eq.${id}`, { method: "DELETE" });
    expect((await tried(id)).status).toBe(404);
  });

  test("a connection test fails with 501 for a type without a test", async () => {
    expect(await tried(await make({ type: "pigeon" }))).toMatchObject({
      status: 501,
      body: { error: "Connections of type pigeon cannot be tested yet." },
    });
  });

  test("ends at its time limit, and when the client disconnects", async () => {
    const port = await listen(() => {});
    const url = `postgres://u:p@127.0.0.1:${port}/x`;
    const slow = await make({ type: "postgres", url });
    const asked = { actor: systemActor, origin: { address: "", userAgent: "", requestId: "" }, sends: false };
    const signal = new AbortController().signal;
    await expect(tryOut(server.system, slow, { ...asked, signal, limitMs: 200 })).rejects.toMatchObject({
      message: "The test did not finish within 0.2 seconds",
      status: 400,
    });

    const left = await make({ type: "postgres", url });
    const leaving = new AbortController();
    const connected = Promise.withResolvers<void>();
    listeners.at(-1)!.once("connection", () => connected.resolve());
    const call = server.fetch(`/api/connection/test/${left}`, {
      method: "POST",
      headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
      body: "{}",
      signal: leaving.signal,
    });
    await connected.promise;
    leaving.abort();
    await expect(call).rejects.toThrow();
    await expect.poll(() => deedsAbout(left)).toMatchObject([{ after: { outcome: "failed" } }]);
  });

  test("limits the number of concurrent tests; further tests wait", async () => {
    const sockets: Socket[] = [];
    let [ended, most] = [0, 0];
    const port = await listen((socket) => {
      sockets.push(socket);
      most = Math.max(most, sockets.length - ended);
    });
    const id = await make({ type: "postgres", url: `postgres://u:p@127.0.0.1:${port}/x?sslmode=disable` });
    const answers = Array.from({ length: 7 }, () => tried(id));
    for (; ended < 7; ended += 1) {
      await expect.poll(() => sockets.length).toBe(Math.min(7, ended + 4));
      sockets[ended]!.resetAndDestroy();
    }
    for (const answer of await Promise.all(answers)) expect(answer.status).toBe(400);
    expect([sockets.length, most]).toEqual([7, 4]);
  });

  test("sends a message only if requested", async () => {
    const hook = await startLocalServer();
    hook.answer = json(200, {});
    const id = await make({ type: "generic_webhook", username: `${hook.url}/hook/x9y8z7` });
    const sent = () => hook.requests.length;
    expect((await tried(id)).status).toBe(200);
    expect((await tried(id, admin, "?send=false", { send: true })).status).toBe(200);
    expect(sent()).toBe(0);
    expect((await tried(id, admin, "?send=true")).status).toBe(200);
    expect(sent()).toBe(1);
    expect((await tried(id, admin, "", { send: true })).status).toBe(200);
    expect(sent()).toBe(2);
    expect((await tried(id, admin, "?send=perhaps")).status).toBe(400);
  });
});
