import { expect, test } from "vitest";
import {
  ago,
  condition,
  now,
  objectOf,
  old,
  young,
  proveHealth,
  type Fields,
} from "#tests/support/kubernetes-health-cases.ts";
import { kubernetesHealth } from "./index.ts";

const deployment = (spec: Fields, status: Fields, metadata: Fields = old) => ({
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata,
  spec,
  status,
});
const counts = (replicas: number, updatedReplicas: number, readyReplicas: number, conditions: Fields[] = []) => ({
  replicas,
  updatedReplicas,
  readyReplicas,
  conditions,
});
const daemons = (wanted: number, ready: number, updated: number) => ({
  kind: "DaemonSet",
  apiVersion: "apps/v1",
  metadata: old,
  status: {
    desiredNumberScheduled: wanted,
    numberReady: ready,
    numberAvailable: ready,
    updatedNumberScheduled: updated,
  },
});

proveHealth([
  [
    "a running deployment",
    deployment({ replicas: 2 }, counts(2, 2, 2, [condition("Available", "True")])),
    "healthy",
    "Running",
    true,
  ],
  ["a deployment with zero replicas", deployment({ replicas: 0 }, {}), "unknown", "Scaled to Zero", true],
  [
    "a complete deployment that is paused",
    deployment({ replicas: 1, paused: true }, counts(1, 1, 1)),
    "healthy",
    "Suspended",
    true,
  ],
  [
    "a deployment that is paused during a rollout",
    deployment({ replicas: 2, paused: true }, counts(2, 1, 2)),
    "unknown",
    "Suspended",
    false,
  ],
  [
    "a deployment without pods before its progress deadline",
    deployment({ replicas: 2, progressDeadlineSeconds: 1800 }, {}, { ...old, creationTimestamp: ago(20) }),
    "unhealthy",
    "Pending",
    false,
  ],
  [
    "a deployment with half of its pods ready",
    deployment({ replicas: 2 }, counts(2, 2, 1)),
    "warning",
    "Starting",
    false,
  ],
  [
    "a deployment that cannot start",
    deployment({ replicas: 2 }, counts(2, 2, 0)),
    "unhealthy",
    "CrashLoopBackOff",
    false,
  ],
  ["a starting deployment", deployment({ replicas: 2 }, counts(2, 2, 0), young), "unknown", "Starting", false],
  ["a deployment without pods", deployment({ replicas: 2 }, {}), "unhealthy", "Failed Create", false],
  [
    "a deployment that is not allowed to create pods",
    deployment({ replicas: 2 }, counts(0, 0, 0, [condition("ReplicaFailure", "True", { message: "quota" })])),
    "unhealthy",
    "Failed Create",
    false,
  ],
  [
    "a deployment during a rollout",
    deployment({ replicas: 2 }, counts(2, 1, 2, [condition("Available", "True")])),
    "healthy",
    "Rolling Out",
    false,
  ],
  [
    "a deployment with a failed rollout",
    deployment(
      { replicas: 2 },
      counts(3, 1, 2, [
        condition("Available", "True"),
        condition("Progressing", "False", { reason: "ProgressDeadlineExceeded" }),
      ]),
    ),
    "warning",
    "Rollout Failed",
    false,
  ],
  [
    "a deployment with too many pods",
    deployment({ replicas: 1 }, counts(2, 2, 2, [condition("Available", "True")])),
    "healthy",
    "Scaling Down",
    false,
  ],
  ["a deployment with too few pods", deployment({ replicas: 3 }, counts(2, 2, 2)), "warning", "Scaling Up", false],
  [
    "a deployment that its controller has not seen",
    deployment({ replicas: 1 }, { ...counts(1, 1, 1), observedGeneration: 1 }, { ...old, generation: 2 }),
    "healthy",
    "Running",
    false,
  ],
  [
    "a replica set",
    { ...deployment({ replicas: 1 }, { replicas: 1, readyReplicas: 1 }), kind: "ReplicaSet" },
    "healthy",
    "Running",
    true,
  ],
  ["a stateful set", { ...deployment({}, counts(1, 1, 1)), kind: "StatefulSet" }, "healthy", "Running", true],
  ["a daemon set that is ready on all nodes", daemons(3, 3, 3), "healthy", "Running", true],
  ["a daemon set that is ready on some nodes", daemons(3, 1, 3), "warning", "Degraded", false],
  ["a daemon set that is ready on no node", daemons(3, 0, 3), "unhealthy", "Degraded", false],
  ["a daemon set during a rollout", daemons(3, 3, 2), "healthy", "Rolling Out", false],
  ["a daemon set without nodes", daemons(0, 0, 0), "unknown", "Scaled to Zero", true],
  [
    "a failed job",
    objectOf("Job", { conditions: [condition("Failed", "True", { message: "deadline" })] }),
    "unhealthy",
    "Failed",
    true,
  ],
  ["a completed job", objectOf("Job", { conditions: [condition("Complete", "True")] }), "healthy", "Completed", true],
  ["a suspended job", objectOf("Job", { conditions: [condition("Suspended", "True")] }), "unknown", "Suspended", false],
  ["a running job", objectOf("Job", { active: 1 }), "healthy", "Running", false],
  ["a cron job that has not run yet", objectOf("CronJob", {}), "unknown", "Scheduled", true],
  ["a suspended cron job", objectOf("CronJob", {}, { spec: { suspend: true } }), "unknown", "Suspended", true],
  ["a cron job that never succeeded", objectOf("CronJob", { lastScheduleTime: ago(10) }), "unhealthy", "Error", true],
  ["a running cron job", objectOf("CronJob", { lastScheduleTime: ago(1), active: [{}] }), "healthy", "Running", true],
  [
    "a cron job whose last run failed",
    objectOf("CronJob", { lastScheduleTime: ago(10), lastSuccessfulTime: ago(70) }),
    "unhealthy",
    "Error",
    true,
  ],
  [
    "a cron job that succeeds",
    objectOf("CronJob", { lastScheduleTime: ago(10), lastSuccessfulTime: ago(9) }),
    "healthy",
    "Completed",
    true,
  ],
]);

test("the message of an unhealthy deployment includes the number of ready pods", () => {
  expect(kubernetesHealth(deployment({ replicas: 3 }, counts(2, 2, 1)), now).message).toBe("1/3 ready");
});
