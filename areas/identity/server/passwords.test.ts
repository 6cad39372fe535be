import { expect, test } from "vitest";
import { generatePassword, hashPassword, isOutdated, isPassword, longestPassword } from "./passwords.ts";

test("a password is recognised by its hash, and nothing else is", async () => {
  const stored = await hashPassword("correct-horse-battery");
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(isOutdated(stored)).toBe(false);
  expect(await isPassword("correct-horse-battery", stored)).toBe(true);
  expect(await isPassword("correct-horse-batterz", stored)).toBe(false);
  expect(await isPassword("", stored)).toBe(false);
});

test("the same password hashes differently every time", async () => {
  expect(await hashPassword("correct-horse-battery")).not.toBe(await hashPassword("correct-horse-battery"));
});

test("without a stored hash no password is right", async () => {
  expect(await isPassword("", undefined)).toBe(false);
  expect(await isPassword("anything", undefined)).toBe(false);
});

test("a password longer than any allowed one is wrong, even when its hash were stored", async () => {
  const long = "x".repeat(longestPassword + 1);
  expect(await isPassword(long, await hashPassword(long))).toBe(false);
  expect(await isPassword(long, await hashPassword(""))).toBe(false);
});

test("a hash made under older parameters is told apart", () => {
  expect(isOutdated("$argon2id$v=19$m=4096,t=3,p=1$c2FsdHNhbHQ$aGFzaA")).toBe(true);
});

test("a generated password has a hundred bits in signs that cannot be confused", () => {
  const made = new Set(Array.from({ length: 200 }, generatePassword));
  expect(made.size).toBe(200);
  for (const password of made) expect(password).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){4}[0-9a-hjkmnp-tv-z]{4}$/);
});
