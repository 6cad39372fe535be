// Converts a Kubernetes object to an item. Its uid, which is unique, is the id of the item.
import type { KubernetesObject } from "#areas/connections/server/index.ts";
import type { FoundRelationship, ItemReference, Scraped } from "../../scrape/found.ts";
import { ownTags, textsOf } from "./excluded.ts";
import { keptOf } from "./kept.ts";

export const typeOf = ({ apiVersion, kind }: { apiVersion: string; kind: string }): string => {
  const group = apiVersion.includes("/") ? apiVersion.split("/")[0]! : "";
  if (/(?:^|\.)(?:crossplane\.io|upbound\.io)$/.test(group)) return `Crossplane::${kind}`;
  if (/(?:^|\.)flanksource\.com$/.test(group)) return `MissionControl::${kind}`;
  return `Kubernetes::${kind}`;
};

/** Refers to an object by its name, because its uid is unknown. */
export const nameOf = (
  cluster: string,
  { kind, namespace = "", name }: { kind: string; namespace?: string | undefined; name: string },
): ItemReference => ({ externalId: `Kubernetes/${cluster}/${kind}/${namespace}/${name}` });

const clusterReference = (cluster: string): ItemReference => ({
  externalId: `Kubernetes/Cluster/${cluster}`,
  type: "Kubernetes::Cluster",
});

export const clusterItem = (name: string, about: object): Scraped => ({
  id: clusterReference(name).externalId,
  type: "Kubernetes::Cluster",
  class: "Cluster",
  name,
  document: { name, ...about },
  status: "Running",
  health: "healthy",
  tags: { cluster: name },
});

const isUuid = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export function objectItem(
  object: KubernetesObject,
  { cluster, related }: { cluster: string; related: readonly FoundRelationship[] },
): Scraped {
  const { kind, metadata } = object;
  const { name, namespace } = metadata;
  const alias = nameOf(cluster, { kind, namespace, name }).externalId;
  const uid = typeof metadata["uid"] === "string" ? metadata["uid"] : undefined;
  const labels = Object.entries(textsOf(metadata["labels"])).filter(([key]) => !key.endsWith("-hash"));
  const tags = { cluster, ...(namespace && { namespace }), ...ownTags(object) };
  const owners = ownersOf(object);
  const created = Date.parse(String(metadata["creationTimestamp"]));
  return {
    id: uid ?? alias,
    ...(uid !== undefined && { aliases: [alias] }),
    ...(uid !== undefined && isUuid(uid) && { rowId: uid }),
    name,
    type: typeOf(object),
    class: kind,
    document: keptOf(object),
    labels: Object.fromEntries(labels),
    tags: Object.fromEntries(Object.entries(tags).slice(0, maxTags)),
    ...(Number.isFinite(created) && { createdAt: new Date(created) }),
    parents: [
      ...owners.flatMap((owner) => [owner.uid, ...behind(cluster, owner, object)]),
      ...(namespace ? [nameOf(cluster, { kind: "Namespace", name: namespace })] : []),
      clusterReference(cluster),
    ],
    relationships: [
      ...owners.map(({ uid: item, kind: own }) => ({ to: { item }, relation: `${own}${kind}`, isIncoming: true })),
      ...(namespace
        ? [
            {
              to: { item: nameOf(cluster, { kind: "Namespace", name: namespace }) },
              relation: `Namespace${kind}`,
              isIncoming: true,
            },
          ]
        : []),
      ...related,
    ],
  };
}

const maxTags = 5;

interface OwnerReference {
  uid: ItemReference;
  kind: string;
  name: string;
}

/** Returns the owners of an object, the controller first. */
function ownersOf({ metadata }: KubernetesObject): OwnerReference[] {
  const written = Array.isArray(metadata["ownerReferences"]) ? (metadata["ownerReferences"] as unknown[]) : [];
  return written
    .map((item) => item as { uid?: string; kind?: string; name?: string; controller?: boolean })
    .toSorted((a, b) => Number(b.controller ?? false) - Number(a.controller ?? false))
    .flatMap(({ uid, kind, name }) => (uid && kind && name ? [{ uid: { externalId: uid }, kind, name }] : []));
}

/** If ReplicaSets are excluded, the deployment is the parent of its pods. */
function behind(cluster: string, { kind, name }: OwnerReference, { metadata }: KubernetesObject): ItemReference[] {
  const hash = textsOf(metadata["labels"])["pod-template-hash"];
  if (kind !== "ReplicaSet" || !hash || !name.endsWith(`-${hash}`)) return [];
  const deployment = name.slice(0, -hash.length - 1);
  return [nameOf(cluster, { kind: "Deployment", namespace: metadata.namespace, name: deployment })];
}
