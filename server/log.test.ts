import { expect, test } from "vitest";
import { scrubUrl } from "./log.ts";

test("ID-06 credentials in an address never reach the log; their names stay", () => {
  expect(scrubUrl("/login?username=a%40b.c&password=hunter2&return_to=%2F")).toBe(
    "/login?username=***&password=***&return_to=%2F",
  );
  expect(scrubUrl("/api/.ory/self-service/logout?token=abc#x")).toBe("/api/.ory/self-service/logout?token=***#x");
});

test("an address without secrets is left alone", () => {
  expect(scrubUrl("/api/db/checks?select=id&name=eq.a")).toBe("/api/db/checks?select=id&name=eq.a");
  expect(scrubUrl("/health")).toBe("/health");
});
