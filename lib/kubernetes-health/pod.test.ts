import { expect, test } from "vitest";
import { ago, condition, now, old, young, proveHealth, type Fields } from "#tests/support/kubernetes-health-cases.ts";
import { kubernetesHealth } from "./index.ts";

const pod = (status: Fields, metadata: Fields = old, spec: Fields = {}) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata,
  spec,
  status,
});
const running = (containers: Fields[], ready = "True") => ({
  phase: "Running",
  conditions: [condition("Ready", ready)],
  containerStatuses: containers,
});
const ended = (minutes: number, reason: string, exitCode: number, restartCount: number) => ({
  name: "main",
  restartCount,
  lastState: { terminated: { reason, exitCode, finishedAt: ago(minutes) } },
});

proveHealth([
  ["a completed pod", pod({ phase: "Succeeded" }), "healthy", "Completed", true],
  ["a failed pod", pod({ phase: "Failed" }), "unhealthy", "Failed", true],
  ["a young failed pod", pod({ phase: "Failed" }, young), "unhealthy", "Failed", true],
  ["an evicted pod", pod({ phase: "Failed", reason: "Evicted" }), "warning", "Evicted", true],
  [
    "an unschedulable pod",
    pod({ phase: "Pending", conditions: [condition("PodScheduled", "False", { reason: "Unschedulable" })] }, young),
    "unhealthy",
    "Unschedulable",
    false,
  ],
  [
    "a terminating pod",
    pod({ phase: "Running" }, { ...old, deletionTimestamp: ago(5) }),
    "unknown",
    "Terminating",
    false,
  ],
  [
    "a pod that does not terminate",
    pod({ phase: "Running" }, { ...old, deletionTimestamp: ago(20) }),
    "warning",
    "Terminating",
    false,
  ],
  [
    "a pod whose image cannot be pulled",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ErrImagePull" } } }] }),
    "unhealthy",
    "ErrImagePull",
    false,
  ],
  [
    "a young pod whose image cannot be pulled",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ImagePullBackOff" } } }] }, young),
    "unknown",
    "Starting",
    false,
  ],
  [
    "a young pod whose containers are being created",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ContainerCreating" } } }] }, young),
    "unknown",
    "ContainerCreating",
    false,
  ],
  [
    "an old pod whose containers are still being created",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ContainerCreating" } } }] }),
    "unhealthy",
    "ContainerCreating",
    false,
  ],
  ["a young pending pod", pod({ phase: "Pending" }, young), "unknown", "Pending", false],
  ["an old pending pod", pod({ phase: "Pending" }), "unhealthy", "Pending", false],
  [
    "an old pending pod with a running init container",
    pod({
      phase: "Pending",
      initContainerStatuses: [{ name: "migrate", state: { running: { startedAt: ago(90) } } }],
      containerStatuses: [{ state: { waiting: { reason: "PodInitializing" } } }],
    }),
    "unknown",
    "PodInitializing",
    false,
  ],
  [
    "a failed init container before a waiting main container",
    pod({
      phase: "Pending",
      initContainerStatuses: [{ name: "migrate", state: { terminated: { exitCode: 2, reason: "Error" } } }],
      containerStatuses: [{ state: { waiting: { reason: "PodInitializing" } } }],
    }),
    "unhealthy",
    "Error",
    false,
  ],
  [
    "a crashing init container before a waiting main container",
    pod({
      phase: "Pending",
      initContainerStatuses: [{ name: "migrate", restartCount: 4, state: { waiting: { reason: "CrashLoopBackOff" } } }],
      containerStatuses: [{ restartCount: 1, state: { waiting: { reason: "PodInitializing" } } }],
    }),
    "unhealthy",
    "CrashLoopBackOff",
    false,
  ],
  [
    "a pod that has been terminating for hours",
    pod({ phase: "Running" }, { ...old, deletionTimestamp: ago(200) }),
    "warning",
    "TerminatingStalled",
    false,
  ],
  ["a running pod", pod(running([{ name: "main" }])), "healthy", "Running", true],
  ["a pod that is not ready", pod(running([{ name: "main" }], "False")), "unhealthy", "Running", false],
  [
    "a pod with slow probes",
    pod(
      running([{ name: "main" }], "False"),
      { ...old, creationTimestamp: ago(15) },
      { containers: [{ startupProbe: { failureThreshold: 60, periodSeconds: 19 } }] },
    ),
    "unknown",
    "Starting",
    false,
  ],
  ["a pod that crashed minutes ago", pod(running([ended(5, "Error", 1, 1)])), "unhealthy", "CrashedOnce", true],
  ["a pod that crashes repeatedly", pod(running([ended(5, "Error", 1, 7)])), "unhealthy", "CrashLoopBackOff", true],
  ["a pod that crashed half an hour ago", pod(running([ended(30, "Error", 1, 1)])), "unhealthy", "Restarted", true],
  ["a pod that crashed hours ago", pod(running([ended(300, "Error", 1, 1)])), "warning", "Restarted", true],
  [
    "a pod that crashed hours ago for the eighth time",
    pod(running([ended(300, "Error", 1, 8)])),
    "unhealthy",
    "Restarted",
    true,
  ],
  [
    "a pod that ran out of memory once, hours ago",
    pod(running([ended(300, "OOMKilled", 137, 1)])),
    "warning",
    "OOMKilled",
    true,
  ],
  [
    "a pod that ran out of memory for the sixth time, hours ago",
    pod(running([ended(300, "OOMKilled", 137, 6)])),
    "unhealthy",
    "OOMKilled",
    true,
  ],
  ["a pod that crashed days ago", pod(running([ended(3_000, "Error", 1, 1)])), "healthy", "Running", true],
  [
    "a young pod that ran out of memory",
    pod(running([ended(1, "OOMKilled", 137, 1)]), young),
    "unhealthy",
    "OOMKilled",
    true,
  ],
  [
    "a pod that exits without an error too often",
    pod(running([ended(5, "Completed", 0, 3)])),
    "unhealthy",
    "RestartLoopBackOff",
    true,
  ],
]);

test("the message of an unhealthy pod includes the reason", () => {
  expect(kubernetesHealth(pod(running([ended(5, "Error", 3, 2)])), now).message).toBe("main ended with code 3: Error");
});
