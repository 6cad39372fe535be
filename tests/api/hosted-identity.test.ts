// Tests the hosted identity service on the server, against a stand-in of the service.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { secretKey, startHostedIdentity } from "../services/hosted-identity.ts";
import { freePort } from "../support/free-port.ts";
import { startTestServer } from "../support/test-server.ts";

const service = await startHostedIdentity();
afterAll(() => service.stop());
const port = await freePort();
const other = "https://console.example.org";
const server = await startTestServer({
  port,
  env: {
    CLERK_PUBLISHABLE_KEY: service.publishableKey,
    CLERK_SECRET_KEY: secretKey,
    CLERK_API_URL: service.issuer,
    CLERK_ORGANIZATION_ID: "org_acme",
    CLERK_AUTHORIZED_PARTIES: `http://127.0.0.1:${port},${other}`,
  },
});
const db = server.system.db.system;

beforeEach(() => {
  Object.assign(service.state, {
    isSignedIn: true,
    party: server.url,
    active: "org_acme",
    organizations: [{ id: "org_acme", name: "Acme", role: "org:admin", public_metadata: {} }],
  });
  service.setDown(false);
});

const ask = (token: string, path = "/api/auth/whoami", init: RequestInit = {}) =>
  server.fetch(path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

async function whoami(token: string) {
  const answer = await ask(token);
  const { payload } = (await answer.json()) as {
    payload: { user: { id: string; name: string; email: string | null }; roles: string[] };
  };
  return { status: answer.status, ...payload };
}

/** Each test uses its own person, because a person's roles change with every token. */
let people = 0;
const someone = () => ({ sub: `user_${100 + (people += 1)}`, name: "Grace Hopper", sid: `sess_${people}` });

describe("sign-in", () => {
  test("ID-01 a token of the hosted service signs its person in, with the profile from the service", async () => {
    const found = await whoami(service.token());
    expect(found).toMatchObject({
      status: 200,
      user: { name: "Ada Lovelace", email: "ada@example.org" },
      roles: ["admin"],
    });
    const row = await db.selectFrom("people").selectAll().where("id", "=", found.user.id).executeTakeFirstOrThrow();
    expect(row).toMatchObject({ external_id: "user_1", name: "Ada Lovelace" });
    // The next token finds the same person, and the profile is not requested again.
    service.requests();
    expect((await whoami(service.token({ jti: "2" }))).user.id).toBe(found.user.id);
    expect(service.requests()).not.toContain("GET /v1/users/user_1");
  });

  test("concurrent first requests create one person", async () => {
    const who = someone();
    const found = await Promise.all(Array.from({ length: 5 }, (_, jti) => whoami(service.token({ ...who, jti }))));
    expect(new Set(found.map(({ user }) => user.id)).size).toBe(1);
  });

  test("concurrent requests with a new role store it once", async () => {
    const who = someone();
    const { user } = await whoami(service.token(who));
    const changed = { ...who, org_role: "org:editor" };
    const found = await Promise.all(Array.from({ length: 5 }, (_, jti) => whoami(service.token({ ...changed, jti }))));
    expect(found.map(({ status, roles }) => [status, ...roles])).toEqual(found.map(() => [200, "editor"]));
    const rows = await db.selectFrom("person_roles").select("role").where("person_id", "=", user.id).execute();
    expect(rows).toEqual([{ role: "editor" }]);
  });

  test("the second version of the token contains the organisation in the claim o", async () => {
    const claims = { ...someone(), v: 2, org_id: undefined, org_role: undefined, o: { id: "org_acme", rol: "editor" } };
    expect(await whoami(service.token(claims))).toMatchObject({ status: 200, roles: ["editor"] });
  });

  test("the role in one token version is not combined with the organisation in the other", async () => {
    const claims = { ...someone(), org_id: "org_globex", org_role: "org:admin", o: { id: "org_acme" } };
    const answer = await ask(service.token(claims));
    expect(answer.status).toBe(403);
    expect(await answer.text()).toContain("has no rights here");
  });

  test("an email that is already in use does not link the accounts", async () => {
    const email = "taken@example.org";
    const { id } = await db
      .insertInto("people")
      .values({ name: "Owner", email })
      .returning("id")
      .executeTakeFirstOrThrow();
    const { user } = await whoami(service.token({ ...someone(), email }));
    expect(user).toMatchObject({ name: "Grace Hopper", email: null });
    expect(user.id).not.toBe(id);
  });

  test("a disabled or deleted person cannot sign in", async () => {
    for (const change of [{ state: "inactive" as const }, { deleted_at: new Date().toISOString() }]) {
      const who = someone();
      const { user } = await whoami(service.token(who));
      await db.updateTable("people").set(change).where("id", "=", user.id).execute();
      expect((await ask(service.token({ ...who, jti: "2" }))).status).toBe(401);
    }
  });

  test("passwords, sessions and the flows of the built-in sign-in are not available", async () => {
    const basic = Buffer.from("admin@example.org:correct-horse-battery").toString("base64");
    const answer = await server.fetch("/api/auth/whoami", { headers: { authorization: `Basic ${basic}` } });
    expect(answer.status).toBe(401);
    expect((await server.fetch("/api/.ory/self-service/login/browser")).status).toBe(404);
    expect(await db.selectFrom("credentials").select("id").execute()).toEqual([]);
  });

  test("people cannot be invited", async () => {
    const body = JSON.stringify({ firstName: "A", lastName: "B", email: "a@example.org", role: "viewer" });
    const headers = { "content-type": "application/json" };
    const answer = await ask(service.token(), "/api/auth/invite_user", { method: "POST", headers, body });
    expect(answer.status).toBe(501);
  });
});

describe("roles of the organisation", () => {
  test.each([
    ["org:admin", "admin"],
    ["admin", "admin"],
    ["org:editor", "editor"],
    ["org:commander", "commander"],
    ["org:responder", "responder"],
    ["org:viewer", "viewer"],
    ["org:guest", "guest"],
    ["org:member", "viewer"],
    ["basic_member", "viewer"],
  ])("%s has the role %s", async (org_role, role) => {
    expect(await whoami(service.token({ ...someone(), org_role }))).toMatchObject({ status: 200, roles: [role] });
  });

  test.each(["org:billing", "org:", "", "org:constructor", "org:org:admin", undefined])(
    "%o has no mapping and gets 403",
    async (org_role) => {
      const answer = await ask(service.token({ ...someone(), org_role }));
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("has no rights here");
    },
  );

  test("a changed role takes effect with the next token, and a role without a mapping also removes the rights of access tokens", async () => {
    const who = someone();
    const first = await whoami(service.token({ ...who, org_role: "org:admin" }));
    expect(first.roles).toEqual(["admin"]);
    expect((await whoami(service.token({ ...who, org_role: "org:viewer" }))).roles).toEqual(["viewer"]);
    expect((await ask(service.token({ ...who, org_role: "org:billing" }))).status).toBe(403);
    const rows = await db.selectFrom("person_roles").select("role").where("person_id", "=", first.user.id).execute();
    expect(rows).toEqual([]);
  });

  test("members of another organisation, and people without an organisation, get 403", async () => {
    // The address of an organisation that this server does not serve.
    const public_metadata = { backend_url: `${server.url}/api` };
    service.state.organizations.push({ id: "org_globex", name: "Globex", role: "org:admin", public_metadata });
    for (const org_id of ["org_globex", undefined]) {
      const answer = await ask(service.token({ ...someone(), org_id }));
      expect(answer.status).toBe(403);
      expect(await answer.text()).toContain("different organisation");
    }
  });
});

describe("tokens", () => {
  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, () => string]>([
    ["another issuer", () => service.token({ iss: "https://evil.example.org" })],
    ["another authorised party", () => service.token({ azp: "https://evil.example.org" })],
    ["no authorised party", () => service.token({ azp: undefined })],
    ["another audience", () => service.token({ aud: "https://other.example.org" })],
    ["an empty audience", () => service.token({ aud: [] })],
    ["a sign-in that is not finished", () => service.token({ sts: "pending" })],
    ["an end in the past", () => service.token({ exp: now() - 60 })],
    ["no end", () => service.token({ exp: undefined })],
    ["a start in the future", () => service.token({ nbf: now() + 600 })],
    ["no subject", () => service.token({ sub: undefined })],
    ["a signature by another key", () => service.token({}, { isForged: true })],
    ["an unknown key", () => service.token({}, { header: { kid: "unknown" } })],
    ["no key", () => service.token({}, { header: { kid: undefined } })],
    ["no algorithm", () => service.token({}, { header: { alg: "none" } })],
    ["a symmetric algorithm", () => service.token({}, { header: { alg: "HS256" } })],
    ["no signature", () => service.token().replace(/[^.]+$/, "")],
    ["a changed payload", () => service.token().replace(/\.[^.]+\./, `.${Buffer.from("{}").toString("base64url")}.`)],
  ])("%s is refused with 401", async (_, token) => {
    expect((await ask(token())).status).toBe(401);
    expect((await server.fetch("/api/auth/whoami", { headers: { cookie: `__session=${token()}` } })).status).toBe(401);
  });

  test("a token of an active session is accepted, even if this server is only one of its audiences", async () => {
    const claims = { ...someone(), aud: ["https://other.example.org", server.url], sts: "active" };
    expect((await ask(service.token(claims))).status).toBe(200);
  });

  test("after a key rotation the new key is accepted, and the old key is refused", async () => {
    const old = service.token({ ...someone() });
    expect((await ask(old)).status).toBe(200);
    service.rotate();
    // Requests for keys are limited, so the new key may be known a moment later.
    await expect.poll(async () => (await ask(service.token({ ...someone() }))).status).toBe(200);
    const last = service.sign(service.claimsOf(someone()), { header: { kid: "key-1" } });
    expect((await ask(last)).status).toBe(401);
  });

  test("cached keys are used while the service is unavailable", async () => {
    expect((await ask(service.token())).status).toBe(200);
    service.setDown(true);
    expect((await ask(service.token({ ...someone() }))).status).toBe(200);
  });

  test("access tokens keep working", async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ name: "script", expiry: "7d" });
    const created = await ask(service.token(), "/api/auth/create_token", { method: "POST", headers, body });
    const { payload } = (await created.json()) as { payload: { token: string } };
    expect(await whoami(payload.token)).toMatchObject({ status: 200, user: { name: "Ada Lovelace" } });
  });
});

describe("the session cookie", () => {
  const change = (origin: string) =>
    server.fetch("/api/auth/create_token", {
      method: "POST",
      headers: { cookie: `__session=${service.token()}`, origin, "content-type": "application/json" },
      body: JSON.stringify({ name: "by cookie", expiry: "7d" }),
    });

  test("reads are accepted from every page of this site, and changes only from this origin", async () => {
    const answer = await server.fetch("/api/auth/whoami", { headers: { cookie: `__session=${service.token()}` } });
    expect(answer.status).toBe(200);
    expect((await change(server.url)).status).toBe(200);
    expect((await change(other)).status).toBe(403);
    expect((await change("https://evil.example.org")).status).toBe(403);
  });
});

describe("CORS", () => {
  const preflight = (origin: string, path = "/api/db/people") =>
    server.fetch(path, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "GET", "access-control-request-headers": "authorization" },
    });

  test("only the console of the organisation may call the API", async () => {
    const allowed = await preflight(other);
    expect(allowed.status).toBe(204);
    expect(Object.fromEntries(allowed.headers)).toMatchObject({
      "access-control-allow-origin": other,
      // The console refreshes views with Cache-Control.
      "access-control-allow-headers": expect.stringMatching(/authorization, cache-control/) as string,
      vary: expect.stringContaining("origin") as string,
    });
    expect(allowed.headers.has("access-control-allow-credentials")).toBe(false);
    for (const origin of [
      "https://evil.example.org",
      "null",
      `${other}.evil.example.org`,
      "http://console.example.org",
    ]) {
      const refused = await preflight(origin);
      expect(refused.status).not.toBe(204);
      expect(refused.headers.has("access-control-allow-origin")).toBe(false);
    }
  });

  test("the console can read responses and errors", async () => {
    service.state.party = other;
    const answer = await ask(service.token(), "/api/auth/whoami", { headers: { origin: other } });
    expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, other]);
    // The console shows the warnings of a saved resource.
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/\bwarning\b/);
    const refused = await server.fetch("/api/auth/whoami", { headers: { origin: other } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, other]);
  });
});

test("a server without an organisation refuses every token", async () => {
  const open = await startTestServer({
    env: {
      CLERK_PUBLISHABLE_KEY: service.publishableKey,
      CLERK_SECRET_KEY: secretKey,
      CLERK_API_URL: service.issuer,
      CLERK_AUTHORIZED_PARTIES: server.url,
    },
  });
  service.state.organizations[0]!.public_metadata = { backend_url: open.url };
  const answer = await open.fetch("/api/auth/whoami", { headers: { authorization: `Bearer ${service.token()}` } });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("no organisation");
});

test("without the keys of the service, requests get 503", async () => {
  const fresh = await startTestServer({
    env: {
      CLERK_PUBLISHABLE_KEY: service.publishableKey,
      CLERK_SECRET_KEY: secretKey,
      CLERK_ORGANIZATION_ID: "org_acme",
      CLERK_AUTHORIZED_PARTIES: server.url,
    },
  });
  service.setDown(true);
  const answer = await fresh.fetch("/api/auth/whoami", { headers: { authorization: `Bearer ${service.token()}` } });
  expect(answer.status).toBe(503);
});
