import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { testDatabase } from "#tests/support/database.ts";
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

/** Counts the attempts until the first refusal, and the further attempts that the elapsed time allows. */
async function allowed(eachSeconds: number, charge: () => Promise<void>) {
  const startedAt = performance.now();
  let count = 0;
  const refusal: unknown = await (async () => {
    for (;;) {
      await charge();
      count += 1;
    }
  })().catch((error: unknown) => error);
  return { count, refusal, extra: 1 + (performance.now() - startedAt) / 1000 / eachSeconds };
}

test.each([
  ["an account", 10, 30, (i: number) => chargeAttempt(db, { ...attempt, address: `192.0.2.${i}` })],
  ["a known device", 10, 30, (i: number) => chargeAttempt(db, { ...attempt, device: "d", address: `192.0.2.${i}` })],
  ["an address", 30, 10, (i: number) => chargeAttempt(db, { ...attempt, account: `person${i}@example.org` })],
])("%s allows %i attempts at once, then one every %i s", async (_, burst, each, charge) => {
  let i = 0;
  const { count, refusal, extra } = await allowed(each, () => charge((i += 1)));
  expect(count).toBeGreaterThanOrEqual(burst);
  expect(count).toBeLessThanOrEqual(burst + extra);
  expect(refusal).toMatchObject({ id: "too_many_requests", retryAfter: expect.any(Number) });
  await sql`update sign_in_throttles set busy_until = busy_until - make_interval(secs => ${each})`.execute(db);
  await charge((i += 1));
});

test("a debt decreases with time, but idle time never allows more than the usual number of attempts at once", async () => {
  await chargeAttempt(db, attempt);
  await sql`update sign_in_throttles set busy_until = now() - interval '1 day'`.execute(db);
  const { count, extra } = await allowed(30, () => chargeAttempt(db, attempt));
  expect(count).toBeGreaterThanOrEqual(10);
  expect(count).toBeLessThanOrEqual(10 + extra);
});

test("refunds successful attempts", async () => {
  for (let i = 0; i < 40; i += 1) {
    await chargeAttempt(db, attempt);
    await refundAttempt(db, attempt);
  }
  await expect(chargeAttempt(db, attempt)).resolves.toBeUndefined();
});

test("an attempt that is refused because of its address does not count against the account", async () => {
  await chargeAttempt(db, attempt);
  await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  await expect(chargeAttempt(db, { ...attempt, account: "new@example.org" })).rejects.toMatchObject({
    id: "too_many_requests",
  });
  expect(await db.selectFrom("sign_in_throttles").selectAll().execute()).toHaveLength(2);
});

test("a new password resets the count of failed attempts", async () => {
  await chargeAttempt(db, attempt);
  await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  await forgetAttempts(db, attempt.account);
  await expect(chargeAttempt(db, { ...attempt, address: "192.0.2.2" })).resolves.toBeUndefined();
});

test("allows the same number of concurrent attempts as sequential attempts, even if a hundred arrive at once", async () => {
  const startedAt = performance.now();
  const all = await Promise.allSettled(
    Array.from({ length: 100 }, (_, i) => chargeAttempt(db, { ...attempt, address: `10.0.0.${i}` })),
  );
  const count = all.filter(({ status }) => status === "fulfilled").length;
  expect(count).toBeGreaterThanOrEqual(10);
  expect(count).toBeLessThanOrEqual(11 + (performance.now() - startedAt) / 30_000);
});

test("creating flows has a separate allowance", async () => {
  await chargeFlow(db, attempt.address);
  await sql`update sign_in_throttles set busy_until = now() + interval '1 hour'`.execute(db);
  await expect(chargeFlow(db, attempt.address)).rejects.toMatchObject({ id: "too_many_requests" });
  await chargeAttempt(db, attempt);
});
