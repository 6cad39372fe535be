// @vitest-environment node
import { expect, test } from "vitest";
import { countsOf, tallied } from "./dry-run-counts.ts";
import { aboutSource, askedSchema, begun, grouped, laterFields } from "./scraper-form.ts";

const schema = (keys: string) => ({
  type: "object" as const,
  properties: Object.fromEntries(keys.split(" ").map((key) => [key, { type: "string" as const }])),
});
const asked = (type: string, keys: string, value: object = {}) =>
  Object.keys(askedSchema(type)(schema(keys), value).properties ?? {}).join(" ");

test("a form asks where something is, what becomes an item, and how one gets there, in this order", () => {
  expect(asked("file", "username url name type id paths status")).toBe("url paths status id type name username");
  expect(asked("sql", "connection password query id")).toBe("connection query id password");
});

test("a request has a body where its method has one, and an older word for its address only where it was used", () => {
  const keys = "url endpoint method body templateBody";
  expect(asked("http", keys)).toBe("url method");
  expect(asked("http", keys, { method: "POST" })).toBe("url method body templateBody");
  expect(asked("http", keys, { endpoint: "http://a" })).toBe("url endpoint method");
  // The address of GitHub's own API is no address that has to be said.
  expect(askedSchema("github")(schema("repositories url"), {}).required).toBeUndefined();
});

test("types that know their items do not ask what makes one", () => {
  expect(laterFields("kubernetes")).toContain("id");
  expect(laterFields("kubernetes")).not.toContain("clusterName");
  expect(laterFields("http")).not.toContain("id");
  for (const type of ["kubernetes", "http", "anything"]) expect(laterFields(type)).toContain("transform");
});

test("a new one begins with what it cannot be without", () => {
  expect(begun("github")).toEqual({ repositories: [{}] });
  expect(begun("http")).toEqual({});
});

test("types are offered under headings, and those that nobody knows under another", () => {
  const kind = (type: string) => ({ type, title: type, icon: "server", schema: {} });
  expect(grouped([kind("sql"), kind("new"), kind("system")]).map(({ type, group }) => `${group}: ${type}`)).toEqual([
    "This machine: system",
    "Databases and services: sql",
    "Other: new",
  ]);
});

test("what a dry run found is counted, and what failed in the same way is said once", () => {
  expect(countsOf([{ action: "added" }, { action: "added" }, { action: "deleted" }])).toEqual({
    added: 2,
    updated: 0,
    unchanged: 0,
    deleted: 1,
  });
  expect(tallied(["no id", "no host", "no id"])).toEqual([
    ["no id", 2],
    ["no host", 1],
  ]);
});

test.each([
  [{ clusterName: "north", connection: "connection://a" }, "north"],
  [{ paths: ["", "/etc/*.yaml"] }, "/etc/*.yaml"],
  [{ repositories: [{ owner: "example" }] }, "example"],
  [{ id: "$.id" }, ""],
  [null, ""],
])("a source %j is told from others by %o", (value, about) => expect(aboutSource(value)).toBe(about));
