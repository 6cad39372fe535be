// The labels that select the pods of a config item in a log backend for Kubernetes.
import type { Labels } from "#language/columns.ts";

/** The kinds that have pods. */
const workloads = ["Deployment", "StatefulSet", "DaemonSet", "ReplicaSet", "Job", "CronJob"];

interface Workload {
  name: string;
  /** Such as Kubernetes::Deployment. */
  type: string;
  tags: unknown;
}

/** Undefined for items without pods or without a namespace. */
export function workloadLabels({ name, type, tags }: Workload): Labels | undefined {
  const kind = type.replace(/^Kubernetes::/, "");
  const { namespace } = (tags ?? {}) as { namespace?: unknown };
  if (kind === type || typeof namespace !== "string") return undefined;
  if (kind === "Pod") return { namespace, pod: name };
  return workloads.includes(kind) ? { namespace, kind, name } : undefined;
}
