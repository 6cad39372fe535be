// Objects of a Kubernetes cluster, as its API returns them: a shop and its related objects.
import { deckConfig, type StoredObject } from "../services/cluster.ts";

export const host = "kube-scrape.example";

export const uid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
export const object = (
  kind: string,
  name: string,
  { apiVersion = "v1", namespace = "shop", number, ...more }: Record<string, unknown> & { number: number },
): StoredObject => {
  const { metadata = {}, ...rest } = more as { metadata?: object };
  return {
    apiVersion: apiVersion as string,
    kind,
    metadata: {
      name,
      ...(namespace !== "" && { namespace: namespace as string }),
      uid: uid(number),
      resourceVersion: "5",
      creationTimestamp: "2026-11-01T00:00:00Z",
      managedFields: [{ manager: "kubectl" }],
      ...metadata,
    },
    ...rest,
  };
};
export const apps = { apiVersion: "apps/v1" };
export const owner = (kind: string, name: string, number: number) => [
  { kind, name, uid: uid(number), controller: true },
];

export const pod = (name: string, number: number, more: object = {}) =>
  object("Pod", name, {
    number,
    metadata: {
      labels: { app: "web", "pod-template-hash": "abc12" },
      ownerReferences: owner("ReplicaSet", "web-abc12", 4),
      ...more,
    },
    spec: {
      nodeName: "node-1",
      containers: [{ name: "main", image: "nginx", envFrom: [{ configMapRef: { name: "settings" } }] }],
      volumes: [{ name: "data", persistentVolumeClaim: { claimName: "data" } }],
    },
    status: {
      phase: "Running",
      conditions: [{ type: "Ready", status: "True" }],
      containerStatuses: [{ name: "main", ready: true, state: { running: { startedAt: "2026-11-01T00:00:00Z" } } }],
    },
  });

export const event = (name: string, number: number, involved: StoredObject, more: object): StoredObject =>
  object("Event", name, {
    number,
    involvedObject: {
      kind: involved.kind,
      namespace: involved.metadata.namespace,
      name: involved.metadata.name,
      uid: involved.metadata["uid"],
    },
    source: { component: "kubelet" },
    lastTimestamp: "2026-11-02T00:00:00Z",
    type: "Warning",
    ...more,
  });

export const web = pod("web-1", 6);
export const estate = (): StoredObject[] => [
  object("Namespace", "shop", { number: 1, namespace: "", status: { phase: "Active" } }),
  object("Node", "node-1", {
    number: 2,
    namespace: "",
    status: {
      images: [{ names: ["nginx"] }],
      conditions: [{ type: "Ready", status: "True", lastHeartbeatTime: "2026-11-01T00:00:00Z" }],
    },
  }),
  object("Deployment", "web", { number: 3, ...apps, spec: { replicas: 1 } }),
  object("ReplicaSet", "web-abc12", {
    number: 4,
    ...apps,
    metadata: { ownerReferences: owner("Deployment", "web", 3) },
  }),
  object("Secret", "keys", {
    number: 5,
    data: { token: "aHVzaA==" },
    metadata: { annotations: { "kubectl.kubernetes.io/last-applied-configuration": '{"data":{"token":"aHVzaA=="}}' } },
  }),
  web,
  object("Service", "web", {
    number: 7,
    spec: { type: "LoadBalancer" },
    status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } },
  }),
  object("EndpointSlice", "web-x", {
    number: 8,
    apiVersion: "discovery.k8s.io/v1",
    metadata: { labels: { "kubernetes.io/service-name": "web" } },
    endpoints: [{ targetRef: { kind: "Pod", name: "web-1", namespace: "shop", uid: uid(6) } }],
  }),
  object("Ingress", "web", {
    number: 9,
    apiVersion: "networking.k8s.io/v1",
    spec: { rules: [{ http: { paths: [{ backend: { service: { name: "web" } } }] } }] },
    status: { loadBalancer: { ingress: [{ ip: "10.0.0.1" }] } },
  }),
  object("ConfigMap", "settings", {
    number: 10,
    data: { mode: "a" },
    metadata: { annotations: { "config-db.flanksource.com/tags": "team=retail" } },
  }),
  object("PersistentVolumeClaim", "data", { number: 11, spec: { volumeName: "disk" }, status: { phase: "Bound" } }),
  object("PersistentVolume", "disk", { number: 12, namespace: "", status: { phase: "Bound" } }),
  object("Ship", "boat", { number: 13, apiVersion: "harbour.example/v1", metadata: { labels: { captain: "web" } } }),
  object("ConfigMap", "unseen", {
    number: 14,
    metadata: { annotations: { "config-db.flanksource.com/ignore": "true" } },
  }),
  object("Lease", "beat", { number: 15, apiVersion: "coordination.k8s.io/v1" }),
  object("Pod", "left-out", { number: 16, namespace: "kube-system" }),
  event("web-1.1", 20, web, { reason: "BackOff", message: "Back-off restarting failed container", count: 3 }),
  event("web-1.2", 21, web, { reason: "Pulled", message: "Container image already present", type: "Normal" }),
  event("web-1.3", 22, web, { reason: "Unwanted", message: "ignored" }),
];
export const spec = {
  clusterName: "harbour",
  kubeconfig: deckConfig(host),
  exclusions: { namespace: ["kube-*"] },
  event: { exclusions: { reason: ["Unwanted"] } },
  relationships: [
    { kind: { value: "Deployment" }, name: { label: "captain" }, namespace: { expr: "metadata.namespace" } },
  ],
};
