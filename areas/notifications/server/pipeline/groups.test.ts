import { expect, test } from "vitest";
import { subjectOf } from "./environment.ts";
import { groupHash } from "./groups.ts";
import type { Fields } from "./resources.ts";

const hashOf = (groupBy: readonly string[], row: Fields) =>
  groupHash(
    { groupBy },
    subjectOf({ name: "config.unhealthy", id: "1" }, { kind: "config", id: "1", row, around: {} }, {}),
  );

const pod = {
  name: "web-1",
  type: "Pod",
  labels: { app: "shop" },
  tags: { cluster: "eu" },
  description: "web-1 restarted 3 times",
};

test("a rule without keys does not group", () => {
  expect(hashOf([], pod)).toBeUndefined();
});

test.each<[string[], Fields, boolean]>([
  [["type"], { name: "web-2" }, true],
  [["type"], { type: "Node" }, false],
  [["label:app"], { tags: {} }, true],
  [["label:app"], { labels: { app: "bank" } }, false],
  [["tag:cluster"], { labels: {} }, true],
  [["tag:cluster"], { tags: { cluster: "us" } }, false],
  [["cluster"], { labels: {} }, true],
  [["description"], { name: "web-2", description: "web-2 restarted 17 times" }, true],
  [["status_reason"], { description: "web-1 was evicted" }, false],
  [["type", "label:app"], { type: "Node" }, false],
])("grouped by %j, a resource with %j is in the same group: %s", (keys, change, expected) => {
  expect(hashOf(keys, { ...pod, ...change }) === hashOf(keys, pod)).toBe(expected);
});
