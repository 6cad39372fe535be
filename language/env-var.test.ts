import { expect, test } from "vitest";
import { type EnvVar, envVarObject, envVarProblem, envVarText, readEnvVar } from "./env-var.ts";

const sources: readonly (readonly [EnvVar, text: string, object: object])[] = [
  [{ kind: "static", value: "s3cret" }, "s3cret", { value: "s3cret" }],
  [{ kind: "static", value: "https://example.org/a" }, "https://example.org/a", { value: "https://example.org/a" }],
  [
    { kind: "secret", name: "db", key: "password" },
    "secret://db/password",
    { valueFrom: { secretKeyRef: { name: "db", key: "password" } } },
  ],
  [
    { kind: "configmap", name: "app", key: "etc/app.yaml" },
    "configmap://app/etc/app.yaml",
    { valueFrom: { configMapKeyRef: { name: "app", key: "etc/app.yaml" } } },
  ],
  [{ kind: "secret", name: "", key: "" }, "secret:///", { valueFrom: { secretKeyRef: { name: "", key: "" } } }],
];

test.each(sources)("reads %j from text and from an object, and writes both forms", (source, text, object) => {
  expect(readEnvVar(text)).toEqual(source);
  expect(readEnvVar(object)).toEqual(source);
  expect(envVarText(source)).toEqual(text);
  expect(envVarObject(source)).toEqual(object);
});

test.each([
  ["helm://release/path"],
  ["serviceaccount://robot"],
  [{ valueFrom: { helmRef: { name: "release", key: "path" } } }],
  [{ name: "X", valueFrom: { serviceAccount: "robot" } }],
  [{ value: 5 }],
  [7],
])("keeps %j unchanged, since forms cannot edit it", (input) => {
  const source = readEnvVar(input)!;
  expect(source.kind).toBe("other");
  expect(envVarText(source)).toEqual(input);
  expect(envVarObject(source, input)).toEqual(input);
  expect(envVarProblem(input)).toBeUndefined();
});

test("keeps the other fields of the object", () => {
  const before = { name: "TOKEN", value: "x", note: "kept" };
  expect(envVarObject({ kind: "secret", name: "a", key: "b" }, before)).toEqual({
    name: "TOKEN",
    note: "kept",
    valueFrom: { secretKeyRef: { name: "a", key: "b" } },
  });
  expect(envVarObject({ kind: "static", value: "y" }, before)).toEqual({ name: "TOKEN", note: "kept", value: "y" });
});

test("returns undefined for an empty value", () => {
  expect([undefined, null, {}, { name: "X" }].map(readEnvVar)).toEqual([undefined, undefined, undefined, undefined]);
});

test.each([
  ["secret:///", "The name of the secret is missing."],
  ["secret://db", "The key in the secret is missing."],
  ["configmap://app/", "The key in the config map is missing."],
  [{ valueFrom: { configMapKeyRef: { key: "a" } } }, "The name of the config map is missing."],
  ["configmap://app/a", undefined],
  ["plain", undefined],
  [undefined, undefined],
])("the error message for %j is %s", (input, problem) => {
  expect(envVarProblem(input)).toBe(problem);
});

test("a reference stays optional when its key changes, but not when its kind changes", () => {
  const before = { valueFrom: { secretKeyRef: { name: "a", key: "b", optional: true } } };
  expect(envVarObject({ kind: "secret", name: "a", key: "c" }, before)).toEqual({
    valueFrom: { secretKeyRef: { name: "a", key: "c", optional: true } },
  });
  expect(envVarObject({ kind: "configmap", name: "a", key: "c" }, before)).toEqual({
    valueFrom: { configMapKeyRef: { name: "a", key: "c" } },
  });
});
