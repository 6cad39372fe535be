import { describe, expect, test } from "vitest";
import { matchers, parseMatcher, printMatcher, testOf, type Matcher } from "./matchers.ts";

const labels = { alertname: "Down", severity: "critical", instance: "web-1:9100" };

test.each([
  ["alertname=Down", true],
  ['alertname="Down"', true],
  ["alertname=down", false],
  ["alertname!=Down", false],
  ["alertname!=Up", true],
  ['severity=~"critical|high"', true],
  ["severity=~crit", false],
  ["instance=~web-.*", true],
  ['instance!~"web-.*"', false],
  ["instance!~db-.*", true],
  ["team=", true],
  ["team!=", false],
  ["team=~.*", true],
  ['team=~".+"', false],
])("%s matches the alert: %s", (text, isMatch) => {
  expect(testOf(parseMatcher(text))(labels)).toBe(isMatch);
});

test("a matcher with quotes and escapes is printed in the same form as it was parsed", () => {
  expect(parseMatcher(' "service.name" !~ "a\\"b\\\\c\\nd" ')).toEqual({
    name: "service.name",
    value: 'a"b\\c\nd',
    isRegex: true,
    isEqual: false,
  });
  for (const text of ['a="b"', 'a!="b"', 'a=~"b"', 'a!~"b"']) expect(printMatcher(parseMatcher(text))).toBe(text);
});

test.each(["", "alertname", "=x", "a b=c", '{a="b"}', `a=${"x".repeat(3_000)}`])("refuses %j as a matcher", (text) => {
  expect(() => parseMatcher(text)).toThrow("bad matcher format");
});

test("a label with the name of an inherited property is absent unless the alert has it", () => {
  for (const text of ["constructor=~y", "toString=y", "__proto__=~y", "constructor!="])
    expect(testOf(parseMatcher(text))(labels)).toBe(false);
  expect(testOf(parseMatcher("constructor=~y"))({ constructor: "y" })).toBe(true);
});

test("a long text is refused before it is matched, because the parsing pattern takes quadratic time", () => {
  expect(() => parseMatcher(`a=${" ".repeat(400_000)}x`)).toThrow("bad matcher format");
});

test("a pattern that takes exponential time in backtracking engines takes linear time", () => {
  const slow = parseMatcher('instance=~"(a+)+b"');
  expect(testOf(slow)({ instance: "a".repeat(50_000) })).toBe(false);
});

describe("the matchers of a silence", () => {
  const down: Matcher = { name: "alertname", value: "Down", isRegex: false, isEqual: true };
  const messagesOf = (value: unknown) =>
    matchers.safeParse(value).error?.issues.map(({ path, message }) => [...path, message].join(" "));

  test("the matchers of a silence are accepted; isEqual is true by default", () => {
    expect(matchers.parse([{ name: "a", value: "b", isRegex: true }])).toEqual([
      { name: "a", value: "b", isRegex: true, isEqual: true },
    ]);
  });

  test.each([
    ["nothing", [], "must contain at least one matcher"],
    ["no list", "a=b", "must be a list of matchers"],
    [
      "a matcher of every alert",
      [{ ...down, value: ".*", isRegex: true }],
      "must contain a matcher that does not match",
    ],
    ["an invalid pattern", [{ ...down, value: "(", isRegex: true }], "0 value "],
    ["no name", [{ ...down, name: "" }], "0 name is required"],
    ["a number", [{ ...down, value: 1 }], "0 value must be a string"],
    ["an unknown field", [{ ...down, regex: true }], "regex"],
  ])("cannot be %s", (_, value, message) => {
    expect(messagesOf(value)!.join("; ")).toContain(message);
  });
});
