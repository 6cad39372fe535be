// @vitest-environment node
import { expect, test } from "vitest";
import { countsOf, tallied } from "./DryRunResult.tsx";
import { aboutSource, formSchema, initialEntry, laterFields } from "./scraper-form.ts";

const schema = (keys: string) => ({
  type: "object" as const,
  properties: Object.fromEntries(keys.split(" ").map((key) => [key, { type: "string" as const }])),
});
const fieldsOf = (type: string, keys: string, value: object = {}) =>
  Object.keys(formSchema(type)(schema(keys), value).properties ?? {}).join(" ");

test("a form shows the location first, then the mapping, then the credentials", () => {
  expect(fieldsOf("file", "username url name type id paths status")).toBe("url paths status id type name username");
  expect(fieldsOf("sql", "connection password query id")).toBe("connection query id password");
});

test("the form of an HTTP request shows the body fields if the method has a body, and the deprecated field endpoint only if it is set", () => {
  const keys = "url endpoint method body templateBody";
  expect(fieldsOf("http", keys)).toBe("url method");
  expect(fieldsOf("http", keys, { method: "POST" })).toBe("url method body templateBody");
  expect(fieldsOf("http", keys, { endpoint: "http://a" })).toBe("url endpoint method");
  // The URL of the GitHub API is optional.
  expect(formSchema("github")(schema("repositories url"), {}).required).toBeUndefined();
});

test("hides the mapping fields for types that do not need a mapping", () => {
  expect(laterFields("kubernetes")).toContain("id");
  expect(laterFields("kubernetes")).not.toContain("clusterName");
  expect(laterFields("http")).not.toContain("id");
  for (const type of ["kubernetes", "http", "anything"]) expect(laterFields(type)).toContain("transform");
});

test("a new entry starts with one empty element in each required list", () => {
  expect(initialEntry("github")).toEqual({ repositories: [{}] });
  expect(initialEntry("http")).toEqual({});
});

test("counts the items of a dry run, and lists each distinct error once", () => {
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
])("the source %j is described by the text %o", (value, about) => expect(aboutSource(value)).toBe(about));
