// Sends invalid responses of security keys and passkeys to /api/.ory.
import { beforeEach, describe, expect, test } from "vitest";
import type { AnyFlow, LoginFlow, SettingsFlow } from "#areas/identity/model.ts";
import { startTestServer } from "../support/test-server.ts";
import { openBrowser } from "./browser.ts";
import { keyHolders, read, settings, saidBy, sessionOf, addPasskey, signWith, stepWith } from "./key-holders.ts";
import { optionsOf, softwareKey, type Lies } from "./software-key.ts";

const server = await startTestServer();
const db = server.system.db.system;
const { someone, keysIn, withPasskey, withSecurityKey, atSecondStep } = await keyHolders(server);

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

const evil: [name: string, lies: Lies, said: RegExp][] = [
  ["of another origin", { origin: "https://evil.example" }, /work only at http:\/\/127\.0\.0\.1:\d+\./],
  ["of another port", { origin: "http://127.0.0.1:1" }, /work only at/],
  ["for another site", { site: "evil.example" }, /not accepted/],
  ["with another challenge", { challenge: "A".repeat(64) }, /belongs to a different form/],
  ["of another ceremony", { type: "payment.get" }, /not accepted/],
  ["without a touch", { isPresent: false }, /not accepted/],
];

describe("invalid key responses get a message and have no side effects", () => {
  test.each([
    ...evil,
    ["without its owner's verification", { isVerified: false }, /not accepted/],
    ["with another person's handle", { userHandle: "AAAAAAAAAAAAAAAAAAAAAA" }, /not accepted/],
    ["with an invalid signature", { signature: "AAAA" }, /not accepted/],
  ] as typeof evil)("a passkey's response %s is refused", async (_, lies, said) => {
    const { id, key } = await withPasskey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const refused = await read<LoginFlow>(await browser.submit(flow, signWith(key, flow, lies)), 400);
    expect(saidBy(refused)).toMatch(said);
    expect(refused.active).toBe("passkey");
    expect(browser.cookies.has("quarterdeck_session")).toBe(false);
    expect(await keysIn(id)).toMatchObject([{ counter: 0, last_used_at: null }]);
    // The same form can be submitted again, with a new challenge.
    expect((await browser.submit(refused, signWith(key, refused))).status).toBe(200);
  });

  test.each([
    ...evil,
    ["with an invalid attestation", { statement: { fmt: "packed", attStmt: new Map([["x5c", "?"]]) } }, /not accepted/],
    ["in an unknown format", { statement: { fmt: "own", attStmt: new Map() } }, /not accepted/],
  ] as typeof evil)("the registration of a key %s is refused", async (_, lies, said) => {
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

  test("a passkey's response is rejected if the client falsely reports that the key verified its owner", async () => {
    const { key } = await withPasskey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const { method, passkey_login } = signWith(key, flow, { isVerified: false });
    const answer = JSON.parse(passkey_login) as { response: { authenticatorData: string } };
    const data = Buffer.from(answer.response.authenticatorData, "base64url");
    // The third bit of the flags means that the key verified its owner.
    data[32]! |= 4;
    answer.response.authenticatorData = data.toString("base64url");
    const claimed = { ...answer, userVerified: true };
    const refused = await browser.submit(flow, { method, passkey_login: JSON.stringify(claimed) });
    expect(saidBy(await read<LoginFlow>(refused, 400))).toMatch(/not accepted/);
    expect(browser.cookies.has("quarterdeck_session")).toBe(false);
  });

  test("registering a passkey is rejected if the passkey did not verify its owner", async () => {
    const { id, browser } = await someone();
    const flow = await settings(browser);
    const registration = softwareKey(server.url).register(optionsOf(flow, "passkey_create_data"), {
      isVerified: false,
    });
    const refused = await read<SettingsFlow>(
      await browser.send("settings", flow, { method: "passkey", passkey_settings_register: registration }),
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
  test("invalid data in place of a response is rejected", async () => {
    const { email, browser } = await withSecurityKey();
    const anonymous = openBrowser(server);
    const login = await anonymous.startLogin();
    const half = await atSecondStep(email);
    const form = await settings(browser);
    for (const invalid of garbage) {
      await db.deleteFrom("sign_in_throttles").execute();
      const answers = [
        await anonymous.submit(login, { method: "passkey", passkey_login: invalid }),
        await half.browser.submit(half.flow, { method: "webauthn", webauthn_login: invalid }),
        await browser.send("settings", form, { method: "webauthn", webauthn_register: invalid }),
        await browser.send("settings", form, { method: "passkey", passkey_settings_register: invalid }),
        await browser.send("settings", form, { method: "webauthn", webauthn_remove: invalid }),
        await browser.send("settings", form, { method: "passkey", passkey_remove: invalid }),
      ];
      for (const answer of answers)
        expect([invalid, saidBy(await read<AnyFlow>(answer, 400))]).not.toEqual([invalid, ""]);
    }
  });

  test("a response that was already used is rejected in every form and for every person", async () => {
    const { key } = await withPasskey();
    const browser = openBrowser(server);
    const flow = await browser.startLogin();
    const answer = signWith(key, flow, { origin: "https://evil.example" });
    await read(await browser.submit(flow, answer), 400);
    // The challenge is used up, although the sign-in failed.
    const late = signWith(key, flow);
    expect(saidBy(await read(await browser.submit(flow, late), 400))).toMatch(/belongs to a different form/);

    const [one, two] = [openBrowser(server), openBrowser(server)];
    const [mine, theirs] = [await one.startLogin(), await two.startLogin()];
    const right = signWith(key, mine);
    expect(saidBy(await read(await two.submit(theirs, right), 400))).toMatch(/belongs to a different form/);
    expect((await one.submit(mine, right)).status).toBe(200);
    expect((await two.submit(theirs, right)).status).toBe(400);
    const again = await one.fetch(`/api/.ory/self-service/login?flow=${mine.id}`, { method: "POST" });
    expect(again.status).toBe(403);
  });

  test("only one of several identical responses sent at once is accepted", async () => {
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

  test("a key with a lower counter than before is rejected, because it may be a copy", async () => {
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

  test("another person's security key is rejected at the second step", async () => {
    const victim = await withSecurityKey();
    const { key } = await withSecurityKey();
    const { browser, flow } = await atSecondStep(victim.email);
    const refused = await read<LoginFlow>(await browser.submit(flow, stepWith(key, flow)), 400);
    expect(saidBy(refused)).toMatch(/does not belong to your account/);
    expect((await sessionOf(browser)).status).toBe(403);
    // Sending the victim's key id does not make the attacker's key the victim's key.
    const forged = JSON.parse(stepWith(key, refused).webauthn_login) as { id: string; rawId: string };
    const named = { ...forged, id: victim.key.id, rawId: victim.key.id };
    const again = await browser.submit(refused, { method: "webauthn", webauthn_login: JSON.stringify(named) });
    expect(saidBy(await read(again, 400))).toMatch(/not accepted/);
  });

  test("a key cannot be registered twice by any person, and another person's key cannot be removed", async () => {
    const { id, key } = await withPasskey();
    const other = await someone();
    const taken = await read<SettingsFlow>(await addPasskey(other.browser, key), 400);
    expect(saidBy(taken)).toMatch(/already in use/);
    expect(await keysIn(other.id)).toEqual([]);
    const handle = Buffer.from(key.id, "base64url").toString("hex");
    const form = await settings(other.browser);
    const refused = await other.browser.send("settings", form, { passkey_remove: handle });
    expect(saidBy(await read(refused, 400))).toMatch(/security key no longer exists/);
    expect(await keysIn(id)).toHaveLength(1);
  });

  test("a key beyond the maximum number is rejected", async () => {
    const { id, browser } = await someone();
    const row = { person_id: id, use: "passkey", name: "Old", public_key: Buffer.alloc(1) } as const;
    await db
      .insertInto("security_keys")
      .values(Array.from({ length: 25 }, (_, at) => ({ ...row, credential_id: Buffer.from(`${id}${at}`) })))
      .execute();
    const refused = await read<SettingsFlow>(await addPasskey(browser, softwareKey(server.url)), 400);
    expect(saidBy(refused)).toMatch(/You already have 25 keys/);
  });
});
