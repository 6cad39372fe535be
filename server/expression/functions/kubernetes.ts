// What Kubernetes objects say about themselves. An object may come as a map, or as the text of one in YAML or JSON.
import { kubernetesHealth, type Verdict } from "../../kubernetes/health/index.ts";
import { uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { fieldOf, isMap, print, type Fields } from "../values.ts";
import { yaml } from "./data.ts";
import { nounOf, type LibraryFunction } from "./function.ts";
import { quantity } from "./sizes.ts";

function objectOf(name: string, value: unknown): Fields {
  const read = typeof value === "string" ? yaml(value) : value;
  if (isMap(read)) return read;
  throw new ExpressionFault(`${name} needs a Kubernetes object, and got ${nounOf(read)}.`);
}

const verdictOf = (name: string, value: unknown): Verdict => kubernetesHealth(objectOf(name, value), Date.now());

/** Of several, all must be. */
const everyOne = (name: string, value: unknown, holds: (verdict: Verdict) => boolean): boolean => {
  if (!Array.isArray(value)) return holds(verdictOf(name, value));
  uncounted(value.length * 100);
  return value.every((object) => holds(verdictOf(name, object)));
};

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((held, key) => fieldOf(held, key), value);
const listAt = (value: unknown, path: string): unknown[] => {
  const found = at(value, path);
  return Array.isArray(found) ? (found as unknown[]) : [];
};
const textAt = (value: unknown, path: string): string => print(at(value, path) ?? "");

const millicores = (value: unknown) => Math.round(quantity("k8s.cpuAsMillicores", value) * 1000);
const bytes = (value: unknown) => Math.round(quantity("k8s.memoryAsBytes", value));

/** All containers together: processors in thousandths, everything else as its own unit. */
function resources(name: string, value: unknown, kind: "limits" | "requests", resource: string): number {
  const object = objectOf(name, value);
  const containers = [...listAt(object, "spec.containers"), ...listAt(object, "spec.template.spec.containers")];
  let sum = 0;
  for (const container of containers) {
    const given = fieldOf(at(container, `resources.${kind}`), resource);
    if (given !== undefined) sum += resource === "cpu" ? millicores(given) : bytes(given);
  }
  return sum;
}

type Property = Record<string, unknown>;
const written = (name: string, text: string): Property[] => (text === "" ? [] : [{ name, text }]);
const measured = (name: string, unit: string, value: number, max?: number): Property => ({
  name,
  headline: true,
  unit,
  value,
  ...(max === undefined ? {} : { max }),
});

function podProperties(value: unknown): Property[] {
  const pod = objectOf("k8s.podProperties", value);
  const most = (resource: string) => resources("k8s.podProperties", pod, "limits", resource) || undefined;
  return [
    ...written("image", textAt(listAt(pod, "spec.containers")[0], "image")),
    measured("cpu", "millicores", resources("k8s.podProperties", pod, "requests", "cpu"), most("cpu")),
    measured("memory", "bytes", resources("k8s.podProperties", pod, "requests", "memory"), most("memory")),
    ...written("node", textAt(pod, "spec.nodeName")),
    ...written("created_at", textAt(pod, "metadata.creationTimestamp")),
    ...written("namespace", textAt(pod, "metadata.namespace")),
  ];
}

function nodeProperties(value: unknown): Property[] {
  const node = objectOf("k8s.nodeProperties", value);
  const of = (resource: string, read: (value: unknown) => number) => {
    const most = fieldOf(at(node, "status.allocatable"), resource) ?? fieldOf(at(node, "status.capacity"), resource);
    return most === undefined ? [] : [read(most)];
  };
  const labels = at(node, "metadata.labels");
  const label = (name: string) => print(fieldOf(labels, name) ?? "");
  return [
    ...of("cpu", millicores).map((max): Property => ({ name: "cpu", headline: true, unit: "millicores", max })),
    ...of("memory", bytes).map((max): Property => ({ name: "memory", headline: true, unit: "bytes", max })),
    ...of("ephemeral-storage", bytes).map((max): Property => ({ name: "ephemeral-storage", unit: "bytes", max })),
    ...of("pods", bytes).map((max): Property => ({ name: "pods", max })),
    ...written("instance-type", label("node.kubernetes.io/instance-type")),
    ...written("zone", label("topology.kubernetes.io/zone")),
    ...written("os", textAt(node, "status.nodeInfo.osImage")),
    ...written("version", textAt(node, "status.nodeInfo.kubeletVersion")),
  ];
}

/** A node as a component of a topology, with its pods below it where they are given. */
function nodeTopology(value: unknown, pods: unknown[] = []): Record<string, unknown> {
  const node = objectOf("k8s.getNodeTopology", value);
  const name = textAt(node, "metadata.name");
  const component = (object: Fields, type: string, properties: Property[]) => {
    const { health, status, message } = kubernetesHealth(object, Date.now());
    return {
      name: textAt(object, "metadata.name"),
      namespace: textAt(object, "metadata.namespace"),
      external_id: textAt(object, "metadata.uid"),
      type,
      labels: at(object, "metadata.labels") ?? {},
      health,
      status,
      ...(message === undefined ? {} : { status_reason: message }),
      properties,
    };
  };
  uncounted(pods.length * 100);
  return {
    ...component(node, "KubernetesNode", nodeProperties(node)),
    components: pods
      .map((pod) => objectOf("k8s.getNodeTopology", pod))
      .filter((pod) => textAt(pod, "spec.nodeName") === name)
      .map((pod) => component(pod, "KubernetesPod", podProperties(pod))),
  };
}

export const kubernetes: readonly LibraryFunction[] = [
  {
    name: "k8s.isHealthy",
    takes: ["any"],
    gives: "bool",
    says: "Whether an object, or every one of a list, is healthy",
    call: (value: unknown) => everyOne("k8s.isHealthy", value, ({ health }) => health === "healthy"),
  },
  {
    name: "k8s.isReady",
    takes: ["any"],
    gives: "bool",
    says: "Whether an object, or every one of a list, is ready",
    call: (value: unknown) => everyOne("k8s.isReady", value, ({ ready }) => ready),
  },
  {
    name: "k8s.getHealth",
    takes: ["any"],
    gives: "map",
    says: "The health of an object: health, status, ready, message",
    call: (value: unknown) => verdictOf("k8s.getHealth", value),
  },
  {
    name: "k8s.getStatus",
    takes: ["any"],
    gives: "string",
    says: "The status of an object in a word or two, and why",
    call: (value: unknown) => {
      const { status, message } = verdictOf("k8s.getStatus", value);
      return message === undefined ? status : `${status}: ${message}`;
    },
  },
  {
    name: "k8s.labels",
    takes: ["any"],
    gives: "map",
    says: "The labels of an object",
    call: (value: unknown) => at(objectOf("k8s.labels", value), "metadata.labels") ?? {},
  },
  {
    name: "k8s.cpuAsMillicores",
    takes: ["any"],
    gives: "int",
    says: "A processor quantity in thousandths",
    call: millicores,
  },
  { name: "k8s.memoryAsBytes", takes: ["any"], gives: "int", says: "A memory quantity in bytes", call: bytes },
  {
    name: "k8s.getResourcesLimit",
    takes: ["any", "string"],
    gives: "int",
    says: "What a pod's containers may use of cpu (thousandths) or memory (bytes)",
    call: (value: unknown, resource: string) => resources("k8s.getResourcesLimit", value, "limits", resource),
  },
  {
    name: "k8s.getResourcesRequests",
    takes: ["any", "string"],
    gives: "int",
    says: "What a pod's containers ask for of cpu (thousandths) or memory (bytes)",
    call: (value: unknown, resource: string) => resources("k8s.getResourcesRequests", value, "requests", resource),
  },
  {
    name: "k8s.podProperties",
    takes: ["any"],
    gives: "list",
    says: "A pod as properties of a component",
    call: podProperties,
  },
  {
    name: "k8s.nodeProperties",
    takes: ["any"],
    gives: "list",
    says: "A node as properties of a component",
    call: nodeProperties,
  },
  {
    name: "k8s.getNodeTopology",
    takes: ["any", "list"],
    least: 1,
    gives: "map",
    says: "A node as a component of a topology, with those of the pods that run on it",
    call: nodeTopology,
  },
];
