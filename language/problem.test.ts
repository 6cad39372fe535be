import { expect, test } from "vitest";
import { Problem, problem } from "./problem.ts";

test("a problem has the default status of its id unless the caller sets a different one", () => {
  expect(new Problem("conflict", "x").status).toBe(409);
  expect(new Problem("invalid", "x", { status: 422 }).status).toBe(422);
  expect(new Problem("session_aal2_required", "x").status).toBe(403);
});

test("the error for a missing permission contains the permission in its message and in its parts", () => {
  const missing = problem.forbidden("write", "connections");
  expect(missing.message).toBe("You need permission to write connections.");
  expect(missing.parts).toEqual({ action: "write", object: "connections" });
});

test("lists all invalid parts by path", () => {
  const bad = problem.badParts([
    { path: "body.name", message: "is required" },
    { path: "", message: "is not an object" },
  ]);
  expect(bad.message).toBe("body.name: is required; is not an object");
  expect(bad.status).toBe(400);
});

test("keeps the cause of a defect for the log and does not expose it", () => {
  const defect = problem.internal(new Error("password=hunter2"));
  expect(defect.message).not.toContain("hunter2");
  expect((defect.cause as Error).message).toContain("hunter2");
});
