import { expect, test } from "vitest";
import { z } from "zod";
import { defaultFor, type JsonSchema, nearestVariant, problemsOf, resolved } from "./json-schema.ts";

const printed = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" }) as JsonSchema;

/** Each problem as "path: message". */
const problemTexts = (schema: z.ZodType, value: unknown) =>
  problemsOf(printed(schema), value).map(({ path, message }) => `${path.join(".")}: ${message}`);

const credential = z
  .union([
    z.object({ value: z.string() }),
    z.object({ valueFrom: z.object({ secretKeyRef: z.object({ name: z.string(), key: z.string() }) }) }),
  ])
  .meta({ field: "env-var" });

const check = z.object({
  name: z.string().min(1).meta({ label: "Name" }),
  port: z.int().min(1).max(65535).default(443),
  ratio: z.number().gt(0).lt(1).multipleOf(0.1).optional(),
  url: z.url().optional(),
  method: z.enum(["GET", "POST"]).default("GET"),
  isOn: z.boolean(),
  headers: z
    .array(z.strictObject({ name: z.string() }))
    .min(1)
    .max(2)
    .optional(),
  labels: z.record(z.string(), z.string()).optional(),
  schedule: z.string().meta({ field: "schedule" }).optional(),
  timeout: z.string().meta({ field: "duration" }).optional(),
  password: credential.optional(),
  note: z.string().nullable(),
});

const right = { name: "a", isOn: true, note: null };

test("accepts valid values, and missing keys that have a default", () => {
  expect(problemTexts(check, right)).toEqual([]);
  expect(problemTexts(check, { ...right, ratio: 0.3, unknown: "is kept", labels: { a: "b" } })).toEqual([]);
});

test.each([
  [{ name: undefined }, "name: This field is required"],
  [{ name: "" }, "name: This field is required"],
  [{ name: 5 }, "name: Must be text; put it in quotes"],
  [{ name: null }, "name: This field is required"],
  [{ port: "abc" }, "port: This field must be a number"],
  [{ port: 1.5 }, "port: This field must be a whole number"],
  [{ port: 0 }, "port: Must be at least 1"],
  [{ port: 70_000 }, "port: Must be at most 65535"],
  [{ ratio: 0 }, "ratio: Must be more than 0"],
  [{ ratio: 1 }, "ratio: Must be less than 1"],
  [{ ratio: 0.25 }, "ratio: Must be a multiple of 0.1"],
  [{ url: "nowhere" }, "url: Must be an address, such as https://example.org"],
  [{ method: "PUT" }, "method: Must be one of GET, POST"],
  [{ isOn: "yes" }, "isOn: Must be true or false"],
  [{ headers: [] }, "headers: This field is required"],
  [{ headers: [{ name: "a" }, { name: "b" }, { name: "c" }] }, "headers: Must have at most 2 entries"],
  [{ headers: {} }, "headers: Must be a list"],
  [{ headers: [{}] }, "headers.0.name: This field is required"],
  [{ headers: [{ name: "a", nmae: "b" }] }, "headers.0.nmae: Unknown field nmae"],
  [{ labels: { a: 5 } }, "labels.a: Must be text; put it in quotes"],
  [{ labels: [] }, "labels: Must have keys and values"],
  [{ schedule: "@every 5" }, 'schedule: "5" is not a duration. Write a number and a unit, such as 30s, 15m or 1d12h.'],
  [{ timeout: "soon" }, 'timeout: "soon" is not a duration. Write a number and a unit, such as 30s, 15m or 1d12h.'],
  [{ password: {} }, "password: This field is required"],
  [
    { password: { valueFrom: { secretKeyRef: { name: "db", key: "" } } } },
    "password: The key in the secret is missing.",
  ],
])("%j: %s", (change, problem) => {
  expect(problemTexts(check, { ...right, ...change })).toEqual([problem]);
});

test("agrees with zod on which values are valid", () => {
  const values = [
    {},
    { name: "" },
    { port: 0 },
    { ratio: 0.3 },
    { method: "PUT" },
    { headers: [] },
    { labels: { a: 1 } },
  ];
  for (const change of values) {
    const value = { ...right, ...change };
    expect([change, problemTexts(check, value).length === 0]).toEqual([change, check.safeParse(value).success]);
  }
});

const shape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("circle"), radius: z.number() }),
  z.object({ type: z.literal("box"), width: z.number(), height: z.number() }),
]);

test("reports the problems of the variant that the value selects", () => {
  expect(problemTexts(shape, { type: "box", width: 1 })).toEqual(["height: This field is required"]);
  expect(problemTexts(shape, { type: "circle", radius: "wide" })).toEqual(["radius: This field must be a number"]);
  expect(problemTexts(shape, { type: "circle", radius: 1 })).toEqual([]);
  expect(problemTexts(shape, { radius: 1 })).toEqual(["type: This field is required"]);
  expect(problemTexts(z.union([z.string().min(3), z.object({ a: z.string() })]), "ab")).toEqual([
    ": Must have at least 3 characters",
  ]);
});

test("chooses the variant by its keys when no discriminator is set", () => {
  const { oneOf = [] } = printed(shape);
  expect(nearestVariant(oneOf, { width: 1, height: 2 }, {})).toBe(1);
  expect(nearestVariant(oneOf, { type: "circle", width: 1, height: 2 }, {})).toBe(0);
  const keyed =
    printed(z.union([z.object({ a: z.string().optional() }), z.record(z.string(), z.number())])).anyOf ?? [];
  expect(nearestVariant(keyed, { b: 5 }, {})).toBe(1);
});

const tree = z.object({
  name: z.string(),
  get children() {
    return z.array(tree).optional();
  },
});

test("follows a recursive schema as deep as the value", () => {
  expect(problemTexts(tree, { name: "a", children: [{ name: "b", children: [{}] }] })).toEqual([
    "children.0.children.0.name: This field is required",
  ]);
  expect(defaultFor(printed(tree))).toEqual({});
});

test("merges a referenced schema with its sibling keywords", () => {
  const root: JsonSchema = { $defs: { "a/b": { type: "string", title: "There" } } };
  expect(resolved({ $ref: "#/$defs/a~1b", title: "Here" }, root)).toEqual({ type: "string", title: "Here" });
  expect(resolved({ $ref: "#/$defs/missing" }, root)).toEqual({});
  expect(resolved({ $ref: "#/$defs/round" }, { $defs: { round: { $ref: "#/$defs/round" } } })).toBeDefined();
});

test("checks property names and unique entries", () => {
  expect(problemTexts(z.record(z.string().regex(/^[a-z]+$/), z.number()), { A: 1, a: 2 })).toEqual([
    "A: The key is invalid: Must match ^[a-z]+$",
  ]);
  expect(problemsOf({ type: "array", uniqueItems: true, items: { type: "object" } }, [{ a: 1 }, { a: 1 }])).toEqual([
    { path: [], message: "All entries must be different" },
  ]);
});

test("builds the default value from defaults and required properties", () => {
  expect(defaultFor(printed(check))).toEqual({ port: 443, method: "GET", isOn: false });
  expect(defaultFor(printed(shape))).toEqual({ type: "circle" });
  expect(defaultFor(printed(credential))).toBeUndefined();
  expect(defaultFor(printed(shape.nullable()))).toBeUndefined();
  const nested = z.object({ tls: z.object({ version: z.string().default("1.3") }), more: z.object({}).optional() });
  expect(defaultFor(printed(nested))).toEqual({ tls: { version: "1.3" } });
  const list = z.array(z.string()).default(["a"]);
  const [first, second] = [defaultFor(printed(list)), defaultFor(printed(list))];
  expect(first).toEqual(["a"]);
  expect(first).not.toBe(second);
});

test("does not check fields that are hidden by shownWhen", () => {
  const git = z.object({
    auth: z.enum(["None", "SSH"]).default("None"),
    key: z
      .string()
      .min(1)
      .meta({ shownWhen: { auth: "SSH" } }),
  });
  expect(problemTexts(git, {})).toEqual([]);
  expect(problemTexts(git, { auth: "None", key: "" })).toEqual([]);
  expect(problemTexts(git, { auth: "SSH" })).toEqual(["key: This field is required"]);
});

test("treats __proto__ like any other key", () => {
  const value = JSON.parse('{"__proto__": 5}') as unknown;
  expect(problemsOf({ type: "object", additionalProperties: { type: "string" } }, value)).toEqual([
    { path: ["__proto__"], message: "Must be text; put it in quotes" },
  ]);
});

test("reports why a field is forbidden once it has a value", () => {
  const why = "is not supported: set a kubeconfig";
  const cluster = z.looseObject({ eks: z.unknown().optional().meta({ deprecated: true, refused: why }) });
  expect(problemTexts(cluster, { eks: { cluster: "prod" } })).toEqual(["eks: Is not supported: set a kubeconfig"]);
  for (const eks of [undefined, null, false, "", []]) expect(problemTexts(cluster, { eks })).toEqual([]);
});
