import { describe, expect, test } from "vitest";
import { minimal, scrapedItem } from "#tests/support/scraped.ts";

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
    ["an unknown word", { status: "purple" }, { status: "purple", health: "unknown" }],
    ["no state", { x: 1 }, { status: undefined, health: undefined }],
    [
      "an object of Kubernetes",
      { apiVersion: "v1", kind: "PersistentVolumeClaim", status: { phase: "Lost" } },
      { status: "Lost", health: "unhealthy" },
    ],
  ])("health is derived from %s", async (_, document, wanted) => {
    const { status, health } = await scrapedItem(minimal, { id: "1", ...document });
    expect({ status, health }).toEqual(wanted);
  });

  test.each<[string, object, { status?: string; health?: string; description?: string }]>([
    ["AWS::ECS::Task", { lastStatus: "RUNNING", healthStatus: "HEALTHY" }, { status: "RUNNING", health: "healthy" }],
    [
      "AWS::ECS::Task",
      { LastStatus: "RUNNING", HealthStatus: "UNHEALTHY" },
      { status: "RUNNING", health: "unhealthy", description: "UNHEALTHY" },
    ],
    ["AWS::ECS::Task", { lastStatus: "PROVISIONING" }, { status: "PROVISIONING", health: "unknown" }],
    [
      "AWS::ECS::Task",
      {
        lastStatus: "STOPPED",
        stopCode: "EssentialContainerExited",
        stoppedReason: "gone",
        containers: [{ exitCode: 1 }],
      },
      { status: "STOPPED", health: "unhealthy", description: "gone" },
    ],
    [
      "AWS::ECS::Task",
      { lastStatus: "STOPPED", stopCode: "UserInitiated", containers: [{ exitCode: 143 }] },
      { status: "STOPPED", health: "unknown" },
    ],
    [
      "AWS::ECS::Task",
      { lastStatus: "STOPPED", stopCode: "TaskFailedToStart" },
      { status: "STOPPED", health: "unhealthy" },
    ],
    [
      "GCP::Compute::InstanceGroupManager",
      { targetSize: 2, status: { isStable: true }, currentActions: { none: 2 } },
      { status: "Stable", health: "healthy" },
    ],
    [
      "GCP::Compute::InstanceGroupManager",
      { targetSize: 3, status: { isStable: false }, currentActions: { none: 1, creating: 2 } },
      { status: "Updating", health: "warning", description: "2 creating" },
    ],
    [
      "GCP::Compute::InstanceGroupManager",
      { targetSize: 1, status: {}, lastErrors: [{ error: { code: "QUOTA_EXCEEDED", message: "no quota" } }] },
      { status: "Failed", health: "unhealthy", description: "no quota" },
    ],
    ["GCP::Compute::InstanceGroup", { size: 4 }, { status: "4 instances", health: "healthy" }],
    ["GCP::SQLAdmin::Instance", { state: "RUNNABLE" }, { status: "RUNNABLE", health: "healthy" }],
    [
      "GCP::SQLAdmin::Instance",
      { state: "RUNNABLE", settings: { activationPolicy: "NEVER" } },
      { status: "STOPPED", health: "unknown" },
    ],
    [
      "GCP::SQLAdmin::Instance",
      { state: "SUSPENDED", suspensionReason: ["BILLING_ISSUE"] },
      { status: "SUSPENDED", health: "unhealthy", description: "BILLING_ISSUE" },
    ],
    ["GCP::SQLAdmin::Instance", { state: "FAILED" }, { status: "FAILED", health: "unhealthy" }],
    ["GCP::SQLAdmin::Instance", { state: "MAINTENANCE" }, { status: "MAINTENANCE", health: "warning" }],
  ])("health is derived from a %s %j", async (type, document, wanted) => {
    const { status, health, description } = await scrapedItem({ ...minimal, type }, { id: "1", ...document });
    expect({ status, health, description }).toEqual({ description: undefined, ...wanted });
  });

  test.each<[string, string]>([
    ["Healthy", "healthy"],
    ["warning", "warning"],
    ["failed", "unhealthy"],
    ["purple", "unknown"],
  ])("health is read from the field that the entry names: %s", async (value, wanted) => {
    expect((await scrapedItem({ ...minimal, health: "$.h" }, { id: "1", h: value, status: "running" })).health).toBe(
      wanted,
    );
  });

  test("a status of the entry takes precedence over the document", async () => {
    const { status, health } = await scrapedItem({ ...minimal, status: "$.s" }, { id: "1", s: "own", state: "failed" });
    expect({ status, health }).toEqual({ status: "own", health: undefined });
  });
});
