// Guessing by the thousand, and forms that are used where or when they should not be: how many get through is counted.
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import type { CodeFlow, SettingsFlow } from "../../areas/identity/model.ts";
import { hashPassword } from "../../areas/identity/server/passwords.ts";
import { startTestServer } from "../test-server.ts";
import { type Browser, type FlowKind, openBrowser } from "./browser.ts";

// Behind a proxy it believes, so that the tests can come from many addresses.
const server = await startTestServer({ env: { TRUST_PROXY: "true", OPEN_REGISTRATION: "true" } });
const db = server.system.db.system;
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let made = 0;

async function someone() {
  made += 1;
  const email = `target-${made}@example.org`;
  const { id } = await db.insertInto("people").values({ name: "Ada", email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  return { id, email };
}

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

/** So many at a time, as somebody in a hurry would. */
async function inParallel(count: number, workers: number, work: (index: number, worker: number) => Promise<unknown>) {
  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async (_, worker) => {
      for (let index = next++; index < count; index = next++) await work(index, worker);
    }),
  );
}

const tally = (statuses: readonly number[]) => {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

/** At most what may be tried at once, and what time has paid off meanwhile. */
const allowedBy = (burst: number, each: number, begun: number) =>
  burst + 1 + Math.ceil((performance.now() - begun) / 1000 / each);

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

async function attackers(count: number) {
  const browsers = Array.from({ length: count }, (_, worker) => openBrowser(server, { address: `172.16.0.${worker}` }));
  return Promise.all(browsers.map(async (browser) => ({ browser, flow: await browser.startLogin() })));
}

describe("passwords", () => {
  test("of 2,000 guesses at one account from 1,000 addresses a dozen are looked at, and the owner on a known device signs in all the while", async () => {
    const { email } = await someone();
    const owner = openBrowser(server, { address: "192.0.2.1" });
    expect((await owner.signIn({ email, password })).status).toBe(200);
    const crew = await attackers(16);
    const begun = performance.now();
    const statuses: number[] = [];
    const ofOwner: number[] = [];
    await inParallel(2_000, crew.length, async (index, worker) => {
      const { browser, flow } = crew[worker]!;
      if (index % 400 === 399) {
        owner.cookies.delete("quarterdeck_session");
        ofOwner.push((await owner.signIn({ email, password })).status);
      }
      // Among them, once the attack is under way, is the right one: a stranger's luck must not count.
      const guess = index === 1_500 ? password : `guess ${index}`;
      const headers = { "x-forwarded-for": addressOf(index % 1_000) };
      const answer = await browser.submit(flow, { identifier: email, password: guess }, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    });
    const { 400: looked = 0, 429: refused = 0 } = tally(statuses);
    expect(ofOwner).toEqual([200, 200, 200, 200, 200]);
    expect([looked + refused, statuses.length]).toEqual([2_000, 2_000]);
    expect(looked).toBeGreaterThanOrEqual(10);
    expect(looked).toBeLessThanOrEqual(allowedBy(10, 30, begun));
  });

  test("of 600 guesses from one address at 200 accounts some thirty are looked at", async () => {
    const crew = await attackers(16);
    const begun = performance.now();
    const statuses: number[] = [];
    const headers = { "x-forwarded-for": "198.51.100.7" };
    await inParallel(600, crew.length, async (index, worker) => {
      const { browser, flow } = crew[worker]!;
      const identifier = `account-${index % 200}@example.org`;
      const answer = await browser.submit(flow, { identifier, password: `guess ${index}` }, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    });
    const { 400: looked = 0, 429: refused = 0 } = tally(statuses);
    expect(looked + refused).toBe(600);
    expect(looked).toBeGreaterThanOrEqual(30);
    expect(looked).toBeLessThanOrEqual(allowedBy(30, 10, begun));
  });
});

test("of 200 guesses at an authenticator's code, by somebody who knows the password, five or six are looked at", async () => {
  const { id, email } = await someone();
  const owner = openBrowser(server);
  await owner.signIn({ email, password });
  const settings = await owner.start<SettingsFlow>("settings");
  const secret = settings.ui.nodes.flatMap(({ attributes }) =>
    attributes.node_type === "text" && attributes.id === "totp_secret_key" ? [attributes.text.text] : [],
  )[0]!;
  const code = new TOTP({ secret }).generate({ timestamp: Date.now() - 30_000 });
  expect((await owner.send("settings", settings, { method: "totp", totp_code: code })).status).toBe(200);

  const crew = await Promise.all(
    Array.from({ length: 4 }, async (_, index) => {
      const browser = openBrowser(server, { address: `172.17.0.${index}` });
      await browser.signIn({ email, password });
      return { browser, flow: await browser.startLogin({ aal: "aal2" }) };
    }),
  );
  const begun = performance.now();
  const statuses: number[] = [];
  await inParallel(200, crew.length, async (index, worker) => {
    const { browser, flow } = crew[worker]!;
    const headers = { "x-forwarded-for": addressOf(index) };
    const values = { method: "totp", totp_code: String(index).padStart(6, "0") };
    const answer = await browser.submit(flow, values, { headers });
    await answer.arrayBuffer();
    statuses.push(answer.status);
  });
  const { 400: looked = 0, 429: refused = 0 } = tally(statuses);
  expect(looked + refused).toBe(200);
  expect(looked).toBeGreaterThanOrEqual(5);
  expect(looked).toBeLessThanOrEqual(allowedBy(5, 60, begun));
  const whole = await db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", id)
    .where("aal", "=", "aal2")
    .execute();
  expect(whole).toHaveLength(1);
});

test.each(["recovery", "verification"] as const)(
  "of 300 guesses at the code of a %s, with a new letter whenever there is one to be had, at most five a letter are looked at",
  async (kind) => {
    const { email } = await someone();
    const begun = performance.now();
    let guesses = 0;
    const through: number[] = [];
    await inParallel(30, 6, async (round) => {
      const browser = openBrowser(server, { address: addressOf(round + 5_000) });
      const flow = await browser.start<CodeFlow>(kind);
      await (await browser.send(kind, flow, { method: "code", email })).arrayBuffer();
      for (let guess = 0; guess < 10; guess += 1) {
        guesses += 1;
        const code = String(round * 10 + guess).padStart(6, "0");
        const answer = await browser.send(kind, flow, { method: "code", code });
        await answer.arrayBuffer();
        if (answer.status !== 400 && answer.status !== 429) through.push(answer.status);
      }
    });
    expect([guesses, through]).toEqual([300, []]);
    const letters = await db.selectFrom("mails").select("id").where("recipient", "=", email).execute();
    expect(letters.length).toBeGreaterThanOrEqual(5);
    expect(letters.length).toBeLessThanOrEqual(allowedBy(5, 300, begun));
    const { rows } = await sql<{ codes: number; tries: number }>`
      select count(*)::int as codes, coalesce(sum(attempts), 0)::int as tries
      from   identity_codes
      where  email = ${email}`.execute(db);
    expect(rows[0]!.codes).toBe(letters.length);
    expect(rows[0]!.tries).toBe(letters.length * 5);
  },
);

describe("a form", () => {
  const kinds = ["login", "registration", "recovery", "verification", "settings"] as const satisfies FlowKind[];

  /** A browser with such a form in it; for settings somebody is signed in. */
  async function opened(kind: FlowKind): Promise<{ browser: Browser; flow: CodeFlow }> {
    const browser = openBrowser(server);
    if (kind === "settings") await browser.signIn({ email: (await someone()).email, password });
    return { browser, flow: await browser.start<CodeFlow>(kind) };
  }

  const swaps = kinds.flatMap((kind) => kinds.filter((other) => other !== kind).map((other) => [kind, other] as const));

  test(`of one kind is none of another: ${swaps.length} swaps, none taken`, async () => {
    const taken: string[] = [];
    for (const [kind, other] of swaps) {
      const { browser, flow } = await opened(kind);
      const values = { method: "password", identifier: server.administrator.email, password, email: "x@example.org" };
      const answer = await browser.send(other, flow, values);
      const fetched = await browser.fetch(`/api/.ory/self-service/${other}/flows?id=${flow.id}`);
      for (const [what, { status }] of [["sent", answer] as const, ["fetched", fetched] as const])
        if (status !== 404) taken.push(`${kind} as ${other} ${what}: ${status}`);
    }
    expect(swaps).toHaveLength(20);
    expect(taken).toEqual([]);
  });

  test.each(kinds)("for %s belongs to the browser that got it", async (kind) => {
    const { flow } = await opened(kind);
    const { browser: stranger } = await opened(kind);
    const answer = await stranger.send(kind, flow, { method: "password", password });
    expect([answer.status, ((await answer.json()) as { error: { id: string } }).error.id]).toEqual([
      403,
      expect.stringMatching(/^security_(csrf_violation|identity_mismatch)$/),
    ]);
  });

  test.each(kinds)("for %s that is over answers 410, and what is sent with it is not done", async (kind) => {
    const { browser, flow } = await opened(kind);
    await sql`update identity_flows set expires_at = now() - interval '1 second' where id = ${flow.id}`.execute(db);
    const deeds = async () => (await db.selectFrom("audit_log").select("id").execute()).length;
    const before = await deeds();
    const values = { method: "password", identifier: server.administrator.email, password, email: "x@example.org" };
    const answer = await browser.send(kind, flow, values);
    expect([answer.status, ((await answer.json()) as { error: { id: string } }).error.id]).toEqual([
      410,
      "self_service_flow_expired",
    ]);
    expect((await browser.fetch(`/api/.ory/self-service/${kind}/flows?id=${flow.id}`)).status).toBe(410);
    expect(await deeds()).toBe(before);
  });

  test("that was answered is answered once, however often it is sent", async () => {
    const email = "newcomer@example.org";
    const browser = openBrowser(server);
    const registration = await browser.start("registration");
    const traits = { "traits.email": email, "traits.name.first": "New", "traits.name.last": "Comer" };
    const chosen = "seven-unlikely-llamas";
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        browser.send("registration", registration, { method: "password", password: chosen, ...traits }),
      ),
    );
    const people = await db.selectFrom("people").select("id").where("email", "=", email).execute();
    expect([answers.filter(({ ok }) => ok).length, people.length]).toEqual([1, 1]);
  });
});
