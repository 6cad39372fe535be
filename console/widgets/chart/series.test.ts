// @vitest-environment node
import { expect, test } from "vitest";
import { barSpan } from "./series.ts";

test("the span of a bar chart extends half a bar beyond its first and its last bar", () => {
  expect(barSpan([60, 120, 240])).toEqual({ from: 30, to: 270 });
  expect(barSpan([60])).toBeUndefined();
  expect(barSpan([])).toBeUndefined();
});
