import { expect, test } from "vitest";
import { changedValueIn, printChangedValue } from "./changed-value.ts";

test.each([
  ["90", "60", "90 → 60"],
  ["registry.example.org/shop/api:1.4.0", "registry.example.org/shop/api:1.5.0", "1.4.0 → 1.5.0"],
  ["api", "api-2", "api → api-2"],
  ["image:1", "image:", "1 → (empty)"],
  ["", "on", "(empty) → on"],
])("the change from %j to %j is printed as %j", (before, after, words) =>
  expect(printChangedValue({ before, after })).toBe(words),
);

test.each([
  ["-image: api:1.0.0\n+image: api:1.4.0", { before: "api:1.0.0", after: "api:1.4.0" }],
  [
    '--- before\n+++ after\n@@ -9,3 +9,3 @@\n spec:\n-  image: "api:1"\n+  image: "api:2"\n   replicas: 5',
    { before: "api:1", after: "api:2" },
  ],
  ['-    "image": "api:1",\n+    "image": "api:2",', { before: "api:1", after: "api:2" }],
  ['-    "replicas": 1\n+    "replicas": 2', { before: "1", after: "2" }],
  ["-  replicas: 5\n+  replicas: 5", undefined],
  ["-  replicas: 5\n+  region: eu", undefined],
  ["+  replicas: 5", undefined],
  ["-a: 1\n-b: 2\n+a: 3", undefined],
  [`-note: ${"x".repeat(90)}\n+note: short`, undefined],
  ["", undefined],
])("the diff %j changes %j", (diff, change) => expect(changedValueIn(diff)).toEqual(change));
