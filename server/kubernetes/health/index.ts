// The health of any Kubernetes object: by its kind where the kind has rules of its own, else by its conditions. Pure: what
// time it is comes with the object, so that the catalog, the checks and the expressions say the same.
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

/** By kind, or by kind and group where the kind's name is anybody's. */
const kinds: Readonly<Record<string, (given: Kubernetes) => Verdict>> = {
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
};

/** Groups that Kubernetes itself serves: a Service of another group is something else. */
const ownGroups = new Set(["", "apps", "batch", "autoscaling", "networking.k8s.io", "extensions"]);

export function kubernetesHealth(object: Readonly<Record<string, unknown>>, now: number): Verdict {
  const given: Kubernetes = { object, now };
  const group = text(object["apiVersion"]).includes("/") ? text(object["apiVersion"]).split("/")[0]! : "";
  const kind = text(object["kind"]);
  const judge =
    kinds[`${kind}/${group}`] ?? (ownGroups.has(group) && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined);
  const found = judge ? judge(given) : byConditions(given);
  const deleted = timeOf(at(object, "metadata.deletionTimestamp"));
  if (deleted === undefined || kind === "Pod") return found;
  if (now - deleted > hour)
    return verdict("warning", "TerminatingStalled", false, `Being deleted since ${new Date(deleted).toISOString()}`);
  return { ...found, status: "Terminating", ready: false };
}

/** What most resources of others do: a condition Ready, or Available, or one that says that it is not well. */
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
  if (
    isTrue(conditionOf(object, "Reconciling")) ||
    /^(?:Progressing|Reconciling|Pending|InProgress|Creating)/.test(ready.reason)
  )
    return verdict("unknown", ready.reason || "Progressing", false, ready.message);
  if (ready.status === "Unknown") return verdict("unknown", ready.reason || "Unknown", false, ready.message);
  return verdict("unhealthy", ready.reason || "Not Ready", false, ready.message);
}
