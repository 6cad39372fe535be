import { expect, test } from "vitest";
import { savedWith, warningsOf } from "./save-warnings.ts";

const answer = (warning?: string) => new Response(null, { headers: warning === undefined ? {} : { warning } });

test("parses quoted warnings of a response", () => {
  expect(warningsOf(answer())).toEqual([]);
  expect(warningsOf(answer(String.raw`299 - "spec.a: unknown field \"a\"", 299 - "b, c \\ d"`))).toEqual([
    'spec.a: unknown field "a"',
    String.raw`b, c \ d`,
  ]);
});

test("a message contains the number of warnings and the first warning", () => {
  expect(savedWith("Health Check added", ["a"])).toBe("Health Check added, with 1 unknown field that has no effect. a");
  expect(savedWith("Health Check added", ["a", "b", "c"])).toBe(
    "Health Check added, with 3 unknown fields that have no effect. a … and 2 more",
  );
});
