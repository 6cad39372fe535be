// Triggers every error id of the identity service over HTTP and checks its status.
import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { problemStatus } from "#language/problem.ts";
import type { CodeFlow, SettingsFlow } from "#areas/identity/model.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { readLetter } from "#areas/identity/server/mail/mail.ts";
import { startTestServer } from "../support/test-server.ts";
import { type Browser, openBrowser } from "./browser.ts";

const server = await startTestServer();
const { system } = server;
const db = system.db.system;
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let personCount = 0;

/** Creates a person and signs them in. */
async function someone() {
  personCount += 1;
  const email = `error-${personCount}@example.org`;
  const { id } = await db.insertInto("people").values({ name: "Ada", email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  const browser = openBrowser(server);
  await browser.signIn({ email, password });
  return { id, email, browser };
}

/** Creates a person with an authenticator app who has signed in with the password only. */
async function halfSignedIn(): Promise<Browser> {
  const { browser, email } = await someone();
  const flow = await browser.start<SettingsFlow>("settings");
  const [secret = ""] = flow.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === "text" && attributes.id === "totp_secret_key" ? [attributes.text.text] : [],
  );
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  expect((await browser.send("settings", flow, { method: "totp", totp_code: code })).status).toBe(200);
  const half = openBrowser(server);
  await half.signIn({ email, password });
  return half;
}

const expire = (id: string) =>
  db.updateTable("identity_flows").set({ expires_at: "2020-01-01T00:00:00Z" }).where("id", "=", id).execute();

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

const provoked: Record<string, { status: number; by: () => Promise<Response> }> = {
  session_inactive: {
    status: 401,
    by: () => openBrowser(server).fetch("/api/.ory/sessions/whoami"),
  },
  session_already_available: {
    status: 400,
    by: async () => (await someone()).browser.fetch("/api/.ory/self-service/login/browser"),
  },
  session_aal1_required: {
    status: 403,
    by: () => openBrowser(server).fetch("/api/.ory/self-service/login/browser?aal=aal2"),
  },
  session_aal2_required: {
    status: 403,
    by: async () => (await halfSignedIn()).fetch("/api/.ory/sessions/whoami"),
  },
  session_refresh_required: {
    status: 403,
    async by() {
      const { browser, id } = await someone();
      const old = new Date(Date.now() - 16 * 60_000).toISOString();
      await db.updateTable("sessions").set({ authenticated_at: old }).where("person_id", "=", id).execute();
      const flow = await browser.start("settings");
      return browser.send("settings", flow, { method: "password", password: "seven-unlikely-llamas" });
    },
  },
  self_service_flow_expired: {
    status: 410,
    async by() {
      const browser = openBrowser(server);
      const flow = await browser.startLogin();
      await expire(flow.id);
      return browser.submit(flow, { identifier: "x@example.org", password });
    },
  },
  self_service_flow_return_to_forbidden: {
    status: 400,
    by: () => openBrowser(server).fetch("/api/.ory/self-service/login/browser?return_to=https://evil.example/"),
  },
  self_service_flow_disabled: {
    status: 400,
    by: () => openBrowser(server).fetch("/api/.ory/self-service/registration/browser"),
  },
  security_csrf_violation: {
    status: 403,
    async by() {
      const browser = openBrowser(server);
      const flow = await browser.startLogin();
      return browser.submit(flow, { identifier: "x@example.org", password, csrf_token: "forged" });
    },
  },
  security_identity_mismatch: {
    status: 403,
    async by() {
      const [mine, theirs] = [await someone(), await someone()];
      const flow = await mine.browser.start("settings");
      // In the meantime, another person has signed in with the same browser.
      mine.browser.cookies.set("quarterdeck_session", theirs.browser.cookies.get("quarterdeck_session")!);
      return mine.browser.send("settings", flow, { method: "profile" });
    },
  },
  browser_location_change_required: {
    status: 422,
    async by() {
      const { email } = await someone();
      const browser = openBrowser(server);
      const flow = await browser.start<CodeFlow>("recovery");
      await browser.send("recovery", flow, { method: "code", email });
      const { id } = await db.selectFrom("mails").select("id").where("recipient", "=", email).executeTakeFirstOrThrow();
      const letter = await readLetter({ db, secrets: system.secrets }, id);
      const [code] = /\b\d{6}\b/.exec(letter?.body ?? "") ?? [];
      return browser.send("recovery", flow, { method: "code", code });
    },
  },
};

/** Every error id of the identity service. */
const catalogue = Object.keys(problemStatus).filter((id) => /^(?:session|self_service|security|browser)_/.test(id));

test("the table of cases contains every error id", () => {
  expect(Object.keys(provoked).toSorted()).toEqual(catalogue.toSorted());
});

test.each(Object.entries(provoked))("%s is returned", async (id, { status, by }) => {
  const answer = await by();
  const { error } = (await answer.json()) as { error: { id: string; code: number; message: string } };
  expect([answer.status, error.id, error.code]).toEqual([status, id, status]);
  expect(error.message).toMatch(/\S/);
});
