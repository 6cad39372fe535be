// Tests signing in through other identity providers, which run during the test.
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { LoginFlow, RegistrationFlow, SettingsFlow } from "#areas/identity/model.ts";
import { freePort } from "../support/free-port.ts";
import {
  client,
  confirmAt,
  startLooseProvider,
  startRealProvider,
  type TokenContents,
} from "../support/oidc-provider.ts";
import { startTestServer } from "../support/test-server.ts";
import { nodeOf, openBrowser, type Browser } from "./browser.ts";
import {
  arrive,
  callback,
  isSignedIn,
  leaveFor,
  messagesOf,
  password,
  placeIn,
  placeOf,
  plain,
  providersAt,
  someone,
  visitorsOf,
  whoami,
} from "./oidc-visitors.ts";

const [realPort, loosePort, awayPort] = [await freePort(), await freePort(), await freePort()];
const providers = providersAt({ real: realPort, loose: loosePort, away: awayPort });
const env = { OIDC_PROVIDERS: JSON.stringify(providers) };
/** On this server people can register by invitation only. */
const closed = await startTestServer({ env });
const open = await startTestServer({ env: { ...env, OPEN_REGISTRATION: "true" } });
const db = closed.system.db.system;
// The providers start after the servers that trust them: a server contacts providers only when somebody signs in.
const real = await startRealProvider(realPort, [`${closed.url}${callback}/example`]);
const loose = await startLooseProvider(loosePort);
afterAll(() => Promise.all([real.stop(), loose.stop()]));
const { tryWith, linkTo } = visitorsOf(loose);

beforeEach(async () => {
  for (const { system } of [closed, open]) await system.db.system.deleteFrom("sign_in_throttles").execute();
});

describe("a real provider", () => {
  const confirm = async (browser: Browser, flow: LoginFlow, login: string) =>
    confirmAt(await leaveFor(browser, "example", flow), login, closed.url);

  test("a user can link a real provider in the settings, sign in with it, and unlink it", async () => {
    const { browser, id, email } = await someone(closed);
    const form = await browser.start<SettingsFlow>("settings");
    const node = form.ui.nodes.find(({ meta }) => meta.label?.text === "Link Example");
    expect(node).toMatchObject({
      group: "oidc",
      attributes: { name: "link", type: "submit", value: "example" },
      meta: { label: { id: 1050002, context: { provider: "Example", provider_id: "example" } } },
    });
    const back = await confirmAt(
      await placeIn(await browser.send("settings", form, { link: "example" })),
      "ada-there",
      closed.url,
    );
    expect(placeOf(await browser.fetch(back, plain))).toEqual([303, `/profile-settings?flow=${form.id}`]);
    const linked = await browser.json<SettingsFlow>(`/api/.ory/self-service/settings/flows?id=${form.id}`);
    expect(linked).toMatchObject({ state: "success", active: "oidc", ui: { messages: [{ id: 1050001 }] } });
    expect(nodeOf(linked, "unlink")).toMatchObject({
      attributes: { value: "example" },
      meta: { label: { id: 1050003 } },
    });

    const next = openBrowser(closed);
    const flow = await next.startLogin({ return_to: "/health" });
    const address = await leaveFor(next, "example", flow);
    const asked = Object.fromEntries(new URL(address).searchParams);
    expect(asked).toMatchObject({
      response_type: "code",
      client_id: client.client_id,
      redirect_uri: `${closed.url}${callback}/example`,
      scope: "openid email profile",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(new RegExp(`^${flow.id}\\.[\\w-]{43}$`)),
    });
    const kept = new Map(next.cookies);
    const way = await confirmAt(address, "ada-there", closed.url);
    expect(placeOf(await next.fetch(way, plain))).toEqual([303, "/health"]);
    expect(await whoami(next)).toMatchObject({
      authenticator_assurance_level: "aal1",
      authentication_methods: [{ method: "oidc", aal: "aal1", provider: "example" }],
      identity: { id, traits: { email } },
    });
    // A callback works once, even with the earlier cookies.
    expect((await next.fetch(way, plain)).headers.get("location")).toMatch(/^\/error\?id=/);
    const replay = openBrowser(closed);
    for (const [name, value] of kept) replay.cookies.set(name, value);
    expect((await replay.fetch(way, plain)).headers.get("location")).toMatch(/^\/login\?flow=/);
    expect(await isSignedIn(replay)).toBe(false);

    expect((await browser.send("settings", linked, { unlink: "example" })).status).toBe(200);
    const late = openBrowser(closed);
    const again = await late.startLogin();
    const refused = await late.fetch(await confirm(late, again, "ada-there"), plain);
    expect(placeOf(refused)).toEqual([303, `/login?flow=${again.id}`]);
    const deeds = await db
      .selectFrom("audit_log")
      .select(["action", "resource_name"])
      .where("person_id", "=", id)
      .execute();
    expect(deeds).toEqual(
      expect.arrayContaining([
        { action: "create", resource_name: "oidc example" },
        { action: "delete", resource_name: "oidc example" },
      ]),
    );
  });

  test("a code that another browser received is rejected, because its PKCE verifier is missing", async () => {
    const [victim, attacker] = [openBrowser(closed), openBrowser(closed)];
    const code = new URL(await confirm(attacker, await attacker.startLogin(), "mallory"), closed.url).searchParams.get(
      "code",
    );
    const flow = await victim.startLogin();
    const own = new URL(await leaveFor(victim, "example", flow)).searchParams.get("state");
    const query = new URLSearchParams({ code: code ?? "", state: own ?? "", iss: real.issuer });
    expect(placeOf(await arrive(victim, `?${query}`, "example"))).toEqual([303, `/login?flow=${flow.id}`]);
    expect(await messagesOf(victim, "login", flow.id)).toMatchObject([
      { type: "error", text: "Example did not confirm who you are. Please try again." },
    ]);
  });

  test("returns an email address only if requested, and an account is created with that address", async () => {
    real.accounts.set("nina-there", {
      email: "Nina@Example.org",
      email_verified: true,
      given_name: "Nina",
      family_name: "New",
    });
    const cookie = await closed.signIn();
    const invited = await closed.fetch("/api/auth/invite_user", {
      method: "POST",
      headers: { cookie, origin: closed.url, "content-type": "application/json" },
      body: JSON.stringify({ email: "nina@example.org", role: "responder" }),
    });
    const { link } = (await invited.json()) as { link: string };
    const browser = openBrowser(closed);
    const invitation = new URL(link).searchParams.get("invitation")!;
    const flow = await browser.start<RegistrationFlow>("registration", { invitation, return_to: "/health" });
    expect(nodeOf(flow, "provider")).toMatchObject({
      group: "oidc",
      meta: { label: { id: 1040002, text: "Sign up with Example" } },
    });
    const address = await placeIn(await browser.send("registration", flow, { provider: "example" }));
    expect(placeOf(await browser.fetch(await confirmAt(address, "nina-there", closed.url), plain))).toEqual([
      303,
      "/health",
    ]);
    expect(await whoami(browser)).toMatchObject({
      identity: {
        traits: { email: "nina@example.org", name: { first: "Nina", last: "New" } },
        verifiable_addresses: [{ verified: true }],
      },
    });
    expect(await browser.json("/api/auth/whoami")).toMatchObject({ payload: { roles: ["responder"] } });
  });
});

describe("the callback", () => {
  test("works only in the browser that started it, with its form, state and provider", async () => {
    const { browser: owner } = await someone(closed);
    await linkTo(owner, "bob-there");
    const [mine, other] = [openBrowser(closed), openBrowser(closed)];
    const claims = { sub: "bob-there" };
    const back = loose.back(await leaveFor(mine, "loose", await mine.startLogin()), { claims });
    const theirs = await other.startLogin();
    await leaveFor(other, "loose", theirs);
    const another = await mine.startLogin();
    for (const attempt of [
      () => arrive(other, back),
      () => arrive(openBrowser(closed), back),
      () => arrive(mine, back, "staff"),
      () => arrive(mine, back, "nobody"),
      () => arrive(mine, back.replace(/state=[\da-f-]{36}\./, `state=${theirs.id}.`)),
      () => arrive(mine, back.replace(/state=[\da-f-]{36}\./, `state=${another.id}.`)),
      () => arrive(mine, back.replace(/(state=[\da-f-]{36}\.)[^&]*/, "$1forged")),
      () => arrive(mine, back.replace(/state=[^&]*/, "state=")),
      () => arrive(mine, "?code=x"),
      () => arrive(mine, ""),
    ])
      expect((await attempt()).headers.get("location")).toMatch(/^\/error\?id=/);
    for (const browser of [mine, other]) expect(await isSignedIn(browser)).toBe(false);
    // The failed attempts have not used up the callback.
    expect(placeOf(await arrive(mine, back))).toEqual([303, "/"]);
  });

  test("a callback requested several times at once opens one session", async () => {
    const { browser: owner, id } = await someone(closed);
    await linkTo(owner, "twin-there");
    await owner.fetch("/api/.ory/sessions", { method: "DELETE" });
    const browser = openBrowser(closed);
    const back = loose.back(await leaveFor(browser, "loose", await browser.startLogin()), {
      claims: { sub: "twin-there" },
    });
    const cookies = new Map(browser.cookies);
    const tabs = Array.from({ length: 5 }, () => {
      const tab = openBrowser(closed);
      for (const [name, value] of cookies) tab.cookies.set(name, value);
      return tab;
    });
    await Promise.all(tabs.map((tab) => arrive(tab, back)));
    const signedIn = await Promise.all(tabs.map(isSignedIn));
    expect(signedIn.filter(Boolean)).toHaveLength(1);
    expect(await db.selectFrom("sessions").select("id").where("person_id", "=", id).execute()).toHaveLength(2);
  });

  test("the callback for an expired form redirects to a new form", async () => {
    const browser = openBrowser(closed);
    const flow = await browser.startLogin({ return_to: "/health" });
    const back = loose.back(await leaveFor(browser, "loose", flow), { claims: { sub: "late-there" } });
    await db.updateTable("identity_flows").set({ expires_at: "2020-01-01" }).where("id", "=", flow.id).execute();
    const place = (await arrive(browser, back)).headers.get("location") ?? "";
    const next = /^\/login\?flow=(.*)$/.exec(place)?.[1] ?? "";
    expect(await browser.json(`/api/.ory/self-service/login/flows?id=${next}`)).toMatchObject({
      return_to: "/health",
      ui: { messages: [{ id: 4010001 }] },
    });
  });

  test.each<[string, TokenContents]>([
    ["a different nonce", { claims: { sub: "x", nonce: "another" } }],
    ["no nonce", { claims: { sub: "x", nonce: undefined } }],
    ["a different issuer", { claims: { sub: "x", iss: "https://evil.example" } }],
    ["a different audience", { claims: { sub: "x", aud: "somebody-else" } }],
    ["a past expiry", { claims: { sub: "x", exp: 1_500_000_000 } }],
    ["no subject", { claims: { sub: undefined } }],
    ["a signature by another key", { claims: { sub: "x" }, isForged: true }],
  ])("with a token that has %s is refused with a message in the form", async (_, contents) => {
    expect(await tryWith(openBrowser(closed), contents)).toBe("Loose did not confirm who you are. Please try again.");
  });

  test("the callback with an error shows its message", async () => {
    const browser = openBrowser(closed);
    for (const [error, text] of [
      [
        "access_denied",
        "Nothing was changed, because you did not give your consent at Loose. Try again, or sign in another way.",
      ],
      ["server_error", "Loose did not confirm who you are. Please try again."],
    ]) {
      const flow = await browser.startLogin();
      const state = new URL(await leaveFor(browser, "loose", flow)).searchParams.get("state") ?? "";
      await arrive(browser, `?${new URLSearchParams({ error: error!, state, error_description: "<b>look</b>" })}`);
      expect(await messagesOf(browser, "login", flow.id)).toMatchObject([{ type: "error", text }]);
      // A callback works once, even if it failed.
      const late = await arrive(browser, `?${new URLSearchParams({ code: "x", state })}`);
      expect(late.headers.get("location")).toMatch(/^\/error\?id=/);
    }
  });

  test("returns a rejected form to a script as JSON", async () => {
    const browser = openBrowser(closed);
    const flow = await browser.startLogin();
    const back = loose.back(await leaveFor(browser, "loose", flow), { claims: { sub: "script-there" } });
    const reply = await browser.fetch(`${callback}/loose${back}`);
    expect([reply.status, await reply.json()]).toMatchObject([
      400,
      { id: flow.id, ui: { messages: [{ type: "error" }] } },
    ]);
  });
});

describe("an unknown person", () => {
  const person = (sub: string, email: string, more = {}) => ({
    claims: { sub, email, email_verified: true, given_name: "Zoe", family_name: "Zen", ...more },
  });

  test("an unknown person is rejected if registration is by invitation only", async () => {
    expect(await tryWith(openBrowser(closed), person("zoe", "zoe@example.org"))).toMatch(
      /^No account is linked to your Loose account\./,
    );
    expect(await db.selectFrom("people").select("id").where("email", "=", "zoe@example.org").execute()).toEqual([]);
  });

  test("an unknown person gets one account with the provider's role if registration is open", async () => {
    const browser = openBrowser(open);
    expect(await tryWith(browser, person("zoe", "Zoe@Staff.example"), { provider: "staff" })).toBeUndefined();
    expect(await browser.json("/api/auth/whoami")).toMatchObject({
      payload: { roles: ["editor"], user: { name: "Zoe Zen", email: "zoe@staff.example" } },
    });
    const again = openBrowser(open);
    expect(await tryWith(again, { claims: { sub: "zoe" } }, { provider: "staff" })).toBeUndefined();
    const [one, two] = await Promise.all([whoami(browser), whoami(again)]);
    expect(one.identity.id).toBe(two.identity.id);
    // A known person who uses the registration form is signed in.
    const third = openBrowser(open);
    const flow = await third.start<RegistrationFlow>("registration");
    const address = await placeIn(await third.send("registration", flow, { provider: "staff" }));
    expect(placeOf(await arrive(third, loose.back(address, { claims: { sub: "zoe" } }), "staff"))).toEqual([303, "/"]);
    expect((await whoami(third)).identity.id).toBe(one.identity.id);
  });

  test("a new person is a guest by default, and needs a verified email of an allowed domain", async () => {
    const guest = openBrowser(open);
    expect(await tryWith(guest, person("gus", "gus@example.org"))).toBeUndefined();
    expect(await guest.json("/api/auth/whoami")).toMatchObject({ payload: { roles: ["guest"] } });
    const unverified = "Your email is not confirmed at Loose. Confirm it there, and try again.";
    for (const email_verified of [false, "false", undefined, 1, "yes"])
      expect(await tryWith(openBrowser(open), person("una", "una@example.org", { email_verified }))).toBe(unverified);
    expect(await tryWith(openBrowser(open), person("una", "no email"))).toMatch(/^Loose does not send your email/);
    expect(await tryWith(openBrowser(open), person("una", "una@example.org"), { provider: "staff" })).toMatch(
      /^Your email at Staff is in a domain that is not allowed/,
    );
    const people = open.system.db.system.selectFrom("people").select("id");
    expect(await people.where("email", "like", "una%").execute()).toEqual([]);
  });

  test("an unknown person cannot take over an account with the same email, and is informed about that account only if the email is verified", async () => {
    for (const server of [open, closed]) {
      const { email, id } = await someone(server);
      const sub = `mallory-${email}`;
      expect(await tryWith(openBrowser(server), person(sub, email))).toMatch(
        /^An account with your email already exists\. .* link Loose in your profile\.$/,
      );
      expect(await tryWith(openBrowser(server), person(sub, email, { email_verified: false }))).toMatch(
        server === open ? /^Your email is not confirmed/ : /^No account is linked/,
      );
      const links = server.system.db.system.selectFrom("oidc_links").select("subject");
      expect(await links.where("person_id", "=", id).execute()).toEqual([]);
    }
  });

  test("an unknown person with an invitation must have the invited email", async () => {
    const cookie = await closed.signIn();
    const invite = async (email: string) => {
      const answer = await closed.fetch("/api/auth/invite_user", {
        method: "POST",
        headers: { cookie, origin: closed.url, "content-type": "application/json" },
        body: JSON.stringify({ email, role: "editor" }),
      });
      return new URL(((await answer.json()) as { link: string }).link).searchParams.get("invitation")!;
    };
    const browser = openBrowser(closed);
    const flow = await browser.start<RegistrationFlow>("registration", { invitation: await invite("ivy@example.org") });
    const tryAs = async (contents: TokenContents) => {
      const address = await placeIn(await browser.send("registration", flow, { provider: "loose" }));
      return arrive(browser, loose.back(address, contents));
    };
    expect(placeOf(await tryAs(person("ivy", "eve@example.org")))).toEqual([303, `/registration?flow=${flow.id}`]);
    expect(await messagesOf(browser, "registration", flow.id)).toMatchObject([
      { text: "The invitation is for a different email than the one you use at Loose." },
    ]);
    await tryAs(person("ivy", "ivy@example.org", { email_verified: false }));
    expect(await isSignedIn(browser)).toBe(false);
    expect(placeOf(await tryAs(person("ivy", "ivy@example.org")))).toEqual([303, "/"]);
    expect(await browser.json("/api/auth/whoami")).toMatchObject({ payload: { roles: ["editor"] } });
  });
});

test("an unreachable provider is reported and does not affect other ways to sign in", async () => {
  const browser = openBrowser(closed);
  const flow = await browser.startLogin();
  const away = await browser.send("login", flow, { provider: "away" });
  expect([away.status, await away.json()]).toMatchObject([
    400,
    {
      id: flow.id,
      ui: { messages: [{ text: "Away cannot be reached at the moment. Try again shortly, or use another way." }] },
    },
  ]);
  expect((await browser.submit(flow, { identifier: closed.administrator.email, password })).status).toBe(200);
  // Once the provider is reachable, sign-in works without a restart.
  const back = await startLooseProvider(awayPort);
  try {
    const next = openBrowser(closed);
    expect(await leaveFor(next, "away", await next.startLogin())).toMatch(back.issuer);
  } finally {
    await back.stop();
  }
});

test("a sign-in from a different host name, at an unknown provider or by an API client is rejected", async () => {
  const { port: number } = new URL(closed.url);
  const elsewhere = { ...closed, url: `http://localhost:${number}` };
  elsewhere.fetch = (path, init) => fetch(`${elsewhere.url}${path}`, { redirect: "manual", ...init });
  const browser = openBrowser(elsewhere);
  const reply = await browser.send("login", await browser.startLogin(), { provider: "loose" });
  expect(await reply.json()).toMatchObject({
    ui: { messages: [{ text: expect.stringContaining(`works only at ${closed.url}`) }] },
  });
  expect((await browser.send("login", await browser.startLogin(), { provider: "nobody" })).status).toBe(404);
  const native = (await (await closed.fetch("/api/.ory/self-service/login/api")).json()) as LoginFlow;
  expect(native.ui.nodes.map(({ group }) => group)).not.toContain("oidc");
  const sent = await closed.fetch(`/api/.ory/self-service/login?flow=${native.id}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ provider: "loose" }),
  });
  expect(sent.status).toBe(400);
});

test("tokens issued by a provider are not stored", async () => {
  expect(loose.issued.length).toBeGreaterThan(10);
  for (const { system } of [closed, open])
    for (const table of [
      "sessions",
      "identity_flows",
      "oidc_links",
      "credentials",
      "people",
      "audit_log",
      "flow_errors",
    ] as const) {
      const rows = JSON.stringify(await system.db.system.selectFrom(table).selectAll().execute());
      expect(loose.issued.filter((token) => rows.includes(token))).toEqual([]);
    }
});
