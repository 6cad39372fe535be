import { expect, test } from "vitest";
import { generatePassword, hashPassword, isOutdated, isPassword, maxPasswordLength } from "./passwords.ts";

test("accepts only the password that was hashed", async () => {
  const stored = await hashPassword("correct-horse-battery");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(isOutdated(stored)).toBe(false);
  expect(await isPassword("correct-horse-battery", stored)).toBe(true);
  expect(await isPassword("correct-horse-batterz", stored)).toBe(false);
  expect(await isPassword("", stored)).toBe(false);
});

test("hashes the same password differently every time", async () => {
  expect(await hashPassword("correct-horse-battery")).not.toBe(await hashPassword("correct-horse-battery"));
});

test("accepts no password without a stored hash", async () => {
  expect(await isPassword("", undefined)).toBe(false);
  expect(await isPassword("anything", undefined)).toBe(false);
});

test("refuses a password that is too long, even if its hash is stored", async () => {
  const long = "x".repeat(maxPasswordLength + 1);
  expect(await isPassword(long, await hashPassword(long))).toBe(false);
  expect(await isPassword(long, await hashPassword(""))).toBe(false);
});

test("recognises a hash with outdated parameters", () => {
  expect(isOutdated("$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaA")).toBe(true);
});

test("generates passwords with a hundred bits in unambiguous characters", () => {
  const generated = new Set(Array.from({ length: 200 }, generatePassword));
  expect(generated.size).toBe(200);
  for (const password of generated) expect(password).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}$/);
});
