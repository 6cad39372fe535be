// Tests signing in and out at /api/.ory, as clients of Kratos do.
import { beforeEach, describe, expect, test } from "vitest";
import type { IdentitySession, LoginFlow, LogoutFlow, SignedIn } from "#areas/identity/model.ts";
import { startTestServer } from "../support/test-server.ts";
import { nodeOf, openBrowser, type Browser } from "./browser.ts";

const server = await startTestServer();
const { email, password } = server.administrator;
const right = { identifier: email, password };
let browser: Browser;

beforeEach(async () => {
  await server.system.db.system.deleteFrom("sign_in_throttles").execute();
  browser = openBrowser(server);
});

const signedIn = async (who: Browser) => (await who.fetch("/api/auth/whoami")).status === 200;

describe("a login flow", () => {
  test("a login flow has an id, nodes, action, method, refresh, requested_aal and return_to", async () => {
    const flow = await browser.startLogin({ refresh: "false", aal: "", return_to: "/health?tab=a" });
    expect(flow).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "browser",
      state: "choose_method",
      refresh: false,
      requested_aal: "aal1",
      return_to: "/health?tab=a",
      ui: { action: `${server.url}/api/.ory/self-service/login?flow=${flow.id}`, method: "POST" },
    });
    for (const time of [flow.issued_at, flow.expires_at, flow.created_at, flow.updated_at])
      expect(Number.isNaN(Date.parse(time))).toBe(false);
    expect(flow.ui.messages).toBeUndefined();
    const nodes = flow.ui.nodes.map(({ group, attributes }) => [group, "name" in attributes && attributes.name]);
    expect(nodes).toEqual([
      ["default", "csrf_token"],
      ["default", "identifier"],
      ["password", "password"],
      ["password", "method"],
      ["passkey", false],
      ["passkey", "passkey_challenge"],
      ["passkey", "passkey_login"],
      ["passkey", "passkey_login_trigger"],
    ]);
    for (const { messages, meta, type, attributes } of flow.ui.nodes)
      expect([type, messages, typeof meta]).toEqual([attributes.node_type, [], "object"]);
    expect(nodeOf(flow, "identifier").meta.label?.text).toBe("Email");
    expect(nodeOf(flow, "password").meta.label).toMatchObject({ id: 1070001, text: "Password", type: "info" });
  });

  test("a login flow can be fetched again by its id", async () => {
    const flow = await browser.startLogin();
    expect(await browser.json(`/api/.ory/self-service/login/flows?id=${flow.id}`)).toEqual(flow);
  });

  test("a login flow with an unknown id gets 404", async () => {
    for (const id of ["4d2f7b0e-3a57-4b8e-9a38-2f3ad0bd6a10", "nonsense", ""]) {
      const answer = await browser.fetch(`/api/.ory/self-service/login/flows?id=${id}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ error: { code: 404, status: "Not Found", id: "not_found" } });
    }
  });

  test("redirects a browser that follows a link to the sign-in screen", async () => {
    const answer = await browser.fetch("/api/.ory/self-service/login/browser?return_to=/health", {
      headers: { accept: "text/html" },
    });
    expect(answer.status).toBe(303);
    const [, id] = /^\/login\?flow=([0-9a-f-]{36})$/.exec(answer.headers.get("location") ?? "") ?? [];
    expect(await browser.json(`/api/.ory/self-service/login/flows?id=${id}`)).toMatchObject({ return_to: "/health" });
  });

  test("rejects an unknown aal", async () => {
    const answer = await browser.fetch("/api/.ory/self-service/login/browser?aal=aal9");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { message: "query.aal: is neither aal1 nor aal2" } });
  });
});

describe("the right password", () => {
  test("ID-43 ID-44 opens a session that both APIs accept", async () => {
    const answer = await browser.submit(await browser.startLogin({ return_to: "/catalog?x=1" }), right);
    expect(answer.status).toBe(200);
    const { session, session_token, continue_with } = (await answer.json()) as SignedIn;
    expect(session_token).toBeUndefined();
    expect(continue_with).toEqual([{ action: "redirect_browser_to", redirect_browser_to: "/catalog?x=1" }]);
    expect(session.identity.traits.email).toBe(email);
    expect(await signedIn(browser)).toBe(true);
  });

  test("ID-41 whoami returns the session and the identity", async () => {
    await browser.signIn();
    const session = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
    expect(session).toMatchObject({
      active: true,
      authenticator_assurance_level: "aal1",
      authentication_methods: [{ method: "password", aal: "aal1" }],
      identity: {
        schema_id: "default",
        state: "active",
        traits: { name: { first: "Administrator", last: "" }, email },
        state_changed_at: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      devices: [{ ip_address: "127.0.0.1" }],
    });
    expect(Date.parse(session.expires_at) - Date.now()).toBeGreaterThan(29 * 24 * 3600 * 1000);
  });

  test("the right password is accepted with any capitalisation of the email", async () => {
    const answer = await browser.submit(await browser.startLogin(), {
      identifier: `  ${email.toUpperCase()} `,
      password,
    });
    expect(answer.status).toBe(200);
  });

  test("sets a cookie that scripts cannot read and other sites cannot send", async () => {
    await browser.signIn();
    const line = browser.lastSet.find((cookie) => cookie.startsWith("quarterdeck_session="));
    expect(line).toMatch(/^quarterdeck_session=qds_[\w-]{43};/);
    expect(line).toContain("HttpOnly");
    expect(line).toContain("SameSite=Lax");
    expect(line).toContain("Path=/");
    expect(line).toContain("Max-Age=2592000");
    expect(line).not.toContain("Secure");
    const stored = await server.system.db.system.selectFrom("sessions").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(browser.cookies.get("quarterdeck_session"));
  });

  test("redirects a plain form to its return_to", async () => {
    const flow = await browser.startLogin({ return_to: "/health" });
    const body = new URLSearchParams({
      csrf_token: String(nodeOf(flow, "csrf_token").attributes.value),
      method: "password",
      ...right,
    });
    const headers = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };
    const answer = await browser.fetch(`/api/.ory/self-service/login?flow=${flow.id}`, {
      method: "POST",
      headers,
      body,
    });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/health"]);
    expect(await signedIn(browser)).toBe(true);
  });

  test("records the sign-in", async () => {
    await browser.signIn();
    const { last_login } = await server.system.db.system
      .selectFrom("people")
      .select("last_login")
      .where("email", "=", email)
      .executeTakeFirstOrThrow();
    expect(Date.now() - Date.parse(last_login!)).toBeLessThan(60_000);
  });
});

describe("invalid input", () => {
  const refused = async (values: Record<string, unknown>) => {
    const answer = await browser.submit(await browser.startLogin(), values);
    expect(answer.status).toBe(400);
    return (await answer.json()) as LoginFlow;
  };

  test("a wrong password returns the same flow with a message", async () => {
    const flow = await browser.startLogin();
    const answer = await browser.submit(flow, { identifier: email, password: "wrong-horse" });
    expect(answer.status).toBe(400);
    const again = (await answer.json()) as LoginFlow;
    expect(again.id).toBe(flow.id);
    expect(again.active).toBe("password");
    expect(again.ui.messages).toEqual([{ id: 4000006, type: "error", text: expect.stringContaining("is wrong") }]);
    expect(nodeOf(again, "identifier").attributes.value).toBe(email);
    expect(JSON.stringify(again)).not.toContain("wrong-horse");
    expect((await browser.submit(again, right)).status).toBe(200);
  });

  test("an unknown account gets the same response as a wrong password", async () => {
    const shapeOf = ({ ui, active, state }: LoginFlow) => ({ active, state, messages: ui.messages });
    const known = await refused({ identifier: email, password: "wrong-horse" });
    const unknown = await refused({ identifier: "nobody@example.org", password: "wrong-horse" });
    expect(shapeOf(unknown)).toEqual(shapeOf(known));
    // System is a person, but has no credentials.
    expect(shapeOf(await refused({ identifier: "System", password: "x" }))).toEqual(shapeOf(known));
  });

  test("a missing field gets a message at the field", async () => {
    const flow = await refused({ identifier: " ", password: "" });
    expect(nodeOf(flow, "identifier").messages).toMatchObject([{ id: 4000002, type: "error" }]);
    expect(nodeOf(flow, "password").messages).toMatchObject([{ id: 4000002, type: "error" }]);
    expect(nodeOf(await refused({ identifier: 7, password: ["a"] }), "identifier").messages).toHaveLength(1);
  });

  test("a missing or unknown method gets a message above the form", async () => {
    for (const method of [undefined, "", "totp", "__proto__", 3])
      expect((await refused({ ...right, method })).ui.messages).toMatchObject([{ id: 4010002 }]);
  });

  test("unusual characters and lengths count as a wrong password", async () => {
    const odd = ["a\0b@example.org", "\ud800@example.org", "x".repeat(5000), "'; drop table people; --", "%", "\u0000"];
    for (const identifier of odd) {
      const answer = await refused({ identifier, password: "\0\ud800" });
      expect(answer.ui.messages).toMatchObject([{ id: 4000006 }]);
    }
    expect((await refused({ identifier: email, password: `${password}\0` })).ui.messages).toMatchObject([
      { id: 4000006 },
    ]);
    expect((await refused({ identifier: email, password: "x".repeat(10_000) })).ui.messages).toMatchObject([
      { id: 4000006 },
    ]);
  });

  test("a body that is not a form is rejected", async () => {
    const flow = await browser.startLogin();
    const send = (body: string, type = "application/json") =>
      browser.submit(flow, {}, { body, headers: { "content-type": type } });
    for (const body of ["null", "[]", '"x"', "7"]) expect((await send(body)).status).toBe(403);
    expect((await send("{")).status).toBe(400);
    expect((await send("a".repeat(100_000))).status).toBe(413);
    expect((await send("<x/>", "application/xml")).status).toBe(415);
    for (const body of ["{", "<x/>"]) expect(await (await send(body)).json()).toHaveProperty("error.code");
  });

  test("a deactivated account is reported only to people who know the password", async () => {
    const { system: db } = server.system.db;
    await db.updateTable("people").set({ state: "inactive" }).where("email", "=", email).execute();
    try {
      expect((await refused(right)).ui.messages).toMatchObject([{ id: 4000001 }]);
      expect((await refused({ ...right, password: "wrong" })).ui.messages).toMatchObject([{ id: 4000006 }]);
    } finally {
      await db.updateTable("people").set({ state: "active" }).where("email", "=", email).execute();
    }
  });
});

describe("while signed in", () => {
  beforeEach(() => browser.signIn());

  test("a login flow is rejected with session_already_available", async () => {
    const answer = await browser.fetch("/api/.ory/self-service/login/browser?return_to=/health");
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { id: "session_already_available", code: 400 },
      redirect_browser_to: "/health",
    });
    const link = await browser.fetch("/api/.ory/self-service/login/browser?return_to=/health", {
      headers: { accept: "text/html" },
    });
    expect([link.status, link.headers.get("location")]).toEqual([303, "/health"]);
  });

  test("a refresh asks the same person for only the password, and creates a new session", async () => {
    const flow = await browser.startLogin({ refresh: "true" });
    expect(flow.refresh).toBe(true);
    expect(flow.ui.messages).toMatchObject([{ id: 1010003, type: "info" }]);
    expect(nodeOf(flow, "identifier").attributes).toMatchObject({ type: "hidden", value: email });
    const before = browser.cookies.get("quarterdeck_session")!;
    expect((await browser.submit(flow, { password: "wrong" })).status).toBe(400);
    expect((await browser.submit(flow, { password })).status).toBe(200);
    expect(browser.cookies.get("quarterdeck_session")).not.toBe(before);
    const old = await server.fetch("/api/auth/whoami", { headers: { cookie: `quarterdeck_session=${before}` } });
    expect(old.status).toBe(401);
  });

  test("a second factor can be requested, and the form reports that the account has none", async () => {
    const flow = await browser.startLogin({ aal: "aal2" });
    expect(flow).toMatchObject({ requested_aal: "aal2", ui: { messages: [{ id: 4010002 }] } });
    expect((await browser.submit(flow, right)).status).toBe(400);
  });
});

test("requesting a second factor without a first factor redirects to the first step", async () => {
  const answer = await browser.fetch("/api/.ory/self-service/login/browser?aal=aal2&return_to=/health");
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({
    error: { id: "session_aal1_required" },
    redirect_browser_to: "/login?return_to=%2Fhealth",
  });
});

describe("signing out", () => {
  const logout = (token: string, init?: RequestInit) =>
    browser.fetch(
      `/api/.ory/self-service/logout?token=${token}&return_to=${encodeURIComponent("/login?return_to=/health")}`,
      init,
    );

  test("ID-46 requires a token and ends the session everywhere", async () => {
    await browser.signIn();
    const cookie = `quarterdeck_session=${browser.cookies.get("quarterdeck_session")}`;
    const flow = await browser.json<LogoutFlow>("/api/.ory/self-service/logout/browser?return_to=/health");
    expect(flow.logout_url).toBe(
      `${server.url}/api/.ory/self-service/logout?token=${flow.logout_token}&return_to=%2Fhealth`,
    );
    expect((await logout(flow.logout_token)).status).toBe(204);
    expect(browser.cookies.has("quarterdeck_session")).toBe(false);
    for (const path of ["/api/auth/whoami", "/api/.ory/sessions/whoami"])
      expect((await server.fetch(path, { headers: { cookie } })).status).toBe(401);
    // Repeating the logout succeeds.
    expect((await logout(flow.logout_token)).status).toBe(204);
  });

  test("redirects a browser", async () => {
    await browser.signIn();
    const { logout_token } = await browser.json<LogoutFlow>("/api/.ory/self-service/logout/browser");
    const answer = await logout(logout_token, { headers: { accept: "text/html" } });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/login?return_to=/health"]);
  });

  test("needs a session", async () => {
    for (const path of ["/api/.ory/self-service/logout/browser", "/api/.ory/sessions/whoami"]) {
      const answer = await browser.fetch(path);
      expect(answer.status).toBe(401);
      expect(await answer.json()).toMatchObject({
        error: { id: "session_inactive", code: 401, status: "Unauthorized" },
      });
    }
  });
});

describe("an API client", () => {
  const start = async () => (await (await server.fetch("/api/.ory/self-service/login/api")).json()) as LoginFlow;
  const submit = (flow: LoginFlow, headers: Record<string, string> = {}) =>
    server.fetch(`/api/.ory/self-service/login?flow=${flow.id}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify({ method: "password", ...right }),
    });

  test("signs in without cookies, uses the returned token, and signs out", async () => {
    const answer = await submit(await start());
    expect(answer.status).toBe(200);
    expect(answer.headers.getSetCookie()).toEqual([]);
    const { session, session_token = "" } = (await answer.json()) as SignedIn;
    expect(session_token).toMatch(/^qds_/);
    for (const headers of [{ "x-session-token": session_token }, { authorization: `Bearer ${session_token}` }])
      for (const path of ["/api/.ory/sessions/whoami", "/api/auth/whoami"])
        expect([path, (await server.fetch(path, { headers })).status]).toEqual([path, 200]);
    expect(session.active).toBe(true);
    const end = () =>
      server.fetch("/api/.ory/self-service/logout/api", {
        method: "DELETE",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ session_token }),
      });
    expect((await end()).status).toBe(204);
    expect((await server.fetch("/api/auth/whoami", { headers: { "x-session-token": session_token } })).status).toBe(
      401,
    );
    expect((await end()).status).toBe(401);
  });

  test("an API client is rejected with the headers of a browser page", async () => {
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: server.url },
      { "sec-fetch-site": "cross-site" },
    ])
      expect((await submit(await start(), headers as Record<string, string>)).status).toBe(403);
  });
});

describe("on https", async () => {
  const secure = await startTestServer({ env: { PUBLIC_URL: "https://deck.example.org" } });
  const origin = { origin: "https://deck.example.org", host: "deck.example.org" };

  test("every cookie is bound to this host and to https", async () => {
    const visitor = openBrowser(secure);
    const flow = await visitor.startLogin({ return_to: "https://deck.example.org/health" });
    expect(flow.return_to).toBe("/health");
    const set = [...visitor.lastSet];
    expect((await visitor.submit(flow, right, { headers: origin })).status).toBe(200);
    set.push(...visitor.lastSet);
    const names = ["csrf", "device", "session"].map((name) => `__Host-quarterdeck_${name}`);
    expect(new Set(set.map((line) => line.split("=")[0]))).toEqual(new Set(names));
    for (const line of set) {
      expect(line).toContain("; Secure");
      expect(line).toContain("; HttpOnly");
      expect(line).toContain("; Path=/");
      expect(line).not.toContain("Domain");
    }
    // A cookie without the prefix could come from a sibling domain.
    const token = visitor.cookies.get("__Host-quarterdeck_session");
    const unprefixed = await secure.fetch("/api/auth/whoami", { headers: { cookie: `quarterdeck_session=${token}` } });
    expect(unprefixed.status).toBe(401);
  });
});

test("the schema of an identity can be fetched", async () => {
  await browser.signIn();
  const { identity } = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
  expect(await browser.json(identity.schema_url)).toMatchObject({ properties: { traits: { required: ["email"] } } });
  expect((await browser.fetch("/api/.ory/schemas/other")).status).toBe(404);
});

test("an unknown path gets an error in the format of Kratos", async () => {
  const answer = await browser.fetch("/api/.ory/self-service/nothing");
  expect([answer.status, await answer.json()]).toMatchObject([404, { error: { code: 404, id: "not_found" } }]);
});

test("ID-47 a failed browser request is redirected to the error page, which shows the reason", async () => {
  const answer = await browser.fetch("/api/.ory/self-service/login/browser?return_to=https://evil.example", {
    headers: { accept: "text/html" },
  });
  expect(answer.status).toBe(303);
  const [, id] = /^\/error\?id=([0-9a-f-]{36})$/.exec(answer.headers.get("location") ?? "") ?? [];
  expect(await browser.json(`/api/.ory/self-service/errors?id=${id}`)).toMatchObject({
    id,
    error: { id: "self_service_flow_return_to_forbidden", code: 400, message: "The return_to address is not allowed." },
    created_at: expect.any(String),
  });
  for (const unknown of ["", "x", "4d2f7b0e-3a57-4b8e-9a38-2f3ad0bd6a10"])
    expect((await browser.fetch(`/api/.ory/self-service/errors?id=${unknown}`)).status).toBe(404);
});
