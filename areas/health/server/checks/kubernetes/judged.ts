// A cluster object in the form that checks use: with its health, and without secret values.
import { kubernetesHealth, type Verdict } from "#lib/kubernetes-health/index.ts";
import type { KubernetesObject } from "#areas/connections/server/index.ts";

export interface HealthStatus {
  health: Verdict["health"];
  status: string;
  message: string;
  ready: boolean;
}

export type Judged = KubernetesObject & {
  healthStatus: HealthStatus;
  /** The object itself, because expressions may use r.Object.metadata as well as r.metadata. */
  Object: KubernetesObject;
};

export function judged(found: KubernetesObject): Judged {
  const object = found.kind === "Secret" && found.apiVersion === "v1" ? masked(found) : found;
  const { health, status, message = "", ready } = kubernetesHealth(object, Date.now());
  return { ...object, healthStatus: { health, status, message, ready }, Object: object };
}

/** Keeps the keys of a secret, so that a check can test them, and masks the values. */
function masked(secret: KubernetesObject): KubernetesObject {
  const { annotations, ...metadata } = secret.metadata as KubernetesObject["metadata"] & {
    annotations?: Readonly<Record<string, string>>;
  };
  const kept = Object.entries(annotations ?? {}).filter(([name]) => !name.endsWith("/last-applied-configuration"));
  const keys = Object.keys(secret["data"] ?? {});
  return {
    ...secret,
    metadata: { ...metadata, ...(annotations && { annotations: Object.fromEntries(kept) }) },
    data: Object.fromEntries(keys.map((key) => [key, "***"])),
  };
}

/** Returns "namespace/name", or the name of an object without a namespace. */
export const nameOf = ({ metadata: { namespace, name } }: KubernetesObject) =>
  namespace ? `${namespace}/${name}` : name;

const maxNamed = 5;

/** Returns a description such as "default/web is CrashLoopBackOff (back-off restarting), …". */
export function described(objects: readonly Judged[]): string {
  const named = objects.slice(0, maxNamed).map((object) => {
    const { health, status, message } = object.healthStatus;
    return `${nameOf(object)} is ${status || health}${message && message !== status ? ` (${message})` : ""}`;
  });
  return [...named, ...(objects.length > maxNamed ? [`and ${objects.length - maxNamed} more`] : [])].join(", ");
}
