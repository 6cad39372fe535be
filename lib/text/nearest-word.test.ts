import { expect, test } from "vitest";
import { nearestWord } from "./nearest-word.ts";

test.each([
  ["thresholdMilis", ["threshold", "thresholdMillis", "timeout"], "thresholdMillis"],
  ["nmae", ["name", "namespace"], "name"],
  ["Interval", ["interval"], "interval"],
  ["jsonPath", ["jsonpath", "jmespath"], "jsonpath"],
  ["tests", ["test", "texts"], "test"],
  ["retry", ["retries", "delay"], "retries"],
  ["statuses", ["status"], "status"],
  ["x", ["y"], "y"],
  ["colour", ["name", "interval"], undefined],
  ["htpp", ["http", "tcp", "dns"], "http"],
])("the nearest word to %s in %j is %s", (word, known, nearest) => {
  expect(nearestWord(word, known)).toBe(nearest);
});
