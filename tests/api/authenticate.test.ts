// Tests which credentials authenticate a request, and how soon they stop working.
import { beforeEach, describe, expect, test } from "vitest";
import { specialActions } from "#language/permissions.ts";
import { roles, roleTable } from "#language/roles.ts";
import { createIdentity } from "#areas/identity/server/index.ts";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser, type Browser } from "./browser.ts";

const server = await startTestServer();
const { email, password } = server.administrator;
const db = server.system.db.system;
let browser: Browser;

interface WhoAmI {
  message: string;
  payload: {
    user: { id: string; name: string; email: string; avatar: string | null };
    roles: string[];
    permissions: { subject: string; object: string; action: string }[];
    hostname: string;
    csrf_token: string;
  };
}

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
  browser = openBrowser(server);
  await browser.signIn();
});

const personId = async () =>
  (await db.selectFrom("people").select("id").where("email", "=", email).executeTakeFirstOrThrow()).id;

describe("whoami", () => {
  test("AC-31 AC-32 returns the user, the roles and their permissions", async () => {
    const { message, payload } = await browser.json<WhoAmI>("/api/auth/whoami");
    expect(message).toBe("success");
    expect(payload.user).toEqual({ id: await personId(), name: "Administrator", email, avatar: null });
    expect(payload.roles).toEqual(["admin"]);
    const { read, write } = roleTable.admin;
    const special = Object.values(specialActions).flatMap(({ on }) => [...on]);
    expect(payload.permissions).toHaveLength(read.length + write.length + special.length);
    expect(payload.permissions).toContainEqual({ subject: "admin", object: "connections", action: "write" });
    expect(payload.hostname).not.toBe("");
  });

  test("AC-01 AC-10 returns every role of a person, and the merged permissions of these roles", async () => {
    const person_id = await personId();
    try {
      await db.deleteFrom("person_roles").where("person_id", "=", person_id).execute();
      await db
        .insertInto("person_roles")
        .values(roles.filter((role) => role !== "admin").map((role) => ({ person_id, role })))
        .execute();
      const isTold = async () => (await browser.json<WhoAmI>("/api/auth/whoami")).payload;
      await expect
        .poll(async () => (await isTold()).roles.toSorted())
        .toEqual(roles.filter((role) => role !== "admin").toSorted());
      const { permissions } = await isTold();
      expect(permissions).toContainEqual({ subject: "editor", object: "canaries", action: "write" });
      expect(permissions).toContainEqual({ subject: "responder", object: "incident", action: "write" });
      expect(permissions.some(({ object, action }) => object === "rbac" && action === "write")).toBe(false);
    } finally {
      await db.insertInto("person_roles").values({ person_id, role: "admin" }).execute();
      await db.deleteFrom("person_roles").where("person_id", "=", person_id).where("role", "<>", "admin").execute();
    }
  });

  test("needs authentication", async () => {
    const answer = await server.fetch("/api/auth/whoami");
    expect([answer.status, await answer.json()]).toMatchObject([401, { id: "unauthorized" }]);
  });
});

describe("a request with a session cookie", () => {
  const change = (headers: Record<string, string>) =>
    browser.fetch("/api/auth/create_token", {
      method: "POST",
      headers: { "content-type": "application/json", origin: "", ...headers },
      body: JSON.stringify({ name: `token ${Math.random()}` }),
    });

  test("a request with a session cookie must come from Quarterdeck's own pages to change data", async () => {
    for (const headers of [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { origin: `${server.url}.evil.example` },
      { origin: server.url.replace("http:", "https:") },
      { "sec-fetch-site": "cross-site", origin: server.url },
      { "sec-fetch-site": "same-site" },
      { referer: "https://evil.example/" },
      { "x-csrf-token": "x" },
      { "x-csrf-token": "é".repeat(43) },
    ] as Record<string, string>[]) {
      const answer = await change(headers);
      expect([headers, answer.status, await answer.json()]).toMatchObject([
        headers,
        403,
        { id: "security_csrf_violation" },
      ]);
    }
    for (const headers of [
      { origin: server.url },
      { "sec-fetch-site": "same-origin" },
      { referer: `${server.url}/settings/tokens` },
    ] as Record<string, string>[])
      expect([headers, (await change(headers)).status]).toEqual([headers, 200]);
  });

  test("a request with a session cookie can change data with the session's CSRF token", async () => {
    const { csrf_token } = (await browser.json<WhoAmI>("/api/auth/whoami")).payload;
    expect((await change({ "x-csrf-token": csrf_token })).status).toBe(200);
    const other = openBrowser(server);
    await other.signIn();
    const theirs = (await other.json<WhoAmI>("/api/auth/whoami")).payload.csrf_token;
    expect((await change({ "x-csrf-token": theirs })).status).toBe(403);
  });

  test("a read request needs neither an origin nor a CSRF token", async () => {
    expect((await browser.fetch("/api/auth/whoami", { headers: { origin: "" } })).status).toBe(200);
  });
});

describe("basic authentication", () => {
  const basic = (user: string, secret: string, init: RequestInit = {}) =>
    server.fetch("/api/auth/whoami", {
      ...init,
      headers: { authorization: `Basic ${Buffer.from(`${user}:${secret}`).toString("base64")}`, ...init.headers },
    });

  test("basic authentication is equivalent to a session", async () => {
    const answer = await basic(email, password);
    expect(answer.status).toBe(200);
    const { payload } = (await answer.json()) as WhoAmI;
    expect(payload.user.email).toBe(email);
    expect(payload.csrf_token).toBeUndefined();
    expect((await basic(email.toUpperCase(), password)).status).toBe(200);
  });

  test("basic authentication does not reveal whether the account exists", async () => {
    const bodyOf = async (answer: Response) => {
      const { request_id: _, ...body } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, body];
    };
    expect(await bodyOf(await basic(email, "wrong"))).toEqual(await bodyOf(await basic("nobody@example.org", "wrong")));
    expect((await basic("", "")).status).toBe(401);
  });

  test("basic authentication is rejected from another site's page", async () => {
    const headers = { authorization: `Basic ${btoa(`${email}:${password}`)}`, "content-type": "application/json" };
    const change = (origin: Record<string, string>) =>
      server.fetch("/api/auth/create_token", {
        method: "POST",
        headers: { ...headers, ...origin },
        body: JSON.stringify({ name: `basic ${Math.random()}` }),
      });
    expect((await change({ origin: "https://evil.example" })).status).toBe(403);
    expect((await change({})).status).toBe(200);
  });

  test("basic authentication fails after the password has changed", async () => {
    const { proof, person_id } = await db.selectFrom("credentials").selectAll().executeTakeFirstOrThrow();
    expect((await basic(email, password)).status).toBe(200);
    await db
      .updateTable("credentials")
      // Replaces several characters, because the last character alone encodes only four bits and may already be an A.
      .set({ proof: `${proof.slice(0, -10)}AAAAAAAAAA` })
      .where("person_id", "=", person_id)
      .execute();
    try {
      await expect.poll(async () => (await basic(email, password)).status, { interval: 50 }).not.toBe(200);
    } finally {
      await db.updateTable("credentials").set({ proof }).where("person_id", "=", person_id).execute();
    }
  });
});

describe("a session", () => {
  test("ends as soon as its row is deleted", async () => {
    expect((await browser.fetch("/api/auth/whoami")).status).toBe(200);
    await db.deleteFrom("sessions").execute();
    await expect.poll(async () => (await browser.fetch("/api/auth/whoami")).status, { interval: 10 }).toBe(401);
  });

  test("a session is extended once an hour together with its cookie", async () => {
    const session = () =>
      db.selectFrom("sessions").selectAll().orderBy("issued_at", "desc").limit(1).executeTakeFirstOrThrow();
    const { id, expires_at: before } = await session();
    await browser.fetch("/api/auth/whoami");
    expect((await session()).expires_at).toBe(before);
    const [hoursAgo, soon] = [-2, 24].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());
    await db.updateTable("sessions").set({ last_seen_at: hoursAgo!, expires_at: soon! }).where("id", "=", id).execute();
    await expect
      .poll(async () => {
        await browser.fetch("/api/.ory/sessions/whoami");
        return Date.parse((await session()).expires_at) > Date.parse(before) - 60_000;
      })
      .toBe(true);
    await browser.fetch("/api/.ory/sessions/whoami");
    expect(browser.lastSet.find((line) => line.startsWith("quarterdeck_session="))).toContain("Max-Age=2592000");
  });

  test("a session is rejected after it has expired", async () => {
    await db
      .updateTable("sessions")
      .set({ expires_at: new Date(Date.now() - 1_000).toISOString() })
      .execute();
    await expect.poll(async () => (await browser.fetch("/api/auth/whoami")).status, { interval: 10 }).toBe(401);
    expect((await browser.fetch("/api/.ory/sessions/whoami")).status).toBe(401);
  });
});

test("a stream can check whether its actor is still valid", async () => {
  const { stillValid } = createIdentity(server.system);
  const { id } = await db
    .selectFrom("sessions")
    .select("id")
    .orderBy("issued_at", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  const someone = {
    id: await personId(),
    name: "Administrator",
    email,
    avatar: null,
    roles: ["admin"],
    rules: [],
  } as const;
  const inSession = { kind: "person", ...someone, session: { id, aal: "aal1", authenticatedAt: "" } } as const;
  expect(await stillValid(inSession)).toBe(true);
  expect(await stillValid({ ...inSession, roles: ["viewer"] })).toBe(false);
  expect(await stillValid({ kind: "person", ...someone, session: null })).toBe(true);
  expect(await stillValid({ kind: "token", ...someone, token: { id, name: "no token" } })).toBe(false);
  await db.deleteFrom("sessions").where("id", "=", id).execute();
  expect(await stillValid(inSession)).toBe(false);
});
