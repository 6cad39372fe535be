import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "../../../tests/database.ts";
import { chargeAttempt, chargeFlow, forgetAttempts, refundAttempt } from "./throttle.ts";

const { databases } = await testDatabase();
const db = databases.system;
const attempt = { account: "ada@example.org", address: "192.0.2.1", device: undefined };

beforeEach(() =>
  db
    .deleteFrom("sign_in_throttles")
    .execute()
    .then(() => undefined),
);

/** How many are allowed until the first refusal, and how many more the time that took may have paid for. */
async function allowed(eachSeconds: number, charge: () => Promise<void>) {
  const begun = performance.now();
  let count = 0;
  const refusal: unknown = await (async () => {
    for (;;) {
      await charge();
      count += 1;
    }
  })().catch((error: unknown) => error);
  return { count, refusal, most: 1 + (performance.now() - begun) / 1000 / eachSeconds };
}

test.each([
  ["an account", 10, 30, (i: number) => chargeAttempt(db, { ...attempt, address: `192.0.2.${i}` })],
  ["a known device", 10, 30, (i: number) => chargeAttempt(db, { ...attempt, device: "d", address: `192.0.2.${i}` })],
  ["an address", 30, 10, (i: number) => chargeAttempt(db, { ...attempt, account: `person${i}@example.org` })],
])("%s has %i attempts at once, then one every %i s", async (_, burst, each, charge) => {
  let i = 0;
  const { count, refusal, most } = await allowed(each, () => charge((i += 1)));
  expect(count).toBeGreaterThanOrEqual(burst);
  expect(count).toBeLessThanOrEqual(burst + most);
  expect(refusal).toMatchObject({ id: "too_many_requests", retryAfter: expect.any(Number) });
  await sql`update sign_in_throttles set busy_until = busy_until - make_interval(secs => ${each})`.execute(db);
  await charge((i += 1));
});

test("debts are paid off by time, never turned into credit", async () => {
  await chargeAttempt(db, attempt);
  await sql`update sign_in_throttles set busy_until = now() - interval '1 day'`.execute(db);
  const { count, most } = await allowed(30, () => chargeAttempt(db, attempt));
  expect(count).toBeGreaterThanOrEqual(10);
  expect(count).toBeLessThanOrEqual(10 + most);
});

test("what was right is refunded", async () => {
  for (let i = 0; i < 40; i += 1) {
    await chargeAttempt(db, attempt);
    await refundAttempt(db, attempt);
  }
  await expect(chargeAttempt(db, attempt)).resolves.toBeUndefined();
});

test("a refused address does not even touch the account", async () => {
  await chargeAttempt(db, attempt);
  await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  await expect(chargeAttempt(db, { ...attempt, account: "new@example.org" })).rejects.toMatchObject({
    id: "too_many_requests",
  });
  expect(await db.selectFrom("sign_in_throttles").selectAll().execute()).toHaveLength(2);
});

test("a new password starts with a clean slate", async () => {
  await chargeAttempt(db, attempt);
  await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  await forgetAttempts(db, attempt.account);
  await expect(chargeAttempt(db, { ...attempt, address: "192.0.2.2" })).resolves.toBeUndefined();
});

test("a hundred at once take no more than ten one after the other", async () => {
  const begun = performance.now();
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => chargeAttempt(db, { ...attempt, address: `10.0.0.${i}` })),
  );
  const count = all.filter(({ status }) => status === "fulfilled").length;
  expect(count).toBeGreaterThanOrEqual(10);
  expect(count).toBeLessThanOrEqual(11 + (performance.now() - begun) / 30_000);
});

test("forms have an allowance of their own", async () => {
  await chargeFlow(db, attempt.address);
  await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  await expect(chargeFlow(db, attempt.address)).rejects.toMatchObject({ id: "too_many_requests" });
  await chargeAttempt(db, attempt);
});
