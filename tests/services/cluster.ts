// A cluster of Kubernetes with objects that can be read and changed, as https://kubernetes.io/docs/reference/using-api/ has it:
// discovery, pages, selectors, server-side apply.
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
  /** What happens to an object when it is applied, as controllers would do it. */
  onApply?: (object: StoredObject) => void;
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
];
type Served = (typeof kinds)[number];

const failed = (code: number, reason: string, message: string) =>
  json({ kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", message, reason, code }, code);

/** `isAggregated` is how clusters since 1.26 tell of all groups at once. */
export function standInCluster(
  objects: StoredObject[],
  { isAggregated = true }: { isAggregated?: boolean } = {},
): StandInCluster {
  const cluster: StandInCluster = { objects, answer };
  return cluster;

  function answer(asked: Asked): Answer {
    if (asked.headers["authorization"] !== `Bearer ${deckToken}`) return failed(401, "Unauthorized", "Unauthorized");
    return discovery(asked, isAggregated) ?? stored(asked) ?? failed(404, "NotFound", "404 page not found");
  }

  function stored(asked: Asked): Answer | undefined {
    const [, root, namespace, plural, name] =
      /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/([^/]+)(?=\/))?\/([^/]+)(?:\/([^/]+))?$/.exec(asked.path) ??
      [];
    const served = kinds.find((one) => one.root === root && one.plural === plural);
    if (!served) return undefined;
    if (namespace === "forbidden")
      return failed(403, "Forbidden", `${plural} is forbidden: User "deck" cannot list resource "${plural}"`);
    const all = cluster.objects.filter(
      ({ kind, metadata }) => kind === served.kind && (namespace === undefined || metadata.namespace === namespace),
    );
    return name === undefined ? listed(all, served, asked) : single(all, { name, namespace, served }, asked);
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
      const given = JSON.parse(body) as StoredObject;
      if (given["spec"] === "wrong") return failed(422, "Invalid", `${served.kind} "${name}" is invalid: spec`);
      const made: StoredObject = {
        ...found,
        ...given,
        metadata: { ...given.metadata, ...(namespace && { namespace }) },
      };
      cluster.objects = [...cluster.objects.filter((one) => one !== found), made];
      cluster.onApply?.(made);
      return json(made, found ? 200 : 201);
    }
    if (!found) return failed(404, "NotFound", `${served.plural} "${name}" not found`);
    if (method === "DELETE") {
      cluster.objects = cluster.objects.filter((one) => one !== found);
      return json({ kind: "Status", apiVersion: "v1", status: "Success" });
    }
    return json(found);
  }
}

function listed(all: StoredObject[], { kind, plural }: Served, { query }: Asked): Answer {
  const meant = all
    .filter(({ metadata }) => holds(query.get("labelSelector"), (key) => metadata.labels?.[key]))
    .filter((object) =>
      holds(
        query.get("fieldSelector"),
        (path) =>
          path.split(".").reduce<unknown>((held, key) => (held as Record<string, unknown>)?.[key], object) as string,
      ),
    );
  const from = Number(query.get("continue") ?? 0);
  const to = from + Number(query.get("limit") ?? meant.length);
  return json({
    kind: `${kind}List`,
    apiVersion: "v1",
    metadata: { resourceVersion: "7", ...(to < meant.length && { continue: String(to) }) },
    // What they are is said once, of the list.
    items: meant.slice(from, to).map(({ kind: _kind, apiVersion: _version, ...item }) => item),
    plural,
  });
}

/** `a=b,c!=d`, `a in (b,c)` is none that tests use. */
const holds = (selector: string | null, valueOf: (key: string) => string | undefined) =>
  (selector ?? "")
    .split(",")
    .filter(Boolean)
    .every((term) => {
      const [, key = "", sign, value] = /^([^!=]+)(!?==?)(.*)$/.exec(term) ?? [];
      return (valueOf(key) === value) === (sign !== "!=");
    });

function discovery({ path, headers }: Asked, isAggregated: boolean): Answer | undefined {
  const groups = [...new Set(kinds.map(({ root }) => root))].filter((root) => root.startsWith("/apis/"));
  if (path === "/apis" && isAggregated && headers["accept"]?.includes("as=APIGroupDiscoveryList"))
    return json({
      kind: "APIGroupDiscoveryList",
      apiVersion: "apidiscovery.k8s.io/v2",
      metadata: {},
      items: groups.map((root) => ({
        metadata: { name: root.split("/")[2], creationTimestamp: null },
        versions: [
          {
            version: root.split("/")[3],
            freshness: "Current",
            resources: kinds
              .filter((one) => one.root === root)
              .map(({ kind, plural, namespaced, shortNames }) => ({
                resource: plural,
                responseKind: { group: root.split("/")[2], version: root.split("/")[3], kind },
                scope: namespaced ? "Namespaced" : "Cluster",
                singularResource: kind.toLowerCase(),
                verbs: ["get", "list"],
                ...(shortNames && { shortNames }),
              })),
          },
        ],
      })),
    });
  if (path === "/apis") {
    const version = (root: string) => ({ groupVersion: root.slice("/apis/".length), version: root.split("/")[3] });
    return json({
      kind: "APIGroupList",
      apiVersion: "v1",
      groups: groups.map((root) => ({
        name: root.split("/")[2],
        versions: [version(root)],
        preferredVersion: version(root),
      })),
    });
  }
  const served = kinds.filter(({ root }) => root === path);
  if (served.length === 0) return undefined;
  return json({
    kind: "APIResourceList",
    groupVersion: path.replace(/^\/apis?\//, ""),
    resources: served.flatMap(({ kind, plural, namespaced, shortNames }) => [
      { name: plural, singularName: kind.toLowerCase(), namespaced, kind, verbs: ["get", "list"], shortNames },
      { name: `${plural}/status`, singularName: "", namespaced, kind, verbs: ["get"] },
    ]),
  });
}
