// The API of Kubernetes, as far as it is the same for every kind of object: https://kubernetes.io/docs/reference/using-api/.
// What there is to ask for is found out from the cluster itself, so that kinds that others added are reached too.
import { z } from "zod";
import type { Way } from "../session.ts";
import { serviceCall, type Reply } from "../types/service-call.ts";
import type { Cluster } from "./kubeconfig.ts";

export type KubernetesObject = Readonly<Record<string, unknown>> & {
  apiVersion: string;
  kind: string;
  metadata: Readonly<Record<string, unknown>> & { name: string; namespace?: string | undefined };
};

/** A kind of objects, and where they are kept. */
export interface KubernetesResource {
  apiVersion: string;
  kind: string;
  /** As paths call it: "deployments". */
  plural: string;
  isNamespaced: boolean;
}

export interface Listing {
  /** All of them unless said. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
  /** More is a failure. */
  most: number;
}

export interface KubernetesApi {
  /** Undefined when the cluster has no such kind. */
  resource(wanted: { kind: string; apiVersion?: string | undefined }): Promise<KubernetesResource | undefined>;
  list(resource: KubernetesResource, listing: Listing): Promise<KubernetesObject[]>;
  /** Undefined when it is not there. */
  get(resource: KubernetesResource, at: Named): Promise<KubernetesObject | undefined>;
  /** Makes it, or makes it so; fields that it does not speak of are left to others. */
  apply(resource: KubernetesResource, object: KubernetesObject): Promise<KubernetesObject>;
  /** Says whether it was there. It may be some time until it is gone. */
  remove(resource: KubernetesResource, at: Named): Promise<boolean>;
}

interface Named {
  name: string;
  namespace?: string | undefined;
}

const apiResource = z.object({
  name: z.string(),
  singularName: z.string().default(""),
  kind: z.string(),
  namespaced: z.boolean(),
  shortNames: z.array(z.string()).optional(),
});
const resourceList = z.object({ resources: z.array(apiResource) });
const version = z.object({ groupVersion: z.string() });
const groupList = z.object({
  groups: z.array(z.object({ preferredVersion: version.optional(), versions: z.array(version).default([]) })),
});
/** All groups in one answer, which clusters have since 1.26: https://kubernetes.io/docs/concepts/overview/kubernetes-api/ */
const aggregated = z.object({
  kind: z.literal("APIGroupDiscoveryList"),
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().default("") }),
      versions: z.array(
        z.object({
          version: z.string(),
          resources: z
            .array(
              z.object({
                resource: z.string(),
                scope: z.string(),
                singularResource: z.string().default(""),
                shortNames: z.array(z.string()).optional(),
                responseKind: z.object({ kind: z.string() }).nullish(),
              }),
            )
            .default([]),
        }),
      ),
    }),
  ),
});
const wantsAggregated = ["v2", "v2beta1"]
  .map((one) => `application/json;g=apidiscovery.k8s.io;v=${one};as=APIGroupDiscoveryList`)
  .concat("application/json")
  .join(",");

const metadata = z.looseObject({ name: z.string(), namespace: z.string().optional() });
const object = z.looseObject({ metadata });
const page = z.object({
  metadata: z.object({ continue: z.string().optional() }).default({}),
  items: z.array(object).nullable(),
});

/** As many at once as an answer bears. */
const pageSize = 200;

export function kubernetesApi(cluster: Cluster, way: Way): KubernetesApi {
  const service = serviceCall(way, {
    name: "Kubernetes",
    address: cluster.address,
    credential: "the credentials in the kubeconfig",
    secrets: cluster.secrets,
    headers: cluster.headers,
    tls: cluster.tls,
    right: "do this in the cluster",
  });

  async function resourcesOf(apiVersion: string): Promise<KubernetesResource[]> {
    const reply = await service.reply(rootOf(apiVersion));
    if (reply.status === 404) return [];
    const { resources } = service.read(reply, resourceList);
    return resources
      .filter(({ name }) => !name.includes("/"))
      .map((one) => ({
        apiVersion,
        kind: one.kind,
        plural: one.name,
        isNamespaced: one.namespaced,
        names: [one.name, one.singularName, ...(one.shortNames ?? [])],
      }));
  }

  /** Of every group, its preferred version first. */
  async function* otherResources(): AsyncGenerator<readonly KubernetesResource[]> {
    const reply = await service.reply("/apis", { headers: { accept: wantsAggregated } });
    const all = aggregated.safeParse(reply.json);
    if (all.success) yield inAggregated(all.data);
    else
      for (const { preferredVersion, versions } of service.read(reply, groupList).groups) {
        const preferred = preferredVersion ?? versions[0];
        if (preferred) yield await resourcesOf(preferred.groupVersion);
      }
  }

  const api: KubernetesApi = {
    async resource({ kind, apiVersion }) {
      const isMeant = (one: KubernetesResource) => namesOf(one).some((name) => same(name, kind));
      if (apiVersion) return (await resourcesOf(apiVersion)).find(isMeant);
      const core = (await resourcesOf("v1")).find(isMeant);
      if (core) return core;
      for await (const some of otherResources()) {
        const found = some.find(isMeant);
        if (found) return found;
      }
      return undefined;
    },
    async list(resource, { namespace, labelSelector, fieldSelector, most }) {
      const found: KubernetesObject[] = [];
      let next: string | undefined;
      do {
        const query = new URLSearchParams({
          limit: String(pageSize),
          ...(labelSelector && { labelSelector }),
          ...(fieldSelector && { fieldSelector }),
          ...(next && { continue: next }),
        });
        const { items, metadata: about } = await service.ask(`${pathOf(resource, { namespace })}?${query}`, page);
        // Those of a list do not say what they are.
        found.push(...(items ?? []).map((one) => tidy(one, resource)));
        if (found.length > most)
          throw new Error(`There are more than ${most} ${resource.plural}: select fewer of them`);
        next = about.continue;
      } while (next);
      return found;
    },
    async get(resource, at) {
      const reply = await service.reply(pathOf(resource, at));
      return reply.status === 404 ? undefined : tidy(service.read(reply, object), resource);
    },
    async apply(resource, wanted) {
      const { name, namespace } = wanted.metadata;
      const reply = await service.reply(
        `${pathOf(resource, { name, namespace })}?fieldManager=quarterdeck&force=true`,
        {
          method: "PATCH",
          headers: { "content-type": "application/apply-patch+yaml" },
          // JSON is YAML.
          body: JSON.stringify(wanted),
        },
      );
      return tidy(service.read(reply, object), resource);
    },
    async remove(resource, at) {
      const reply: Reply = await service.reply(pathOf(resource, at), {
        method: "DELETE",
        json: { kind: "DeleteOptions", apiVersion: "v1", propagationPolicy: "Background" },
      });
      if (reply.status === 404) return false;
      service.read(reply, z.unknown());
      return true;
    },
  };
  return api;
}

type Known = KubernetesResource & { names?: readonly string[] };

const namesOf = (one: Known) => [one.kind, ...(one.names ?? [])];
const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const rootOf = (apiVersion: string) => {
  const path = apiVersion.split("/").map(encodeURIComponent).join("/");
  return apiVersion.includes("/") ? `/apis/${path}` : `/api/${path}`;
};

function pathOf({ apiVersion, plural, isNamespaced }: KubernetesResource, { namespace, name }: Partial<Named>): string {
  const within = isNamespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${rootOf(apiVersion)}${within}/${plural}${name ? `/${encodeURIComponent(name)}` : ""}`;
}

const inAggregated = ({ items }: z.output<typeof aggregated>): Known[] =>
  items.flatMap(({ metadata: { name: group }, versions: [preferred] }) =>
    (preferred?.resources ?? []).map((one) => ({
      apiVersion: group === "" ? preferred!.version : `${group}/${preferred!.version}`,
      kind: one.responseKind?.kind ?? "",
      plural: one.resource,
      isNamespaced: one.scope === "Namespaced",
      names: [one.resource, one.singularResource, ...(one.shortNames ?? [])],
    })),
  );

/** Without what only says who wrote which field when, which is often most of it. */
function tidy(found: z.output<typeof object>, { apiVersion, kind }: KubernetesResource): KubernetesObject {
  const { managedFields: _, ...about } = found.metadata;
  return { ...found, apiVersion, kind, metadata: about };
}
