// Tests that a failed second step is recorded under the account whose first step succeeded, by id and by name.
import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import type { AnyFlow, CodeFlow } from "#areas/identity/model.ts";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser, type Browser } from "./browser.ts";
import { addSecurityKey, keyHolders, password, read, settings, signWith, stepWith } from "./key-holders.ts";
import { optionsOf, softwareKey } from "./software-key.ts";

const server = await startTestServer();
const db = server.system.db.system;
const { someone, withPasskey, atSecondStep } = await keyHolders(server);

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

const refusalsOf = (personId: string) =>
  db
    .selectFrom("audit_log")
    .select(["actor_kind", "person_name"])
    .where("action", "=", "sign_in_refused")
    .where("person_id", "=", personId)
    .execute();
const anonymous = () =>
  db
    .selectFrom("audit_log")
    .select("id")
    .where("action", "=", "sign_in_refused")
    .where("person_name", "is", null)
    .execute();
const ada = { actor_kind: "person", person_name: "Ada" };

const secretIn = (flow: AnyFlow) =>
  flow.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === "text" && attributes.id === "totp_secret_key" ? [attributes.text.text] : [],
  )[0]!;

async function addRecoveryCodes(browser: Browser) {
  const flow = await settings(browser);
  await browser.send("settings", flow, { method: "lookup_secret", lookup_secret_regenerate: true });
  await read(await browser.send("settings", flow, { lookup_secret_confirm: true }));
}

async function addAuthenticator(browser: Browser) {
  const flow = await settings(browser);
  const code = new TOTP({ secret: Secret.fromBase32(secretIn(flow)) }).generate();
  await read(await browser.send("settings", flow, { method: "totp", totp_code: code }));
  return code;
}

test("a wrong recovery code is recorded under the account of the first step", async () => {
  const { id, email, browser } = await someone();
  await addRecoveryCodes(browser);
  const step = await atSecondStep(email);
  const wrong = { method: "lookup_secret", lookup_secret: "nonsense" };
  expect((await step.browser.submit(step.flow, wrong)).status).toBe(400);
  expect(await refusalsOf(id)).toEqual([ada]);
  expect(await anonymous()).toEqual([]);
});

test("wrong and reused authenticator codes are recorded under the account that they were entered for", async () => {
  const { id, email, browser } = await someone();
  const used = await addAuthenticator(browser);
  const step = await atSecondStep(email);
  for (const totp_code of ["12345", used])
    expect((await step.browser.submit(step.flow, { method: "totp", totp_code })).status).toBe(400);
  expect(await refusalsOf(id)).toEqual([ada, ada]);
  expect(await anonymous()).toEqual([]);
});

test("another person's security key and an unreadable response are recorded under the account that was signing in", async () => {
  const { id, email, browser } = await someone();
  await read(await addSecurityKey(browser, softwareKey(server.url)));
  const stranger = softwareKey(server.url);
  stranger.register({ challenge: "x", rp: {}, user: { id: "x" } });
  const step = await atSecondStep(email);
  for (const values of [stepWith(stranger, step.flow), { method: "webauthn", webauthn_login: "nonsense" }])
    expect((await step.browser.submit(step.flow, values)).status).toBe(400);
  expect(await refusalsOf(id)).toEqual([ada, ada]);
  expect(await anonymous()).toEqual([]);
});

test("a passkey that fails to confirm an action is recorded under the signed-in account", async () => {
  const { id, browser, key } = await withPasskey();
  const flow = await browser.startLogin({ refresh: "true" });
  const refused = await browser.submit(flow, signWith(key, flow, { isPresent: false }));
  expect(refused.status).toBe(400);
  const unknown = softwareKey(server.url);
  unknown.register({ challenge: "x", rp: {}, user: { id: "x" } });
  const next = await browser.startLogin({ refresh: "true" });
  const passkey_login = unknown.sign(optionsOf(next, "passkey_challenge"));
  expect((await browser.submit(next, { method: "passkey", passkey_login })).status).toBe(400);
  expect(await refusalsOf(id)).toEqual([ada, ada]);
  expect(await anonymous()).toEqual([]);
});

test("a wrong code from a recovery mail is recorded under the account that received the mail", async () => {
  const { id, email } = await someone();
  const browser = openBrowser(server);
  const flow = await browser.start<CodeFlow>("recovery");
  const sent = await read<CodeFlow>(await browser.send("recovery", flow, { method: "code", email }));
  expect((await browser.send("recovery", sent, { method: "code", code: "wrong" })).status).toBe(400);
  expect(await refusalsOf(id)).toEqual([ada]);
});

test("a wrong password is still recorded under its account", async () => {
  const { id, email } = await someone();
  expect((await openBrowser(server).signIn({ email, password: `${password}!` })).status).toBe(400);
  expect(await refusalsOf(id)).toEqual([ada]);
});
