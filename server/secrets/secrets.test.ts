import { inspect } from "node:util";
import { expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { createSeals, createSecrets, type KeyRing, type Place } from "../secrets.ts";
import { masterKey } from "./cipher.ts";

const ringOf = (...texts: string[]): KeyRing => {
  const held = texts.map(masterKey);
  return { sealing: held[0]!, find: (id) => held.find((key) => key.id === id) };
};
const oldKey = "k".repeat(32);
const newKey = "n".repeat(32);
const { seal, open } = createSeals(ringOf(oldKey));
const place: Place = { table: "connections", row: "7f", column: "password" };
const dataKeyOf = (sealed: string) => sealed.split(".")[2];

test("a sealed value can be decrypted, and sealing a value twice produces strings that share only version and key id", () => {
  const [first, second] = [seal("hunter2", place), seal("hunter2", place)];
  expect(first).not.toContain("hunter2");
  const shared = first.split(".").filter((part, index) => part === second.split(".")[index]);
  expect(shared).toEqual(["v1", masterKey(oldKey).id]);
  expect([open(first, place), open(second, place)]).toEqual(["hunter2", "hunter2"]);
  for (const text of ["", "ä€\u{1f511}\n", "x".repeat(100_000)]) expect(open(seal(text, place), place)).toBe(text);
});

test("the values of a row share a data key, and different rows have different data keys", () => {
  const username: Place = { ...place, column: "username" };
  const password = seal("hunter2", place);
  const sibling = seal("ada", username, [null, "plain", password]);
  expect(dataKeyOf(sibling)).toBe(dataKeyOf(password));
  expect(open(sibling, username)).toBe("ada");
  // The data key of a different row cannot be unwrapped, so a new data key is created.
  const elsewhere: Place = { ...place, row: "80" };
  const other = seal("x", elsewhere, [password]);
  expect(dataKeyOf(other)).not.toBe(dataKeyOf(password));
  expect(open(other, elsewhere)).toBe("x");
});

test.each<[string, Place]>([
  ["another column", { ...place, column: "username" }],
  ["another row", { ...place, row: "80" }],
  ["another table", { table: "mails", row: "7f", column: "body" }],
])("a sealed value cannot be decrypted in %s", (_where, other) => {
  expect(() => open(seal("hunter2", place), other)).toThrow(
    `The secret in ${other.table}.${other.column} of ${other.row} cannot be decrypted`,
  );
});

test("a sealed value cannot be decrypted with a different key, or if it is truncated, modified or mixed with another value", () => {
  const sealed = seal("hunter2", place);
  expect(() => createSeals(ringOf(newKey)).open(sealed, place)).toThrow("cannot be decrypted");
  for (let length = 0; length < sealed.length; length++)
    expect(() => open(sealed.slice(0, length), place)).toThrow("cannot be decrypted");
  const chance = chanceOf(3);
  for (let at = 0; at < sealed.length; at++) {
    const sign = chance.pick([..."ABCabc012-_.=+ "].filter((letter) => letter !== sealed[at]));
    const changed = sealed.slice(0, at) + sign + sealed.slice(at + 1);
    expect(() => open(changed, place)).toThrow("cannot be decrypted");
  }
  const [version, id, dataKey] = sealed.split(".");
  const [, , , text] = seal("another", place).split(".");
  expect(() => open([version, id, dataKey, text].join("."), place)).toThrow("cannot be decrypted");
  expect(() => open("plain", place)).toThrow("cannot be decrypted");
  expect(() => open(`${sealed}.x`, place)).toThrow("cannot be decrypted");
});

test("the error for a value that cannot be decrypted does not contain the secret", () => {
  const sealed = seal("hunter2", place);
  const printedError = (): string => {
    try {
      return open(`${sealed}A`, place);
    } catch (error) {
      return inspect(error, { depth: 5 });
    }
  };
  expect(printedError()).toContain("cannot be decrypted");
  expect(printedError()).not.toContain("hunter2");
  for (const part of sealed.split(".").slice(2)) expect(printedError()).not.toContain(part);
});

test("during a rotation both keys decrypt values, the new key encrypts, and data keys wrapped by the old key are not reused", () => {
  const both = createSeals(ringOf(newKey, oldKey));
  const before = seal("hunter2", place);
  const after = both.seal("hunter3", place, [before]);
  expect([both.open(before, place), both.open(after, place)]).toEqual(["hunter2", "hunter3"]);
  expect(dataKeyOf(after)).not.toBe(dataKeyOf(before));
  expect(createSeals(ringOf(newKey)).open(after, place)).toBe("hunter3");
  expect(() => open(after, place)).toThrow("cannot be decrypted");
});

test("a digest depends on its purpose and its own key, and not on the sealing key", () => {
  const digests = (ring: KeyRing, key: string) => createSecrets(ring, Buffer.from(key)).digest;
  const digest = digests(ringOf(oldKey), "d");
  expect(digest("a", "session")).toEqual(digests(ringOf(newKey), "d")("a", "session"));
  expect(digest("a", "session")).not.toEqual(digest("a", "token"));
  expect(digest("a", "session")).not.toEqual(digests(ringOf(oldKey), "e")("a", "session"));
});
