// @vitest-environment node
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "#console/widgets/form/json-schema.ts";
import {
  entriesOf,
  isSingle,
  problemsOf,
  titleOf,
  typesOf,
  withEntry,
  withoutEntry,
} from "#console/resources/entries/entries.ts";
import { countOf, partsOf } from "#console/resources/entries/entry-form.ts";
import { errorsOf } from "#console/resources/job-errors.ts";
import { formSchema, later, responseCodes } from "./check-form.ts";
import { failedRunsOf } from "./failed-runs.ts";

const check: JsonSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const schema: JsonSchema = {
  type: "object",
  $defs: { check },
  properties: {
    schedule: { type: "string" },
    http: { type: "array", items: { $ref: "#/$defs/check" } },
    legacy: { type: "array", items: check },
    agentSelector: { type: "array", items: { type: "string" } },
    webhook: check,
  },
};
const spec = { schedule: "@daily", http: [{ name: "a" }, { name: "b" }], webhook: { name: "hook" } };
const types = typesOf(schema, ["http", "tcp", "webhook"]);

describe("the checks of a canary", () => {
  test("the checks of a canary are entries of the supported kinds, and lists of named entries of other types", () => {
    expect(types).toEqual(["http", "tcp", "webhook", "legacy"]);
    expect(entriesOf(spec, types)).toEqual([
      { type: "http", index: 0, value: { name: "a" } },
      { type: "http", index: 1, value: { name: "b" } },
      { type: "webhook", index: 0, value: { name: "hook" } },
    ]);
    expect([isSingle(schema, "webhook"), isSingle(schema, "http"), isSingle(schema, "tcp")]).toEqual([
      true,
      false,
      false,
    ]);
  });

  test("the checks of a canary are added, changed and removed in place", () => {
    expect(withEntry(spec, { type: "http", index: 1, value: { name: "c" } }, schema)["http"]).toEqual([
      { name: "a" },
      { name: "c" },
    ]);
    expect(withEntry(spec, { type: "tcp", index: 0, value: {} }, schema)["tcp"]).toEqual([{}]);
    expect(withEntry(spec, { type: "webhook", index: 0, value: {} }, schema)["webhook"]).toEqual({});
    expect(withoutEntry(spec, { type: "http", index: 0 })["http"]).toEqual([{ name: "b" }]);
    expect(withoutEntry(spec, { type: "webhook", index: 0 })).toEqual({ schedule: "@daily", http: spec.http });
  });

  test("fields get the problems that concern their part of the spec", () => {
    const problems = [
      { path: ["http", 1, "url"], message: "x" },
      { path: ["webhook", "token"], message: "y" },
      { path: ["schedule"], message: "z" },
    ];
    expect(problemsOf(problems, { type: "http", index: 1 }, schema)).toEqual([{ path: ["url"], message: "x" }]);
    expect(problemsOf(problems, { type: "http", index: 0 }, schema)).toEqual([]);
    expect(problemsOf(problems, { type: "webhook", index: 0 }, schema)).toEqual([{ path: ["token"], message: "y" }]);
  });

  test("the checks of a canary are titled by name and endpoint", () => {
    expect(titleOf({ name: " login ", url: "https://x" })).toEqual({ name: "login", about: "https://x" });
    expect(titleOf(null)).toEqual({ name: "", about: "" });
  });
});

describe("the form of a check", () => {
  const text: JsonSchema = { type: "string" };
  const http: JsonSchema = {
    type: "object",
    properties: {
      name: text,
      url: text,
      endpoint: text,
      connection: text,
      method: { type: "string", pattern: "^[A-Z]+$" },
      body: text,
      responseCodes: { type: "array", items: { type: "integer" } },
      labels: { type: "object" },
    },
    required: ["name"],
  };
  const keys = (value: unknown) => Object.keys(formSchema(http, value).properties ?? {});

  test("HL-67 requires a name, and a URL unless another field contains the address", () => {
    expect(formSchema(http, {}).required).toEqual(["name", "url"]);
    expect(formSchema(http, { connection: "connection://x" }).required).toEqual(["name"]);
  });

  test.each([
    [undefined, false],
    ["GET", false],
    ["DELETE", false],
    ["POST", true],
    ["PUT", true],
    ["patch", true],
  ])("HL-68 with method %s has a body: %s", (method, has) => {
    expect(keys({ method }).includes("body")).toBe(has);
  });

  test("HL-68 offers four methods, and also the method in the spec", () => {
    const offered = (method?: string) => formSchema(http, { method }).properties?.["method"];
    expect(offered()).toMatchObject({ enum: ["GET", "POST", "PUT", "DELETE"] });
    expect(offered("PUT")).toMatchObject({ enum: ["GET", "POST", "PUT", "DELETE"] });
    expect(offered("HEAD")).toMatchObject({ enum: ["GET", "POST", "PUT", "DELETE", "HEAD"] });
  });

  test("always shows fields that are set", () => {
    expect(keys({ method: "GET", body: "x", endpoint: "y" })).toEqual(expect.arrayContaining(["body", "endpoint"]));
    expect(keys({})).not.toContain("endpoint");
  });

  test("HL-69 offers common response codes, and the codes in the spec", () => {
    expect(responseCodes).toEqual([200, 201, 202, 204, 301, 302, 401, 404, 500, 502, 503]);
    const codes = formSchema(http, { responseCodes: [418] }).properties?.["responseCodes"];
    expect(codes).toMatchObject({ items: { enum: [200, 201, 202, 204, 301, 302, 401, 404, 418, 500, 502, 503] } });
  });

  test("shows common fields first, and keeps unknown fields", () => {
    const { first, more } = partsOf(http, { name: "a", labels: { x: "y" }, new: 1 }, later);
    expect(Object.keys(first.schema.properties ?? {})).not.toContain("labels");
    expect(first.value).toEqual({ name: "a" });
    expect(more.value).toEqual({ labels: { x: "y" }, new: 1 });
    expect(countOf(more.value)).toBe(2);
  });
});

test("shows the number of failed runs, unless the status comes from an error in the canary itself", () => {
  const runs = { job_name: "Check runs", job_success_count: 1_198, job_error_count: 2 };
  expect(failedRunsOf(runs)).toBe("2 of 1,200 failed in 1h");
  expect(failedRunsOf({ ...runs, job_error_count: 0 })).toBeUndefined();
  expect(failedRunsOf({ ...runs, job_name: "Canary" })).toBeUndefined();
});

test("prints each distinct error of a job once", () => {
  expect(errorsOf({ errors: ["a", { error: "b" }, { message: "c" }, "a", { odd: 1 }] })).toEqual([
    "a",
    "b",
    "c",
    '{"odd":1}',
  ]);
  expect(errorsOf({ errors: "only" })).toEqual(["only"]);
  expect(errorsOf(null)).toEqual([]);
});
