// @vitest-environment node
import { expect, test } from "vitest";
import { printFoundIn, readFoundIn } from "./found-in.ts";

test.each([
  ["$.id", { kind: "text", text: "$.id" }],
  [{ expr: "config.id" }, { kind: "expr", text: "config.id" }],
  [{ jmespath: "id" }, { kind: "jmespath", text: "id" }],
  [{ jsonpath: "$.id" }, { kind: "jsonpath", text: "$.id" }],
  [{ value: "fixed" }, { kind: "value", text: "fixed" }],
] as const)("reads %j as one line and writes it back unchanged", (value, read) => {
  expect(readFoundIn(value)).toEqual(read);
  expect(printFoundIn(read)).toEqual(value);
});

test.each([{ expr: "a", jmespath: "b" }, { expr: 1 }, { text: "a" }, { other: "a" }, {}, [], 1, null, undefined])(
  "returns undefined for %j",
  (value) => expect(readFoundIn(value)).toBeUndefined(),
);

test("an empty line is printed as undefined in every language", () => {
  expect(printFoundIn({ kind: "text", text: "" })).toBeUndefined();
  expect(printFoundIn({ kind: "expr", text: "" })).toBeUndefined();
});
