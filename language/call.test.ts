import { expect, test } from "vitest";
import { fillPath } from "./call.ts";

test("fills in and escapes the path parameters", () => {
  expect(fillPath("/api/auth/token/{id}", { id: "a/b c" })).toBe("/api/auth/token/a%2Fb%20c");
  expect(fillPath("/api/about")).toBe("/api/about");
});

test("throws when a path parameter is missing", () => {
  expect(() => fillPath("/api/auth/token/{id}", {})).toThrow(/needs the parameter id/);
});
