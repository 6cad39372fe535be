import { expect, test } from "vitest";
import { actionsOf, actionsSchema, frameOf, frameSchema, joined, problemsIn } from "./split-spec.ts";

const spec = { actions: [{ name: "a" }], title: "Restart", parameters: [] };

test("the frame and the actions join to the whole playbook", () => {
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
