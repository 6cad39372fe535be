import { expect, test } from "vitest";
import { unknownFieldText } from "#language/unknown-fields.ts";
import { unknownFields } from "#server/spec/unknown-fields.ts";
import { canarySpec } from "./canary.ts";
import { checkAt } from "./written-checks.ts";

const found = (spec: object) =>
  unknownFields(canarySpec, spec).map((field) => `${field.path.join(".")}: ${unknownFieldText(field)}`);

test("reports each unknown field with the most similar known field", () => {
  const spec = {
    htpp: [{ name: "a" }],
    http: [{ name: "b", url: "http://x", thresholdMilis: 5, tests: { expr: "true" } }],
  };
  expect(found(spec)).toEqual([
    'htpp: unknown field "htpp"; did you mean "http"?',
    'http.0.thresholdMilis: unknown field "thresholdMilis"; did you mean "thresholdMillis"?',
    'http.0.tests: unknown field "tests"; did you mean "test"?',
  ]);
});

test("accepts every field in maps, raw Kubernetes objects and check types that this version cannot run", () => {
  const object = { apiVersion: "v1", kind: "Pod", metadata: { name: "p", finalizers: [] }, spec: { containers: [] } };
  expect(
    found({
      env: { ANY: { value: "x" } },
      interval: 30,
      restic: [{ whatever: 1 }],
      http: [{ name: "a", url: "http://x", labels: { any: "thing" } }],
      kubernetesResource: [{ name: "k", resources: [object] }],
    }),
  ).toEqual([]);
});

test("validates a canary inside a check", () => {
  const checks = [{ http: [{ name: "a", url: "http://x", mehtod: "GET" }] }];
  expect(found({ kubernetesResource: [{ name: "k", checks }] })).toEqual([
    'kubernetesResource.0.checks.0.http.0.mehtod: unknown field "mehtod"; did you mean "method"?',
  ]);
});

test("accepts a field of a union if a matching variant has it", () => {
  const header = (value: object) => found({ http: [{ name: "a", url: "http://x", bearer: value }] });
  expect(header({ valueFrom: { secretKeyRef: { name: "s", key: "k" } } })).toEqual([]);
  expect(header({ valeu: "x" })).toEqual(['http.0.bearer.valeu: unknown field "valeu"; did you mean "value"?']);
});

test("validates deeply nested specs without exhausting the stack", () => {
  let checks: object[] = [];
  for (let depth = 0; depth < 5_000; depth += 1) checks = [{ kubernetesResource: [{ name: "k", checks }] }];
  expect(found(checks[0]!)).toEqual([]);
});

test("finds the check that a path belongs to", () => {
  const spec = { http: [{ name: "a" }, { name: "b", x: 1 }], webhook: { name: "w", x: 1 }, x: 1 };
  expect(checkAt(spec, ["http", 1, "x"])).toEqual({ type: "http", name: "b" });
  expect(checkAt(spec, ["webhook", "x"])).toEqual({ type: "webhook", name: "w" });
  expect(checkAt(spec, ["x"])).toBeUndefined();
});
