// Functions on Kubernetes objects. An object is a map, or a string in YAML or JSON.
import { kubernetesHealth, type Verdict } from "../../kubernetes-health/index.ts";
import { BudgetFault, uncounted } from "../budget.ts";
import { ExpressionFault } from "../fault.ts";
import { fieldOf, isMap, print, Printable, type Fields } from "../values.ts";
import { yaml } from "./data.ts";
import { nounOf, type LibraryFunction } from "./function.ts";
import { neat } from "./neat.ts";
import { quantity } from "./sizes.ts";

function readObject(value: unknown): Fields | undefined {
  const input = value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : value;
  let read = input;
  if (typeof input === "string") {
    try {
      read = yaml(input);
    } catch (error) {
      if (error instanceof BudgetFault || !(error instanceof ExpressionFault)) throw error;
      return undefined;
    }
  }
  if (!isMap(read)) return undefined;
  const inner = fieldOf(read, "Object");
  return isMap(inner) ? inner : read;
}

function objectOf(name: string, value: unknown): Fields {
  const read = readObject(value);
  if (read) return read;
  throw new ExpressionFault(`${name} needs a Kubernetes object, but got ${nounOf(value)}.`);
}

/** The health of an object that cannot be parsed, the same as in the reference engine. */
const unreadable: Verdict = { health: "unhealthy", status: "Error", message: "Invalid spec", ready: false };

function verdictOf(value: unknown): Verdict {
  const object = readObject(value);
  return object === undefined ? unreadable : kubernetesHealth(object, Date.now());
}

const healthOf = (value: unknown) => {
  const { health, status, message = "", ready } = verdictOf(value);
  return { health, status, message, ready, ok: health === "healthy" };
};

/** Whether the condition is true for the object, or for every object of a list. */
const everyOne = (value: unknown, holds: (verdict: Verdict) => boolean): boolean => {
  if (!Array.isArray(value)) return holds(verdictOf(value));
  uncounted(value.length * 100);
  return value.every((object) => holds(verdictOf(object)));
};

const at = (value: unknown, path: string): unknown =>
  path.split(".").reduce<unknown>((held, key) => fieldOf(held, key), value);
const listAt = (value: unknown, path: string): unknown[] => {
  const found = at(value, path);
  return Array.isArray(found) ? (found as unknown[]) : [];
};
const textAt = (value: unknown, path: string): string => print(at(value, path) ?? "");

/** Returns 0 for a string that is not a quantity. Fractions of a unit are truncated. */
const millicores = (value: unknown) => Math.trunc(Number(((quantity(value) ?? 0) * 1000).toFixed(6)));
const bytes = (value: unknown) => Math.trunc(quantity(value) ?? 0);

/** The sum over all containers: CPU in millicores, other resources in their own unit. */
function resources(name: string, value: unknown, kind: "limits" | "requests", resource: string): number {
  const object = objectOf(name, value);
  const containers = [...listAt(object, "spec.containers"), ...listAt(object, "spec.template.spec.containers")];
  if (resource !== "cpu" && resource !== "memory") return 0;
  let sum = 0;
  for (const container of containers) {
    const input = fieldOf(at(container, `resources.${kind}`), resource);
    if (input !== undefined) sum += resource === "cpu" ? millicores(input) : bytes(input);
  }
  return sum;
}

type Property = Record<string, unknown>;
const written = (name: string, text: string): Property[] => (text === "" ? [] : [{ name, text }]);
const limited = (name: string, unit: string, max: number): Property => ({ name, headline: true, unit, max });

function podProperties(value: unknown): Property[] {
  const pod = objectOf("k8s.podProperties", value);
  const limit = (resource: string) => resources("k8s.podProperties", pod, "limits", resource);
  return [
    ...written("image", textAt(listAt(pod, "spec.containers")[0], "image")),
    limited("cpu", "millicores", limit("cpu")),
    limited("memory", "bytes", limit("memory")),
    ...written("node", textAt(pod, "spec.nodeName")),
    ...written("created_at", textAt(pod, "metadata.creationTimestamp")),
    ...written("namespace", textAt(pod, "metadata.namespace")),
  ];
}

function nodeProperties(value: unknown): Property[] {
  const node = objectOf("k8s.nodeProperties", value);
  const capacity = (resource: string, read: (value: unknown) => number) => {
    const most = fieldOf(at(node, "status.allocatable"), resource) ?? fieldOf(at(node, "status.capacity"), resource);
    return most === undefined ? [] : [read(most)];
  };
  const labels = at(node, "metadata.labels");
  const label = (name: string) => print(fieldOf(labels, name) ?? "");
  return [
    ...capacity("cpu", millicores).map((max): Property => ({ name: "cpu", headline: true, unit: "millicores", max })),
    ...capacity("memory", bytes).map((max): Property => ({ name: "memory", headline: true, unit: "bytes", max })),
    ...capacity("ephemeral-storage", bytes).map((max): Property => ({ name: "ephemeral-storage", unit: "bytes", max })),
    ...capacity("pods", bytes).map((max): Property => ({ name: "pods", max })),
    ...written("instance-type", label("node.kubernetes.io/instance-type")),
    ...written("zone", label("topology.kubernetes.io/zone")),
    ...written("os", textAt(node, "status.nodeInfo.osImage")),
    ...written("version", textAt(node, "status.nodeInfo.kubeletVersion")),
  ];
}

/** Builds a topology component for a node, with the pods of the node as children, if pods are passed. */
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

function labels(value: unknown): Fields {
  const object = readObject(value) ?? {};
  const found = at(object, "metadata.labels");
  const kept = Object.entries(isMap(found) ? found : {}).filter(([key]) => !key.endsWith("-hash"));
  const namespace = textAt(object, "metadata.namespace");
  return Object.fromEntries([...kept, ...(namespace === "" ? [] : [["namespace", namespace] as const])]);
}

/** The health value of templates: `(k8s.GetHealth .).Health`. */
class HealthValue extends Printable {
  readonly noun = "the health of an object";
  readonly #health: ReturnType<typeof healthOf>;

  constructor(value: unknown) {
    super();
    this.#health = healthOf(value);
  }

  print(): string {
    const { health, status, message } = this.#health;
    return `${status} (${health})${message && `: ${message}`}`;
  }

  read(name: string): unknown {
    const { health, status, message, ready, ok } = this.#health;
    return {
      Health: health,
      Status: status,
      Message: message,
      Ready: ready,
      OK: ok,
      health,
      status,
      message,
      ready,
      ok,
    }[name];
  }
}

export const kubernetes: readonly LibraryFunction[] = [
  {
    name: "k8s.isHealthy",
    celNames: ["k8s.is_healthy", "IsHealthy"],
    templateNames: ["isHealthy", "k8s.IsHealthy"],
    takes: ["any"],
    gives: "bool",
    says: "Whether an object, or every object of a list, is healthy",
    call: (value: unknown) => everyOne(value, ({ health }) => health === "healthy"),
  },
  {
    name: "k8s.isReady",
    celNames: ["IsReady"],
    templateNames: ["isReady", "k8s.IsReady"],
    takes: ["any"],
    gives: "bool",
    says: "Whether an object, or every object of a list, is ready",
    call: (value: unknown) => everyOne(value, ({ ready }) => ready),
  },
  {
    name: "k8s.getHealth",
    celNames: ["GetHealth"],
    templateNames: ["k8s.GetHealthMap"],
    takes: ["any"],
    gives: "map",
    says: "The health of an object: health, status, message, ready, ok",
    call: healthOf,
  },
  {
    name: "getHealth",
    only: "template",
    templateNames: ["k8s.GetHealth"],
    takes: ["any"],
    gives: "any",
    says: "The health of an object, with Health, Status, Message, Ready, OK",
    call: (value: unknown) => new HealthValue(value),
  },
  {
    name: "k8s.neat",
    only: "cel",
    takes: ["any", "string"],
    least: 1,
    gives: "string",
    says: "An object without its status and generated fields, as json, yaml or same (the format of the input)",
    call: neat,
  },
  {
    name: "neat",
    only: "template",
    templateNames: ["k8s.Neat"],
    takes: ["any"],
    gives: "string",
    says: "An object without its status and generated fields",
    call: (value: unknown) => neat(value),
  },
  {
    name: "k8s.getStatus",
    celNames: ["GetStatus"],
    templateNames: ["getStatus", "k8s.GetStatus"],
    takes: ["any"],
    gives: "string",
    says: "The status of an object in one or two words, with the reason",
    call: (value: unknown) => {
      const { status, message } = verdictOf(value);
      return message === undefined || message === "" ? status : `${status}: ${message}`;
    },
  },
  {
    name: "k8s.labels",
    takes: ["any"],
    gives: "map",
    says: "The labels of an object and its namespace, without labels that end in -hash",
    call: labels,
  },
  {
    name: "k8s.cpuAsMillicores",
    takes: ["any"],
    gives: "int",
    says: "Converts a CPU quantity to millicores",
    call: millicores,
  },
  { name: "k8s.memoryAsBytes", takes: ["any"], gives: "int", says: "Converts a memory quantity to bytes", call: bytes },
  {
    name: "k8s.getResourcesLimit",
    takes: ["any", "string"],
    gives: "int",
    says: "The limit of a pod's containers for cpu (millicores) or memory (bytes)",
    call: (value: unknown, resource: string) => resources("k8s.getResourcesLimit", value, "limits", resource),
  },
  {
    name: "k8s.getResourcesRequests",
    takes: ["any", "string"],
    gives: "int",
    says: "The request of a pod's containers for cpu (millicores) or memory (bytes)",
    call: (value: unknown, resource: string) => resources("k8s.getResourcesRequests", value, "requests", resource),
  },
  {
    name: "k8s.podProperties",
    takes: ["any"],
    gives: "list",
    says: "The component properties of a pod",
    call: podProperties,
  },
  {
    name: "k8s.nodeProperties",
    takes: ["any"],
    gives: "list",
    says: "The component properties of a node",
    call: nodeProperties,
  },
  {
    name: "k8s.getNodeTopology",
    takes: ["any", "list"],
    least: 1,
    gives: "map",
    says: "A topology component for a node, with the pods that run on it",
    call: nodeTopology,
  },
];
