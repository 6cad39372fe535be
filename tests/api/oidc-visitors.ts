// Signs people in through other identity providers, which run during the test: a real provider, and a provider that
// returns the claims that the test sets.
import { expect } from "vitest";
import type { IdentitySession, LoginFlow, SettingsFlow } from "#areas/identity/model.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { client, issuerAt, type startLooseProvider, type TokenContents } from "../support/oidc-provider.ts";
import type { TestServer } from "../support/test-server.ts";
import { openBrowser, type Browser } from "./browser.ts";

export const callback = "/api/.ory/self-service/methods/oidc/callback";

/**
 * The operator's configuration: the lenient provider twice, once for staff only, and a provider that is not running.
 */
export const providersAt = (ports: { real: number; loose: number; away: number }) => [
  { id: "example", label: "Example", issuer: issuerAt(ports.real), ...client },
  { id: "loose", label: "Loose", issuer: issuerAt(ports.loose), ...client },
  {
    id: "staff",
    label: "Staff",
    issuer: issuerAt(ports.loose),
    ...client,
    email_domains: ["staff.example"],
    role: "editor",
  },
  { id: "away", label: "Away", issuer: issuerAt(ports.away), ...client },
];

export const plain = { headers: { accept: "text/html" } };
export const password = "correct-horse-battery";
const proof = await hashPassword(password);
let personCount = 0;

export async function someone(server: TestServer) {
  personCount += 1;
  const email = `person-${personCount}@example.org`;
  const here = server.system.db.system;
  const { id } = await here
    .insertInto("people")
    .values({ name: email, email })
    .returning("id")
    .executeTakeFirstOrThrow();
  await here.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  await here.insertInto("person_roles").values({ person_id: id, role: "viewer" }).execute();
  const browser = openBrowser(server);
  expect((await browser.signIn({ email, password })).status).toBe(200);
  return { id, email, browser };
}

/** Returns the address to which the response redirects the browser. */
export async function placeIn(reply: Response): Promise<string> {
  expect(reply.status).toBe(422);
  const { error, redirect_browser_to } = (await reply.json()) as { error: { id: string }; redirect_browser_to: string };
  expect(error.id).toBe("browser_location_change_required");
  return redirect_browser_to;
}

export const leaveFor = async (browser: Browser, provider: string, flow: LoginFlow) =>
  placeIn(await browser.send("login", flow, { provider }));
export const arrive = (browser: Browser, query: string, provider = "loose") =>
  browser.fetch(`${callback}/${provider}${query}`, plain);
export const placeOf = (reply: Response) => [reply.status, reply.headers.get("location")];
export const messagesOf = async (browser: Browser, kind: string, id: string) =>
  (await browser.json<LoginFlow>(`/api/.ory/self-service/${kind}/flows?id=${id}`)).ui.messages;
export const whoami = (browser: Browser) => browser.json<IdentitySession>("/api/.ory/sessions/whoami");
export const isSignedIn = async (browser: Browser) => (await browser.fetch("/api/auth/whoami")).status === 200;

export type LooseProvider = Awaited<ReturnType<typeof startLooseProvider>>;

export function visitorsOf(loose: LooseProvider) {
  /** Signs in at the lenient provider; returns the message of the form, or undefined if a session was opened. */
  async function tryWith(browser: Browser, contents: TokenContents, { provider = "loose" } = {}) {
    const flow = await browser.startLogin();
    const reply = await arrive(browser, loose.back(await leaveFor(browser, provider, flow), contents), provider);
    if (await isSignedIn(browser)) return undefined;
    expect(placeOf(reply)).toEqual([303, `/login?flow=${flow.id}`]);
    return (await messagesOf(browser, "login", flow.id))?.[0]?.text;
  }

  async function linkTo(browser: Browser, sub: string, { provider = "loose", claims = {} } = {}) {
    const flow = await browser.start<SettingsFlow>("settings");
    const address = await placeIn(await browser.send("settings", flow, { link: provider }));
    const reply = await arrive(browser, loose.back(address, { claims: { sub, ...claims } }), provider);
    expect(placeOf(reply)).toEqual([303, `/profile-settings?flow=${flow.id}`]);
    return browser.json<SettingsFlow>(`/api/.ory/self-service/settings/flows?id=${flow.id}`);
  }

  return { tryWith, linkTo };
}
