// Simulates a Kubernetes cluster with objects that can be read and changed, as
// https://kubernetes.io/docs/reference/using-api/ describes it: discovery, pages, selectors, server-side apply,
// watches, and commands in containers.
import type { ServerResponse } from "node:http";
import { runInContainer, type Containers } from "./containers.ts";
import { json, type Answer, type Asked, type StandIn } from "./stand-in.ts";
import { kubeconfig } from "./services.ts";

export interface StoredObject {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; [more: string]: unknown };
  [more: string]: unknown;
}

export interface StandInCluster {
  answer: StandIn;
  objects: StoredObject[];
  /** Changes an applied object as controllers would. */
  onApply?: (object: StoredObject) => void;
  /** Adds, changes or removes the object, and sends the event to the watchers. */
  happen(type: "ADDED" | "MODIFIED" | "DELETED", object: StoredObject): void;
  /** Sends an event to every watcher of this kind. */
  tell(kind: string, event: object): void;
  /** Expires all resource versions: lists and watches cannot be continued. */
  forget(): void;
  /** Closes every watch, as clusters do from time to time. */
  hangUp(): void;
  /** Returns the number of open watches of this kind. */
  watchers(kind: string): number;
  /** Files by "namespace/pod/container". */
  containers: Containers;
  /** If this function returns a response, the response replaces the cluster's own. */
  instead?: ((asked: Asked) => Answer | undefined) | undefined;
}

export const deckToken = "canaryK-cluster-token";
export const deckConfig = (host: string, token = deckToken) =>
  kubeconfig({ token }, { server: `https://${host}:6443` });

const kinds = [
  { root: "/api/v1", kind: "Pod", plural: "pods", namespaced: true, shortNames: ["po"] },
  { root: "/api/v1", kind: "Secret", plural: "secrets", namespaced: true },
  { root: "/api/v1", kind: "Namespace", plural: "namespaces", namespaced: false, shortNames: ["ns"] },
  { root: "/apis/apps/v1", kind: "Deployment", plural: "deployments", namespaced: true, shortNames: ["deploy"] },
  { root: "/apis/harbour.example/v1", kind: "Ship", plural: "ships", namespaced: true },
  // The preferred version of the API group does not serve this kind.
  { root: "/apis/harbour.example/v1beta1", kind: "Tug", plural: "tugs", namespaced: true },
  { root: "/apis/harbour.example/v1beta1", kind: "Ship", plural: "ships", namespaced: true },
  { root: "/api/v1", kind: "Node", plural: "nodes", namespaced: false },
  { root: "/api/v1", kind: "Service", plural: "services", namespaced: true },
  { root: "/api/v1", kind: "ConfigMap", plural: "configmaps", namespaced: true },
  { root: "/api/v1", kind: "Event", plural: "events", namespaced: true },
  { root: "/api/v1", kind: "PersistentVolumeClaim", plural: "persistentvolumeclaims", namespaced: true },
  { root: "/api/v1", kind: "PersistentVolume", plural: "persistentvolumes", namespaced: false },
  { root: "/apis/apps/v1", kind: "ReplicaSet", plural: "replicasets", namespaced: true },
  { root: "/apis/coordination.k8s.io/v1", kind: "Lease", plural: "leases", namespaced: true },
  { root: "/apis/discovery.k8s.io/v1", kind: "EndpointSlice", plural: "endpointslices", namespaced: true },
  { root: "/apis/events.k8s.io/v1", kind: "Event", plural: "events", namespaced: true },
  { root: "/apis/networking.k8s.io/v1", kind: "Ingress", plural: "ingresses", namespaced: true },
];
type Served = (typeof kinds)[number];

const failed = (code: number, reason: string, message: string) =>
  json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code }, code);

/** Starts a simulated cluster. `isAggregated` turns on aggregated discovery, as in clusters since 1.26. */
export function standInCluster(
  objects: StoredObject[],
  { isAggregated = true }: { isAggregated?: boolean } = {},
): StandInCluster {
  let version = 7;
  let forgotten = 0;
  const watching = new Set<{ response: ServerResponse; served: Served; asked: Asked }>();
  const isKnown = ({ headers }: Asked) => headers["authorization"] === `Bearer ${deckToken}`;
  const cluster: StandInCluster = {
    objects,
    containers: {},
    answer: Object.assign(answer, {
      upgrade: (asked: Asked, socket: Parameters<typeof runInContainer>[1]) =>
        runInContainer(asked, socket, { containers: cluster.containers, isKnown: isKnown(asked) }),
    }),
    happen(type, object) {
      version += 1;
      const stamped = { ...object, metadata: { ...object.metadata, resourceVersion: String(version) } };
      const others = cluster.objects.filter(
        ({ kind, metadata }) =>
          kind !== object.kind ||
          metadata.name !== object.metadata.name ||
          metadata.namespace !== object.metadata.namespace,
      );
      cluster.objects = type === "DELETED" ? others : [...others, stamped];
      cluster.tell(object.kind, { type, object: stamped });
    },
    tell(kind, event) {
      for (const { response, served, asked } of watching)
        if (served.kind === kind && isSelected((event as { object: StoredObject }).object, asked))
          response.write(`${JSON.stringify(event)}\n`);
    },
    forget: () => void (forgotten = version += 1),
    hangUp() {
      for (const { response } of watching) response.end();
    },
    watchers: (kind) => [...watching].filter(({ served }) => served.kind === kind).length,
  };
  return cluster;

  function answer(asked: Asked): Answer {
    if (!isKnown(asked)) return failed(401, "Unauthorized", "Unauthorized");
    const other = cluster.instead?.(asked);
    if (other) return other;
    if (asked.path === "/version")
      return json({ major: "1", minor: "34", gitVersion: "v1.34.1", platform: "linux/amd64" });
    return discovery(asked, isAggregated) ?? stored(asked) ?? failed(404, "NotFound", "404 page not found");
  }

  function watched(served: Served, asked: Asked): Answer {
    if (Number(asked.query.get("resourceVersion")) < forgotten)
      return failed(410, "Expired", "too old resource version");
    return {
      stream(response) {
        const watcher = { response, served, asked };
        watching.add(watcher);
        response.on("close", () => watching.delete(watcher));
      },
    };
  }

  function stored(asked: Asked): Answer | undefined {
    const [, root, namespace, plural, name] =
      /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/([^/]+)(?=\/))?\/([^/]+)(?:\/([^/]+))?$/.exec(asked.path) ??
      [];
    const served = kinds.find((item) => item.root === root && item.plural === plural);
    if (!served) return undefined;
    if (namespace === "forbidden")
      return failed(403, "Forbidden", `${plural} is forbidden: User "deck" cannot list resource "${plural}"`);
    const all = cluster.objects.filter(
      ({ kind, metadata }) => kind === served.kind && (namespace === undefined || metadata.namespace === namespace),
    );
    if (name === undefined && asked.query.get("watch") === "1") return watched(served, asked);
    if (
      name === undefined &&
      asked.query.has("continue") &&
      Number(asked.query.get("continue")?.split("@")[1]) < forgotten
    )
      return failed(410, "Expired", "The provided continue parameter is too old");
    return name === undefined ? listed(all, served, asked, version) : single(all, { name, namespace, served }, asked);
  }

  function single(
    all: StoredObject[],
    { name, namespace, served }: { name: string; namespace: string | undefined; served: Served },
    { method, body, headers, query }: Asked,
  ): Answer {
    const found = all.find(({ metadata }) => metadata.name === name);
    if (method === "PATCH") {
      if (headers["content-type"] !== "application/apply-patch+yaml" || !query.get("fieldManager"))
        return failed(415, "UnsupportedMediaType", "the body of the request was in an unknown format");
      const applied = JSON.parse(body) as StoredObject;
      if (applied["spec"] === "wrong") return failed(422, "Invalid", `${served.kind} "${name}" is invalid: spec`);
      const stored: StoredObject = {
        ...found,
        ...applied,
        metadata: { ...applied.metadata, ...(namespace && { namespace }) },
      };
      cluster.objects = [...cluster.objects.filter((item) => item !== found), stored];
      cluster.onApply?.(stored);
      return json(stored, found ? 200 : 201);
    }
    if (!found) return failed(404, "NotFound", `${served.plural} "${name}" not found`);
    if (method === "DELETE") {
      cluster.objects = cluster.objects.filter((item) => item !== found);
      return json({ kind: "Status", apiVersion: "v1", status: "Success" });
    }
    return json(found);
  }
}

const isSelected = (object: StoredObject, { query }: Asked) =>
  holds(query.get("labelSelector"), (key) => object.metadata?.labels?.[key]) &&
  holds(
    query.get("fieldSelector"),
    (path) =>
      path.split(".").reduce<unknown>((held, key) => (held as Record<string, unknown>)?.[key], object) as string,
  );

function listed(all: StoredObject[], { kind, plural }: Served, asked: Asked, version: number): Answer {
  const { query } = asked;
  const meant = all.filter((object) => isSelected(object, asked));
  const from = Number.parseInt(query.get("continue") ?? "0", 10);
  const to = from + Number(query.get("limit") ?? meant.length);
  return json({
    kind: `${kind}List`,
    apiVersion: "v1",
    metadata: { resourceVersion: String(version), ...(to < meant.length && { continue: `${to}@${version}` }) },
    // A list has kind and apiVersion once, not for each item.
    items: meant.slice(from, to).map(({ kind: _kind, apiVersion: _version, ...item }) => item),
    plural,
  });
}

/** Supports `a=b,c!=d`; tests do not use `a in (b,c)`. */
const holds = (selector: string | null, valueOf: (key: string) => string | undefined) =>
  (selector ?? "")
    .split(",")
    .filter(Boolean)
    .every((term) => {
      const [, key = "", sign, value] = /^([^!=]+)(!?==?)(.*)$/.exec(term) ?? [];
      return (valueOf(key) === value) === (sign !== "!=");
    });

function discovery({ path, headers }: Asked, isAggregated: boolean): Answer | undefined {
  const roots = [...new Set(kinds.map(({ root }) => root))].filter((root) => root.startsWith("/apis/"));
  const groups = [...Map.groupBy(roots, (root) => root.split("/")[2]!)];
  if (path === "/apis" && isAggregated && headers["accept"]?.includes("as=APIGroupDiscoveryList"))
    return json({
      kind: "APIGroupDiscoveryList",
      apiVersion: "apidiscovery.k8s.io/v2",
      metadata: {},
      items: groups.map(([group, versions]) => ({
        metadata: { name: group, creationTimestamp: null },
        versions: versions.map((root) => ({
          version: root.split("/")[3],
          freshness: "Current",
          resources: kinds
            .filter((item) => item.root === root)
            .map(({ kind, plural, namespaced, shortNames }) => ({
              resource: plural,
              responseKind: { group, version: root.split("/")[3], kind },
              scope: namespaced ? "Namespaced" : "Cluster",
              singularResource: kind.toLowerCase(),
              verbs: ["get", "list", "watch"],
              ...(shortNames && { shortNames }),
            })),
        })),
      })),
    });
  if (path === "/apis") {
    const version = (root: string) => ({ groupVersion: root.slice("/apis/".length), version: root.split("/")[3] });
    return json({
      kind: "APIGroupList",
      apiVersion: "v1",
      groups: groups.map(([name, versions]) => ({
        name,
        versions: versions.map(version),
        preferredVersion: version(versions[0]!),
      })),
    });
  }
  const served = kinds.filter(({ root }) => root === path);
  if (served.length === 0) return undefined;
  return json({
    kind: "APIResourceList",
    groupVersion: path.replace(/^\/apis?\//, ""),
    resources: served.flatMap(({ kind, plural, namespaced, shortNames }) => [
      { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs: ["get", "list", "watch"], shortNames },
      { name: `${plural}/status`, singularName: "", namespaced, kind, verbs: ["get"] },
    ]),
  });
}
