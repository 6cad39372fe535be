import { describe, expect, test } from "vitest";
import { minimal, one } from "../../../../tests/scraped.ts";

describe("health", () => {
  test.each<[string, object, { status?: string | undefined; health?: string | undefined }]>([
    ["a state", { status: "running" }, { status: "running", health: "healthy" }],
    ["a state elsewhere", { State: "In Use" }, { status: "In Use", health: "healthy" }],
    ["a name inside", { State: { Code: 16, Name: "stopped" } }, { status: "stopped", health: "unknown" }],
    ["by its ending", { DBInstanceStatus: "restore-error" }, { status: "restore-error", health: "unhealthy" }],
    [
      "of a stack",
      { StackStatus: "UPDATE_ROLLBACK_COMPLETE" },
      { status: "UPDATE_ROLLBACK_COMPLETE", health: "warning" },
    ],
    ["failed", { status: "UPDATE_FAILED" }, { status: "UPDATE_FAILED", health: "unhealthy" }],
    ["a word that says nothing", { status: "purple" }, { status: "purple", health: "unknown" }],
    ["no state", { x: 1 }, { status: undefined, health: undefined }],
    [
      "an object of Kubernetes",
      { apiVersion: "v1", kind: "PersistentVolumeClaim", status: { phase: "Lost" } },
      { status: "Lost", health: "unhealthy" },
    ],
  ])("of %s", async (_, document, wanted) => {
    const { status, health } = await one(minimal, { id: "1", ...document });
    expect({ status, health }).toEqual(wanted);
  });

  test.each<[string, string]>([
    ["Healthy", "healthy"],
    ["warning", "warning"],
    ["failed", "unhealthy"],
    ["purple", "unknown"],
  ])("as it is said: %s", async (said, wanted) => {
    expect((await one({ ...minimal, health: "$.h" }, { id: "1", h: said, status: "running" })).health).toBe(wanted);
  });

  test("a status that is said is not told from the document", async () => {
    const { status, health } = await one({ ...minimal, status: "$.s" }, { id: "1", s: "own", state: "failed" });
    expect({ status, health }).toEqual({ status: "own", health: undefined });
  });
});
