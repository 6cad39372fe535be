// Applies objects to a cluster with labels of the check, waits for them, and deletes them again.
import { setTimeout as sleep } from "node:timers/promises";
import {
  ConnectionFailure,
  failureOf,
  type KubernetesApi,
  type KubernetesObject,
  type KubernetesResource,
} from "#areas/connections/server/index.ts";
import { CheckInvalid, type CheckRun } from "../../check-kind.ts";
import { judged, type Judged } from "./judged.ts";

export interface Planned {
  resource: KubernetesResource;
  object: KubernetesObject;
  isStatic: boolean;
}

const group = "canaries.flanksource.com";
const labels = {
  canary: `${group}/canary-id`,
  check: `${group}/check-id`,
  isStatic: `${group}/is-static`,
};

type Owner = Pick<CheckRun, "canary" | "check">;

const marks = ({ canary, check }: Owner, isStatic: boolean) => ({
  [labels.canary]: canary.id,
  [labels.check]: check.id,
  [labels.isStatic]: String(isStatic),
});

/** Whether a static object was created by this check. */
export const isOwn = ({ metadata }: KubernetesObject, checkId: string) => {
  const found = metadata["labels"] as Readonly<Record<string, string>> | undefined;
  return found?.[labels.check] === checkId && found[labels.isStatic] === "true";
};

/** Returns the object as it will be applied, with its namespace and the labels of its owner. */
export async function plan(
  api: KubernetesApi,
  written: KubernetesObject,
  { owner, namespace, isStatic }: { owner: Owner; namespace: string; isStatic: boolean },
): Promise<Planned> {
  const { apiVersion, kind, metadata } = written;
  const resource = await api.resource({ apiVersion, kind });
  if (!resource) throw new CheckInvalid(`The cluster has no objects of the kind ${kind} in ${apiVersion}.`);
  const object: KubernetesObject = {
    ...written,
    metadata: {
      ...metadata,
      ...(resource.isNamespaced && { namespace: metadata.namespace || namespace }),
      labels: { ...(metadata["labels"] as Readonly<Record<string, string>>), ...marks(owner, isStatic) },
    },
  };
  return { resource, object, isStatic };
}

/** Returns a key such as "default/Pod/web". */
export const keyOf = ({ kind, metadata: { namespace, name } }: KubernetesObject) =>
  [namespace, kind, name].filter(Boolean).join("/");

export async function applyAll(api: KubernetesApi, all: readonly Planned[]): Promise<void> {
  for (const { resource, object } of all)
    try {
      await api.apply(resource, object);
    } catch (error) {
      const { message, fix } = failureOf(error);
      throw new ConnectionFailure(`${keyOf(object)} cannot be applied: ${message}`, fix);
    }
}

/** Reads the current objects; missing objects are left out. */
export async function readAll(api: KubernetesApi, all: readonly Planned[]): Promise<Judged[]> {
  const found = await Promise.all(all.map(({ resource, object }) => api.get(resource, object.metadata)));
  return found.filter((object) => object !== undefined).map(judged);
}

/** Returns why some objects could not be deleted; undefined if all were deleted. */
export async function removeAll(api: KubernetesApi, all: readonly Planned[]): Promise<string | undefined> {
  const refused: string[] = [];
  for (const { resource, object } of all.toReversed())
    try {
      await api.remove(resource, object.metadata);
    } catch (error) {
      refused.push(`${keyOf(object)} cannot be deleted: ${failureOf(error).message}`);
    }
  return refused.length > 0 ? refused.join(", ") : undefined;
}

/** Deletes objects of an earlier run: of these kinds, in these namespaces, with the labels of this check. */
export async function removeLeftovers(
  api: KubernetesApi,
  all: readonly Planned[],
  { owner, gone }: { owner: Owner; gone: (left: () => Promise<boolean>) => Promise<boolean> },
): Promise<void> {
  const labelSelector = Object.entries(marks(owner, false))
    .map(([label, value]) => `${label}=${value}`)
    .join(",");
  const places = new Map(
    all.map(({ resource, object: { metadata } }) => [
      `${resource.apiVersion} ${resource.kind} ${metadata.namespace}`,
      { resource, namespace: metadata.namespace },
    ]),
  );
  for (const { resource, namespace } of places.values()) {
    const left = () => api.list(resource, { namespace, labelSelector, most: 1_000 });
    for (const { metadata } of await left()) await api.remove(resource, metadata);
    await gone(async () => (await left()).length === 0);
  }
}

/** Polls until the condition is true or the timeout is over. */
export function poller({
  timeoutMs,
  intervalMs,
  signal,
}: {
  timeoutMs: number;
  intervalMs: number;
  signal: AbortSignal;
}) {
  return async (isDone: () => Promise<boolean>): Promise<boolean> => {
    const end = performance.now() + timeoutMs;
    for (;;) {
      if (await isDone()) return true;
      const left = end - performance.now();
      if (left <= 0) return false;
      await sleep(Math.min(intervalMs, left), undefined, { signal });
    }
  };
}
