// Tests that access tokens can be created, used, listed and deleted at /api/auth.
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storePassword } from "#areas/identity/server/accounts.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import type { Role } from "#language/roles.ts";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser, type Browser } from "./browser.ts";

const server = await startTestServer();
const db = server.system.db.system;
const password = "correct-horse-battery";

async function makePerson(email: string, ...roles: Role[]): Promise<string> {
  const { id } = await db.insertInto("people").values({ name: email, email }).returning("id").executeTakeFirstOrThrow();
  for (const role of roles) await db.insertInto("person_roles").values({ person_id: id, role }).execute();
  await storePassword(db, id, await hashPassword(password));
  return id;
}

interface Token {
  id: string;
  token: string;
  name: string;
  expires_at: string | null;
}

let admin: Browser;
let viewer: Browser;
let viewerId: string;

beforeAll(async () => {
  viewerId = await makePerson("viewer@example.org", "viewer");
  [admin, viewer] = [openBrowser(server), openBrowser(server)];
  await admin.signIn();
  await viewer.signIn({ email: "viewer@example.org", password });
});
beforeEach(() =>
  db
    .deleteFrom("access_tokens")
    .execute()
    .then(() => undefined),
);

const create = (who: Pick<Browser, "fetch">, body: unknown) =>
  who.fetch("/api/auth/create_token", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
const created = async (who: Browser, body: unknown): Promise<Token> => {
  const answer = await create(who, body);
  expect(answer.status).toBe(200);
  const { message, payload } = (await answer.json()) as { message: string; payload: Token };
  expect(message).toBe("success");
  return payload;
};
const listed = async (who: Browser) =>
  (
    await who.json<{
      payload: { id: string; name: string; person_id: string; last_used_at: string | null; read_only: boolean }[];
    }>("/api/auth/tokens")
  ).payload;
const ask = (authorization: string, init: RequestInit = {}) =>
  server.fetch("/api/auth/whoami", { ...init, headers: { authorization, ...init.headers } });
const bearer = (token: string) => ask(`Bearer ${token}`);
const basic = (user: string, secret: string) => ask(`Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`);

describe("a new token", () => {
  test.each([
    ["never", null],
    ["7d", 7],
    ["30d", 30],
    ["90d", 90],
    ["1y", 365],
  ])("with the expiry %s is valid for %s days", async (expiry, days) => {
    const { token, id, name, expires_at } = await created(viewer, { name: "ci", expiry });
    expect(token).toMatch(new RegExp(`^qd_${id.replaceAll("-", "")}_[\\w-]{43}$`));
    expect(name).toBe("ci");
    const lives = expires_at === null ? null : Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000);
    expect(lives === 366 ? 365 : lives).toBe(days);
  });

  test("a new token is stored as a digest only", async () => {
    const { token } = await created(viewer, { name: "ci" });
    const { digest, ...row } = await db.selectFrom("access_tokens").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(token.slice(36));
    expect(Buffer.from(digest)).toHaveLength(32);
  });

  test("needs only a name and one of the offered expiry times", async () => {
    for (const body of [
      {},
      { name: "" },
      { name: "  " },
      { name: "x".repeat(201) },
      { name: "ci", expiry: "2w" },
      { name: 7 },
      null,
    ])
      expect([body, (await create(viewer, body)).status]).toEqual([body, 400]);
    const answer = await create(viewer, { name: "ci", person_id: viewerId });
    expect([answer.status, await answer.json()]).toMatchObject([400, { error: "body.person_id: unknown field" }]);
    expect((await create({ fetch: (path, init) => server.fetch(path, init) }, { name: "ci" })).status).toBe(401);
  });

  test("needs a name that is unique per person", async () => {
    await created(viewer, { name: "ci" });
    const again = await create(viewer, { name: "ci" });
    expect([again.status, await again.json()]).toMatchObject([409, { error: 'You already have a token named "ci".' }]);
    await created(admin, { name: "ci" });
  });
});

describe("a token", () => {
  test("SE-36 authenticates its owner with the same permissions, as a bearer token or with basic authentication", async () => {
    const { token } = await created(viewer, { name: "ci" });
    for (const answer of [
      await bearer(token),
      await basic("token", token),
      await basic("TOKEN", token),
      await ask(`bearer  ${token}`),
    ]) {
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ payload: { user: { id: viewerId }, roles: ["viewer"] } });
    }
    const change = await server.fetch("/api/auth/create_token", {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "child", expiry: "7d" }),
    });
    expect(change.status).toBe(200);
    expect(
      (await db.selectFrom("access_tokens").select("person_id").where("name", "=", "child").executeTakeFirst())
        ?.person_id,
    ).toBe(viewerId);
  });

  test("a token cannot create a token with a longer lifetime", async () => {
    const { token } = await created(viewer, { name: "ci", expiry: "30d" });
    const child = (name: string, expiry: string) =>
      create(
        {
          fetch: (path, init) =>
            server.fetch(path, {
              ...init,
              headers: { ...init?.headers, authorization: `Bearer ${token}` } as Record<string, string>,
            }),
        },
        { name, expiry },
      );
    for (const expiry of ["never", "90d", "1y"]) expect((await child(expiry, expiry)).status).toBe(400);
    expect((await child("week", "7d")).status).toBe(200);
  });

  test("records its last use, at most once a minute", async () => {
    const { token } = await created(viewer, { name: "ci" });
    expect((await listed(viewer))[0]?.last_used_at).toBeNull();
    await bearer(token);
    const first = (await listed(viewer))[0]?.last_used_at;
    expect(first).not.toBeNull();
    await bearer(token);
    await bearer(token);
    expect((await listed(viewer))[0]?.last_used_at).toBe(first);
  });

  test("stops working at once when it is deleted", async () => {
    const { token, id } = await created(viewer, { name: "ci" });
    expect((await bearer(token)).status).toBe(200);
    expect((await viewer.fetch(`/api/auth/token/${id}`, { method: "DELETE" })).status).toBe(200);
    const answer = await bearer(token);
    expect([answer.status, await answer.json()]).toMatchObject([401, { id: "unauthorized" }]);
  });

  test("stops working when it expires, and when its owner is deactivated or deleted", async () => {
    const { token, id } = await created(viewer, { name: "ci", expiry: "7d" });
    const expire = (expires_at: string) =>
      db.updateTable("access_tokens").set({ expires_at }).where("id", "=", id).execute();
    const person = (change: { state?: "active" | "inactive"; deleted_at?: string | null }) =>
      db.updateTable("people").set(change).where("id", "=", viewerId).execute();
    const eventually = async (status: number) => {
      await expect.poll(async () => (await bearer(token)).status, { interval: 20 }).toBe(status);
    };
    await eventually(200);
    await expire(new Date(Date.now() - 1_000).toISOString());
    await eventually(401);
    expect(await (await bearer(token)).json()).toMatchObject({ error: "This access token has expired." });
    await expire(new Date(Date.now() + 60_000).toISOString());
    await eventually(200);
    await person({ state: "inactive" });
    await eventually(401);
    await person({ state: "active" });
    await eventually(200);
    await person({ deleted_at: new Date().toISOString() });
    await eventually(401);
    await person({ deleted_at: null });
  });

  test("a token gets 400 if malformed and 401 if unknown", async () => {
    const { token } = await created(viewer, { name: "ci" });
    for (const bad of [
      "x",
      "qd_",
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      token.replace("qd_", "dq_"),
      "a".repeat(4000),
    ])
      expect([bad, (await bearer(bad)).status]).toEqual([bad, 400]);
    expect((await basic("token", "")).status).toBe(400);
    const other = `${token.slice(0, -43)}${"A".repeat(43)}`;
    expect((await bearer(other)).status).toBe(401);
    expect((await bearer(token.replace(/_[0-9a-f]{32}_/, `_${"0".repeat(32)}_`))).status).toBe(401);
  });

  test("a token is rejected in an Authorization header with a different scheme", async () => {
    for (const [header, status] of [
      ["Digest x", 401],
      ["Bearer", 401],
      ["Basic", 401],
      ["Basic !!!", 400],
      ["Basic bm9jb2xvbg==", 400],
      ["Bearer a b", 401],
    ] as const)
      expect([header, (await ask(header)).status]).toEqual([header, status]);
  });
});

describe("a read-only token", () => {
  const asking = (token: string) => async (method: string, path: string, body?: unknown) => {
    const answer = await server.fetch(path, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text() };
  };

  test("a read-only token can read everything that its owner can read, with every HTTP method", async () => {
    const { token } = await created(admin, { name: "grafana", read_only: true });
    const ask = asking(token);
    for (const [method, path, body] of [
      ["GET", "/api/db/properties"],
      ["HEAD", "/api/db/connections"],
      ["GET", "/api/db/audit_log?limit=1"],
      ["GET", "/api/auth/tokens"],
      ["POST", "/api/db/rpc/related_configs_recursive", { config_id: viewerId }],
      ["POST", "/api/resources/search", { configs: [{ name: "nothing" }] }],
    ] as const)
      expect([path, (await ask(method, path, body)).status]).toEqual([path, 200]);
    const { payload } = JSON.parse((await ask("GET", "/api/auth/whoami")).text) as {
      payload: { roles: string[]; permissions: { action: string }[] };
    };
    expect(payload.roles).toEqual(["admin"]);
    // Both MCP actions only give access to tools: a tool that writes also needs the action that it performs.
    expect(new Set(payload.permissions.map(({ action }) => action))).toEqual(new Set(["read", "mcp:use", "mcp:run"]));
  });

  test("a read-only token cannot change data or obtain permissions", async () => {
    const { token, id } = await created(admin, { name: "grafana", read_only: true });
    const ask = asking(token);
    const mail = await db
      .insertInto("mails")
      .values({ kind: "recovery", recipient: "a@b.c", subject: "s", body: "sealed", status: "kept" })
      .returning("id")
      .executeTakeFirstOrThrow();
    for (const [method, path, body] of [
      ["POST", "/api/db/properties", { name: "x", value: "1" }],
      ["PATCH", "/api/db/properties?name=eq.x", { value: "2" }],
      ["PUT", "/api/config/properties?name=eq.x", { name: "x", value: "2" }],
      ["DELETE", "/api/canary/properties?name=eq.x"],
      ["POST", "/api/auth/create_token", { name: "child" }],
      ["DELETE", `/api/auth/token/${id}`],
      ["POST", "/api/auth/invite_user", { email: "new@example.org", role: "admin" }],
      // The mail contains a link that gives access to an account.
      ["GET", `/api/auth/mails/${mail.id}`],
    ] as const) {
      const { status, text } = await ask(method, path, body);
      expect([method, path, status, text]).toEqual([method, path, 403, expect.stringMatching(/read-only|permission/)]);
    }
    expect(await db.selectFrom("properties").select("name").where("name", "=", "x").execute()).toEqual([]);
    expect(await listed(admin)).toMatchObject([{ id, read_only: true }]);
  });

  test("a read-only token has its owner's rules for reading only; rules that deny still apply", async () => {
    const { token } = await created(viewer, { name: "ci", read_only: true });
    const whole = await created(viewer, { name: "whole" });
    const rules = [
      { action: "*", object: "connection" },
      { action: "create", object: "rbac" },
      { action: "*", object: "notification", deny: true },
    ].map((rule) => ({ ...rule, person_id: viewerId }));
    await db.insertInto("permissions").values(rules).execute();
    const read = (relation: string) => async () => (await asking(token)("GET", `/api/db/${relation}?limit=1`)).status;
    await expect.poll(read("connections"), { interval: 20 }).toBe(200);
    expect(await read("person_roles")()).toBe(403);
    expect(await read("notifications")()).toBe(403);
    const connection = { name: "by-rule", type: "http", url: "https://example.org" };
    expect((await asking(whole.token)("POST", "/api/db/connections", connection)).status).toBe(201);
    expect((await asking(token)("POST", "/api/db/connections", connection)).status).toBe(403);
    await db.deleteFrom("permissions").where("person_id", "=", viewerId).execute();
  });
});

describe("the list of tokens", () => {
  test("the list of tokens contains the person's own tokens, or all tokens for an administrator, but never the secrets", async () => {
    const mine = await created(viewer, { name: "mine" });
    const theirs = await created(admin, { name: "theirs" });
    expect((await listed(viewer)).map(({ name }) => name)).toEqual(["mine"]);
    const all = await listed(admin);
    expect(all.map(({ name }) => name).sort()).toEqual(["mine", "theirs"]);
    expect(all.find(({ name }) => name === "mine")).toMatchObject({
      id: mine.id,
      person_id: viewerId,
      created_by: viewerId,
      person: { id: viewerId, name: "viewer@example.org", email: "viewer@example.org", avatar: null },
    });
    const text = JSON.stringify(all);
    for (const { token } of [mine, theirs]) expect(text).not.toContain(token.slice(-43));
    expect(text).not.toContain("digest");
  });

  test("lets only the owner and an administrator delete a token", async () => {
    const theirs = await created(admin, { name: "theirs" });
    const mine = await created(viewer, { name: "mine" });
    const remove = (who: Browser, id: string) => who.fetch(`/api/auth/token/${id}`, { method: "DELETE" });
    expect((await remove(viewer, theirs.id)).status).toBe(403);
    expect((await remove(admin, mine.id)).status).toBe(200);
    expect((await remove(admin, mine.id)).status).toBe(404);
    expect((await remove(admin, "nonsense")).status).toBe(400);
    expect((await listed(admin)).map(({ name }) => name)).toEqual(["theirs"]);
  });
});
