import { expect, test } from "vitest";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import { findExpressions } from "./find-expressions.ts";
import { actionsOf, actionsSchema, frameOf, frameSchema, joined, problemsIn } from "./split-spec.ts";

const spec = { actions: [{ name: "a" }], title: "Restart", parameters: [] };

test("joining the actions and the other fields restores the whole playbook", () => {
  expect(frameOf(spec)).toEqual({ title: "Restart", parameters: [] });
  expect(joined(frameOf(spec), actionsOf(spec))).toEqual(spec);
  expect(Object.keys(joined(frameOf(spec), actionsOf(spec))).at(-1)).toBe("actions");
  expect(joined(undefined, actionsOf({}))).toEqual({ actions: [] });
  expect(actionsOf({})).toBe(actionsOf(undefined));
});

test("each part has its own schema and problems", () => {
  const schema = {
    type: "object",
    required: ["actions"],
    properties: { title: { type: "string" }, actions: { type: "array" } },
  } as const;
  expect(frameSchema(schema)).toMatchObject({ required: [], properties: { title: {} } });
  expect(frameSchema(schema).properties).not.toHaveProperty("actions");
  expect(Object.keys(actionsSchema(schema).properties ?? {})).toEqual(["actions"]);
  const problems = [
    { path: ["actions", 0, "name"], message: "is required" },
    { path: ["title"], message: "must be a text" },
  ];
  expect(problemsIn(problems, "actions")).toEqual([problems[0]]);
  expect(problemsIn(problems, "frame")).toEqual([problems[1]]);
});

test("the fields that have a notation in the schema are found as expressions", () => {
  const cel = { type: "string", notation: "cel" };
  const schema = {
    type: "object",
    properties: {
      title: { type: "string" },
      filters: { type: "array", items: cel },
      actions: { type: "array", items: { type: "object", properties: { name: { type: "string" }, if: cel } } },
    },
  } as JsonSchema;
  const playbook = { title: "x > 1", filters: ["true"], actions: [{ name: "a" }, { name: "b", if: "success()" }, 7] };
  expect(findExpressions(schema, playbook)).toEqual([
    { path: ["filters", 0], notation: "cel", text: "true" },
    { path: ["actions", 1, "if"], notation: "cel", text: "success()" },
  ]);
  expect(findExpressions(schema, undefined)).toEqual([]);
});
