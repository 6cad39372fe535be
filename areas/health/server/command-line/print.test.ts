import { expect, test } from "vitest";
import { print } from "./print.ts";
import type { Line } from "./run-canaries.ts";
import { bareResult } from "../run/result.ts";

const line = (more: Partial<Line>): Line => ({
  canary: "shop",
  namespace: "retail",
  name: "login",
  type: "http",
  ...bareResult("healthy", new Date("2026-11-16T00:00:00Z")),
  durationMs: 12,
  warnings: [],
  ...more,
});
const plain = { isColoured: false, columns: undefined };

test("prints a message on one line, without control characters", () => {
  const text = print([line({ name: "a\u001b[1mb", message: "one\r\n\u001b[2J\u009b31mtwo\u0007" })], "table", plain);
  expect(text.split("\n")[1]).toBe("pass    12ms  retail/shop  a [1mb  http  one [2J 31mtwo");
  // oxlint-disable-next-line no-control-regex -- no control character may be left
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
});

test("distinguishes failed, invalid and unknown checks in a JUnit report", () => {
  const lines = [
    line({ message: "<fine> & well" }),
    line({ name: "down", verdict: "unhealthy", error: 'no "answer"\u0000' }),
    line({ name: "odd", verdict: "unhealthy", isInvalid: true, error: "cannot be" }),
    line({ name: "away", verdict: "could_not_check", error: "no ping here" }),
  ];
  const text = print(lines, "junit", plain);
  expect(text).toContain('<testsuite name="retail/shop" tests="4" failures="1" errors="1" skipped="1" time="0.048"');
  expect(text).toContain("<system-out>&lt;fine&gt; &amp; well</system-out>");
  expect(text).toContain('<failure message="no &quot;answer&quot;">no &quot;answer&quot;</failure>');
  expect(text).toContain('<error message="cannot be">cannot be</error>');
  expect(text).toContain('<skipped message="no ping here">no ping here</skipped>');
  expect(print(lines, "table", plain)).toMatch(/\n1 passed, 3 did not\.\n$/);
});
