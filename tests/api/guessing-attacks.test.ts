// Sends thousands of guesses, and forms that are used in the wrong place or at the wrong time. The tests count how many
// guesses are evaluated.
import { sql } from "kysely";
import { TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import type { CodeFlow, SettingsFlow } from "#areas/identity/model.ts";
import { hashPassword } from "#areas/identity/server/passwords.ts";
import { startTestServer } from "../support/test-server.ts";
import { type Browser, type FlowKind, openBrowser } from "./browser.ts";

// With a trusted proxy, so that the tests can use many client addresses.
const server = await startTestServer({ env: { TRUST_PROXY: "true", OPEN_REGISTRATION: "true" } });
const db = server.system.db.system;
const password = "correct-horse-battery";
const proof = await hashPassword(password);
let personCount = 0;

async function someone() {
  personCount += 1;
  const email = `target-${personCount}@example.org`;
  const { id } = await db.insertInto("people").values({ name: "Ada", email }).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
  return { id, email };
}

beforeEach(async () => {
  await db.deleteFrom("sign_in_throttles").execute();
});

/** Runs up to `workers` calls at once. */
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

/** Returns the number of allowed attempts: the burst plus the attempts regained in the elapsed time. */
const allowedBy = (burst: number, each: number, startedAt: number) =>
  burst + 1 + Math.ceil((performance.now() - startedAt) / 1000 / each);

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;

async function attackers(count: number) {
  const browsers = Array.from({ length: count }, (_, worker) => openBrowser(server, { address: `172.16.0.${worker}` }));
  return Promise.all(browsers.map(async (browser) => ({ browser, flow: await browser.startLogin() })));
}

describe("passwords", () => {
  test("evaluates only a dozen of 2,000 guesses at one account from 1,000 addresses, while the owner can still sign in on a known device", async () => {
    const { email } = await someone();
    const owner = openBrowser(server, { address: "192.0.2.1" });
    expect((await owner.signIn({ email, password })).status).toBe(200);
    const crew = await attackers(16);
    const startedAt = performance.now();
    const statuses: number[] = [];
    const ownerStatuses: number[] = [];
    await inParallel(2_000, crew.length, async (index, worker) => {
      const { browser, flow } = crew[worker]!;
      if (index % 400 === 399) {
        owner.cookies.delete("quarterdeck_session");
        ownerStatuses.push((await owner.signIn({ email, password })).status);
      }
      // One guess during the attack is correct: it must not succeed for a stranger.
      const guess = index === 1_500 ? password : `guess ${index}`;
      const headers = { "x-forwarded-for": addressOf(index % 1_000) };
      const answer = await browser.submit(flow, { identifier: email, password: guess }, { headers });
      await answer.arrayBuffer();
      statuses.push(answer.status);
    });
    const { 400: looked = 0, 429: refused = 0 } = tally(statuses);
    expect(ownerStatuses).toEqual([200, 200, 200, 200, 200]);
    expect([looked + refused, statuses.length]).toEqual([2_000, 2_000]);
    expect(looked).toBeGreaterThanOrEqual(10);
    expect(looked).toBeLessThanOrEqual(allowedBy(10, 30, startedAt));
  });

  test("evaluates only about thirty of 600 guesses from one address at 200 accounts", async () => {
    const crew = await attackers(16);
    const startedAt = performance.now();
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
    expect(looked).toBeLessThanOrEqual(allowedBy(30, 10, startedAt));
  });
});

test("at most six of 200 guesses at an authenticator code are evaluated for an attacker who knows the password", async () => {
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
  const startedAt = performance.now();
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
  expect(looked).toBeLessThanOrEqual(allowedBy(5, 60, startedAt));
  const whole = await db
    .selectFrom("sessions")
    .select("id")
    .where("person_id", "=", id)
    .where("aal", "=", "aal2")
    .execute();
  expect(whole).toHaveLength(1);
});

test.each(["recovery", "verification"] as const)(
  "at most five of 300 guesses at the code of a %s are evaluated per mail, even if new mails are requested",
  async (kind) => {
    const { email } = await someone();
    const startedAt = performance.now();
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
    expect(letters.length).toBeLessThanOrEqual(allowedBy(5, 300, startedAt));
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

  /** Opens a form in a new browser, which is signed in if the form is for settings. */
  async function opened(kind: FlowKind): Promise<{ browser: Browser; flow: CodeFlow }> {
    const browser = openBrowser(server);
    if (kind === "settings") await browser.signIn({ email: (await someone()).email, password });
    return { browser, flow: await browser.start<CodeFlow>(kind) };
  }

  const swaps = kinds.flatMap((kind) => kinds.filter((other) => other !== kind).map((other) => [kind, other] as const));

  test(`a flow of one kind is rejected by the endpoint of another kind (${swaps.length} combinations)`, async () => {
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

  test.each(kinds)("a form for %s works only in the browser that received it", async (kind) => {
    const { flow } = await opened(kind);
    const { browser: stranger } = await opened(kind);
    const answer = await stranger.send(kind, flow, { method: "password", password });
    expect([answer.status, ((await answer.json()) as { error: { id: string } }).error.id]).toEqual([
      403,
      expect.stringMatching(/^security_(csrf_violation|identity_mismatch)$/),
    ]);
  });

  test.each(kinds)("a form for %s that has expired returns 410 and changes nothing", async (kind) => {
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

  test("a form submitted several times at once is processed once", async () => {
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
