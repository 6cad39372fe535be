// Finds relationships between objects besides owner references: by fields of the object, by the endpoints of services,
// and by the rules of the scraper.
import type { FoundRelationship, ItemReference, Warn } from "../../scrape/found.ts";
import { evaluated, exprOf, inWords, textOf } from "../../scrape/lookup.ts";
import type { KubernetesObject } from "#areas/connections/server/index.ts";
import { textsOf } from "./excluded.ts";
import type { Endpoints } from "./endpoints.ts";
import { addressesOf, at, listAt, textAt } from "./object-fields.ts";
import { nameOf } from "./object-item.ts";
import type { KubernetesSpec } from "./spec.ts";

export interface Relating {
  spec: Pick<KubernetesSpec, "clusterName" | "relationships">;
  endpoints: Endpoints;
  warn: Warn;
}

export async function relatedOf(object: KubernetesObject, relating: Relating): Promise<FoundRelationship[]> {
  const byKind = byKinds[object.kind]?.(object, relating) ?? [];
  const all = [...byKind, ...(await byRules(object, relating))];
  const distinct = new Map(all.map((item) => [JSON.stringify([item.relation, item.isIncoming, item.to]), item]));
  return [...distinct.values()];
}

type Find = (object: KubernetesObject, relating: Relating) => FoundRelationship[];

const byKinds: Readonly<Record<string, Find>> = {
  Pod: (object, { spec: { clusterName } }) => {
    const { namespace } = object.metadata;
    const spec = at(object, "spec");
    const node = textAt(spec, "nodeName");
    const to = (kind: string, name: string | undefined): FoundRelationship[] =>
      name ? [{ to: { item: nameOf(clusterName, { kind, namespace, name }) }, relation: `Pod${kind}` }] : [];
    return [
      ...(node
        ? [{ to: { item: nameOf(clusterName, { kind: "Node", name: node }) }, relation: "NodePod", isIncoming: true }]
        : []),
      ...listAt(spec, "volumes").flatMap((volume) => [
        ...to("PersistentVolumeClaim", textAt(at(volume, "persistentVolumeClaim"), "claimName")),
        ...to("ConfigMap", textAt(at(volume, "configMap"), "name")),
        ...to("Secret", textAt(at(volume, "secret"), "secretName")),
        ...listAt(at(volume, "projected"), "sources").flatMap((source) => [
          ...to("ConfigMap", textAt(at(source, "configMap"), "name")),
          ...to("Secret", textAt(at(source, "secret"), "name")),
        ]),
      ]),
      ...["containers", "initContainers"]
        .flatMap((key) => listAt(spec, key))
        .flatMap((container) => [
          ...listAt(container, "envFrom").flatMap((from) => [
            ...to("ConfigMap", textAt(at(from, "configMapRef"), "name")),
            ...to("Secret", textAt(at(from, "secretRef"), "name")),
          ]),
          ...listAt(container, "env").flatMap((item) => [
            ...to("ConfigMap", textAt(at(at(item, "valueFrom"), "configMapKeyRef"), "name")),
            ...to("Secret", textAt(at(at(item, "valueFrom"), "secretKeyRef"), "name")),
          ]),
        ]),
    ];
  },

  Service: ({ metadata: { namespace = "", name } }, { endpoints }) =>
    endpoints
      .behind(namespace, name)
      .map(({ kind, externalId }) => ({ to: { item: { externalId } }, relation: `Service${kind}` })),

  Ingress: (object, { spec: { clusterName }, endpoints }) => {
    const { namespace } = object.metadata;
    const spec = at(object, "spec");
    const backends = [
      at(spec, "defaultBackend"),
      ...listAt(spec, "rules").flatMap((rule) => listAt(at(rule, "http"), "paths").map((path) => at(path, "backend"))),
    ];
    const services = backends
      .map((backend) => textAt(at(backend, "service"), "name") ?? textAt(backend, "serviceName"))
      .filter((name) => name !== undefined);
    return [
      ...services.map((name) => ({
        to: { item: nameOf(clusterName, { kind: "Service", namespace, name }) },
        relation: "IngressService",
      })),
      ...addressesOf(object)
        .flatMap((address) => endpoints.balancing(address))
        .map((item) => ({ to: { item }, relation: "LBServiceIngress", isIncoming: true })),
    ];
  },

  PersistentVolumeClaim: (object, { spec: { clusterName } }) => {
    const name = textAt(at(object, "spec"), "volumeName");
    const relation = "PersistentVolumeClaimPersistentVolume";
    return name ? [{ to: { item: nameOf(clusterName, { kind: "PersistentVolume", name }) }, relation }] : [];
  },

  HorizontalPodAutoscaler: (object, { spec: { clusterName } }) => {
    const target = at(at(object, "spec"), "scaleTargetRef");
    const [kind, name] = [textAt(target, "kind"), textAt(target, "name")];
    const { namespace } = object.metadata;
    return kind && name
      ? [{ to: { item: nameOf(clusterName, { kind, namespace, name }) }, relation: `HorizontalPodAutoscaler${kind}` }]
      : [];
  },
};

async function byRules(object: KubernetesObject, { spec, warn }: Relating): Promise<FoundRelationship[]> {
  const found: FoundRelationship[] = [];
  for (const { kind, name, namespace } of spec.relationships ?? [])
    try {
      const [relatedKind, named, within] = [
        await valueOf(kind, object),
        await valueOf(name, object),
        await valueOf(namespace, object),
      ];
      if (relatedKind === undefined || named === undefined) continue;
      const item: ItemReference = nameOf(spec.clusterName, { kind: relatedKind, namespace: within, name: named });
      found.push({ to: { item }, relation: `${relatedKind}${object.kind}`, isIncoming: true });
    } catch (error) {
      warn(`A relationship cannot be determined: ${inWords(error)}`, { expr: exprOf(error) });
    }
  return found;
}

type Written = NonNullable<KubernetesSpec["relationships"]>[number]["kind"];

async function valueOf({ value, label, expr }: Written, object: KubernetesObject): Promise<string | undefined> {
  if (value) return value;
  if (label) return textsOf(object.metadata["labels"])[label];
  return expr ? textOf(await evaluated("cel", expr, { ...object, config: object })) : undefined;
}
