// @vitest-environment node
import { expect, test } from "vitest";
import { errorsOf, isOldError } from "./job-errors.ts";

test("reads each error of a job once, whatever its format", () => {
  const errors = ["no such host", { error: "no such host" }, { message: "timed out" }, { code: 7 }, 3];
  expect(errorsOf({ errors })).toEqual(["no such host", "timed out", '{"code":7}']);
  expect(errorsOf({ errors: "no such host" })).toEqual(["no such host"]);
  expect(errorsOf(null)).toEqual([]);
});

test("the errors of a job count as old one day after the job began", () => {
  const now = Date.parse("2026-11-18T12:00:00Z");
  expect(isOldError("2026-11-17T12:00:00Z", now)).toBe(false);
  expect(isOldError("2026-11-17T11:59:59Z", now)).toBe(true);
  expect(isOldError(null, now)).toBe(false);
});
