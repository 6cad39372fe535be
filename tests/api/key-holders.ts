// People with security keys and passkeys, for tests that send requests to /api/.ory:
//
//   const { withPasskey, atSecondStep } = await keyHolders(server);
//   const { browser, key } = await withPasskey();
import { expect } from "vitest";
import type { AnyFlow, IdentitySession, SettingsFlow } from "#areas/identity/model.ts";
import { createIdentity } from "#areas/identity/server/index.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import type { TestServer } from "../support/test-server.ts";
import { openBrowser, type Browser } from "./browser.ts";
import { optionsOf, softwareKey, type Lies, type SoftwareKey } from "./software-key.ts";

export const password = "correct-horse-battery";

export const read = async <F extends AnyFlow>(answer: Response, status = 200): Promise<F> => {
  expect(answer.status).toBe(status);
  return (await answer.json()) as F;
};
export const settings = (browser: Browser) => browser.start<SettingsFlow>("settings");
export const namesIn = ({ ui }: AnyFlow, group: string) =>
  ui.nodes
    .filter((node) => node.group === group)
    .map(({ attributes }) => ("name" in attributes ? attributes.name : attributes.id));
export const saidBy = ({ ui }: AnyFlow) => (ui.messages ?? []).map(({ text }) => text).join(" ");
export const sessionOf = async (browser: Browser) => {
  const answer = await browser.fetch("/api/.ory/sessions/whoami");
  return { status: answer.status, session: (await answer.json()) as IdentitySession };
};
export const proven = ({ authentication_methods }: IdentitySession) =>
  authentication_methods.map(({ method, aal }) => [method, aal]);

export async function addSecurityKey(browser: Browser, key: SoftwareKey, name = "Blue key") {
  const flow = await settings(browser);
  return browser.send("settings", flow, {
    method: "webauthn",
    webauthn_register_displayname: name,
    webauthn_register: key.register(optionsOf(flow, "webauthn_register_trigger"), { isVerified: false }),
  });
}

export async function addPasskey(browser: Browser, key: SoftwareKey) {
  const flow = await settings(browser);
  const passkey_settings_register = key.register(optionsOf(flow, "passkey_create_data"));
  return browser.send("settings", flow, { passkey_settings_register });
}

export const signWith = (key: SoftwareKey, flow: AnyFlow, lies?: Lies) => ({
  method: "passkey",
  passkey_login: key.sign(optionsOf(flow, "passkey_challenge"), lies),
});
export const stepWith = (key: SoftwareKey, flow: AnyFlow, lies?: Lies) => ({
  method: "webauthn",
  webauthn_login: key.sign(optionsOf(flow, "webauthn_login_trigger"), lies),
});

export async function keyHolders(server: TestServer) {
  const db = server.system.db.system;
  const proof = await hashPassword(password);
  let personCount = 0;

  /** Creates a person and signs them in. */
  async function someone() {
    personCount += 1;
    const email = `keeper-${personCount}@example.org`;
    const { id } = await db
      .insertInto("people")
      .values({ name: "Ada", email })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
    await db.insertInto("person_roles").values({ person_id: id, role: "viewer" }).execute();
    const browser = openBrowser(server);
    expect((await browser.signIn({ email, password })).status).toBe(200);
    return { id, email, browser };
  }

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

  /** Makes the session an hour old. */
  async function age(browser: Browser) {
    const { session } = await sessionOf(browser);
    await db
      .updateTable("sessions")
      .set({ authenticated_at: new Date(Date.now() - 60 * 60 * 1000).toISOString() })
      .where("id", "=", session.id)
      .execute();
    createIdentity(server.system).actors.forget({ relation: "sessions", ids: [session.id] });
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

  /** Opens a new browser at the second sign-in step of a person with a security key. */
  async function atSecondStep(email: string) {
    const browser = openBrowser(server);
    await browser.signIn({ email, password });
    return { browser, flow: await browser.startLogin({ aal: "aal2" }) };
  }

  return { someone, keysIn, deedsOf, age, withPasskey, withSecurityKey, atSecondStep };
}
