// Tests a local account that is linked to accounts of other identity providers.
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { SettingsFlow } from "#areas/identity/model.ts";
import { createIdentity } from "#areas/identity/server/index.ts";
import { oidc as settingsOidc } from "#areas/identity/server/settings/oidc.ts";
import { freePort } from "../support/free-port.ts";
import { startLooseProvider } from "../support/oidc-provider.ts";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser } from "./browser.ts";
import { arrive, leaveFor, placeIn, placeOf, providersAt, someone, visitorsOf, whoami } from "./oidc-visitors.ts";

const [real, port, away] = [await freePort(), await freePort(), await freePort()];
const providers = providersAt({ real, loose: port, away });
const closed = await startTestServer({ env: { OIDC_PROVIDERS: JSON.stringify(providers) } });
const db = closed.system.db.system;
const loose = await startLooseProvider(port);
afterAll(() => loose.stop());
const { tryWith, linkTo } = visitorsOf(loose);

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

describe("a local account", () => {
  test("an account with a second factor requires that factor even after sign-in at a provider", async () => {
    const { browser } = await someone(closed);
    const flow = await linkTo(browser, "totti-there");
    const text = flow.ui.nodes.flatMap(({ attributes }) =>
      attributes.node_type === "text" && attributes.id === "totp_secret_key" ? [attributes.text.text] : [],
    )[0]!;
    const app = new TOTP({ secret: Secret.fromBase32(text) });
    await browser.send("settings", flow, { method: "totp", totp_code: app.generate() });
    const next = openBrowser(closed);
    const form = await next.startLogin();
    const back = loose.back(await leaveFor(next, "loose", form), { claims: { sub: "totti-there" } });
    expect(placeOf(await arrive(next, back))).toEqual([303, "/"]);
    expect((await next.fetch("/api/auth/whoami")).status).toBe(403);
    const second = await next.startLogin({ aal: "aal2" });
    expect(second.ui.nodes.map(({ group }) => group)).not.toContain("oidc");
    const code = app.generate({ timestamp: Date.now() + 30_000 });
    expect((await next.send("login", second, { method: "totp", totp_code: code })).status).toBe(200);
    expect((await whoami(next)).authentication_methods).toMatchObject([
      { method: "oidc", provider: "loose" },
      { method: "totp" },
    ]);
  });

  test("cannot unlink the last remaining way to sign in", async () => {
    const { browser, id } = await someone(closed);
    await linkTo(browser, "lea-there");
    await db.insertInto("oidc_links").values({ provider: "gone", subject: "lea", person_id: id }).execute();
    await db.deleteFrom("credentials").where("person_id", "=", id).execute();
    const flow = await browser.start<SettingsFlow>("settings");
    const refused = await browser.send("settings", flow, { unlink: "loose" });
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { ui: { messages: [{ text: "This is your only way to sign in. Choose a password or add a passkey first." }] } },
    ]);
    // A provider that the operator has removed is not a way to sign in, so it can be unlinked.
    expect((await browser.send("settings", flow, { unlink: "gone" })).status).toBe(200);
    // Each of the two concurrent requests to unlink was prepared while the other link still existed.
    await db.insertInto("oidc_links").values({ provider: "example", subject: "lea", person_id: id }).execute();
    const context = {
      identity: flow.identity,
      proofs: new Map(),
      keys: [],
      providers,
      linked: new Set(["loose", "example"]),
    };
    const [one, two] = await Promise.all(
      ["loose", "example"].map((unlink) => settingsOidc.apply({ unlink }, context as never)),
    );
    const write = (applied: typeof one) =>
      db.transaction().execute(async (tx) => (applied?.status === "saved" ? applied.write(tx) : undefined));
    await write(one);
    await expect(write(two)).rejects.toThrow("This is your only way to sign in.");
    expect(await db.selectFrom("oidc_links").select("provider").where("person_id", "=", id).execute()).toEqual([
      { provider: "example" },
    ]);
  });

  test("a local account is linked to one provider account, which cannot be linked to another person", async () => {
    const [one, two] = [await someone(closed), await someone(closed)];
    await linkTo(one.browser, "shared-there");
    const refused = await linkTo(two.browser, "shared-there");
    expect(refused).toMatchObject({ state: "show_form", ui: { messages: [{ id: 4000007 }] } });
    // The link is removed when the person is deleted.
    await db.updateTable("people").set({ deleted_at: new Date().toISOString() }).where("id", "=", one.id).execute();
    expect(await tryWith(openBrowser(closed), { claims: { sub: "shared-there" } })).toBeTypeOf("string");
    expect(await linkTo(two.browser, "shared-there")).toMatchObject({ state: "success" });
  });

  test("a local account can be linked only to an email address of an allowed domain, if the provider is limited to domains", async () => {
    const { browser } = await someone(closed);
    const link = (email: string) =>
      linkTo(browser, "dora-there", { provider: "staff", claims: { email, email_verified: true } });
    expect((await link("dora@private.example")).ui.messages?.[0]?.text).toMatch(/in a domain that is not allowed/);
    expect(await link("dora@staff.example")).toMatchObject({ state: "success" });
  });

  test("a local account can be linked only in a recent session of the same person", async () => {
    const { browser, id } = await someone(closed);
    const flow = await browser.start<SettingsFlow>("settings");
    const address = await placeIn(await browser.send("settings", flow, { link: "loose" }));
    const back = loose.back(address, { claims: { sub: "fresh-there" } });
    const other = await someone(closed);
    const mine = browser.cookies.get("quarterdeck_session")!;
    browser.cookies.set("quarterdeck_session", other.browser.cookies.get("quarterdeck_session")!);
    expect((await arrive(browser, back)).headers.get("location")).toMatch(/^\/error\?id=/);
    browser.cookies.set("quarterdeck_session", mine);
    expect(
      await db.selectFrom("oidc_links").select("person_id").where("subject", "=", "fresh-there").execute(),
    ).toEqual([]);
    await db
      .updateTable("sessions")
      .set({ authenticated_at: new Date(Date.now() - 16 * 60_000).toISOString() })
      .where("person_id", "=", id)
      .execute();
    // The cache is notified of the change only after a short delay, so the entry is removed here.
    createIdentity(closed.system).actors.forget({ relation: "people", ids: [id] });
    for (const change of [{ link: "loose" }, { unlink: "loose" }]) {
      const old = await browser.send("settings", flow, change);
      expect([old.status, await old.json()]).toMatchObject([403, { error: { id: "session_refresh_required" } }]);
    }
  });

  test("a local account can be confirmed by signing in again at a linked provider", async () => {
    const { browser, id } = await someone(closed);
    await linkTo(browser, "rita-there");
    const { browser: other } = await someone(closed);
    await linkTo(other, "somebody-else-there");
    const flow = await browser.startLogin({ refresh: "true" });
    const offered = flow.ui.nodes.filter(({ group }) => group === "oidc").map(({ attributes }) => attributes);
    expect(offered).toMatchObject([{ value: "loose" }]);
    const address = await leaveFor(browser, "loose", flow);
    expect(new URL(address).searchParams.get("prompt")).toBe("login");
    const wrong = await arrive(browser, loose.back(address, { claims: { sub: "somebody-else-there" } }));
    expect(wrong.headers.get("location")).toMatch(/^\/error\?id=/);
    const unknown = loose.back(await leaveFor(browser, "loose", flow), {
      claims: { sub: "nobody-there", email: "nobody@example.org", email_verified: true },
    });
    expect(placeOf(await arrive(browser, unknown))).toEqual([303, `/login?flow=${flow.id}`]);
    const right = loose.back(await leaveFor(browser, "loose", flow), { claims: { sub: "rita-there" } });
    expect(placeOf(await arrive(browser, right))).toEqual([303, "/"]);
    const session = await whoami(browser);
    expect(session.identity.id).toBe(id);
    expect(session.authentication_methods.map(({ method }) => method)).toEqual(["password", "oidc"]);
  });

  test("a local account that is deactivated cannot sign in at a provider", async () => {
    const { browser, id } = await someone(closed);
    await linkTo(browser, "ina-there");
    await db.updateTable("people").set({ state: "inactive" }).where("id", "=", id).execute();
    expect(await tryWith(openBrowser(closed), { claims: { sub: "ina-there" } })).toMatch(/^This account is disabled/);
  });
});
