// Computes the health of any Kubernetes object: by the rules of its kind, or by its conditions if the kind has no
// rules. The function is pure: the caller passes the time, so that the catalog, the checks and the expressions agree.
import {
  applicationHealth,
  autoscalerHealth,
  certificateHealth,
  claimHealth,
  ingressHealth,
  namespaceHealth,
  nodeHealth,
  serviceHealth,
  volumeHealth,
} from "./cluster.ts";
import { canaryHealth, scraperHealth } from "./own-kinds.ts";
import { podHealth } from "./pod.ts";
import {
  at,
  conditionOf,
  conditionsOf,
  fields,
  hour,
  isTrue,
  text,
  timeOf,
  verdict,
  type Kubernetes,
  type Verdict,
} from "./verdict.ts";
import { cronJobHealth, daemonSetHealth, jobHealth, replicaHealth } from "./workloads.ts";

export type { Health, Verdict } from "./verdict.ts";

/** The rules by kind, or by kind and group if other groups use the same name. */
const kinds: Readonly<Record<string, (input: Kubernetes) => Verdict>> = {
  Pod: podHealth,
  Deployment: replicaHealth,
  ReplicaSet: replicaHealth,
  StatefulSet: replicaHealth,
  DaemonSet: daemonSetHealth,
  Job: jobHealth,
  CronJob: cronJobHealth,
  Node: nodeHealth,
  Service: serviceHealth,
  Ingress: ingressHealth,
  PersistentVolumeClaim: claimHealth,
  PersistentVolume: volumeHealth,
  Namespace: namespaceHealth,
  HorizontalPodAutoscaler: autoscalerHealth,
  "Certificate/cert-manager.io": certificateHealth,
  "Application/argoproj.io": applicationHealth,
  "Canary/canaries.flanksource.com": canaryHealth,
  "ScrapeConfig/configs.flanksource.com": scraperHealth,
};

/** The API groups of Kubernetes itself: a Service of another group is a different kind. */
const ownGroups = new Set(["", "apps", "batch", "autoscaling", "networking.k8s.io", "extensions"]);

export function kubernetesHealth(object: Readonly<Record<string, unknown>>, now: number): Verdict {
  const input: Kubernetes = { object, now };
  const group = text(object["apiVersion"]).includes("/") ? text(object["apiVersion"]).split("/")[0]! : "";
  const kind = text(object["kind"]);
  const judge =
    kinds[`${kind}/${group}`] ?? (ownGroups.has(group) && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined);
  const found = judge ? judge(input) : byConditions(input);
  const deleted = timeOf(at(object, "metadata.deletionTimestamp"));
  if (deleted === undefined) return found;
  if (now - deleted > hour)
    return verdict(
      "warning",
      "TerminatingStalled",
      false,
      `Deletion was requested at ${new Date(deleted).toISOString()}`,
    );
  // Pods have their own deletion deadline.
  if (kind === "Pod") return found;
  return { ...found, status: "Terminating", ready: false };
}

/** Most custom resources have a condition Ready, Available or Healthy, or a condition that describes a failure. */
function byConditions({ object }: Kubernetes): Verdict {
  const ready = conditionOf(object, "Ready") ?? conditionOf(object, "Available") ?? conditionOf(object, "Healthy");
  if (!ready) {
    const bad = conditionsOf(object).find(
      (condition) => /^(?:Degraded|Failed|Error|Stalled)$/.test(condition.type) && isTrue(condition),
    );
    if (bad) return verdict("unhealthy", bad.type, false, bad.message);
    const status = fields(object["status"]);
    return verdict("unknown", text(status["phase"]) || text(status["state"]), true);
  }
  if (isTrue(ready)) return verdict("healthy", ready.reason || "Ready", true, ready.message);
  // A controller that retries after a failure is also reconciling, so only the reason of Ready distinguishes the two.
  if (/^(?:Progressing|Reconciling|Pending|InProgress|Creating)/.test(ready.reason))
    return verdict("unknown", ready.reason, false, ready.message);
  if (ready.status !== "False") {
    const isReconciling = isTrue(conditionOf(object, "Reconciling"));
    return verdict("unknown", ready.reason || (isReconciling ? "Progressing" : "Unknown"), false, ready.message);
  }
  return verdict("unhealthy", ready.reason || "Not Ready", false, ready.message);
}
