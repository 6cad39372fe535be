// @vitest-environment node
import { expect, test } from "vitest";
import { barSpan } from "./series.ts";

test("the span of bars has space for the first and the last bar", () => {
  expect(barSpan([60, 120, 240])).toEqual({ from: 30, to: 270 });
  expect(barSpan([60])).toBeUndefined();
  expect(barSpan([])).toBeUndefined();
});
