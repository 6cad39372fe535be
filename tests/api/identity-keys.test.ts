// Security keys and passkeys at /api/.ory: set up, asked for, taken away; and whatever else may be sent in their place.
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { AnyFlow, IdentitySession, LoginFlow, SettingsFlow } from "../../areas/identity/model.ts";
import { createIdentity } from "../../areas/identity/server/index.ts";
import { hashPassword } from "../../areas/identity/server/passwords.ts";
import { resetPassword } from "../../areas/identity/server/reset-password.ts";
import { startTestServer } from "../test-server.ts";
import { nodeOf, openBrowser, type Browser } from "./browser.ts";
import { optionsOf, softwareKey, type Lies, type SoftwareKey } from "./software-key.ts";

const server = await startTestServer();
const db = server.system.db.system;
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let made = 0;

/** Somebody new, signed in. */
async function someone() {
  made += 1;
  const email = `keeper-${made}@example.org`;
  const { id } = await db.insertInto("people").values({ name: "Ada", email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  await db.insertInto("person_roles").values({ person_id: id, role: "viewer" }).execute();
  const browser = openBrowser(server);
  expect((await browser.signIn({ email, password })).status).toBe(200);
  return { id, email, browser };
}

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

const read = async <F extends AnyFlow>(answer: Response, status = 200): Promise<F> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as F;
};
const settings = (browser: Browser) => browser.start<SettingsFlow>("settings");
const namesIn = ({ ui }: AnyFlow, group: string) =>
  ui.nodes
    .filter((node) => node.group === group)
    .map(({ attributes }) => ("name" in attributes ? attributes.name : attributes.id));
const saidBy = ({ ui }: AnyFlow) => (ui.messages ?? []).map(({ text }) => text).join(" ");
const sessionOf = async (browser: Browser) => {
  const answer = await browser.fetch("/api/.ory/sessions/whoami");
  return { status: answer.status, session: (await answer.json()) as IdentitySession };
};
const proven = ({ authentication_methods }: IdentitySession) =>
  authentication_methods.map(({ method, aal }) => [method, aal]);
const keysIn = (personId: string) =>
  db.selectFrom("security_keys").selectAll().where("person_id", "=", personId).execute();
const deedsOf = (personId: string) =>
  db
    .selectFrom("audit_log")
    .select(["action", "resource_name"])
    .where("resource_type", "=", "credentials")
    .where("resource_id", "=", personId)
    .orderBy("id")
    .execute();

/** As if the session had begun an hour ago. */
async function age(browser: Browser) {
  const { session } = await sessionOf(browser);
  await db
    .updateTable("sessions")
    .set({ authenticated_at: new Date(Date.now() - 60 * 60 * 1000).toISOString() })
    .where("id", "=", session.id)
    .execute();
  createIdentity(server.system).actors.forget({ relation: "sessions", ids: [session.id] });
}

async function addSecurityKey(browser: Browser, key: SoftwareKey, name = "Blue key") {
  const flow = await settings(browser);
  return browser.send("settings", flow, {
    method: "webauthn",
    webauthn_register_displayname: name,
    webauthn_register: key.register(optionsOf(flow, "webauthn_register_trigger"), { isVerified: false }),
  });
}

async function addPasskey(browser: Browser, key: SoftwareKey) {
  const flow = await settings(browser);
  const passkey_settings_register = key.register(optionsOf(flow, "passkey_create_data"));
  return browser.send("settings", flow, { passkey_settings_register });
}

async function withPasskey() {
  const person = await someone();
  const key = softwareKey(server.url);
  await read(await addPasskey(person.browser, key));
  return { ...person, key };
}

async function withSecurityKey() {
  const person = await someone();
  const key = softwareKey(server.url);
  await read(await addSecurityKey(person.browser, key));
  return { ...person, key };
}

/** A new browser, at the second step of somebody with a security key. */
async function atSecondStep(email: string) {
  const browser = openBrowser(server);
  await browser.signIn({ email, password });
  return { browser, flow: await browser.startLogin({ aal: "aal2" }) };
}

const signWith = (key: SoftwareKey, flow: AnyFlow, lies?: Lies) => ({
  method: "passkey",
  passkey_login: key.sign(optionsOf(flow, "passkey_challenge"), lies),
});
const stepWith = (key: SoftwareKey, flow: AnyFlow, lies?: Lies) => ({
  method: "webauthn",
  webauthn_login: key.sign(optionsOf(flow, "webauthn_login_trigger"), lies),
});

describe("a security key", () => {
  test("is asked for in Kratos' shape", async () => {
    const { id, email, browser } = await someone();
    const flow = await settings(browser);
    expect(namesIn(flow, "webauthn")).toEqual([
      "webauthn_script",
      "webauthn_register_displayname",
      "webauthn_register",
      "webauthn_register_trigger",
    ]);
    expect(namesIn(flow, "passkey")).toEqual([
      "webauthn_script",
      "passkey_create_data",
      "passkey_settings_register",
      "passkey_register_trigger",
    ]);
    expect(nodeOf(flow, "webauthn_register_trigger")).toMatchObject({
      attributes: { type: "button", onclickTrigger: "oryWebAuthnRegistration" },
      meta: { label: { id: 1050012 } },
    });
    expect(nodeOf(flow, "passkey_register_trigger")).toMatchObject({
      attributes: { type: "button", onclickTrigger: "oryPasskeySettingsRegistration" },
      meta: { label: { id: 1050019 } },
    });
    const handle = Buffer.from(id.replaceAll("-", ""), "hex").toString("base64url");
    expect(optionsOf(flow, "passkey_create_data")).toMatchObject({
      rp: { id: "127.0.0.1", name: "Quarterdeck" },
      user: { id: handle, name: email },
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
    });
    const script = flow.ui.nodes.find(({ type }) => type === "script")?.attributes;
    expect(script).toMatchObject({ src: `${server.url}/api/.ory/.well-known/ory/webauthn.js` });
    const served = await server.fetch("/api/.ory/.well-known/ory/webauthn.js");
    expect(served.headers.get("content-type")).toContain("text/javascript");
    const digest = createHash("sha512")
      .update(await served.text())
      .digest("base64");
    expect(script).toMatchObject({ integrity: `sha512-${digest}` });
  });

  test("is the second step from then on: this session is lifted, others end, and the key completes the next one", async () => {
    const { id, email, browser } = await someone();
    const elsewhere = openBrowser(server);
    await elsewhere.signIn({ email, password });
    const key = softwareKey(server.url);
    const flow = await read<SettingsFlow>(await addSecurityKey(browser, key, "Blue key"));
    expect(flow).toMatchObject({ state: "success", active: "webauthn" });
    const removal = nodeOf(flow, "webauthn_remove");
    expect(removal.meta.label).toMatchObject({ id: 1050018, context: { display_name: "Blue key" } });
    const { session } = await sessionOf(browser);
    expect(session.authenticator_assurance_level).toBe("aal2");
    expect(proven(session)).toEqual([
      ["password", "aal1"],
      ["webauthn", "aal2"],
    ]);
    expect((await sessionOf(elsewhere)).status).toBe(401);
    expect(await deedsOf(id)).toEqual([{ action: "create", resource_name: "webauthn Blue key" }]);

    const { browser: again, flow: step } = await atSecondStep(email);
    expect((await sessionOf(again)).status).toBe(403);
    expect(namesIn(step, "webauthn")).toEqual(["webauthn_script", "webauthn_login", "webauthn_login_trigger"]);
    expect(nodeOf(step, "webauthn_login_trigger")).toMatchObject({
      attributes: { onclickTrigger: "oryWebAuthnLogin" },
      meta: { label: { id: 1010008 } },
    });
    expect(optionsOf(step, "webauthn_login_trigger")).toMatchObject({ allowCredentials: [{ id: key.id }] });
    expect((await again.submit(step, stepWith(key, step, { isVerified: false }))).status).toBe(200);
    expect(proven((await sessionOf(again)).session)).toEqual([
      ["password", "aal1"],
      ["webauthn", "aal2"],
    ]);
    expect(await keysIn(id)).toMatchObject([{ counter: 1, last_used_at: expect.any(String) }]);

    const basic = { authorization: `Basic ${btoa(`${email}:${password}`)}` };
    const refused = await server.fetch("/api/auth/whoami", { headers: basic });
    expect(refused.status).toBe(401);
    expect(await refused.text()).toContain("second step");

    const form = await settings(again);
    const gone = await read<SettingsFlow>(
      await again.send("settings", form, { webauthn_remove: nodeOf(form, "webauthn_remove").attributes.value }),
    );
    expect(namesIn(gone, "webauthn")).not.toContain("webauthn_remove");
    expect(await keysIn(id)).toEqual([]);
    expect((await deedsOf(id)).at(-1)).toEqual({ action: "delete", resource_name: "webauthn Blue key" });
    expect((await server.fetch("/api/auth/whoami", { headers: basic })).status).toBe(200);
  });

  test("is one of several second steps, and no first one", async () => {
    const { key, email } = await withSecurityKey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    expect(namesIn(flow, "webauthn")).toEqual([]);
    const challenge = optionsOf(flow, "passkey_challenge");
    const tried = await read<LoginFlow>(
      await browser.submit(flow, { method: "passkey", passkey_login: key.sign(challenge) }),
      400,
    );
    expect(tried.ui.messages).toMatchObject([{ id: 4000015 }]);
    const named = await read<LoginFlow>(
      await browser.submit(flow, { method: "webauthn", webauthn_login: key.sign(challenge) }),
      400,
    );
    expect(named.ui.messages).toMatchObject([{ id: 4010002 }]);
    const { flow: step } = await atSecondStep(email);
    expect(namesIn(step, "totp")).toEqual([]);
    expect(namesIn(step, "passkey")).toEqual([]);
  });

  test("is named, and its name not longer than it can be read", async () => {
    const { id, browser } = await someone();
    const long = await read<SettingsFlow>(await addSecurityKey(browser, softwareKey(server.url), "x".repeat(101)), 400);
    expect(nodeOf(long, "webauthn_register_displayname").messages).toMatchObject([{ id: 4000017 }]);
    await read(await addSecurityKey(browser, softwareKey(server.url), " "));
    expect(await keysIn(id)).toMatchObject([{ name: "Security key", transports: ["usb"] }]);
  });

  test("cannot be tried for ever", async () => {
    const { key, email } = await withSecurityKey();
    const { browser, flow } = await atSecondStep(email);
    let step = flow;
    for (let attempt = 0; attempt < 5; attempt += 1)
      step = await read<LoginFlow>(
        await browser.submit(step, stepWith(key, step, { origin: "https://evil.example" })),
        400,
      );
    expect((await browser.submit(step, stepWith(key, step))).status).toBe(429);
  });
});

describe("a passkey", () => {
  test("signs in by itself, and is confirmed with, too", async () => {
    const { id, email, browser, key } = await withPasskey();
    expect(await keysIn(id)).toMatchObject([{ use: "passkey", name: "node" }]);
    expect((await sessionOf(browser)).session.authenticator_assurance_level).toBe("aal1");
    expect(await deedsOf(id)).toEqual([{ action: "create", resource_name: "passkey node" }]);

    const fresh = openBrowser(server);
    const flow = await fresh.startLogin({ return_to: "/health" });
    expect(namesIn(flow, "passkey")).toEqual([
      "webauthn_script",
      "passkey_challenge",
      "passkey_login",
      "passkey_login_trigger",
    ]);
    expect(nodeOf(flow, "passkey_login_trigger")).toMatchObject({
      attributes: { onclickTrigger: "oryPasskeyLogin" },
      meta: { label: { id: 1010021 } },
    });
    expect(nodeOf(flow, "passkey_challenge").attributes.onloadTrigger).toBe("oryPasskeyLoginAutocompleteInit");
    expect(nodeOf(flow, "identifier").attributes.autocomplete).toBe("username webauthn");
    expect(optionsOf(flow, "passkey_challenge")).not.toHaveProperty("allowCredentials");
    // By its field alone, as a plain form sends it.
    const { passkey_login } = signWith(key, flow);
    const done = await fresh.send("login", flow, { passkey_login });
    expect(done.status).toBe(200);
    const { status, session } = await sessionOf(fresh);
    expect({ status, proven: proven(session), email: session.identity.traits.email }).toEqual({
      status: 200,
      proven: [["passkey", "aal1"]],
      email,
    });

    await age(fresh);
    const old = await settings(fresh);
    const removal = { passkey_remove: nodeOf(old, "passkey_remove").attributes.value };
    const needed = (await (await fresh.send("settings", old, removal)).json()) as { error: { id: string } };
    expect(needed.error.id).toBe("session_refresh_required");
    const confirm = await fresh.startLogin({ refresh: "true" });
    expect(optionsOf(confirm, "passkey_challenge")).toMatchObject({ allowCredentials: [{ id: key.id }] });
    expect((await fresh.submit(confirm, signWith(key, confirm))).status).toBe(200);
    await read(await fresh.send("settings", await settings(fresh), removal));
    expect(await keysIn(id)).toEqual([]);
    const late = openBrowser(server);
    const last = await late.startLogin();
    const unknown = await read<LoginFlow>(await late.submit(last, signWith(key, last)), 400);
    expect(saidBy(unknown)).toContain("not known here");
  });

  test("is the first step only: a second one that is set up is still asked for", async () => {
    const { browser, key: passkey } = await withPasskey();
    const second = softwareKey(server.url);
    await read(await addSecurityKey(browser, second));
    const fresh = openBrowser(server);
    const flow = await fresh.startLogin();
    expect((await fresh.submit(flow, signWith(passkey, flow))).status).toBe(200);
    expect((await sessionOf(fresh)).status).toBe(403);
    const step = await fresh.startLogin({ aal: "aal2" });
    expect(optionsOf(step, "webauthn_login_trigger")).toMatchObject({ allowCredentials: [{ id: second.id }] });
    expect((await fresh.submit(step, stepWith(second, step))).status).toBe(200);
    expect((await sessionOf(fresh)).session.authenticator_assurance_level).toBe("aal2");
  });

  test("confirms its owner's action only, and is offered for that to who has one", async () => {
    const { browser } = await someone();
    const { key } = await withPasskey();
    const confirm = await browser.startLogin({ refresh: "true" });
    expect(namesIn(confirm, "passkey")).toEqual([]);
    const { challenge } = await db
      .selectFrom("identity_flows")
      .select("challenge")
      .where("id", "=", confirm.id)
      .executeTakeFirstOrThrow();
    const other = await browser.submit(confirm, {
      method: "passkey",
      passkey_login: key.sign({ challenge, rpId: "127.0.0.1" }),
    });
    expect(((await other.json()) as { error: { id: string } }).error.id).toBe("security_identity_mismatch");
  });

  test("that is the only way in stays", async () => {
    const { id, browser, key } = await withPasskey();
    await db.deleteFrom("credentials").where("person_id", "=", id).execute();
    const form = await settings(browser);
    const removal = nodeOf(form, "passkey_remove");
    expect(removal.attributes.disabled).toBe(true);
    const refused = await read<SettingsFlow>(
      await browser.send("settings", form, { passkey_remove: removal.attributes.value }),
      400,
    );
    expect(saidBy(refused)).toContain("only way in");
    const spare = softwareKey(server.url, { counts: false });
    await read(await addPasskey(browser, spare));
    const [first, second] = await Promise.all([settings(browser), settings(browser)]);
    const handles = (await keysIn(id)).map(({ credential_id }) => Buffer.from(credential_id).toString("hex"));
    const both = await Promise.all([
      browser.send("settings", first, { passkey_remove: handles[0] }),
      browser.send("settings", second, { passkey_remove: handles[1] }),
    ]);
    expect(both.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1);
    const [left] = await keysIn(id);
    const remaining = [key, spare].find((each) => Buffer.from(left!.credential_id).toString("base64url") === each.id)!;
    const fresh = openBrowser(server);
    const flow = await fresh.startLogin();
    expect((await fresh.submit(flow, signWith(remaining, flow))).status).toBe(200);
  });

  test("of a closed account, or of one that is gone, opens nothing", async () => {
    const { id, key } = await withPasskey();
    await db.updateTable("people").set({ state: "inactive" }).where("id", "=", id).execute();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const closed = await read<LoginFlow>(await browser.submit(flow, signWith(key, flow)), 400);
    expect(saidBy(closed)).toContain("closed at the moment");
    await db.updateTable("people").set({ deleted_at: "2026-01-01T00:00:00Z" }).where("id", "=", id).execute();
    const gone = await read<LoginFlow>(await browser.submit(closed, signWith(key, closed)), 400);
    expect(gone.ui.messages).toMatchObject([{ id: 4000015 }]);
  });
});

const evil: [name: string, lies: Lies, said: RegExp][] = [
  ["of another origin", { origin: "https://evil.example" }, /work at http:\/\/127\.0\.0\.1:\d+ only/],
  ["of another port", { origin: "http://127.0.0.1:1" }, /work at/],
  ["for another site", { site: "evil.example" }, /not accepted/],
  ["with another challenge", { challenge: "A".repeat(64) }, /answered another form/],
  ["of another ceremony", { type: "payment.get" }, /not accepted/],
  ["without a touch", { isPresent: false }, /not accepted/],
];

describe("refused, with a sentence and without a trace, is", () => {
  test.each([
    ...evil,
    ["without its owner's verification", { isVerified: false }, /not accepted/],
    ["with somebody else's handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }, /not accepted/],
    ["with a signature of nothing", { signature: "AAAA" }, /not accepted/],
  ] as typeof evil)("a passkey's answer %s", async (_, lies, said) => {
    const { id, key } = await withPasskey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const refused = await read<LoginFlow>(await browser.submit(flow, signWith(key, flow, lies)), 400);
    expect(saidBy(refused)).toMatch(said);
    expect(refused.active).toBe("passkey");
    expect(browser.cookies.has("quarterdeck_session")).toBe(false);
    expect(await keysIn(id)).toMatchObject([{ counter: 0, last_used_at: null }]);
    // The same form goes on, with another challenge.
    expect((await browser.submit(refused, signWith(key, refused))).status).toBe(200);
  });

  test.each([
    ...evil,
    ["that says who made it", { statement: { fmt: "packed", attStmt: new Map([["x5c", "?"]]) } }, /not accepted/],
    ["in a format that nobody knows", { statement: { fmt: "own", attStmt: new Map() } }, /not accepted/],
  ] as typeof evil)("a new key %s", async (_, lies, said) => {
    const { id, browser } = await someone();
    const flow = await settings(browser);
    const refused = await read<SettingsFlow>(
      await browser.send("settings", flow, {
        method: "webauthn",
        webauthn_register: softwareKey(server.url).register(optionsOf(flow, "webauthn_register_trigger"), lies),
      }),
      400,
    );
    expect(saidBy(refused)).toMatch(said);
    expect(optionsOf(refused, "webauthn_register_trigger")).not.toEqual(optionsOf(flow, "webauthn_register_trigger"));
    expect(await keysIn(id)).toEqual([]);
  });

  test("a passkey that does not know its owner", async () => {
    const { id, browser } = await someone();
    const flow = await settings(browser);
    const given = softwareKey(server.url).register(optionsOf(flow, "passkey_create_data"), { isVerified: false });
    const refused = await read<SettingsFlow>(
      await browser.send("settings", flow, { method: "passkey", passkey_settings_register: given }),
      400,
    );
    expect(saidBy(refused)).toMatch(/not accepted/);
    expect(await keysIn(id)).toEqual([]);
  });

  const garbage: unknown[] = [
    "x",
    "{}",
    "null",
    "[]",
    '"text"',
    "{\u0000}",
    "9".repeat(5000),
    JSON.stringify({ id: "a", rawId: "b", type: "public-key", response: {} }),
    JSON.stringify({ id: "", rawId: "", type: "public-key", response: { clientDataJSON: "e30" } }),
    JSON.stringify({
      id: "AA",
      rawId: "AA",
      type: "public-key",
      response: { clientDataJSON: "bm90IGpzb24", authenticatorData: "AA", signature: "AA", attestationObject: "AA" },
    }),
    JSON.stringify({ id: 5, rawId: {}, type: "password", response: [] }),
    { id: "AA" },
    [1, 2],
    7,
    true,
  ];
  test("nonsense in place of an answer", async () => {
    const { email, browser } = await withSecurityKey();
    const anonymous = openBrowser(server);
    const login = await anonymous.startLogin();
    const half = await atSecondStep(email);
    const form = await settings(browser);
    for (const given of garbage) {
      await db.deleteFrom("sign_in_throttles").execute();
      const answers = [
        await anonymous.submit(login, { method: "passkey", passkey_login: given }),
        await half.browser.submit(half.flow, { method: "webauthn", webauthn_login: given }),
        await browser.send("settings", form, { method: "webauthn", webauthn_register: given }),
        await browser.send("settings", form, { method: "passkey", passkey_settings_register: given }),
        await browser.send("settings", form, { method: "webauthn", webauthn_remove: given }),
        await browser.send("settings", form, { method: "passkey", passkey_remove: given }),
      ];
      for (const answer of answers) expect([given, saidBy(await read<AnyFlow>(answer, 400))]).not.toEqual([given, ""]);
    }
  });

  test("an answer that was given before, in its form or in another, by its owner or by who saw it", async () => {
    const { key } = await withPasskey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const answer = signWith(key, flow, { origin: "https://evil.example" });
    await read(await browser.submit(flow, answer), 400);
    // The challenge is over, though nobody got in with it.
    const late = signWith(key, flow);
    expect(saidBy(await read(await browser.submit(flow, late), 400))).toMatch(/answered another form/);

    const [one, two] = [openBrowser(server), openBrowser(server)];
    const [mine, theirs] = [await one.startLogin(), await two.startLogin()];
    const right = signWith(key, mine);
    expect(saidBy(await read(await two.submit(theirs, right), 400))).toMatch(/answered another form/);
    expect((await one.submit(mine, right)).status).toBe(200);
    expect((await two.submit(theirs, right)).status).toBe(400);
    const again = await one.fetch(`/api/.ory/self-service/login?flow=${mine.id}`, { method: "POST" });
    expect(again.status).toBe(403);
  });

  test("all but one of the same answers at once", async () => {
    const { id, key } = await withPasskey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const answer = signWith(key, flow);
    const statuses = await Promise.all(
      Array.from({ length: 5 }, async () => (await browser.submit(flow, answer)).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status >= 500)).toEqual([]);
    expect(await keysIn(id)).toMatchObject([{ counter: 1 }]);
  });

  test("a key that has counted less than before: there is a copy of it", async () => {
    const { id, key } = await withPasskey();
    key.counter = 41;
    const use = async (counter: number) => {
      const browser = openBrowser(server);
      const flow = await browser.startLogin();
      const answer = await browser.submit(flow, signWith(key, flow, { counter }));
      return answer.status;
    };
    expect(await use(42)).toBe(200);
    expect(await use(42)).toBe(400);
    expect(await use(7)).toBe(400);
    expect(await use(0)).toBe(400);
    expect(await use(43)).toBe(200);
    expect(await keysIn(id)).toMatchObject([{ counter: 43 }]);
  });

  test("somebody else's security key at the second step", async () => {
    const victim = await withSecurityKey();
    const { key } = await withSecurityKey();
    const { browser, flow } = await atSecondStep(victim.email);
    const refused = await read<LoginFlow>(await browser.submit(flow, stepWith(key, flow)), 400);
    expect(saidBy(refused)).toMatch(/does not belong to your account/);
    expect((await sessionOf(browser)).status).toBe(403);
    // Under the victim's name it is still another key.
    const forged = JSON.parse(stepWith(key, refused).webauthn_login) as { id: string; rawId: string };
    const named = { ...forged, id: victim.key.id, rawId: victim.key.id };
    const again = await browser.submit(refused, { method: "webauthn", webauthn_login: JSON.stringify(named) });
    expect(saidBy(await read(again, 400))).toMatch(/not accepted/);
  });

  test("a key that is in use already, whoever's it is; and removing somebody else's", async () => {
    const { id, key } = await withPasskey();
    const other = await someone();
    const taken = await read<SettingsFlow>(await addPasskey(other.browser, key), 400);
    expect(saidBy(taken)).toMatch(/in use already/);
    expect(await keysIn(other.id)).toEqual([]);
    const handle = Buffer.from(key.id, "base64url").toString("hex");
    const form = await settings(other.browser);
    const refused = await other.browser.send("settings", form, { passkey_remove: handle });
    expect(saidBy(await read(refused, 400))).toMatch(/no such security key/);
    expect(await keysIn(id)).toHaveLength(1);
  });

  test("one key more than can be kept", async () => {
    const { id, browser } = await someone();
    const row = { person_id: id, use: "passkey", name: "Old", public_key: Buffer.alloc(1) } as const;
    await db
      .insertInto("security_keys")
      .values(Array.from({ length: 25 }, (_, at) => ({ ...row, credential_id: Buffer.from(`${id}${at}`) })))
      .execute();
    const refused = await read<SettingsFlow>(await addPasskey(browser, softwareKey(server.url)), 400);
    expect(saidBy(refused)).toMatch(/There are 25 already/);
  });
});

test("what the keys did not prove stands in the audit log", async () => {
  const { id, key } = await withPasskey();
  const browser = openBrowser(server);
  const flow = await browser.startLogin();
  await browser.submit(flow, signWith(key, flow, { site: "evil.example" }));
  const rows = await db
    .selectFrom("audit_log")
    .select("action")
    .where("person_id", "=", id)
    .where("action", "in", ["sign_in", "sign_in_refused"])
    .orderBy("id")
    .execute();
  expect(rows.map(({ action }) => action)).toEqual(["sign_in", "sign_in_refused"]);
});

test("who has lost the keys gets in again by the command line, and whoever found them does not", async () => {
  const { id, email } = await withSecurityKey();
  const reset = await resetPassword(db, email);
  expect(reset.hadSecondFactor).toBe(true);
  expect(await keysIn(id)).toEqual([]);
  const browser = openBrowser(server);
  expect((await browser.signIn({ email, password: reset.password })).status).toBe(200);
  expect((await sessionOf(browser)).status).toBe(200);
});
