import { expect, test } from "vitest";
import { fillPath } from "./call.ts";

test("parameters are filled in and escaped", () => {
  expect(fillPath("/api/auth/token/{id}", { id: "a/b c" })).toBe("/api/auth/token/a%2Fb%20c");
  expect(fillPath("/api/about")).toBe("/api/about");
});

test("a missing parameter is a defect of the caller", () => {
  expect(() => fillPath("/api/auth/token/{id}", {})).toThrow(/needs the parameter id/);
});
