import { expect, test } from "vitest";
import { Span } from "#lib/expression/values.ts";
import { valuesForTemplates, type ParameterLookups } from "./chosen.ts";
import { serverCheckTools } from "./matches.ts";

test("patterns match the whole text in linear time, and an invalid RE2 pattern is reported", () => {
  const { matches } = serverCheckTools;
  expect(matches("abc", "[a-c]+")).toBe(true);
  expect(matches("abcd", "[a-c]+")).toBe(false);
  expect(matches("b", "a|b")).toBe(true);
  expect(matches("xb", "a|b")).toBe(false);
  expect(matches(`${"a".repeat(5_000)}!`, "(a+)+")).toBe(false);
  expect(matches("a", "(?=a)a")).toBeUndefined();
  expect(matches("a", "(")).toBeUndefined();
});

const lookups: ParameterLookups = {
  hasPerson: async (id, role) => id === "p1" && (role === undefined || role === "admin"),
  hasTeam: async (id) => id === "t1",
  resource: async (kind, id, filter) =>
    id === "r1" && filter.every(({ name }) => name !== "other") ? { id, kind, name: "web" } : undefined,
  configs: async (selectors) => selectors.map(({ name }) => ({ name })),
};

test("templates get typed values", async () => {
  const parameters = [
    { name: "text" },
    { name: "left" },
    { name: "who", type: "people" as const, properties: { role: "admin" } },
    { name: "team", type: "team" as const },
    { name: "item", type: "config" as const },
    { name: "items", type: "configs" as const },
    { name: "wait", type: "duration" as const },
  ];
  const sent = { text: "a", who: "p1", team: "t1", item: "r1", items: '{"name":"web"}', wait: "90m" };
  expect(await valuesForTemplates(parameters, sent, lookups)).toEqual({
    values: {
      text: "a",
      left: "",
      who: "p1",
      team: "t1",
      item: { id: "r1", kind: "config", name: "web" },
      items: [{ name: "web" }],
      wait: new Span(90 * 60_000),
    },
    problems: [],
  });
});

test.each([
  ["people" as const, {}, "Who must be an active person"],
  ["people" as const, { role: "viewer" }, "Who must be an active person with the role viewer"],
  ["team" as const, {}, "Who must be a team"],
  ["check" as const, {}, "Who must be a check that you can see"],
  ["component" as const, { filter: [{ name: "a" }] }, "Who must be a component that you can see and that matches"],
])("a %s that is not found is refused", async (type, properties, message) => {
  const parameter = { name: "who", label: "Who", type, properties };
  const { problems } = await valuesForTemplates([parameter], { who: "x" }, lookups);
  expect(problems).toEqual([{ name: "who", message: expect.stringContaining(message) as string }]);
});

test("a resource that does not match the filter is refused", async () => {
  const parameter = { name: "item", type: "config" as const, properties: { filter: [{ name: "other" }] } };
  const { problems } = await valuesForTemplates([parameter], { item: "r1" }, lookups);
  expect(problems).toHaveLength(1);
});
