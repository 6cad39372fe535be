// Tests settings at /api/.ory (the profile, the password and second factors), and signing in with two factors.
import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import type { AnyFlow, IdentitySession, LoginFlow, SettingsFlow, UiText } from "#areas/identity/model.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { resetPassword } from "#areas/identity/server/reset-password.ts";
import { startTestServer } from "../support/test-server.ts";
import { nodeOf, openBrowser, type Browser } from "./browser.ts";

const server = await startTestServer();
const db = server.system.db.system;
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let personCount = 0;

/** Creates a person and signs them in. */
async function someone(): Promise<{ id: string; email: string; browser: Browser }> {
  personCount += 1;
  const email = `person-${personCount}@example.org`;
  const { id } = await db
    .insertInto("people")
    .values({ name: "Grace Hopper", first_name: "Grace", last_name: "Hopper", email })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  await db.insertInto("person_roles").values({ person_id: id, role: "viewer" }).execute();
  const browser = openBrowser(server);
  expect((await browser.signIn({ email, password })).status).toBe(200);
  return { id, email, browser };
}

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

const asFlow = async <F extends AnyFlow>(answer: Response, status = 200): Promise<F> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as F;
};
const settings = (browser: Browser, query = {}) => browser.start<SettingsFlow>("settings", query);
const groupsOf = ({ ui }: AnyFlow) => [...new Set(ui.nodes.map(({ group }) => group))];
const textOf = (flow: AnyFlow, id: string): UiText => {
  const node = flow.ui.nodes.find(({ attributes }) => attributes.node_type === "text" && attributes.id === id);
  if (node?.attributes.node_type !== "text") throw new Error(`no text ${id}`);
  return node.attributes.text;
};
const errorOf = async (answer: Response) => {
  const { error, redirect_browser_to } = (await answer.json()) as {
    error: { id: string };
    redirect_browser_to?: string;
  };
  return { status: answer.status, id: error.id, place: redirect_browser_to };
};
const sessionStatus = async (browser: Browser) => (await browser.fetch("/api/.ory/sessions/whoami")).status;
const signInAgainAs = async (email: string) => {
  const browser = openBrowser(server);
  await browser.signIn({ email, password });
  return browser;
};

/** The person's authenticator app; each time step gives a different code. */
function authenticator(secret: string) {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  return (step = 0) => app.generate({ timestamp: Date.now() + step * 30_000 });
}

async function enrol(browser: Browser) {
  const flow = await settings(browser);
  const code = authenticator(textOf(flow, "totp_secret_key").text);
  await asFlow(await browser.send("settings", flow, { method: "totp", totp_code: code(-1) }));
  return code;
}

/** Makes the session too old to change the password. */
const grow = (personId: string) =>
  db
    .updateTable("sessions")
    .set({ authenticated_at: new Date(Date.now() - 16 * 60_000).toISOString() })
    .where("person_id", "=", personId)
    .execute();

describe("the settings form", () => {
  test("ID-31 the settings form has a group for each method, the person, and return_to", async () => {
    const { browser, id, email } = await someone();
    const flow = await settings(browser, { return_to: "/health" });
    expect(flow).toMatchObject({
      type: "browser",
      state: "show_form",
      return_to: "/health",
      identity: { id, traits: { email, name: { first: "Grace", last: "Hopper" } } },
      ui: { action: `${server.url}/api/.ory/self-service/settings?flow=${flow.id}`, method: "POST" },
    });
    expect(groupsOf(flow)).toEqual(["default", "profile", "password", "passkey", "lookup_secret", "totp", "webauthn"]);
    expect(nodeOf(flow, "traits.email").attributes.value).toBe(email);
    expect(await browser.json(`/api/.ory/self-service/settings/flows?id=${flow.id}`)).toEqual(flow);
  });

  test("works only for the signed-in person who opened it", async () => {
    const stranger = openBrowser(server);
    expect(await errorOf(await stranger.fetch("/api/.ory/self-service/settings/browser"))).toMatchObject({
      status: 401,
      id: "session_inactive",
    });
    const [mine, other] = [await someone(), await someone()];
    const flow = await settings(mine.browser);
    // Another person is signed in in the same browser: the form must not change that person's account.
    mine.browser.cookies.set("quarterdeck_session", other.browser.cookies.get("quarterdeck_session")!);
    const fetched = await mine.browser.fetch(`/api/.ory/self-service/settings/flows?id=${flow.id}`);
    expect(await errorOf(fetched)).toMatchObject({ status: 403, id: "security_identity_mismatch" });
    const sent = await mine.browser.send("settings", flow, { method: "password", password: "a-new-long-secret-one" });
    expect(await errorOf(sent)).toMatchObject({ status: 403, id: "security_identity_mismatch" });
    // The form does not work in a different browser of the same person either.
    const elsewhere = await signInAgainAs(mine.email);
    const swapped = await elsewhere.send("settings", flow, { method: "password", password: "a-new-long-secret-one" });
    expect(await errorOf(swapped)).toMatchObject({ status: 403, id: "security_csrf_violation" });
  });

  test("rejects a foreign return_to, and is replaced by a new form when it expires", async () => {
    const { browser } = await someone();
    const away = await browser.fetch("/api/.ory/self-service/settings/browser?return_to=https://evil.example");
    expect(await errorOf(away)).toMatchObject({ status: 400, id: "self_service_flow_return_to_forbidden" });
    const flow = await settings(browser);
    await db.updateTable("identity_flows").set({ expires_at: "2020-01-01" }).where("id", "=", flow.id).execute();
    const late = await browser.send("settings", flow, { method: "profile", traits: flow.identity.traits });
    expect(late.status).toBe(410);
    const { use_flow_id } = (await late.json()) as { use_flow_id: string };
    const next = await browser.json<SettingsFlow>(`/api/.ory/self-service/settings/flows?id=${use_flow_id}`);
    expect(next.ui.messages).toMatchObject([{ id: 4050001 }]);
    expect((await browser.fetch(`/api/.ory/self-service/settings/flows?id=${flow.id}`)).status).toBe(410);
  });
});

test("ID-32 an identity has traits, timestamps and roles", async () => {
  const { id, email, browser } = await someone();
  const traits = { name: { first: "Grace", last: "Hopper" }, email };
  const times = {
    state_changed_at: expect.any(String),
    created_at: expect.any(String),
    updated_at: expect.any(String),
  };
  const { identity } = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
  expect(identity).toMatchObject({ id, traits, state: "active", ...times });
  const rows = await server.fetch(`/api/db/identities?id=eq.${id}`, { headers: { cookie: await server.signIn() } });
  expect(await rows.json()).toMatchObject([{ id, traits, state: "active", ...times, roles: ["viewer"] }]);
});

test("the list of other sessions shows their device and last use", async () => {
  const { email, browser } = await someone();
  const other = openBrowser(server);
  const agent = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0" };
  const flow = await other.startLogin();
  await other.submit(flow, { identifier: email, password }, { headers: agent });
  const sessions = await browser.json<IdentitySession[]>("/api/.ory/sessions");
  expect(sessions).toMatchObject([
    { devices: [{ ip_address: "127.0.0.1", user_agent: agent["user-agent"] }], last_seen_at: expect.any(String) },
  ]);
  expect(await browser.json("/api/.ory/sessions", { method: "DELETE" })).toEqual({ count: 1 });
  expect(await sessionStatus(other)).toBe(401);
});

describe("the profile", () => {
  test("the profile is changed and confirmed with a message", async () => {
    const { browser, id } = await someone();
    const traits = { email: " New-Address@Example.org ", name: { first: "Ada", last: "Byron" } };
    const flow = await asFlow<SettingsFlow>(
      await browser.send("settings", await settings(browser), { method: "profile", traits }),
    );
    expect(flow).toMatchObject({
      state: "success",
      active: "profile",
      identity: { traits: { email: "new-address@example.org", name: { first: "Ada", last: "Byron" } } },
      ui: { messages: [{ id: 1050001, type: "success" }] },
    });
    const entry = await db.selectFrom("audit_log").selectAll().where("resource_type", "=", "people").executeTakeFirst();
    expect(entry).toMatchObject({ person_id: id, action: "update", columns: ["email", "name"] });
  });

  test.each([
    ["traits.email", { email: "nobody" }, 4000001],
    ["traits.email", { email: "" }, 4000002],
    ["traits.email", { email: server.administrator.email }, 4000007],
    ["traits.name.first", { name: { first: "x".repeat(101) } }, 4000017],
  ])("an invalid %s %j gets a message at its field", async (field, change, id) => {
    const { browser, email } = await someone();
    const traits = { email, name: { first: "", last: "" }, ...change };
    const flow = await asFlow<SettingsFlow>(
      await browser.send("settings", await settings(browser), { method: "profile", traits }),
      400,
    );
    expect(nodeOf(flow, field).messages).toMatchObject([{ id, type: "error" }]);
  });

  test("accepts a new name in a session that is not recent, but not a new email", async () => {
    const { browser, id, email } = await someone();
    await grow(id);
    const flow = await settings(browser);
    const name = { first: "Ada", last: "" };
    expect((await browser.send("settings", flow, { method: "profile", traits: { email, name } })).status).toBe(200);
    const sent = await browser.send("settings", flow, { method: "profile", traits: { email: "x@example.org", name } });
    expect(await errorOf(sent)).toMatchObject({ status: 403, id: "session_refresh_required" });
  });
});

describe("the password", () => {
  test.each([
    ["short", 4000032],
    ["password1234", 4000005],
    ["qwertyuiop123", 4000005],
    ["hopper-is-in-it", 4000031],
    ["a much too long one ".repeat(60), 4000017],
    ["", 4000002],
  ])("%.20s is refused with %i", async (bad, id) => {
    const { browser } = await someone();
    const flow = await asFlow<SettingsFlow>(
      await browser.send("settings", await settings(browser), { method: "password", password: bad }),
      400,
    );
    expect(nodeOf(flow, "password").messages).toMatchObject([{ id }]);
    expect(JSON.stringify(flow)).not.toContain(bad || "never");
  });

  test("the password is changed: this session continues, and all other sessions end", async () => {
    const { browser, email } = await someone();
    const elsewhere = await signInAgainAs(email);
    expect(await sessionStatus(elsewhere)).toBe(200);
    const flow = await settings(browser);
    await asFlow(await browser.send("settings", flow, { method: "password", password: "seven-unlikely-llamas" }));
    expect([await sessionStatus(browser), await sessionStatus(elsewhere)]).toEqual([200, 401]);
    expect((await openBrowser(server).signIn({ email, password })).status).toBe(400);
    expect((await openBrowser(server).signIn({ email, password: "seven-unlikely-llamas" })).status).toBe(200);
    // The same form can be submitted again.
    await asFlow(await browser.send("settings", flow, { method: "password", password: "eight-unlikely-llamas" }));
  });

  test("needs a confirmation first if the session is not recent", async () => {
    const { browser, id } = await someone();
    await grow(id);
    const flow = await settings(browser);
    const values = { method: "password", password: "seven-unlikely-llamas" };
    const { status, id: error, place } = await errorOf(await browser.send("settings", flow, values));
    expect([status, error]).toEqual([403, "session_refresh_required"]);
    expect(place).toBe(`/login?refresh=true&return_to=${encodeURIComponent(`/profile-settings?flow=${flow.id}`)}`);
    const login = await browser.startLogin({ refresh: "true" });
    expect((await browser.submit(login, { password })).status).toBe(200);
    expect((await browser.send("settings", await settings(browser), values)).status).toBe(200);
  });
});

describe("an authenticator app", () => {
  test("an authenticator app is set up with a QR code and a secret, upgrades this session and ends other sessions", async () => {
    const { browser, email } = await someone();
    const elsewhere = await signInAgainAs(email);
    const flow = await settings(browser);
    const picture = flow.ui.nodes.find(({ type }) => type === "img");
    expect(picture).toMatchObject({
      group: "totp",
      attributes: { id: "totp_qr", node_type: "img" },
      meta: { label: { id: 1050005 } },
    });
    const secret = textOf(flow, "totp_secret_key");
    expect(secret).toMatchObject({ id: 1050006, context: { secret: secret.text } });
    const wrong = await browser.send("settings", flow, { method: "totp", totp_code: "000000" });
    expect(nodeOf(await asFlow(wrong, 400), "totp_code").messages).toMatchObject([{ id: 4000008 }]);
    const code = authenticator(secret.text);
    const done = await asFlow<SettingsFlow>(
      await browser.send("settings", flow, { method: "totp", totp_code: code() }),
    );
    expect(nodeOf(done, "totp_unlink").meta.label).toMatchObject({ id: 1050004 });
    const session = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
    expect(session.authenticator_assurance_level).toBe("aal2");
    expect(session.authentication_methods.map(({ method }) => method)).toEqual(["password", "totp"]);
    expect(await sessionStatus(elsewhere)).toBe(401);
    const stored = await db.selectFrom("credentials").select("proof").where("type", "=", "totp").execute();
    expect(JSON.stringify(stored)).not.toContain(secret.text);
    // A plain button sends no method.
    const gone = await asFlow<SettingsFlow>(await browser.send("settings", done, { totp_unlink: "true" }));
    expect(textOf(gone, "totp_secret_key").text).not.toBe(secret.text);
  });

  test("an authenticator app is required at the next sign-in; until then the session has no access", async () => {
    const { browser, email } = await someone();
    const code = await enrol(browser);
    const next = await signInAgainAs(email);
    const before = next.cookies.get("quarterdeck_session");
    expect(await errorOf(await next.fetch("/api/.ory/sessions/whoami"))).toEqual({
      status: 403,
      id: "session_aal2_required",
      place: "/login?aal=aal2",
    });
    for (const path of ["/api/auth/whoami", "/api/db/people", "/api/auth/tokens", "/api/events"])
      expect((await next.fetch(path)).status).toBe(403);
    // The token of the session is not an access token.
    const authorization = `Basic ${Buffer.from(`token:${before}`).toString("base64")}`;
    expect((await next.fetch("/api/auth/whoami", { headers: { authorization } })).status).toBe(400);
    expect(await errorOf(await next.fetch("/api/.ory/self-service/settings/browser"))).toMatchObject({
      status: 403,
      id: "session_aal2_required",
    });

    const flow = await next.startLogin({ aal: "aal2", return_to: "/health" });
    expect(flow).toMatchObject({ requested_aal: "aal2", ui: { messages: [{ id: 1010004 }] } });
    expect(groupsOf(flow)).toEqual(["default", "totp"]);
    const wrong = await asFlow<LoginFlow>(await next.submit(flow, { method: "totp", totp_code: "123 45" }), 400);
    expect(nodeOf(wrong, "totp_code").messages).toMatchObject([{ id: 4000008 }]);
    expect((await next.submit(flow, { method: "totp", totp_code: code() })).status).toBe(200);
    expect(next.cookies.get("quarterdeck_session")).not.toBe(before);
    const session = await next.json<IdentitySession>("/api/.ory/sessions/whoami");
    expect(session.authenticator_assurance_level).toBe("aal2");
    expect(session.authentication_methods.map(({ method }) => method)).toEqual(["password", "totp"]);
    expect((await next.fetch("/api/auth/whoami")).status).toBe(200);
    // The session before the upgrade has ended.
    next.cookies.set("quarterdeck_session", before!);
    expect(await sessionStatus(next)).toBe(401);
  });

  test("accepts each code once", async () => {
    const { browser, email } = await someone();
    const code = await enrol(browser);
    const used = code();
    const statuses: number[] = [];
    for (const each of [used, used, code(-1), code(1)]) {
      const next = await signInAgainAs(email);
      statuses.push(
        (await next.submit(await next.startLogin({ aal: "aal2" }), { method: "totp", totp_code: each })).status,
      );
    }
    expect(statuses).toEqual([200, 400, 400, 200]);
  });

  test("limits guesses, even across new sign-ins", async () => {
    const { browser, email } = await someone();
    await enrol(browser);
    const statuses: number[] = [];
    for (let round = 0; round < 8; round += 1) {
      const next = await signInAgainAs(email);
      statuses.push(
        (await next.submit(await next.startLogin({ aal: "aal2" }), { method: "totp", totp_code: "000000" })).status,
      );
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429, 429]);
  });

  test("an authenticator app is not sufficient alone: the second step needs the session of the first step", async () => {
    const { browser, email, id } = await someone();
    const code = await enrol(browser);
    const next = await signInAgainAs(email);
    const flow = await next.startLogin({ aal: "aal2" });
    await db.deleteFrom("sessions").where("person_id", "=", id).execute();
    expect(await errorOf(await next.submit(flow, { method: "totp", totp_code: code() }))).toMatchObject({
      status: 403,
      id: "session_aal1_required",
    });
    await expect.poll(() => sessionStatus(next)).toBe(401);
    expect(await errorOf(await next.fetch("/api/.ory/self-service/login/browser?aal=aal2"))).toMatchObject({
      status: 403,
      id: "session_aal1_required",
    });
    // A flow for the first step does not accept the second step, and vice versa.
    const first = await next.startLogin();
    expect((await next.submit(first, { method: "totp", totp_code: code() })).status).toBe(400);
    const again = await signInAgainAs(email);
    const second = await again.startLogin({ aal: "aal2" });
    const answer = await asFlow<LoginFlow>(
      await again.submit(second, { method: "password", identifier: email, password }),
      400,
    );
    expect(answer.ui.messages).toMatchObject([{ id: 1010004 }, { id: 4010002 }]);
  });

  test("disables basic authentication with the password, but not tokens", async () => {
    const { browser, email } = await someone();
    const basic = { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}` };
    const ask = async () => (await server.fetch("/api/auth/whoami", { headers: basic })).status;
    expect(await ask()).toBe(200);
    const reply = await browser.fetch("/api/auth/create_token", {
      method: "POST",
      body: JSON.stringify({ name: "program", expiry: "7d" }),
      headers: { "content-type": "application/json" },
    });
    const { payload } = (await reply.json()) as { payload: { token: string } };
    await enrol(browser);
    await expect.poll(ask).toBe(401);
    const authorization = `Bearer ${payload.token}`;
    expect((await server.fetch("/api/auth/whoami", { headers: { authorization } })).status).toBe(200);
  });

  test("keeps the level of the session when the password is confirmed", async () => {
    const { browser } = await someone();
    await enrol(browser);
    expect((await browser.submit(await browser.startLogin({ refresh: "true" }), { password })).status).toBe(200);
    const session = await browser.json<IdentitySession>("/api/.ory/sessions/whoami");
    expect(session.authenticator_assurance_level).toBe("aal2");
  });
});

test("the command line resets access for a person who lost the app", async () => {
  const { browser, email } = await someone();
  await enrol(browser);
  const reset = await resetPassword(db, email);
  expect(reset.hadSecondFactor).toBe(true);
  const next = openBrowser(server);
  await next.signIn({ email, password: reset.password });
  expect(await sessionStatus(next)).toBe(200);
});

describe("recovery codes", () => {
  test("recovery codes are generated, confirmed, shown again, used once each, and removed", async () => {
    const { browser, email } = await someone();
    const flow = await settings(browser);
    const early = await asFlow<SettingsFlow>(
      await browser.send("settings", flow, { lookup_secret_confirm: true }),
      400,
    );
    expect(early.ui.messages).toMatchObject([{ id: 4000001 }]);
    const offered = await asFlow<SettingsFlow>(
      await browser.send("settings", flow, { method: "lookup_secret", lookup_secret_regenerate: true }),
    );
    const codes = textOf(offered, "lookup_secret_codes");
    const secrets = codes.context?.["secrets"] as UiText[];
    expect([codes.id, secrets.length, new Set(secrets.map(({ text }) => text)).size]).toEqual([1050015, 12, 12]);
    expect(secrets[0]).toMatchObject({ id: 1050009 });
    // The codes are not in use before they are confirmed.
    expect(await sessionStatus(await signInAgainAs(email))).toBe(200);
    await asFlow(await browser.send("settings", flow, { lookup_secret_confirm: "true" }));

    const next = await signInAgainAs(email);
    expect(await sessionStatus(next)).toBe(403);
    const login = await next.startLogin({ aal: "aal2" });
    expect(groupsOf(login)).toEqual(["default", "lookup_secret"]);
    const code = secrets[3]!.text;
    const wrong = await asFlow<LoginFlow>(
      await next.submit(login, { method: "lookup_secret", lookup_secret: "nonsense" }),
      400,
    );
    expect(nodeOf(wrong, "lookup_secret").messages).toMatchObject([{ id: 4000016 }]);
    const typed = `${code.slice(0, 4)}-${code.slice(4)}`.toUpperCase();
    expect((await next.submit(login, { method: "lookup_secret", lookup_secret: typed })).status).toBe(200);
    expect(await sessionStatus(next)).toBe(200);

    const other = await signInAgainAs(email);
    const used = await asFlow<LoginFlow>(
      await other.submit(await other.startLogin({ aal: "aal2" }), { method: "lookup_secret", lookup_secret: code }),
      400,
    );
    expect(nodeOf(used, "lookup_secret").messages).toMatchObject([{ id: 4000012 }]);

    const hidden = await settings(browser);
    expect(JSON.stringify(hidden)).not.toContain(secrets[0]!.text);
    expect(nodeOf(hidden, "lookup_secret_regenerate").meta.label?.context).toEqual({ codes_total: 12, codes_left: 11 });
    expect(nodeOf(hidden, "password").meta.label?.context).toEqual({ is_set: true });
    const shown = await asFlow<SettingsFlow>(await browser.send("settings", hidden, { lookup_secret_reveal: true }));
    const again = textOf(shown, "lookup_secret_codes").context?.["secrets"] as UiText[];
    expect(again.map(({ id }) => id)).toEqual(secrets.map((_, index) => (index === 3 ? 1050014 : 1050009)));
    await asFlow(await browser.send("settings", hidden, { lookup_secret_disable: true }));
    expect(await sessionStatus(await signInAgainAs(email))).toBe(200);
  });

  test("recovery codes cannot be shown or changed if the session is not recent", async () => {
    const { browser, id } = await someone();
    await grow(id);
    const flow = await settings(browser);
    for (const button of ["reveal", "regenerate", "confirm", "disable"])
      expect(await errorOf(await browser.send("settings", flow, { [`lookup_secret_${button}`]: true }))).toMatchObject({
        status: 403,
        id: "session_refresh_required",
      });
  });
});
