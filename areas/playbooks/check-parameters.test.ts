import { expect, test } from "vitest";
import { checkParameters, parameterProblem } from "./check-parameters.ts";
import { chosenValues, isDependedOn, optionsOf, type Parameter, type ParameterType } from "./parameter.ts";

const tools = {
  matches: (text: string, pattern: string) => {
    if (pattern.includes("(?=")) return undefined;
    return new RegExp(`^(?:${pattern})$`).test(text);
  },
};

const problemOf = (type: ParameterType, properties: Record<string, unknown>, value: string) => {
  const { problems } = checkParameters([{ name: "x", type, properties }], { x: value }, tools);
  return problems[0]?.message;
};

const id = "0190a5b2-6d1e-7c3a-9b1f-2f6f7e0a1b2c";

test.each<
  [ParameterType, Record<string, unknown>, valid: readonly string[], invalid: readonly string[], message: string]
>([
  ["text", { minLength: 2, maxLength: "3" }, ["ab", "äöü", "👍👍👍"], ["a"], "x must have at least 2 characters"],
  ["text", { maxLength: 3 }, ["abc"], ["abcd"], "x must have at most 3 characters"],
  ["text", { regex: "[a-z]+|1" }, ["abc", "1"], ["abc1", "1a"], "x must match [a-z]+|1"],
  ["text", { regex: "(?=a)b" }, [], ["b"], "cannot be checked"],
  [
    "text",
    { format: "dns1123" },
    ["web-1.example", "a", "1a"],
    ["Web", "-a", "a-", "a..b", "a_b", "a".repeat(64)],
    "DNS name",
  ],
  ["text", { format: "email" }, ["a@b.c"], ["a", "@b", "a b@c"], "x must be an email address"],
  ["text", { format: "url" }, ["https://example.org/a"], ["example.org", "a b"], "x must be a URL"],
  ["text", { format: "number", min: 1, max: 5 }, ["1", "4.5"], ["a", " "], "x must be a number"],
  ["text", { format: "number", min: 1, max: 5 }, ["5"], ["6"], "x must be at most 5"],
  ["text", { format: "bytes", min: "1Gi" }, ["1Gi", "2048Mi"], ["512Mi"], "x must be at least 1Gi"],
  ["text", { format: "millicores", max: "1" }, ["250m", "1"], ["1001m"], "x must be at most 1"],
  ["text", { format: "password" }, ["any"], [], ""],
  ["code", { maxLength: 5 }, ["a: 1"], ["a: 12345"], "x must have at most 5 characters"],
  ["secret", { minLength: 8 }, ["12345678"], ["1234567"], "x must have at least 8 characters"],
  [
    "list",
    { options: ["a", { label: "B", value: "b" }, 3] },
    ["a", "b", "3"],
    ["B", "a,b"],
    "x must be one of a, b, 3",
  ],
  ["list", { options: ["a", "b"], multiple: true }, ["a", "a,b", '["b","a"]'], ["a,c"], "x must be one of a, b"],
  ["list", {}, ["anything"], [], ""],
  ["checkbox", {}, ["true", "false"], ["yes", "1", "TRUE"], "x must be true or false"],
  ["people", {}, [id], ["ada"], "x must be an id"],
  ["team", {}, [id], ["sre"], "x must be an id"],
  ["config", {}, [id], ["1"], "x must be an id"],
  ["component", {}, [id], ["1"], "x must be an id"],
  ["check", {}, [id], ["1"], "x must be an id"],
  ["configs", {}, ['{"types":["A"]}', '[{"name":"a"}]'], ["{}", "[]x", "5", '"a"'], "x must"],
  ["configs", {}, ['{"search":"a=b"}'], ['{"labelSelector":"=="}'], "x is invalid"],
  ["millicores", { min: "100m", max: "2" }, ["100m", "1.5", "2000m"], ["99m"], "x must be at least 100m"],
  ["millicores", { max: "2" }, ["2"], ["2001m"], "x must be at most 2"],
  ["millicores", {}, ["250m"], ["250", "x", "1.0005"].slice(1), "x is invalid"],
  ["bytes", { min: "1Mi", max: "1Gi" }, ["1Mi", "1024Mi"], ["2Gi"], "x must be at most 1Gi"],
  ["bytes", {}, ["512Mi", "1G"], ["much", "-1Mi"], "x is invalid"],
  ["duration", { min: "1m", max: "1h" }, ["1m", "60m"], ["59s"], "x must be at least 1m"],
  ["duration", { max: "1h" }, ["1h"], ["61m"], "x must be at most 1h"],
  ["duration", { options: ["30m", "1h"] }, ["30m", "60m"], ["45m"], "x must be one of 30m, 1h"],
  ["duration", {}, ["1d12h"], ["soon", "5"], "x is invalid"],
])("PB-15, PB-16: %s with %j", (type, properties, valid, invalid, message) => {
  expect(valid.filter((value) => problemOf(type, properties, value) !== undefined)).toEqual([]);
  expect(invalid.filter((value) => !problemOf(type, properties, value)?.includes(message))).toEqual([]);
});

test("PB-17 PB-18 PB-19 validates text formats: DNS names, bytes with Mi, Gi and Ti, and millicores with m", () => {
  const validOf = (format: string, values: readonly string[]) =>
    values.filter((value) => problemOf("text", { format }, value) === undefined);
  expect(validOf("dns1123", ["web-1", "Web", "a_b"])).toEqual(["web-1"]);
  expect(validOf("bytes", ["512Mi", "2Gi", "1Ti", "1Xi", "Mi"])).toEqual(["512Mi", "2Gi", "1Ti"]);
  expect(validOf("millicores", ["250m", "250mm", "m"])).toEqual(["250m"]);
});

const parameters: readonly Parameter[] = [
  { name: "replicas", label: "Replicas", required: true, default: "1" },
  { name: "reason", required: true },
  { name: "zone" },
];

test("missing values get their defaults; required parameters without a value are listed", () => {
  expect(checkParameters(parameters, { reason: "slow" }, tools)).toEqual({
    values: { replicas: "1", reason: "slow" },
    problems: [],
  });
  expect(checkParameters(parameters, { replicas: "", reason: null, zone: "" }, tools)).toEqual({
    values: { replicas: "", zone: "" },
    problems: [{ message: "missing required parameter(s): replicas,reason" }],
  });
  expect(checkParameters(parameters, {}, tools).problems).toEqual([
    { name: "reason", message: "missing required parameter(s): reason" },
  ]);
});

test("unknown names are listed with the valid names", () => {
  const { problems } = checkParameters(parameters, { reason: "x", zones: "a" }, tools);
  expect(problems).toEqual([
    { message: 'unknown parameter(s): zones (valid names: replicas, reason, zone); did you mean "zone"?' },
  ]);
  expect(checkParameters([], { a: "1", b: "2" }, tools).problems).toEqual([
    { message: "unknown parameter(s): a, b (the playbook has no parameters)" },
  ]);
});

test("a parameter named like a property of the object prototype has a value only if a value was sent", () => {
  expect(checkParameters([{ name: "constructor" }], {}, tools)).toEqual({ values: {}, problems: [] });
  const { values } = checkParameters(
    [{ name: "__proto__" }],
    JSON.parse('{"__proto__":"a"}') as object as never,
    tools,
  );
  expect(Object.entries(values)).toEqual([["__proto__", "a"]]);
});

test("values are strings", () => {
  expect(checkParameters([{ name: "a" }, { name: "b" }], { a: 5, b: true }, tools).values).toEqual({
    a: "5",
    b: "true",
  });
  expect(checkParameters([{ name: "a", label: "A" }], { a: { b: 1 } }, tools).problems).toEqual([
    { name: "a", message: "A must be text." },
  ]);
});

test("parameterProblem returns the problem of a single field", () => {
  expect(parameterProblem({ name: "a", required: true }, "", tools)).toBe("is required");
  expect(parameterProblem({ name: "a", type: "duration" }, "", tools)).toBeUndefined();
  expect(parameterProblem({ name: "a", type: "duration" }, "x", tools)).toContain("is invalid");
});

test("changing a parameter that others depend on refetches the parameters", () => {
  const both = [{ name: "a" }, { name: "b", dependsOn: ["a"] }];
  expect(isDependedOn(both, "a")).toBe(true);
  expect(isDependedOn(both, "b")).toBe(false);
  expect(chosenValues("a, b,")).toEqual(["a", "b"]);
  expect(optionsOf({ name: "a", properties: { options: [{ label: "x" }, null, { value: true }] } })).toEqual([
    { value: "true", label: "true" },
  ]);
});
