import { expect, test } from "vitest";
import { merged, parseProperties } from "./local-properties.ts";

test("parseProperties reads a name and a value per line, and ignores comments and empty lines", () => {
  const text = "# flags\r\nhealth.disable = true\n\n  note=a = b # not a comment  \nempty=\n";
  expect(parseProperties(text)).toEqual([
    { name: "health.disable", value: "true" },
    { name: "note", value: "a = b # not a comment" },
    { name: "empty", value: "" },
  ]);
});

test.each([["health.disable"], ["=true"], ["two words = x"]])("rejects %j with its line number", (line) => {
  expect(() => parseProperties(`a=1\n${line}`)).toThrow("line 2 is not of the form name=value");
});

test("the last value of a property is used", () => {
  expect(
    merged([
      { name: "a", value: "1", origin: "file" },
      { name: "a", value: "2", origin: "environment" },
    ]),
  ).toEqual([{ name: "a", value: "2", origin: "environment" }]);
});
