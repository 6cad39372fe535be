// Finds the pods and containers for a selection: a pod, the pods of a workload, or pods with labels.
import type { KubernetesApi, KubernetesObject } from "#areas/connections/server/index.ts";
import { isExact, matches, parseMatch, type Pattern } from "#lib/text/match.ts";
import { QueryRefused, type Labels, type LogSelection } from "../../source/reader.ts";

export interface Container {
  namespace: string;
  pod: string;
  container: string;
  node: string | undefined;
}

/** Labels with a special meaning; all others select pods by their labels. */
export const reserved = ["namespace", "kind", "apiVersion", "name", "pod", "container", "previous", "node"] as const;

const maxPods = 50;

export interface PodSelection {
  namespace: string;
  /** A kind and a name, or pod labels. */
  workload: { kind: string; apiVersion: string | undefined; name: string } | undefined;
  pod: string | undefined;
  container: string | undefined;
  labelSelector: string;
}

/** Extracts the kind from a component type such as Kubernetes::Deployment or KubernetesPod. */
const kindIn = (type: string | undefined) => /^Kubernetes(?:::)?([A-Z]\w+)$/.exec(type ?? "")?.[1];

/**
 * Parses the labels of a request. The external id of a component may be `namespace/name`. `only` is the namespace of
 * the backend.
 */
export function podSelection(
  { labels, id, type }: Pick<LogSelection, "labels" | "id" | "type">,
  only: string | undefined,
): PodSelection {
  const kind = labels["kind"] ?? kindIn(type);
  const others = Object.entries(labels).filter(([name]) => !(reserved as readonly string[]).includes(name));
  const parts = /^([a-z0-9.-]+)\/([a-z0-9.-]+)$/.exec(id ?? "");
  const hasOwn = others.length > 0 || labels["pod"] !== undefined;
  const name = labels["name"] ?? (kind !== undefined && !hasOwn ? (parts?.[2] ?? id) : undefined);
  const namespace = labels["namespace"] ?? (hasOwn ? undefined : parts?.[1]);
  if (only !== undefined && namespace !== undefined && namespace !== only)
    throw new QueryRefused(`This log backend reads only the namespace ${only}.`);
  return {
    namespace: only ?? namespace ?? "",
    workload: name === undefined ? undefined : { kind: kind ?? "Pod", apiVersion: labels["apiVersion"], name },
    pod: labels["pod"],
    container: labels["container"],
    labelSelector: others.map(([key, value]) => selectorOf(key, value)).join(","),
  };
}

/** A value is a match expression: `web,api` or `!test`. The cluster has no wildcards. */
function selectorOf(name: string, value: string): string {
  const { include, exclude } = parseMatch(value);
  const valueOf = (pattern: Pattern) => {
    const [only = ""] = pattern;
    if (isExact(pattern) && /^[\w./-]+$/.test(name) && /^[\w.-]*$/.test(only)) return only;
    throw new QueryRefused(`${name}=${value} is not a valid pod label.`);
  };
  const wanted = include.map(valueOf);
  const unwanted = exclude.map((pattern) => `${name}!=${valueOf(pattern)}`);
  if (wanted.length > 1) return [`${name} in (${wanted.join(",")})`, ...unwanted].join(",");
  return [...wanted.map((only) => `${name}=${only}`), ...unwanted].join(",") || `${name}=${valueOf([""])}`;
}

/** Returns the containers of the newest pods, and how many pods are left out. */
export async function findContainers(
  api: KubernetesApi,
  selection: PodSelection,
): Promise<{ containers: Container[]; omitted: number }> {
  const { namespace, workload, pod, container, labelSelector } = selection;
  if (namespace === "" && !labelSelector && !workload && !pod)
    throw new QueryRefused("Choose a namespace, a workload or pod labels.");
  const found = (await podsOf(api, { namespace, workload, labelSelector })).filter(
    ({ metadata: { name } }) => pod === undefined || matches(parseMatch(pod), name),
  );
  const newest = found.toSorted((a, b) => (startOf(a) < startOf(b) ? 1 : -1));
  const wanted = container === undefined ? () => true : (name: string) => matches(parseMatch(container), name);
  return {
    containers: newest.slice(0, maxPods).flatMap((each) => containersOf(each).filter((item) => wanted(item.container))),
    omitted: Math.max(0, found.length - maxPods),
  };
}

const startOf = ({ metadata: { creationTimestamp: time } }: KubernetesObject) => (typeof time === "string" ? time : "");

const podKind = { apiVersion: "v1", kind: "Pod", plural: "pods", isNamespaced: true };
const maxListed = 2_000;

async function podsOf(
  api: KubernetesApi,
  { namespace, workload, labelSelector }: Pick<PodSelection, "namespace" | "workload" | "labelSelector">,
): Promise<KubernetesObject[]> {
  const list = (selector: string) =>
    api.list(podKind, { namespace: namespace || undefined, labelSelector: selector || undefined, most: maxListed });
  if (!workload) return list(labelSelector);
  const { kind, apiVersion, name } = workload;
  const resource = /^pods?$/i.test(kind) ? podKind : await api.resource({ kind, apiVersion });
  if (!resource) throw new QueryRefused(`The cluster has no objects of the kind ${kind}.`);
  const object = await api.get(resource, { name, namespace: namespace || "default" });
  if (!object) throw new QueryRefused(`There is no ${resource.kind} ${namespace || "default"}/${name}.`);
  if (resource.kind === "Pod") return [object];
  const selector = selectorIn(object);
  if (selector === undefined) throw new QueryRefused(`A ${resource.kind} does not select pods.`);
  return list([selector, labelSelector].filter(Boolean).join(","));
}

/** Returns the pod selector of a Deployment, Service, Job or any other kind with a pod selector. */
function selectorIn({ spec }: KubernetesObject): string | undefined {
  const { selector } = (spec ?? {}) as { selector?: unknown };
  if (typeof selector !== "object" || selector === null) return undefined;
  const { matchLabels, matchExpressions, ...plain } = selector as {
    matchLabels?: Labels;
    matchExpressions?: readonly { key: string; operator: string; values?: readonly string[] }[];
  };
  const labels: Labels = matchLabels ?? (matchExpressions ? {} : plain);
  const expressions = (matchExpressions ?? []).map(({ key, operator, values = [] }) => {
    if (operator === "Exists") return key;
    if (operator === "DoesNotExist") return `!${key}`;
    return `${key} ${operator === "In" ? "in" : "notin"} (${values.join(",")})`;
  });
  const all = [...Object.entries(labels).map(([key, value]) => `${key}=${value}`), ...expressions];
  return all.length === 0 ? undefined : all.join(",");
}

function containersOf({ metadata, spec }: KubernetesObject): Container[] {
  const {
    containers = [],
    initContainers = [],
    nodeName,
  } = (spec ?? {}) as {
    containers?: readonly { name: string }[];
    initContainers?: readonly { name: string }[];
    nodeName?: string;
  };
  return [...initContainers, ...containers].map(({ name }) => ({
    namespace: metadata.namespace ?? "default",
    pod: metadata.name,
    container: name,
    node: nodeName,
  }));
}
