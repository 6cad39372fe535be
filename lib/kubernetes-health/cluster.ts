// Health of nodes, services, storage and the other parts of a cluster.
import {
  ageOf,
  at,
  conditionOf,
  conditionsOf,
  fields,
  hour,
  isTrue,
  list,
  minute,
  text,
  timeOf,
  verdict,
  type Kubernetes,
  type Verdict,
} from "./verdict.ts";

/** Conditions set by the node problem detector and by cloud agents, in addition to the conditions of the kubelet. */
const nodeTroubles = new Set([
  "DiskPressure",
  "MemoryPressure",
  "PIDPressure",
  "KernelDeadlock",
  "ReadonlyFilesystem",
  "FrequentKubeletRestart",
  "FrequentDockerRestart",
  "FrequentContainerdRestart",
  "FrequentUnregisterNetDevice",
  "CorruptDockerOverlay2",
  "CorruptDockerImage",
  "KubeletProblem",
  "KubeletUnhealthy",
  "ContainerRuntimeProblem",
  "ContainerRuntimeUnhealthy",
  "FilesystemCorruptionProblem",
  "VMEventScheduled",
  "NTPProblem",
  "OOMKilling",
]);

export function nodeHealth({ object }: Kubernetes): Verdict {
  const ready = conditionOf(object, "Ready");
  if (!isTrue(ready))
    return verdict("unhealthy", ready?.status === "Unknown" ? "Unreachable" : "Not Ready", false, ready?.message);
  const network = conditionOf(object, "NetworkUnavailable");
  if (isTrue(network)) return verdict("unhealthy", "Network Unavailable", false, network!.message);
  const trouble = conditionsOf(object).find((condition) => nodeTroubles.has(condition.type) && isTrue(condition));
  if (trouble) return verdict("warning", spaced(trouble.type), true, trouble.message);
  const isCordoned =
    at(object, "spec.unschedulable") === true ||
    list(at(object, "spec.taints")).some((taint) => text(fields(taint)["key"]) === "node.kubernetes.io/unschedulable");
  if (isCordoned) return verdict("warning", "Unschedulable", true);
  return verdict("healthy", "Ready", true);
}

const spaced = (name: string) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");

export function serviceHealth(resource: Kubernetes): Verdict {
  const { object } = resource;
  if (text(at(object, "spec.type")) !== "LoadBalancer") return verdict("unknown", "", true);
  if (list(at(object, "status.loadBalancer.ingress")).length > 0) return verdict("healthy", "Running", true);
  return verdict(
    ageOf(resource) < hour ? "unknown" : "unhealthy",
    "Creating",
    false,
    "The load balancer has no address yet",
  );
}

export function ingressHealth({ object }: Kubernetes): Verdict {
  const balancer = at(object, "status.loadBalancer");
  const addresses = list(fields(balancer)["ingress"]);
  if (addresses.length > 0) return verdict("healthy", "Running", true);
  // Some controllers never write a status. An empty status means that the controller is still working.
  if (balancer === undefined || Object.keys(fields(balancer)).length === 0) return verdict("healthy", "Pending", false);
  return verdict("unknown", "Pending", false);
}

export function claimHealth({ object }: Kubernetes): Verdict {
  const phase = text(at(object, "status.phase"));
  if (phase === "Bound") return verdict("healthy", "Bound", true);
  if (phase === "Lost") return verdict("unhealthy", "Lost", false, "The bound volume no longer exists");
  if (phase === "Pending") return verdict("healthy", "Progressing", false);
  return verdict("unknown", phase || "Unknown", false);
}

export function volumeHealth({ object }: Kubernetes): Verdict {
  const phase = text(at(object, "status.phase"));
  if (phase === "Bound" || phase === "Available") return verdict("healthy", phase, true);
  if (phase === "Failed") return verdict("unhealthy", "Failed", false, text(at(object, "status.message")));
  if (phase === "Released") return verdict("unknown", "Released", true);
  return verdict("unknown", phase || "Unknown", false);
}

export function namespaceHealth({ object }: Kubernetes): Verdict {
  const phase = text(at(object, "status.phase"));
  return phase === "Terminating"
    ? verdict("unknown", "Terminating", false)
    : verdict("unknown", phase || "Active", true);
}

const failedScaling = new Set([
  "FailedGetScale",
  "FailedUpdateScale",
  "FailedGetResourceMetric",
  "FailedGetContainerResourceMetric",
  "FailedGetPodsMetric",
  "FailedGetObjectMetric",
  "FailedGetExternalMetric",
  "InvalidMetricSourceType",
  "InvalidSelector",
  "FailedComputeMetricsReplicas",
  "FailedConvertHPA",
]);

export function autoscalerHealth({ object }: Kubernetes): Verdict {
  const conditions = conditionsOf(object);
  const failed = conditions.find(({ reason, status }) => status === "False" && failedScaling.has(reason));
  if (failed) return verdict("unhealthy", "Degraded", false, failed.message || failed.reason);
  if (
    conditions.some(
      (condition) => /^(?:AbleToScale|ScalingActive|ScalingLimited)$/.test(condition.type) && isTrue(condition),
    )
  )
    return verdict("healthy", "Healthy", true);
  return verdict("healthy", "Progressing", false, "Waiting to scale");
}

export function certificateHealth(resource: Kubernetes): Verdict {
  const { object, now } = resource;
  const expires = timeOf(at(object, "status.notAfter"));
  const renews = timeOf(at(object, "status.renewalTime"));
  const ready = conditionOf(object, "Ready");
  if (expires !== undefined && expires <= now)
    return verdict("unhealthy", "Expired", true, "The certificate is no longer valid");
  // The old certificate still works while a new certificate is requested, but a stuck request must be noticed before
  // the old certificate expires.
  const issuing = conditionOf(object, "Issuing");
  if (isTrue(issuing)) {
    const isLate = now - (issuing!.since ?? now) > 30 * minute;
    return verdict(isLate ? "unhealthy" : "unknown", "Issuing", false, issuing!.message);
  }
  if (isTrue(ready)) {
    if (expires !== undefined && expires - now < 48 * hour)
      return verdict("warning", "Expiring Soon", true, "The certificate expires within two days");
    if (renews !== undefined && now - renews > 30 * minute)
      return verdict("warning", "Renewal Overdue", true, "The certificate should have been renewed");
    return verdict("healthy", "Issued", true);
  }
  const isLate = now - (ready?.since ?? now - ageOf(resource)) > 30 * minute;
  return verdict(isLate ? "unhealthy" : "unknown", ready?.reason || "Issuing", false, ready?.message);
}

export function applicationHealth({ object }: Kubernetes): Verdict {
  const status = text(at(object, "status.health.status"));
  const message = text(at(object, "status.health.message"));
  const health = status === "Healthy" ? "healthy" : status === "Degraded" ? "unhealthy" : "unknown";
  return verdict(health, status || "Unknown", text(at(object, "status.sync.status")) === "Synced", message);
}
