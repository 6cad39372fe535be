import { inspect } from "node:util";
import { expect, test } from "vitest";
import { chanceOf } from "../../tests/chance.ts";
import { createSeals, createSecrets, type KeyRing, type Place } from "../secrets.ts";
import { masterKey } from "./master-key.ts";

const ringOf = (...texts: string[]): KeyRing => {
  const held = texts.map(masterKey);
  return { sealing: held[0]!, find: (id) => held.find((key) => key.id === id) };
};
const oldKey = "k".repeat(32);
const newKey = "n".repeat(32);
const { seal, open } = createSeals(ringOf(oldKey));
const place: Place = { table: "connections", row: "7f", column: "password" };
const dataKeyOf = (sealed: string) => sealed.split(".")[2];

test("what is sealed opens again, and two seals of one text have nothing in common but the key's name", () => {
  const [one, other] = [seal("hunter2", place), seal("hunter2", place)];
  expect(one).not.toContain("hunter2");
  const shared = one.split(".").filter((part, index) => part === other.split(".")[index]);
  expect(shared).toEqual(["v1", masterKey(oldKey).id]);
  expect([open(one, place), open(other, place)]).toEqual(["hunter2", "hunter2"]);
  for (const text of ["", "ä€\u{1f511}\n", "x".repeat(100_000)]) expect(open(seal(text, place), place)).toBe(text);
});

test("the texts of a row share its data key, and no other row's", () => {
  const username: Place = { ...place, column: "username" };
  const password = seal("hunter2", place);
  const beside = seal("ada", username, [null, "plain", password]);
  expect(dataKeyOf(beside)).toBe(dataKeyOf(password));
  expect(open(beside, username)).toBe("ada");
  // Of another row it does not open, and is not taken.
  const elsewhere: Place = { ...place, row: "80" };
  const other = seal("x", elsewhere, [password]);
  expect(dataKeyOf(other)).not.toBe(dataKeyOf(password));
  expect(open(other, elsewhere)).toBe("x");
});

test.each<[string, Place]>([
  ["another column", { ...place, column: "username" }],
  ["another row", { ...place, row: "80" }],
  ["another table", { table: "mails", row: "7f", column: "body" }],
])("it does not open in %s", (_where, other) => {
  expect(() => open(seal("hunter2", place), other)).toThrow(
    `The secret in ${other.table}.${other.column} of ${other.row} does not open`,
  );
});

test("it does not open with another key, cut anywhere, with any sign changed, or with parts of another", () => {
  const sealed = seal("hunter2", place);
  expect(() => createSeals(ringOf(newKey)).open(sealed, place)).toThrow("does not open");
  for (let length = 0; length < sealed.length; length++)
    expect(() => open(sealed.slice(0, length), place)).toThrow("does not open");
  const chance = chanceOf(3);
  for (let at = 0; at < sealed.length; at++) {
    const sign = chance.pick([..."ABCabc012-_.=+ "].filter((one) => one !== sealed[at]));
    const changed = sealed.slice(0, at) + sign + sealed.slice(at + 1);
    expect(() => open(changed, place)).toThrow("does not open");
  }
  const [version, id, dataKey] = sealed.split(".");
  const [, , , text] = seal("another", place).split(".");
  expect(() => open([version, id, dataKey, text].join("."), place)).toThrow("does not open");
  expect(() => open("plain", place)).toThrow("does not open");
  expect(() => open(`${sealed}.x`, place)).toThrow("does not open");
});

test("why it does not open is told without a word of what it is", () => {
  const sealed = seal("hunter2", place);
  const told = (): string => {
    try {
      return open(`${sealed}A`, place);
    } catch (error) {
      return inspect(error, { depth: 5 });
    }
  };
  expect(told()).toContain("does not open");
  expect(told()).not.toContain("hunter2");
  for (const part of sealed.split(".").slice(2)) expect(told()).not.toContain(part);
});

test("while one key takes over from another both open, the new one seals, and takes no data key from the old one", () => {
  const both = createSeals(ringOf(newKey, oldKey));
  const before = seal("hunter2", place);
  const after = both.seal("hunter3", place, [before]);
  expect([both.open(before, place), both.open(after, place)]).toEqual(["hunter2", "hunter3"]);
  expect(dataKeyOf(after)).not.toBe(dataKeyOf(before));
  expect(createSeals(ringOf(newKey)).open(after, place)).toBe("hunter3");
  expect(() => open(after, place)).toThrow("does not open");
});

test("a digest is stable, bound to its purpose and to its own key, whichever key seals", () => {
  const digests = (ring: KeyRing, key: string) => createSecrets(ring, Buffer.from(key)).digest;
  const digest = digests(ringOf(oldKey), "d");
  expect(digest("a", "session")).toEqual(digests(ringOf(newKey), "d")("a", "session"));
  expect(digest("a", "session")).not.toEqual(digest("a", "token"));
  expect(digest("a", "session")).not.toEqual(digests(ringOf(oldKey), "e")("a", "session"));
});
