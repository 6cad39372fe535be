import { expect, test } from "vitest";
import { Problem, problem } from "./problem.ts";

test("a problem travels under its id's status unless the thrower knows better", () => {
  expect(new Problem("conflict", "x").status).toBe(409);
  expect(new Problem("invalid", "x", { status: 422 }).status).toBe(422);
  expect(new Problem("session_aal2_required", "x").status).toBe(403);
});

test("a missing permission is named for the person and for the program", () => {
  const missing = problem.forbidden("write", "connections");
  expect(missing.message).toBe("You need permission to write connections.");
  expect(missing.parts).toEqual({ action: "write", object: "connections" });
});

test("bad parts are told by their path, all at once", () => {
  const bad = problem.badParts([
    { path: "body.name", message: "is required" },
    { path: "", message: "is not an object" },
  ]);
  expect(bad.message).toBe("body.name: is required; is not an object");
  expect(bad.status).toBe(400);
});

test("a defect keeps its cause for the log and says nothing of it", () => {
  const defect = problem.internal(new Error("password=hunter2"));
  expect(defect.message).not.toContain("hunter2");
  expect((defect.cause as Error).message).toContain("hunter2");
});
