// Objects as clusters write them, and how they are. All stand at one moment.
import { expect, test } from "vitest";
import { kubernetesHealth } from "./index.ts";

const now = Date.parse("2026-11-15T12:00:00Z");
const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();
const old = { name: "x", creationTimestamp: ago(100_000) };
const young = { name: "x", creationTimestamp: ago(2) };
type Fields = Record<string, unknown>;
const condition = (type: string, status: string, rest: Fields = {}) => ({ type, status, ...rest });

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
const of = (kind: string, status: Fields, rest: Fields = {}) => ({ kind, metadata: old, status, ...rest });
const node = (conditions: Fields[], spec: Fields = {}) =>
  of("Node", { conditions: [condition("Ready", "True"), ...conditions] }, { spec });
const certificate = (status: Fields) => of("Certificate", status, { apiVersion: "cert-manager.io/v1" });

test.each<[string, Fields, string, string, boolean]>([
  ["a pod that is done", pod({ phase: "Succeeded" }), "healthy", "Completed", true],
  ["a pod that failed", pod({ phase: "Failed" }), "unhealthy", "Failed", true],
  ["a pod that failed young", pod({ phase: "Failed" }, young), "unhealthy", "Failed", true],
  ["an evicted pod", pod({ phase: "Failed", reason: "Evicted" }), "warning", "Evicted", true],
  [
    "a pod without a place",
    pod({ phase: "Pending", conditions: [condition("PodScheduled", "False", { reason: "Unschedulable" })] }, young),
    "unhealthy",
    "Unschedulable",
    false,
  ],
  [
    "a pod on its way out",
    pod({ phase: "Running" }, { ...old, deletionTimestamp: ago(5) }),
    "unknown",
    "Terminating",
    false,
  ],
  [
    "a pod that will not go",
    pod({ phase: "Running" }, { ...old, deletionTimestamp: ago(20) }),
    "warning",
    "Terminating",
    false,
  ],
  [
    "a pod without its image",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ErrImagePull" } } }] }),
    "unhealthy",
    "ErrImagePull",
    false,
  ],
  [
    "a young pod without its image",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ImagePullBackOff" } } }] }, young),
    "unknown",
    "Starting",
    false,
  ],
  [
    "a pod that is being made",
    pod({ phase: "Pending", containerStatuses: [{ state: { waiting: { reason: "ContainerCreating" } } }] }),
    "unknown",
    "ContainerCreating",
    false,
  ],
  ["a pod that runs", pod(running([{ name: "main" }])), "healthy", "Running", true],
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
  ["a crash a moment ago", pod(running([ended(5, "Error", 1, 1)])), "unhealthy", "CrashedOnce", true],
  ["crashes again and again", pod(running([ended(5, "Error", 1, 7)])), "unhealthy", "CrashLoopBackOff", true],
  ["a crash half an hour ago", pod(running([ended(30, "Error", 1, 1)])), "unhealthy", "Restarted", true],
  ["a crash hours ago", pod(running([ended(300, "Error", 1, 1)])), "warning", "Restarted", true],
  ["a crash days ago", pod(running([ended(3_000, "Error", 1, 1)])), "healthy", "Running", true],
  ["out of memory, and young", pod(running([ended(1, "OOMKilled", 137, 1)]), young), "unhealthy", "OOMKilled", true],
  ["ends well too often", pod(running([ended(5, "Completed", 0, 3)])), "unhealthy", "RestartLoopBackOff", true],
  [
    "a deployment that runs",
    deployment({ replicas: 2 }, counts(2, 2, 2, [condition("Available", "True")])),
    "healthy",
    "Running",
    true,
  ],
  ["a deployment that nobody wants", deployment({ replicas: 0 }, {}), "unknown", "Scaled to Zero", true],
  ["a deployment at rest", deployment({ replicas: 1, paused: true }, counts(1, 1, 1)), "unknown", "Suspended", false],
  ["half a deployment", deployment({ replicas: 2 }, counts(2, 2, 1)), "warning", "Starting", false],
  [
    "a deployment that cannot start",
    deployment({ replicas: 2 }, counts(2, 2, 0)),
    "unhealthy",
    "CrashLoopBackOff",
    false,
  ],
  ["a deployment that starts", deployment({ replicas: 2 }, counts(2, 2, 0), young), "unknown", "Starting", false],
  ["a deployment without pods", deployment({ replicas: 2 }, {}), "unhealthy", "Failed Create", false],
  [
    "a deployment that may not make pods",
    deployment({ replicas: 2 }, counts(0, 0, 0, [condition("ReplicaFailure", "True", { message: "quota" })])),
    "unhealthy",
    "Failed Create",
    false,
  ],
  [
    "a rollout",
    deployment({ replicas: 2 }, counts(2, 1, 2, [condition("Available", "True")])),
    "healthy",
    "Rolling Out",
    false,
  ],
  [
    "a rollout that does not end",
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
    "more than wanted",
    deployment({ replicas: 1 }, counts(2, 2, 2, [condition("Available", "True")])),
    "healthy",
    "Scaling Down",
    false,
  ],
  ["less than wanted", deployment({ replicas: 3 }, counts(2, 2, 2)), "warning", "Scaling Up", false],
  [
    "not seen by its controller",
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
  ["daemons everywhere", daemons(3, 3, 3), "healthy", "Running", true],
  ["daemons here and there", daemons(3, 1, 3), "warning", "Degraded", false],
  ["daemons nowhere", daemons(3, 0, 3), "unhealthy", "Degraded", false],
  ["daemons that change", daemons(3, 3, 2), "healthy", "Rolling Out", false],
  ["daemons without a node", daemons(0, 0, 0), "unknown", "Scaled to Zero", true],
  [
    "a job that failed",
    of("Job", { conditions: [condition("Failed", "True", { message: "deadline" })] }),
    "unhealthy",
    "Failed",
    true,
  ],
  ["a job that is done", of("Job", { conditions: [condition("Complete", "True")] }), "healthy", "Completed", true],
  ["a job at rest", of("Job", { conditions: [condition("Suspended", "True")] }), "unknown", "Suspended", false],
  ["a job that runs", of("Job", { active: 1 }), "healthy", "Running", false],
  ["a schedule that waits", of("CronJob", {}), "unknown", "Scheduled", true],
  ["a schedule at rest", of("CronJob", {}, { spec: { suspend: true } }), "unknown", "Suspended", true],
  ["a schedule without success", of("CronJob", { lastScheduleTime: ago(10) }), "unhealthy", "Error", true],
  ["a schedule that runs", of("CronJob", { lastScheduleTime: ago(1), active: [{}] }), "healthy", "Running", true],
  [
    "a schedule whose last run failed",
    of("CronJob", { lastScheduleTime: ago(10), lastSuccessfulTime: ago(70) }),
    "unhealthy",
    "Error",
    true,
  ],
  [
    "a schedule that works",
    of("CronJob", { lastScheduleTime: ago(10), lastSuccessfulTime: ago(9) }),
    "healthy",
    "Completed",
    true,
  ],
  ["a node", node([]), "healthy", "Ready", true],
  [
    "a node that is not ready",
    of("Node", { conditions: [condition("Ready", "False")] }),
    "unhealthy",
    "Not Ready",
    false,
  ],
  [
    "a node that is gone",
    of("Node", { conditions: [condition("Ready", "Unknown")] }),
    "unhealthy",
    "Unreachable",
    false,
  ],
  [
    "a node without a network",
    node([condition("NetworkUnavailable", "True")]),
    "unhealthy",
    "Network Unavailable",
    false,
  ],
  ["a node short of disk", node([condition("DiskPressure", "True")]), "warning", "Disk Pressure", true],
  ["a node with a stuck kernel", node([condition("KernelDeadlock", "True")]), "warning", "Kernel Deadlock", true],
  ["a cordoned node", node([], { unschedulable: true }), "warning", "Unschedulable", true],
  ["a service inside", of("Service", {}, { spec: { type: "ClusterIP" } }), "unknown", "", true],
  [
    "a service with an address",
    of("Service", { loadBalancer: { ingress: [{ ip: "1.2.3.4" }] } }, { spec: { type: "LoadBalancer" } }),
    "healthy",
    "Running",
    true,
  ],
  [
    "a service without an address",
    of("Service", { loadBalancer: {} }, { spec: { type: "LoadBalancer" } }),
    "unhealthy",
    "Creating",
    false,
  ],
  [
    "a young service",
    of("Service", {}, { metadata: young, spec: { type: "LoadBalancer" } }),
    "unknown",
    "Creating",
    false,
  ],
  [
    "a service of others",
    of(
      "Service",
      { conditions: [condition("Ready", "False", { reason: "RevisionMissing" })] },
      { apiVersion: "serving.knative.dev/v1" },
    ),
    "unhealthy",
    "RevisionMissing",
    false,
  ],
  [
    "an ingress with an address",
    of("Ingress", { loadBalancer: { ingress: [{ hostname: "x" }] } }),
    "healthy",
    "Running",
    true,
  ],
  ["an ingress without a status", of("Ingress", {}), "healthy", "Pending", false],
  ["an ingress without an address", of("Ingress", { loadBalancer: { ingress: [] } }), "unknown", "Pending", false],
  ["a bound claim", of("PersistentVolumeClaim", { phase: "Bound" }), "healthy", "Bound", true],
  ["a claim that waits", of("PersistentVolumeClaim", { phase: "Pending" }), "healthy", "Progressing", false],
  ["a lost claim", of("PersistentVolumeClaim", { phase: "Lost" }), "unhealthy", "Lost", false],
  ["a failed volume", of("PersistentVolume", { phase: "Failed" }), "unhealthy", "Failed", false],
  ["a namespace", of("Namespace", { phase: "Active" }), "unknown", "Active", true],
  ["a namespace on its way out", of("Namespace", { phase: "Terminating" }), "unknown", "Terminating", false],
  [
    "a scaler without metrics",
    of("HorizontalPodAutoscaler", {
      conditions: [condition("ScalingActive", "False", { reason: "FailedGetResourceMetric" })],
    }),
    "unhealthy",
    "Degraded",
    false,
  ],
  [
    "a scaler",
    of("HorizontalPodAutoscaler", { conditions: [condition("AbleToScale", "True", { reason: "ReadyForNewScale" })] }),
    "healthy",
    "Healthy",
    true,
  ],
  ["a scaler that begins", of("HorizontalPodAutoscaler", {}), "healthy", "Progressing", false],
  [
    "a certificate",
    certificate({ notAfter: ago(-100_000), conditions: [condition("Ready", "True")] }),
    "healthy",
    "Issued",
    true,
  ],
  [
    "a certificate about to end",
    certificate({ notAfter: ago(-1_000), conditions: [condition("Ready", "True")] }),
    "warning",
    "Expiring Soon",
    true,
  ],
  [
    "a certificate nobody renewed",
    certificate({ notAfter: ago(-100_000), renewalTime: ago(40), conditions: [condition("Ready", "True")] }),
    "warning",
    "Renewal Overdue",
    true,
  ],
  [
    "a certificate that is late",
    certificate({ conditions: [condition("Ready", "False", { reason: "Pending", lastTransitionTime: ago(40) })] }),
    "unhealthy",
    "Pending",
    false,
  ],
  [
    "a certificate that is over",
    certificate({ notAfter: ago(1), conditions: [condition("Ready", "True")] }),
    "unhealthy",
    "Expired",
    true,
  ],
  [
    "an application",
    of(
      "Application",
      { health: { status: "Degraded" }, sync: { status: "Synced" } },
      { apiVersion: "argoproj.io/v1alpha1" },
    ),
    "unhealthy",
    "Degraded",
    true,
  ],
  [
    "somebody's resource that is ready",
    of(
      "HelmRelease",
      { conditions: [condition("Ready", "True", { reason: "InstallSucceeded" })] },
      { apiVersion: "helm.toolkit.fluxcd.io/v2" },
    ),
    "healthy",
    "InstallSucceeded",
    true,
  ],
  [
    "somebody's resource that is not",
    of("HelmRelease", { conditions: [condition("Ready", "False", { reason: "InstallFailed" })] }),
    "unhealthy",
    "InstallFailed",
    false,
  ],
  [
    "somebody's resource on its way",
    of("HelmRelease", { conditions: [condition("Ready", "False", { reason: "Progressing" })] }),
    "unknown",
    "Progressing",
    false,
  ],
  ["somebody's resource that says nothing", of("Widget", { phase: "Blue" }), "unknown", "Blue", true],
  [
    "somebody's resource that is degraded",
    of("Widget", { conditions: [condition("Degraded", "True")] }),
    "unhealthy",
    "Degraded",
    false,
  ],
  [
    "what is being deleted",
    of("Service", {}, { metadata: { ...old, deletionTimestamp: ago(5) } }),
    "unknown",
    "Terminating",
    false,
  ],
  [
    "what will not go",
    of("Service", {}, { metadata: { ...old, deletionTimestamp: ago(90) } }),
    "warning",
    "TerminatingStalled",
    false,
  ],
  ["nothing at all", {}, "unknown", "", true],
  ["a kind called constructor", { kind: "constructor" }, "unknown", "", true],
])("%s", (_, object, health, status, ready) => {
  expect(kubernetesHealth(object, now)).toMatchObject({ health, status, ready });
});

test("it says why", () => {
  expect(kubernetesHealth(pod(running([ended(5, "Error", 3, 2)])), now).message).toBe("main ended with code 3: Error");
  expect(kubernetesHealth(deployment({ replicas: 3 }, counts(2, 2, 1)), now).message).toBe("1/3 ready");
});
