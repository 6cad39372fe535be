// Splits a playbook into its general fields (the frame), which are edited as a form, and its actions, which are edited
// as code.
import { isRecord, type JsonSchema, type SchemaProblem } from "#console/widgets/form/json-schema.ts";

const NO_ACTIONS: readonly unknown[] = [];

export const actionsOf = (spec: unknown): unknown => (isRecord(spec) ? (spec["actions"] ?? NO_ACTIONS) : NO_ACTIONS);

export function frameOf(spec: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(spec)) return {};
  const { actions: _, ...frame } = spec;
  return frame;
}

/** The actions are placed last, because people write them last. */
export const joined = (frame: unknown, actions: unknown): Readonly<Record<string, unknown>> => ({
  ...(isRecord(frame) ? frame : {}),
  actions,
});

export function frameSchema(schema: JsonSchema): JsonSchema {
  const { actions: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== "actions") };
}

export function actionsSchema(schema: JsonSchema): JsonSchema {
  const actions = schema.properties?.["actions"];
  return { ...schema, properties: actions ? { actions } : {}, required: ["actions"] };
}

export const problemsIn = (problems: readonly SchemaProblem[], part: "frame" | "actions") =>
  problems.filter(({ path }) => (path[0] === "actions") === (part === "actions"));
