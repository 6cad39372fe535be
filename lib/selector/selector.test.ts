import { describe, expect, test } from "vitest";
import { chanceOf } from "#tests/support/chance.ts";
import type { Match } from "../text/match.ts";
import {
  both,
  either,
  everything,
  loosened,
  parseSelector,
  printSelector,
  type Comparison,
  type Selector,
} from "./selector.ts";
import { problemOf, Unreadable } from "../text/unreadable.ts";

const include = (...values: (string | readonly string[])[]): Match => ({
  include: values.map((value) => [value].flat()),
  exclude: [],
});
const is = (path: string, match: Match, negated = false): Selector => ({
  kind: "is",
  path: path.split("."),
  match,
  negated,
  at: 0,
});
const name = (...pattern: string[]): Selector => ({ kind: "name", pattern, negated: false, at: 0 });
const has = (path: string, negated = false): Selector => ({ kind: "has", path: path.split("."), negated, at: 0 });

/** Removes positions, which do not affect the meaning. */
const placeless = (selector: Selector): Selector =>
  "of" in selector ? { ...selector, of: selector.of.map(placeless) } : { ...selector, at: 0 };

describe("WG-51 parses a selector", () => {
  test.each<[string, Selector]>([
    ["", everything],
    ["   ", everything],
    ["grafana", name("grafana", "")],
    ["kube-system", name("kube-system", "")],
    ["Kubernetes::Pod", name("Kubernetes::Pod", "")],
    ["*graf*", name("", "graf", "")],
    ['"two words"', name("two words", "")],
    ["-web", { kind: "name", pattern: ["web", ""], negated: true, at: 0 }],
    ["name=grafana", is("name", include("grafana"))],
    ["type:Kubernetes::Deployment", is("type", include("Kubernetes::Deployment"))],
    ["health=healthy,unhealthy", is("health", include("healthy", "unhealthy"))],
    ["health!=healthy", is("health", include("healthy"), true)],
    [
      "type=Kubernetes::*,!Kubernetes::Pod",
      is("type", { include: [["Kubernetes::", ""]], exclude: [["Kubernetes::Pod"]] }),
    ],
    ['name="a, b",c', is("name", include("a, b", "c"))],
    ['name="*"', is("name", include("*"))],
    ['name=""', is("name", include(""))],
    ["labels.app=web", is("labels.app", include("web"))],
    ["created_at>now-24h", { kind: "compare", path: ["created_at"], operator: ">", value: "now-24h", at: 0 }],
    ["cost<=10", { kind: "compare", path: ["cost"], operator: "<=", value: "10", at: 0 }],
    ["config.spec.replicas=3", is("config.spec.replicas", include("3"))],
    ["labels.team", has("labels.team")],
    ["!tags.cluster", has("tags.cluster", true)],
    ["a b", both(name("a", ""), name("b", ""))],
    ["a | b c", either(name("a", ""), both(name("b", ""), name("c", "")))],
    ["a;b", either(name("a", ""), name("b", ""))],
    ["(a | b) type=Pod", both(either(name("a", ""), name("b", "")), is("type", include("Pod")))],
    ["a (b (c))", both(name("a", ""), name("b", ""), name("c", ""))],
    ["a |", name("a", "")],
    ["health=healthy,", is("health", include("healthy"))],
  ])("parses %s", (text, selector) => expect(placeless(parseSelector(text))).toEqual(selector));

  test("accepts dots and slashes in a key, with and without quotes", () => {
    const expected: Selector = {
      kind: "is",
      path: ["labels", "app.kubernetes.io/name"],
      match: include("web"),
      negated: false,
      at: 0,
    };
    expect(parseSelector("labels.app.kubernetes.io/name=web")).toEqual(expected);
    expect(parseSelector('labels."app.kubernetes.io/name"=web')).toEqual(expected);
  });

  test("records the position of every term", () => {
    expect(parseSelector("web  type=Pod")).toMatchObject({ of: [{ at: 0 }, { at: 5 }] });
  });
});

describe("reports the error, its position and how to correct it", () => {
  test.each([
    ["type=", 'A value is missing after "type=".', 5],
    ["a type= b", 'A value is missing after "type=".', 7],
    ["created>", 'A value is missing after "created>".', 8],
    ['name="a', "A closing quote is missing.", 5],
    ["(a", 'A ")" is missing.', 0],
    ["a)", 'This ")" has no matching "(".', 1],
    ["name = a", 'Write "=" between a field and a value, without spaces: type=Pod.', 5],
    ["a -", 'Write a word after "-".', 2],
    ["!web", 'Write a key after "!", such as !labels.team. To exclude a name, use "-".', 0],
  ])("in %s", (text, message, at) => expect(() => parseSelector(text)).toThrow(new Unreadable(message, at)));
});

test("loosens words of at least three letters, so that they match anywhere in a name", () => {
  const loose = (text: string) => printSelector(loosened(parseSelector(text)));
  expect(loose("graf type=Pod | (gr -web) a*b")).toBe("*graf* type=Pod | gr -web a*b");
});

test("parses the selectors that it prints", () => {
  const chance = chanceOf(21);
  const alphabet = [
    "a",
    "B",
    "7",
    "-",
    "_",
    ".",
    ":",
    "::",
    "=",
    ",",
    "!",
    "*",
    "%",
    "%2C",
    '"',
    "\\",
    " ",
    "|",
    "(",
    ")",
    ";",
    "<",
    "ü",
    "/",
  ];
  const text = () => chance.text(alphabet, 5) || "x";
  const pattern = (least: number) => {
    const parts = chance.times(chance.between(least, 3), () => chance.text(alphabet, 3));
    return parts.map((part, index) => (part === "" && index > 0 && index < parts.length - 1 ? "x" : part));
  };
  const path = () => {
    const field = chance.pick(["name", "type", "labels", "config", "@order"]);
    return field === "labels" ? [field, text()] : field === "config" ? [field, text(), text()] : [field];
  };
  const leaf = (): Selector => {
    const [negated, at] = [chance.next() < 0.3, 0];
    switch (chance.pick(["name", "has", "is", "compare"] as const)) {
      case "name":
        return { kind: "name", pattern: pattern(2), negated, at };
      case "has":
        return { kind: "has", path: [chance.pick(["labels", "tags"]), text()], negated, at };
      case "is":
        return {
          kind: "is",
          path: path(),
          match: { include: [pattern(1)], exclude: chance.next() < 0.5 ? [] : [pattern(1)] },
          negated,
          at,
        };
      case "compare":
        return {
          kind: "compare",
          path: path(),
          operator: chance.pick<Comparison>(["<", ">", "<=", ">="]),
          value: text(),
          at,
        };
    }
  };
  const tree = (depth: number): Selector =>
    depth === 0 || chance.next() < 0.3
      ? leaf()
      : (chance.next() < 0.5 ? both : either)(...chance.times(chance.between(2, 3), () => tree(depth - 1)));
  const selectors = chance.times(2000, () => tree(3));
  expect(selectors.map((selector) => placeless(parseSelector(printSelector(selector))))).toEqual(selectors);
});

test("parses any string or throws the documented error", () => {
  const chance = chanceOf(22);
  const alphabet = [
    "a",
    "labels",
    "type",
    ".",
    ":",
    "=",
    "!",
    ",",
    '"',
    "\\",
    " ",
    "|",
    "(",
    ")",
    ";",
    "-",
    ">",
    "*",
    "\n",
  ];
  const texts = chance.times(3000, () => chance.text(alphabet, 10));
  const read = texts.filter((text) => problemOf(() => parseSelector(text)) === undefined).map(parseSelector);
  expect(read.length).toBeGreaterThan(500);
  const again = read.map((selector) => parseSelector(printSelector(selector)));
  expect(again.map(placeless)).toEqual(read.map(placeless));
});
