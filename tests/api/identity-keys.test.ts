// Tests registration, use and removal of security keys and passkeys at /api/.ory.
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { LoginFlow, SettingsFlow } from "#areas/identity/model.ts";
import { resetPassword } from "#areas/identity/server/reset-password.ts";
import { startTestServer } from "../support/test-server.ts";
import { nodeOf, openBrowser } from "./browser.ts";
import {
  keyHolders,
  password,
  read,
  settings,
  namesIn,
  saidBy,
  sessionOf,
  proven,
  addSecurityKey,
  addPasskey,
  signWith,
  stepWith,
} from "./key-holders.ts";
import { optionsOf, softwareKey } from "./software-key.ts";

const server = await startTestServer();
const db = server.system.db.system;
const { someone, keysIn, deedsOf, age, withPasskey, withSecurityKey, atSecondStep } = await keyHolders(server);

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

describe("a security key", () => {
  test("a security key is requested in the format of Kratos", async () => {
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

  test("becomes the second factor: this session is upgraded, other sessions end, and the key completes the next sign-in", async () => {
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
    expect(await refused.text()).toContain("second factor");

    const form = await settings(again);
    const gone = await read<SettingsFlow>(
      await again.send("settings", form, { webauthn_remove: nodeOf(form, "webauthn_remove").attributes.value }),
    );
    expect(namesIn(gone, "webauthn")).not.toContain("webauthn_remove");
    expect(await keysIn(id)).toEqual([]);
    expect((await deedsOf(id)).at(-1)).toEqual({ action: "delete", resource_name: "webauthn Blue key" });
    expect((await server.fetch("/api/auth/whoami", { headers: basic })).status).toBe(200);
  });

  test("a security key can be one of several second factors, but not the first factor", async () => {
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

  test("a security key has a name of limited length", async () => {
    const { id, browser } = await someone();
    const long = await read<SettingsFlow>(await addSecurityKey(browser, softwareKey(server.url), "x".repeat(101)), 400);
    expect(nodeOf(long, "webauthn_register_displayname").messages).toMatchObject([{ id: 4000017 }]);
    await read(await addSecurityKey(browser, softwareKey(server.url), " "));
    expect(await keysIn(id)).toMatchObject([{ name: "Security key", transports: ["usb"] }]);
  });

  test("a security key is throttled after several failures", async () => {
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
  test("signs in without a password and can confirm an action", async () => {
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
    // A plain form sends only this field.
    const { passkey_login } = signWith(key, flow);
    const done = await fresh.send("login", flow, { passkey_login });
    expect(done.status).toBe(200);
    const { status, session } = await sessionOf(fresh);
    expect({ status, proven: proven(session), email: session.identity.traits.email }).toEqual({
      status: 200,
      proven: [["passkey", "aal2"]],
      email,
    });
    expect(session.authenticator_assurance_level).toBe("aal2");

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
    expect(saidBy(unknown)).toContain("Unknown passkey.");
  });

  test("a passkey that verified its owner counts as two factors: no second step is needed, and settings can be changed", async () => {
    const { id, browser, key: passkey } = await withPasskey();
    await read(await addSecurityKey(browser, softwareKey(server.url)));
    const fresh = openBrowser(server);
    const flow = await fresh.startLogin();
    expect((await fresh.submit(flow, signWith(passkey, flow))).status).toBe(200);
    const { status, session } = await sessionOf(fresh);
    expect([status, session.authenticator_assurance_level]).toEqual([200, "aal2"]);
    expect((await fresh.fetch("/api/auth/whoami")).status).toBe(200);
    expect((await fresh.fetch("/api/.ory/self-service/login/browser?aal=aal2")).status).toBe(400);

    // Confirming again keeps the level, and the second factor can be removed.
    await age(fresh);
    const old = await settings(fresh);
    const removal = { webauthn_remove: nodeOf(old, "webauthn_remove").attributes.value };
    expect((await fresh.send("settings", old, removal)).status).toBe(403);
    const confirm = await fresh.startLogin({ refresh: "true" });
    expect((await fresh.submit(confirm, signWith(passkey, confirm))).status).toBe(200);
    expect((await sessionOf(fresh)).session.authenticator_assurance_level).toBe("aal2");
    await read(await fresh.send("settings", await settings(fresh), removal));
    expect(await keysIn(id)).toMatchObject([{ use: "passkey" }]);
  });

  test("completes the second step after the password, for its owner only", async () => {
    const { email, browser, key } = await withPasskey();
    await read(await addSecurityKey(browser, softwareKey(server.url)));
    const other = await withPasskey();
    const first = await atSecondStep(email);
    expect(optionsOf(first.flow, "passkey_challenge")).toMatchObject({ allowCredentials: [{ id: key.id }] });
    expect((await first.browser.submit(first.flow, signWith(other.key, first.flow))).status).toBe(403);
    expect((await sessionOf(first.browser)).status).toBe(403);
    const second = await atSecondStep(email);
    expect((await second.browser.submit(second.flow, signWith(key, second.flow))).status).toBe(200);
    const { session } = await sessionOf(second.browser);
    expect(proven(session)).toEqual([
      ["password", "aal1"],
      ["passkey", "aal2"],
    ]);
  });

  test("confirms actions of its owner only, and is offered only to people who have a passkey", async () => {
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

  test("a passkey cannot be removed if it is the only way to sign in", async () => {
    const { id, browser, key } = await withPasskey();
    await db.deleteFrom("credentials").where("person_id", "=", id).execute();
    const form = await settings(browser);
    const removal = nodeOf(form, "passkey_remove");
    expect(removal.attributes.disabled).toBe(true);
    const refused = await read<SettingsFlow>(
      await browser.send("settings", form, { passkey_remove: removal.attributes.value }),
      400,
    );
    expect(saidBy(refused)).toContain("only way to sign in");
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

  test("a passkey is refused for a deactivated or deleted account", async () => {
    const { id, key } = await withPasskey();
    await db.updateTable("people").set({ state: "inactive" }).where("id", "=", id).execute();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const closed = await read<LoginFlow>(await browser.submit(flow, signWith(key, flow)), 400);
    expect(saidBy(closed)).toContain("This account is disabled.");
    await db.updateTable("people").set({ deleted_at: "2026-01-01T00:00:00Z" }).where("id", "=", id).execute();
    const gone = await read<LoginFlow>(await browser.submit(closed, signWith(key, closed)), 400);
    expect(gone.ui.messages).toMatchObject([{ id: 4000015 }]);
  });
});

test("the audit log records rejected key responses", async () => {
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

test("the command line resets access for a person who lost the keys, and the lost keys stop working", async () => {
  const { id, email } = await withSecurityKey();
  const reset = await resetPassword(db, email);
  expect(reset.hadSecondFactor).toBe(true);
  expect(await keysIn(id)).toEqual([]);
  const browser = openBrowser(server);
  expect((await browser.signIn({ email, password: reset.password })).status).toBe(200);
  expect((await sessionOf(browser)).status).toBe(200);
});
