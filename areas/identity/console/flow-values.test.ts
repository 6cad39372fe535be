import { expect, test } from "vitest";
import { flowValues } from "./flow-values.ts";

const form = (entries: [string, string][]) => {
  const data = new FormData();
  for (const [name, value] of entries) data.append(name, value);
  return data;
};

test("names with dots become nested objects", () => {
  expect(
    flowValues(
      form([
        ["traits.name.first", "Ada"],
        ["traits.name.last", "L"],
        ["traits.email", "a@b"],
      ]),
      new Set(),
    ),
  ).toEqual({ traits: { name: { first: "Ada", last: "L" }, email: "a@b" } });
});

test("checkboxes become true or false", () => {
  expect(flowValues(form([["a", "true"]]), new Set(["a", "b"]))).toEqual({ a: true, b: false });
});

test("a name cannot change the prototype of objects", () => {
  flowValues(
    form([
      ["__proto__.polluted", "yes"],
      ["a.__proto__.polluted", "yes"],
    ]),
    new Set(),
  );
  expect("polluted" in {}).toBe(false);
});
