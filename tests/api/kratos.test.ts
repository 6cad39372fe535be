// Quarterdeck with an Ory Kratos of the operator's. No real one runs here: its part is played by a second Quarterdeck, whose
// /api/.ory speaks the same API over a real socket, and, for what that would never say, by a stand-in.
import { request } from "node:http";
import { Configuration, FrontendApi } from "@ory/client";
import type { FastifyRequest } from "fastify";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { IdentitySession, RegistrationFlow, SettingsFlow } from "../../areas/identity/model.ts";
import { createIdentity } from "../../areas/identity/server/index.ts";
import { freePort } from "../free-port.ts";
import { json, startLocalServer } from "../local-server.ts";
import { startTestServer, type TestServer } from "../test-server.ts";
import { csrfOf, openBrowser, type Browser } from "./browser.ts";

const rolesIn = async (browser: Browser) =>
  (await browser.json<{ payload: { roles: string[] } }>("/api/auth/whoami")).payload.roles;
const statusOf = async (browser: Browser) => (await browser.fetch("/api/auth/whoami")).status;

describe("with a service that speaks Kratos' API", async () => {
  const port = await freePort();
  // As an operator would configure it: the service knows the address that people use.
  const service = await startTestServer({
    env: { PUBLIC_URL: `http://127.0.0.1:${port}`, OPEN_REGISTRATION: "true", TRUST_PROXY: "true" },
  });
  const deck = await startTestServer({
    port,
    env: { KRATOS_PUBLIC_URL: `${service.url}/api/.ory`, KRATOS_SESSION_COOKIE: "quarterdeck_session" },
  });
  const db = deck.system.db.system;
  const password = "seven-unlikely-llamas";

  beforeEach(async () => {
    for (const { system } of [deck, service]) await system.db.system.deleteFrom("sign_in_throttles").execute();
  });

  const register = async (email: string) => {
    const browser = openBrowser(deck);
    const flow = await browser.start<RegistrationFlow>("registration");
    const traits = { email, name: { first: "Grace", last: "Hopper" } };
    const reply = await browser.send("registration", flow, { method: "password", password, traits });
    expect(reply.status).toBe(200);
    return browser;
  };

  test("the first start makes nobody, and who is seen first with ADMIN_EMAIL is the administrator", async () => {
    expect(await db.selectFrom("credentials").select("id").execute()).toEqual([]);
    const early = await register("early@example.org");
    expect(await rolesIn(early)).toEqual(["viewer"]);
    const browser = openBrowser(deck);
    expect((await browser.signIn()).status).toBe(200);
    expect(await rolesIn(browser)).toEqual(["admin"]);
    const { identity } = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
    const people = await db
      .selectFrom("people")
      .select(["email", "external_id", "name"])
      .where("type", "is", null)
      .execute();
    expect(people).toContainEqual({ email: "admin@example.org", external_id: identity.id, name: "Administrator" });
    // Seen again, and twice at once, it is the same person.
    const again = openBrowser(deck);
    await again.signIn();
    await Promise.all([1, 2, 3].map(() => statusOf(again)));
    expect(await db.selectFrom("people").select("id").where("external_id", "=", identity.id).execute()).toHaveLength(1);
  });

  test("a sign-out over there through here is one here at once", async () => {
    const browser = await register("olive@example.org");
    expect(await statusOf(browser)).toBe(200);
    const cookies = new Map(browser.cookies);
    const { logout_url } = await browser.json<{ logout_url: string }>("/api/.ory/self-service/logout/browser");
    const { pathname, search } = new URL(logout_url);
    expect((await browser.fetch(pathname + search)).status).toBe(204);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect(await statusOf(browser)).toBe(401);
  });

  test("a plain form is led on, and a wrong password shows the form again", async () => {
    await register("plain@example.org");
    const browser = openBrowser(deck);
    const flow = await browser.startLogin({ return_to: "/health" });
    const send = (given: string) =>
      browser.fetch(`/api/.ory/self-service/login?flow=${flow.id}`, {
        method: "POST",
        headers: { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams({
          csrf_token: csrfOf(flow),
          method: "password",
          identifier: "plain@example.org",
          password: given,
        }),
      });
    expect((await send("wrong-wrong-wrong")).headers.get("location")).toBe(`/login?flow=${flow.id}`);
    expect((await send(password)).headers.get("location")).toBe("/health");
    expect(await statusOf(browser)).toBe(200);
  });

  test("names follow, and a second factor that is missing is asked for", async () => {
    const browser = await register("tom@example.org");
    expect(await statusOf(browser)).toBe(200);
    const flow = await browser.start<SettingsFlow>("settings");
    const traits = { ...flow.identity.traits, name: { first: "Tom", last: "Thumb" } };
    expect((await browser.send("settings", flow, { method: "profile", traits })).status).toBe(200);
    expect(await browser.json("/api/auth/whoami")).toMatchObject({ payload: { user: { name: "Tom Thumb" } } });
    const secret = flow.ui.nodes.flatMap(({ attributes }) =>
      attributes.node_type === "text" && attributes.id === "totp_secret_key" ? [attributes.text.text] : [],
    )[0]!;
    const totp_code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect((await browser.send("settings", flow, { method: "totp", totp_code })).status).toBe(200);
    expect(await statusOf(browser)).toBe(200);
    const half = openBrowser(deck);
    await half.signIn({ email: "tom@example.org", password });
    const refused = await half.fetch("/api/auth/whoami");
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { id: "session_aal2_required", redirect_browser_to: "/login?aal=aal2" },
    ]);
    const basic = { authorization: `Basic ${btoa(`tom@example.org:${password}`)}` };
    const asked = await deck.fetch("/api/auth/whoami", { headers: basic });
    expect([asked.status, await asked.json()]).toMatchObject([401, { error: expect.stringContaining("second step") }]);
  });

  test("programs come with a session token, a bearer or a password, and Ory's client drives it unchanged", async () => {
    const email = "ada@example.org";
    await register(email);
    const ory = new FrontendApi(new Configuration({ basePath: `${deck.url}/api/.ory` }));
    const login = (await ory.createNativeLoginFlow()).data;
    const { session_token } = (
      await ory.updateLoginFlow({
        flow: login.id,
        updateLoginFlowBody: { method: "password", identifier: email, password },
      })
    ).data;
    const ask = async (headers: Record<string, string>) => (await deck.fetch("/api/auth/whoami", { headers })).status;
    expect(await ask({ "x-session-token": session_token! })).toBe(200);
    expect(await ask({ authorization: `Bearer ${session_token}` })).toBe(200);
    expect(await ask({ authorization: "Bearer nonsense" })).toBe(401);
    const before = await service.system.db.system.selectFrom("sessions").select("id").execute();
    expect(await ask({ authorization: `Basic ${btoa(`${email}:${password}`)}` })).toBe(200);
    expect(await ask({ authorization: `Basic ${btoa(`${email}:wrong`)}` })).toBe(401);
    const after = await service.system.db.system.selectFrom("sessions").select("id").execute();
    expect(after).toHaveLength(before.length);
    const made = await deck.fetch("/api/auth/create_token", {
      method: "POST",
      headers: { "x-session-token": session_token!, "content-type": "application/json" },
      body: JSON.stringify({ name: "a program" }),
    });
    const { token } = ((await made.json()) as { payload: { token: string } }).payload;
    expect(await ask({ authorization: `Bearer ${token}` })).toBe(200);
    await ory.performNativeLogout({ performNativeLogoutBody: { session_token: session_token! } });
    await expect(ory.toSession({ xSessionToken: session_token! })).rejects.toMatchObject({ response: { status: 401 } });
  });

  test("what outlasts its request is asked about again", async () => {
    const browser = await register("stella@example.org");
    const cookie = `quarterdeck_session=${browser.cookies.get("quarterdeck_session")}`;
    const { authenticate, stillValid } = createIdentity(deck.system);
    const actor = await authenticate({ headers: { cookie }, method: "GET" } as FastifyRequest);
    expect(await stillValid(actor!)).toBe(true);
    // Behind our back.
    await service.system.db.system.deleteFrom("sessions").execute();
    expect(await stillValid(actor!)).toBe(false);
  });

  test("a change by cookie still has to come from one of our own pages", async () => {
    const browser = await register("cora@example.org");
    const send = (origin: string) =>
      browser.fetch("/api/auth/create_token", {
        method: "POST",
        headers: { origin, "content-type": "application/json" },
        body: JSON.stringify({ name: "mine" }),
      });
    expect((await send("https://evil.example")).status).toBe(403);
    expect((await send(deck.url)).status).toBe(200);
  });

  test("where each request came from is told to the service", async () => {
    const browser = await register("fred@example.org");
    await browser.fetch("/api/.ory/self-service/login/browser", { headers: { "x-forwarded-for": "203.0.113.9" } });
    const { devices } = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
    expect(devices).toMatchObject([{ ip_address: "127.0.0.1" }]);
  });
});

describe("with a service that says what we tell it to", async () => {
  const kratos = await startLocalServer();
  const start = (env: Record<string, string> = {}) =>
    startTestServer({ env: { KRATOS_PUBLIC_URL: `${kratos.url}/base`, ADMIN_EMAIL: "", ADMIN_PASSWORD: "", ...env } });
  const deck = await start({ KRATOS_ADMIN_URL: kratos.url });
  const db = deck.system.db.system;
  let count = 0;

  afterEach(() => {
    kratos.answer = (_, response) => response.writeHead(404).end();
    kratos.requests.length = 0;
  });

  interface Told {
    id?: string;
    email?: string;
    isVerified?: boolean;
    state?: string;
    traits?: Record<string, unknown>;
  }
  const sessionOf = ({ id = "i-1", email, isVerified = false, state = "active", traits }: Told) => ({
    id: `s-${id}`,
    active: true,
    authenticated_at: new Date().toISOString(),
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    authenticator_assurance_level: "aal1",
    identity: {
      id,
      state,
      traits: traits ?? { email, name: { first: "Ina", last: id } },
      verifiable_addresses: email ? [{ value: email, verified: isVerified, via: "email" }] : [],
    },
  });
  /** As somebody whom the service tells us about; each time with a cookie that was not seen before. */
  const askAs = (told: Told, server: TestServer = deck) => {
    count += 1;
    kratos.answer = json(200, sessionOf(told));
    return server.fetch("/api/auth/whoami", { headers: { cookie: `ory_kratos_session=c${count}` } });
  };
  const outcome = async (asked: Promise<Response>) => {
    const answer = await asked;
    const body = (await answer.json()) as { error?: string; payload?: { roles: string[]; user: { name: string } } };
    return [answer.status, body.error ?? body.payload?.roles];
  };

  test("without ADMIN_EMAIL the first one is the administrator, and only that one", async () => {
    expect(await outcome(askAs({ id: "first", email: "first@example.org" }))).toEqual([200, ["admin"]]);
    expect(await outcome(askAs({ id: "second", email: "second@example.org" }))).toEqual([200, ["viewer"]]);
    expect(kratos.requests.at(-1)).toMatchObject({
      url: "/base/sessions/whoami",
      headers: { cookie: `ory_kratos_session=c${count}` },
    });
  });

  test("is asked once in a while, not on every request", async () => {
    const ask = () => deck.fetch("/api/auth/whoami", { headers: { cookie: "ory_kratos_session=kept" } });
    kratos.answer = json(200, sessionOf({ id: "kept", email: "kept@example.org" }));
    for (let times = 0; times < 5; times += 1) expect((await ask()).status).toBe(200);
    expect(kratos.requests.length).toBeLessThan(5);
    // What changes about the person here is heard of at once, all the same.
    const { id } = await db
      .selectFrom("people")
      .select("id")
      .where("external_id", "=", "kept")
      .executeTakeFirstOrThrow();
    await db.updateTable("person_roles").set({ role: "editor" }).where("person_id", "=", id).execute();
    await expect.poll(async () => (await outcome(ask()))[1]).toEqual(["editor"]);
  });

  test("an account that is here already is taken over by a verified e-mail only", async () => {
    const { id } = await db
      .insertInto("people")
      .values({ name: "Old Timer", email: "old@example.org" })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("person_roles").values({ person_id: id, role: "commander" }).execute();
    expect(await outcome(askAs({ id: "mallory", email: "old@example.org" }))).toEqual([
      409,
      "There is an account with your e-mail in Quarterdeck already.",
    ]);
    expect(await outcome(askAs({ id: "old", email: "Old@Example.org", isVerified: true }))).toEqual([
      200,
      ["commander"],
    ]);
    expect(await outcome(askAs({ id: "mallory", email: "old@example.org", isVerified: true }))).toEqual([
      409,
      expect.stringContaining("Another account"),
    ]);
  });

  test("who is closed or was removed here stays out, and so does who is inactive there", async () => {
    const person = { id: "leaver", email: "leaver@example.org", isVerified: true };
    await askAs(person);
    const change = (columns: { state?: "active" | "inactive"; deleted_at?: string }) =>
      db.updateTable("people").set(columns).where("external_id", "=", "leaver").execute();
    await change({ state: "inactive" });
    expect(await outcome(askAs(person))).toEqual([409, expect.stringContaining("is closed")]);
    await change({ state: "active", deleted_at: new Date().toISOString() });
    expect(await outcome(askAs(person))).toEqual([409, expect.stringContaining("is closed")]);
    expect((await askAs({ id: "idle", email: "idle@example.org", state: "inactive" })).status).toBe(401);
  });

  test("people need no e-mail, and traits of whatever schema give a name", async () => {
    const nameOf = async (told: Told) =>
      ((await (await askAs(told)).json()) as { payload: { user: { name: string } } }).payload.user.name;
    expect(await nameOf({ id: "t1", traits: { username: "neo" } })).toBe("neo");
    expect(await nameOf({ id: "t2", traits: { name: "Ada Lovelace", email: "t2@example.org" } })).toBe("Ada Lovelace");
    expect(await nameOf({ id: "t3", traits: { first_name: "Jean", last_name: "Bartik" } })).toBe("Jean Bartik");
    expect(await nameOf({ id: "t4", traits: { name: 7, email: ["x"] } })).toBe("t4");
  });

  test.each<[string, typeof kratos.answer, number]>([
    ["is away with an error", json(500, { error: {} }), 502],
    ["says something else", json(200, { hello: "world" }), 502],
    ["says no JSON", (_, response) => response.writeHead(200).end("<html>"), 502],
    ["leads elsewhere", (_, response) => response.writeHead(302, { location: "/login" }).end(), 502],
    ["hangs up", (_, response) => response.socket?.destroy(), 502],
    ["knows no session", json(401, { error: { id: "session_inactive" } }), 401],
    ["wants a second factor", json(403, { error: { id: "session_aal2_required" } }), 403],
    ["wants a second factor, in an old version", json(422, { error: { id: "session_aal2_required" } }), 403],
    ["tells of a session that is over", json(200, { ...sessionOf({ id: "x" }), active: false }), 401],
  ])("a service that %s lets nobody in", async (_, answer, status) => {
    count += 1;
    kratos.answer = answer;
    const reply = await deck.fetch("/api/auth/whoami", { headers: { cookie: `ory_kratos_session=c${count}` } });
    expect(reply.status).toBe(status);
  });

  test("somebody is invited by making the account there, with the role here", async () => {
    count += 1;
    const cookie = `ory_kratos_session=c${count}`;
    const link = "http://kratos.example.org/self-service/recovery?flow=f&token=t";
    kratos.answer = (request, response, body) => {
      if (request.url === "/base/sessions/whoami")
        return json(200, sessionOf({ id: "first", email: "first@example.org" }))(request, response, body);
      if (request.url === "/admin/identities")
        return json(201, { id: "guest-1", traits: JSON.parse(body).traits, state: "active" })(request, response, body);
      return json(200, { recovery_link: link })(request, response, body);
    };
    const invite = () =>
      deck.fetch("/api/auth/invite_user", {
        method: "POST",
        headers: { cookie, origin: deck.url, "content-type": "application/json" },
        body: JSON.stringify({ firstName: "Gus", lastName: "Guest", email: "gus@example.org", role: "responder" }),
      });
    expect(await (await invite()).json()).toMatchObject({ link, payload: { link, is_mailed: false } });
    expect(kratos.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET /base/sessions/whoami",
      "POST /admin/identities",
      "POST /admin/recovery/link",
    ]);
    expect(JSON.parse(kratos.requests[1]!.body)).toMatchObject({
      traits: { email: "gus@example.org", name: { first: "Gus", last: "Guest" } },
    });
    expect((await invite()).status).toBe(409);
    expect(await outcome(askAs({ id: "guest-1", email: "gus@example.org" }))).toEqual([200, ["responder"]]);
    const without = await start();
    kratos.answer = json(200, sessionOf({ id: "first", email: "first@example.org" }));
    const refused = await without.fetch("/api/auth/invite_user", {
      method: "POST",
      headers: { cookie, origin: without.url, "content-type": "application/json" },
      body: JSON.stringify({ email: "gus@example.org", role: "viewer" }),
    });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: expect.stringContaining("KRATOS_ADMIN_URL") },
    ]);
  });

  describe("the way there", () => {
    test("passes on what was said, and says itself where it comes from", async () => {
      kratos.answer = (_, response) =>
        response
          .writeHead(303, {
            location: `${kratos.url}/base/self-service/login/browser?x=1`,
            "set-cookie": ["a=1; Path=/; Domain=kratos.internal; HttpOnly", "b=2; Path=/"],
            "access-control-allow-origin": "https://evil.example",
            "x-odd": "kept",
            connection: "x-private",
            "x-private": "between us",
          })
          .end();
      const body = new URLSearchParams({ a: "1", b: "ü" }).toString();
      const reply = await deck.fetch("/api/.ory/self-service/login?flow=f&x=%2F", {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          cookie: "ory_kratos_session=s; csrf=1",
          authorization: "Bearer x",
          "x-forwarded-for": "203.0.113.9",
          "x-forwarded-host": "evil.example",
          forwarded: "for=203.0.113.9",
          "x-mine": "kept",
        },
        body,
      });
      expect(reply.status).toBe(303);
      expect(reply.headers.get("location")).toBe(`${deck.url}/api/.ory/self-service/login/browser?x=1`);
      expect(reply.headers.getSetCookie()).toEqual(["a=1; Path=/; HttpOnly", "b=2; Path=/"]);
      expect(reply.headers.get("x-odd")).toBe("kept");
      for (const name of ["access-control-allow-origin", "x-private"]) expect(reply.headers.get(name)).toBeNull();
      const [asked] = kratos.requests;
      expect(asked).toMatchObject({
        method: "POST",
        url: "/base/self-service/login?flow=f&x=%2F",
        body,
        headers: {
          host: new URL(kratos.url).host,
          cookie: "ory_kratos_session=s; csrf=1",
          authorization: "Bearer x",
          "x-mine": "kept",
          "x-forwarded-for": "127.0.0.1",
          "x-forwarded-host": new URL(deck.url).host,
          "x-forwarded-proto": "http",
        },
      });
      expect(asked?.headers["forwarded"]).toBeUndefined();
    });

    test("never forwards a foreign host, and refuses flows that send mail under one", async () => {
      kratos.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end("{}");
      const { hostname, port } = new URL(deck.url);
      const ask = (method: string, path: string) =>
        new Promise<number>((resolve, reject) => {
          request({ hostname, port, path: `/api/.ory${path}`, method, headers: { host: "evil.example" } }, (reply) => {
            reply.resume();
            resolve(reply.statusCode!);
          })
            .once("error", reject)
            .end();
        });
      for (const kind of ["recovery", "verification"]) {
        for (const type of ["browser", "api"]) expect(await ask("GET", `/self-service/${kind}/${type}`)).toBe(403);
        expect(await ask("POST", `/self-service/${kind}?flow=f`)).toBe(403);
      }
      expect(await ask("GET", "/self-service/%72ecovery/browser")).toBe(403);
      expect(await ask("POST", "/self-service/settings?flow=f")).toBe(403);
      expect(kratos.requests).toEqual([]);
      expect(await ask("GET", "/self-service/login/browser")).toBe(200);
      expect(kratos.requests[0]?.headers["x-forwarded-host"]).toBe(new URL(deck.url).host);
    });

    test("leads nowhere but below its address", async () => {
      const raw = async (path: string) => {
        return new Promise<number>((resolve, reject) => {
          const { hostname, port } = new URL(deck.url);
          request({ hostname, port, path }, (reply) => {
            reply.resume();
            resolve(reply.statusCode ?? 0);
          })
            .once("error", reject)
            .end();
        });
      };
      for (const path of ["/../admin/identities", "/%2e%2e/admin/identities", "/x/../../../admin", "/..%2f../admin/."])
        expect(await raw(`/api/.ory${path}`)).toBe(404);
      expect(kratos.requests).toEqual([]);
    });

    test("takes no more than a megabyte, said or not", async () => {
      kratos.answer = json(200, {});
      const send = (body: RequestInit["body"]) =>
        deck.fetch("/api/.ory/self-service/login?flow=f", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
          duplex: "half",
        } as RequestInit);
      const large = "x".repeat(1024 * 1024 + 1);
      expect((await send(large)).status).toBe(413);
      const stream = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(large));
          controller.close();
        },
      });
      expect((await send(stream)).status).toBe(413);
      expect((await send(large.slice(2))).status).toBe(200);
    });

    test("says in Kratos' own shape that there is nobody", async () => {
      kratos.answer = (_, response) => response.socket?.destroy();
      const reply = await deck.fetch("/api/.ory/self-service/login/browser");
      expect([reply.status, await reply.json()]).toMatchObject([
        502,
        { error: { id: "bad_gateway", code: 502, status: "Bad Gateway", message: expect.stringContaining("Kratos") } },
      ]);
    });

    test("passes large answers through as they are", async () => {
      const text = JSON.stringify({ text: "x".repeat(3_000_000) });
      kratos.answer = (_, response) => response.writeHead(200, { "content-type": "application/json" }).end(text);
      expect(await (await deck.fetch("/api/.ory/schemas/default")).text()).toBe(text);
      kratos.answer = (_, response) => response.writeHead(204).end();
      expect((await deck.fetch("/api/.ory/sessions", { method: "DELETE" })).status).toBe(204);
    });
  });
});
