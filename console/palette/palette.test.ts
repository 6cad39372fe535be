import { afterEach, describe, expect, test } from "vitest";
import type { FoundThing } from "#console/shell/area.ts";
import { type Choice, distinguished, matching, step } from "./choice.ts";
import { narrow } from "./narrow.ts";
import { parseRecent, recent, recentOf, remember } from "./recent.ts";

const choice = (label: string, detail = ""): Choice => ({ key: label, label, detail, icon: "file", href: "/" });

test("choices with the same name and detail show the end of their id", () => {
  const thing = (id: string, detail: string): Choice => ({
    ...choice("payments", detail),
    key: `thing component ${id}`,
  });
  const found = [
    thing("0190aaaa-7f00aa", "System"),
    thing("0190aaaa-7f00bb", "System"),
    thing("0190aaaa-7f00cc", "Pod"),
  ];
  expect(distinguished(found).map(({ detail }) => detail)).toEqual(["System · …7f00aa", "System · …7f00bb", "Pod"]);
});

describe("pages and actions", () => {
  const all = [
    choice("System", "Settings"),
    choice("Event Queue", "Settings"),
    choice("Job History", "Settings"),
    choice("Incidents"),
  ];
  test.each([
    ["", ["System", "Event Queue", "Job History", "Incidents"]],
    ["sys", ["System"]],
    ["settings", ["System", "Event Queue", "Job History"]],
    ["que", ["Event Queue"]],
    ["HISTORY job", ["Job History"]],
    // Matches at the start of the label come first, then matches at the start of a word, then all other matches.
    ["in", ["Incidents", "System", "Event Queue", "Job History"]],
    ["e", ["Event Queue", "System", "Job History", "Incidents"]],
    ["nothing of the kind", []],
    ["type=Pod", []],
    ["[", []],
  ])("that match “%s” are listed, best match first", (text, labels) =>
    expect(matching(all, text).map(({ label }) => label)).toEqual(labels),
  );

  test("the arrow keys wrap around", () => {
    const [first, second, third, last] = all;
    expect(step(all, first, 1)).toBe(second);
    expect(step(all, last, 1)).toBe(first);
    expect(step(all, first, -1)).toBe(last);
    expect(step(all, third, -1)).toBe(second);
    expect(step([], undefined, 1)).toBeUndefined();
  });
});

describe("earlier results", () => {
  const thing = (name: string): FoundThing => ({ kind: "config", id: name, name, icon: "", detail: "" });
  const groups = [
    { title: "Catalog", things: [thing("checkout-web"), thing("Check")] },
    { title: "Checks", things: [thing("orders")] },
  ];
  const kept = (text: string) =>
    narrow(groups, text).map(({ title, things }) => [title, things.map(({ name }) => name)]);

  test.each([
    ["check", [["Catalog", ["checkout-web", "Check"]]]],
    ["checko", [["Catalog", ["checkout-web"]]]],
    ["check web", [["Catalog", ["checkout-web"]]]],
    ["check -checkout", [["Catalog", ["Check"]]]],
    [
      "web | ord",
      [
        ["Catalog", ["checkout-web"]],
        ["Checks", ["orders"]],
      ],
    ],
    // Only the server can check the type.
    ["orders type=Pod", [["Checks", ["orders"]]]],
    ["xyzzy", []],
  ])("are filtered by name for “%s”", (text, expected) => expect(kept(text)).toEqual(expected));

  test("earlier results are kept while the typed text is incomplete", () =>
    expect(narrow(groups, 'type="')).toBe(groups));
});

describe("recent choices", () => {
  afterEach(() => localStorage.clear());
  const keysOf = (person: string) => recentOf(recent.get(), person).map(({ key }) => key);

  test("recent choices are listed newest first, without duplicates, up to five", () => {
    for (const key of ["a", "b", "c", "a", "d", "e", "f"]) remember("ada", { key });
    expect(keysOf("ada")).toEqual(["f", "e", "d", "a", "c"]);
  });

  test("recent entries are not shown to another person, who starts with an empty list", () => {
    remember("ada", { key: "a" });
    expect(keysOf("bob")).toEqual([]);
    remember("bob", { key: "b" });
    expect([keysOf("ada"), keysOf("bob")]).toEqual([[], ["b"]]);
  });

  test("the list of recent choices is the same object until a choice is added", () => {
    remember("ada", { key: "a" });
    expect(recent.get()).toBe(recent.get());
  });

  test.each([
    null,
    "",
    "{",
    "null",
    "[]",
    "7",
    '{"person":7,"choices":[]}',
    '{"person":"ada","choices":{}}',
    '{"person":"ada","choices":[7,null,{},{"key":1},{"key":"a","thing":{"kind":"x"}}]}',
  ])("are empty if storage contains %j", (stored) => expect(parseRecent(stored).choices).toEqual([]));
});
