// @vitest-environment node
import { expect, test } from "vitest";
import { markdownOf, mentionAt, plainText, withMarkup } from "./mentions.ts";

const ada = { id: "1", name: "Ada" };
const adaL = { id: "2", name: "Ada Lovelace" };

test("typed names become mention markup; the longest matching name is used, and other text is kept", () => {
  expect(withMarkup("@Ada Lovelace and @Ada, not Ada or @Bob", [ada, adaL])).toBe(
    "@[Ada Lovelace](user:2) and @[Ada](user:1), not Ada or @Bob",
  );
});

test("a mention is shown as a highlighted name, and markup in the name is escaped", () => {
  expect(markdownOf("ask @[Ada](user:1)")).toBe("ask <mark>@Ada</mark>");
  expect(markdownOf("@[<b>*x*](user:1)")).toBe("<mark>@&#60;b&#62;&#42;x&#42;</mark>");
});

test("in lists, a comment is one line of plain text with the names of mentioned people", () => {
  expect(plainText("ask @[Ada](user:1)\n\n**now**")).toBe("ask @Ada now");
});

test.each([
  ["@", 1, { from: 0, word: "" }],
  ["ask @ad", 7, { from: 4, word: "ad" }],
  ["ask @Ada Lo", 11, { from: 4, word: "Ada Lo" }],
  ["mail a@b", 8, undefined],
  ["@Ada  then", 10, undefined],
  ["no mention", 5, undefined],
])("detects the mention that is typed in %j at position %d", (text, cursor, found) =>
  expect(mentionAt(text, cursor)).toEqual(found),
);
