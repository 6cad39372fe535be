import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import { parseMatch } from "#lib/text/match.ts";
import {
  choose,
  nextState,
  parseTriStates,
  printFilterOperator,
  printTriStates,
  tagGroup,
  withState,
  type State,
  type TriStates,
} from "./tri-state.ts";

const states = (items: Record<string, State>): TriStates => new Map(Object.entries(items));

describe("WG-36 WG-37 includes with item:1 and excludes with item:-1, with commas and colons escaped", () => {
  test.each<[string, Record<string, State>]>([
    ["SUCCESS:-1", { SUCCESS: "exclude" }],
    ["skipped:-1,silenced:-1", { skipped: "exclude", silenced: "exclude" }],
    ["a:1,b:-1", { a: "include", b: "exclude" }],
    ["app____web:1", { "app:web": "include" }],
    ["one||||two:-1", { "one,two": "exclude" }],
    ["a b & c=d:1", { "a b & c=d": "include" }],
    ["snake_case:1", { snake_case: "include" }],
    ["a%5F%5F%5F%5Fb:1", { a____b: "include" }],
    ["100%:1", { "100%": "include" }],
  ])("reads and writes %s", (text, items) => {
    expect(parseTriStates(text)).toEqual(states(items));
    expect(printTriStates(states(items))).toBe(text);
  });

  test("writes two colons of config types as two underscores", () => {
    const types = states({ "Kubernetes::Pod": "include", "AWS::EC2::Instance": "exclude" });
    expect(printTriStates(types, "type")).toBe("Kubernetes__Pod:1,AWS__EC2__Instance:-1");
    expect(parseTriStates("Kubernetes__Pod:1,AWS__EC2__Instance:-1", "type")).toEqual(types);
  });
});

describe("accepts hand-written and older URLs", () => {
  test.each<[string | undefined, Record<string, State>]>([
    [undefined, {}],
    ["", {}],
    ["healthy", { healthy: "include" }],
    ["Kubernetes::Pod:1", { "Kubernetes::Pod": "include" }],
    ["a:0,b:1,:1,c:5", { b: "include" }],
  ])("reads %j", (text, items) => expect(parseTriStates(text)).toEqual(states(items)));

  test("does not write a parameter without a filter", () => expect(printTriStates(new Map())).toBeUndefined());
});

test.each(["plain", "type"] as const)("parses every printed item of the kind %s", (kind) => {
  const chance = chanceOf(5);
  const alphabet = [":", "::", "_", "__", "____", "|", "||||", ",", "%", "%5F", "a", "1", "-1", "é", " "];
  const items = chance.times(3000, () => chance.text(alphabet, 6)).filter(Boolean);
  const printed = items.map((item): TriStates => new Map([[item, chance.pick(["include", "exclude"] as const)]]));
  expect(printed.map((item) => parseTriStates(printTriStates(item, kind), kind))).toEqual(printed);
  const together = new Map(printed.flatMap((item) => [...item]));
  expect(parseTriStates(printTriStates(together, kind), kind)).toEqual(together);
});

describe("WG-34 the switch", () => {
  test("cycles from neutral to include to exclude", () => {
    expect([undefined, "include" as const, "exclude" as const].map(nextState)).toEqual([
      "include",
      "exclude",
      undefined,
    ]);
  });

  test("returns to neutral when the current state is chosen again", () => {
    expect(choose(states({ a: "include" }), "a", "include")).toEqual(new Map());
    expect(choose(states({ a: "include" }), "a", "exclude")).toEqual(states({ a: "exclude" }));
  });
});

test("uses either include or exclude for all items of a dropdown", () => {
  expect(withState(states({ a: "include", b: "include" }), "c", "exclude")).toEqual(states({ c: "exclude" }));
  expect(withState(states({ a: "include" }), "c", "include")).toEqual(states({ a: "include", c: "include" }));
  expect(withState(states({ a: "include", b: "include" }), "b", undefined)).toEqual(states({ a: "include" }));
});

test("WG-35 uses either include or exclude for all tags with the same key", () => {
  const tags = states({ "app:web": "include", "env:prod": "include" });
  expect(withState(tags, "app:db", "exclude", { groupOf: tagGroup })).toEqual(
    states({ "env:prod": "include", "app:db": "exclude" }),
  );
});

describe("data API operator", () => {
  test.each<[Record<string, State>, string]>([
    [{ a: "include", b: "exclude" }, "a,!b"],
    [{ "a,b": "include", "!c": "exclude", "d*": "include" }, "a%2cb,d%2a,!%21c"],
  ])("%j is written as %s", (items, text) => expect(printFilterOperator(states(items))).toBe(text));

  test("escapes items, so that parsing the operator returns the same items", () => {
    const items = states({ "a,b": "include", "*": "exclude", "50%2C": "include" });
    expect(parseMatch(printFilterOperator(items))).toEqual({ include: [["a,b"], ["50%2C"]], exclude: [["*"]] });
  });
});
