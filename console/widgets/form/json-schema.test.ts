import { expect, test } from "vitest";
import { z } from "zod";
import { defaultFor, type JsonSchema, nearestVariant, problemsOf, resolved } from "./json-schema.ts";

const printed = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" }) as JsonSchema;

/** Each as "path: message". */
const said = (schema: z.ZodType, value: unknown) =>
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

test("what is right has no problems, and what has a default may be missing", () => {
  expect(said(check, right)).toEqual([]);
  expect(said(check, { ...right, ratio: 0.3, unknown: "is kept", labels: { a: "b" } })).toEqual([]);
});

test.each([
  [{ name: undefined }, "name: This field is required"],
  [{ name: "" }, "name: This field is required"],
  [{ name: 5 }, "name: Must be a text; put it in quotes"],
  [{ name: null }, "name: This field is required"],
  [{ port: "abc" }, "port: This field must be a number"],
  [{ port: 1.5 }, "port: This field must be a whole number"],
  [{ port: 0 }, "port: The least is 1"],
  [{ port: 70_000 }, "port: The most is 65535"],
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
  [{ headers: [{ name: "a", nmae: "b" }] }, "headers.0.nmae: There is no field called nmae"],
  [{ labels: { a: 5 } }, "labels.a: Must be a text; put it in quotes"],
  [{ labels: [] }, "labels: Must have keys and values"],
  [{ schedule: "@every 5" }, 'schedule: "5" is not a duration. Write a number and a unit, such as 30s, 15m or 1d12h.'],
  [{ timeout: "soon" }, 'timeout: "soon" is not a duration. Write a number and a unit, such as 30s, 15m or 1d12h.'],
  [{ password: {} }, "password: This field is required"],
  [
    { password: { valueFrom: { secretKeyRef: { name: "db", key: "" } } } },
    "password: The key in the secret is missing.",
  ],
])("%j: %s", (change, problem) => {
  expect(said(check, { ...right, ...change })).toEqual([problem]);
});

test("the same values are right and wrong for zod itself", () => {
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
    expect([change, said(check, value).length === 0]).toEqual([change, check.safeParse(value).success]);
  }
});

const shape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("circle"), radius: z.number() }),
  z.object({ type: z.literal("box"), width: z.number(), height: z.number() }),
]);

test("of several variants the one that is meant is judged", () => {
  expect(said(shape, { type: "box", width: 1 })).toEqual(["height: This field is required"]);
  expect(said(shape, { type: "circle", radius: "wide" })).toEqual(["radius: This field must be a number"]);
  expect(said(shape, { type: "circle", radius: 1 })).toEqual([]);
  expect(said(shape, { radius: 1 })).toEqual(["type: This field is required"]);
  expect(said(z.union([z.string().min(3), z.object({ a: z.string() })]), "ab")).toEqual([
    ": Must have at least 3 characters",
  ]);
});

test("a value with none of its words belongs to the variant that knows its keys", () => {
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

test("a schema that speaks of itself is followed as deep as the value goes", () => {
  expect(said(tree, { name: "a", children: [{ name: "b", children: [{}] }] })).toEqual([
    "children.0.children.0.name: This field is required",
  ]);
  expect(defaultFor(printed(tree))).toEqual({});
});

test("what a reference says and what stands beside it count both", () => {
  const root: JsonSchema = { $defs: { "a/b": { type: "string", title: "There" } } };
  expect(resolved({ $ref: "#/$defs/a~1b", title: "Here" }, root)).toEqual({ type: "string", title: "Here" });
  expect(resolved({ $ref: "#/$defs/missing" }, root)).toEqual({});
  expect(resolved({ $ref: "#/$defs/round" }, { $defs: { round: { $ref: "#/$defs/round" } } })).toBeDefined();
});

test("names of keys are judged, and entries that must differ", () => {
  expect(said(z.record(z.string().regex(/^[a-z]+$/), z.number()), { A: 1, a: 2 })).toEqual([
    "A: The key: Must match ^[a-z]+$",
  ]);
  expect(problemsOf({ type: "array", uniqueItems: true, items: { type: "object" } }, [{ a: 1 }, { a: 1 }])).toEqual([
    { path: [], message: "No two entries may be the same" },
  ]);
});

test("a value begins with what the schema says and what must be there", () => {
  expect(defaultFor(printed(check))).toEqual({ port: 443, method: "GET", isOn: false });
  expect(defaultFor(printed(shape))).toEqual({ type: "circle" });
  expect(defaultFor(printed(credential))).toBeUndefined();
  expect(defaultFor(printed(shape.nullable()))).toBeUndefined();
  const nested = z.object({ tls: z.object({ version: z.string().default("1.3") }), more: z.object({}).optional() });
  expect(defaultFor(printed(nested))).toEqual({ tls: { version: "1.3" } });
  const list = z.array(z.string()).default(["a"]);
  const [one, two] = [defaultFor(printed(list)), defaultFor(printed(list))];
  expect(one).toEqual(["a"]);
  expect(one).not.toBe(two);
});

test("what is not asked for is not judged", () => {
  const git = z.object({
    auth: z.enum(["None", "SSH"]).default("None"),
    key: z
      .string()
      .min(1)
      .meta({ shownWhen: { auth: "SSH" } }),
  });
  expect(said(git, {})).toEqual([]);
  expect(said(git, { auth: "None", key: "" })).toEqual([]);
  expect(said(git, { auth: "SSH" })).toEqual(["key: This field is required"]);
});

test("__proto__ is a key like any other", () => {
  const value = JSON.parse('{"__proto__": 5}') as unknown;
  expect(problemsOf({ type: "object", additionalProperties: { type: "string" } }, value)).toEqual([
    { path: ["__proto__"], message: "Must be a text; put it in quotes" },
  ]);
});

test("a refused field says why as soon as it says something", () => {
  const why = "is not supported: give a kubeconfig";
  const cluster = z.looseObject({ eks: z.unknown().optional().meta({ deprecated: true, refused: why }) });
  expect(said(cluster, { eks: { cluster: "prod" } })).toEqual(["eks: Is not supported: give a kubeconfig"]);
  for (const eks of [undefined, null, false, "", []]) expect(said(cluster, { eks })).toEqual([]);
});
