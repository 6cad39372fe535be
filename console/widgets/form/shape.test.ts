import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "./json-schema.ts";
import { emptyItem, isNullable, labelOf, shapeOf, takesObject, variantLabels } from "./shape.ts";

const printed = (schema: z.ZodType) => z.toJSONSchema(schema, { io: "input" }) as JsonSchema;

const fieldFor = (schema: z.ZodType) => {
  const shape = shapeOf(printed(schema), printed(schema));
  return shape.draw === "field" ? shape.field : shape.draw;
};

test.each<[string, z.ZodType, string]>([
  ["a text", z.string(), "text"],
  ["a text or nothing", z.string().nullable(), "text"],
  ["a secret", z.string().meta({ secret: true }), "secret"],
  ["a number", z.number().optional(), "number"],
  ["a whole number", z.int(), "number"],
  ["yes or no", z.boolean(), "switch"],
  ["one of some words", z.enum(["a", "b"]), "choice"],
  ["one of some words, one by one", z.union([z.literal("a"), z.literal("b")]), "choice"],
  ["one word", z.literal("a"), "choice"],
  ["several of some words", z.array(z.enum(["a", "b"])), "choices"],
  ["texts in an order", z.array(z.string()), "list"],
  ["texts under names", z.record(z.string(), z.string()), "key-values"],
  ["numbers under names", z.record(z.string(), z.number()), "map"],
  ["fields", z.object({ a: z.string() }), "object"],
  ["fields or nothing", z.object({ a: z.string() }).nullable(), "object"],
  ["fields of two kinds", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), "variants"],
  ["a text or fields", z.union([z.string(), z.object({ a: z.string() })]), "variants"],
  ["a text or a number", z.union([z.string(), z.number()]), "yaml"],
  ["anything", z.any(), "yaml"],
  ["a list of anything", z.array(z.unknown()), "yaml"],
  ["a pair", z.tuple([z.string(), z.number()]), "yaml"],
  ["any JSON", z.json(), "yaml"],
  ["a schema that names its field", z.string().meta({ field: "schedule" }), "schedule"],
  ["an unknown field name", z.string().meta({ field: "hologram" }), "text"],
  ["a credential by its shape", z.object({ value: z.string(), valueFrom: z.object({}) }), "env-var"],
  [
    "a header, which has a name too",
    z.object({ name: z.string(), value: z.string().optional(), valueFrom: z.object({}).optional() }),
    "object",
  ],
])("%s", (_, schema, field) => {
  expect(fieldFor(schema)).toBe(field);
});

test("labels variants by title, discriminator, single required key or type", () => {
  const root = printed(
    z.union([
      z.object({ a: z.string() }).meta({ title: "The first" }),
      z.object({ type: z.literal("sftpServer"), port: z.int(), host: z.string() }),
      z.object({ secretKeyRef: z.object({}) }),
      z.string(),
      z.array(z.string()),
      z.object({ a: z.string(), b: z.string() }),
      z.object({ c: z.string(), d: z.string() }),
    ]),
  );
  expect(variantLabels(root.anyOf ?? [], root)).toEqual([
    "The first",
    "Sftp Server",
    "Secret Key Ref",
    "Text",
    "List",
    "Fields 6",
    "Fields 7",
  ]);
});

test("labels a field with the label or the title of its schema, otherwise with its key split into words", () => {
  expect(labelOf({ label: "URL" }, "url")).toBe("URL");
  expect(labelOf({ title: "Address" }, "url")).toBe("Address");
  expect(labelOf({}, "maxSSLExpiry")).toBe("Max SSL Expiry");
  expect(labelOf({}, 0)).toBe("1");
});

test("writes null for an empty value only where the schema allows null", () => {
  const nullable = printed(z.union([z.object({ a: z.string() }), z.null()]));
  expect(isNullable(nullable, nullable)).toBe(true);
  expect(isNullable(printed(z.string()), {})).toBe(false);
  expect(isNullable(printed(z.enum(["a"]).nullable()), {})).toBe(true);
});

test("creates an empty list entry for each type", () => {
  expect(
    [z.string(), z.number(), z.object({ a: z.string() }), z.array(z.string())]
      .map(printed)
      .map((schema) => emptyItem(schema, schema)),
  ).toEqual(["", null, {}, []]);
});

test("stores a credential as an object where the schema allows one", () => {
  const either = printed(z.union([z.string(), z.object({ value: z.string() })]));
  expect(takesObject(either, either)).toBe(true);
  expect(takesObject(printed(z.string()), {})).toBe(false);
});
