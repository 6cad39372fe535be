// The part of the Kubernetes API that is the same for every kind of object:
// https://kubernetes.io/docs/reference/using-api/. The kinds are discovered from the cluster, so custom resources are
// also supported.
import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";
import { createScrubber } from "#server/scrub/scrub.ts";
import type { Way } from "../connection/session.ts";
import { serviceCall, type Reply } from "./service-call.ts";
import type { Cluster } from "./kubeconfig.ts";
import { runInPod, type PodCommand } from "./kubernetes-exec.ts";
import { containerLog, type ContainerLog } from "./kubernetes-log.ts";
import { watchEvents, type WatchEvent } from "./kubernetes-watch.ts";

export type KubernetesObject = Readonly<Record<string, unknown>> & {
  apiVersion: string;
  kind: string;
  metadata: Readonly<Record<string, unknown>> & { name: string; namespace?: string | undefined };
};

/** A kind of object and its path in the API. */
export interface KubernetesResource {
  apiVersion: string;
  kind: string;
  /** The name in paths, such as "deployments". */
  plural: string;
  isNamespaced: boolean;
  /** Supported verbs, such as "list" and "watch". */
  verbs?: readonly string[];
}

/** One page of a list. */
export interface KubernetesPage {
  items: KubernetesObject[];
  /** The version from which a watch can start. */
  resourceVersion: string;
}

export interface KubernetesEvent {
  type: WatchEvent["type"];
  object: KubernetesObject;
}

export interface Selection {
  /** Default: all namespaces. */
  namespace?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
}

export interface Listing extends Selection {
  /** Maximum number of objects; more are an error. */
  most: number;
}

export interface KubernetesApi {
  /** Returns undefined if the cluster has no such kind. */
  resource(wanted: { kind: string; apiVersion?: string | undefined }): Promise<KubernetesResource | undefined>;
  /**
   * Lists every kind, each in the preferred version of its group. Calls `unavailable` for groups whose server does not
   * respond: their kinds exist but are missing from the list.
   */
  resources(unavailable?: (group: string) => void): Promise<KubernetesResource[]>;
  list(resource: KubernetesResource, listing: Listing): Promise<KubernetesObject[]>;
  /** Yields the objects page by page, without the limit that `list` has. */
  pages(resource: KubernetesResource, selection: Selection): AsyncGenerator<KubernetesPage>;
  /**
   * Yields the events after `resourceVersion`, until the cluster ends the watch. Throws a `WatchGone` if the version
   * has expired.
   */
  watch(
    resource: KubernetesResource,
    selection: Selection & { resourceVersion: string },
  ): AsyncGenerator<KubernetesEvent>;
  version(): Promise<{ gitVersion: string; platform?: string | undefined }>;
  /** Runs a command in a container and returns its output. */
  command(pod: PodCommand): Promise<Buffer>;
  /** Yields the log of a container in pieces, as the cluster sends them. */
  log(container: ContainerLog): AsyncGenerator<Buffer>;
  /** Returns undefined if the object does not exist. */
  get(resource: KubernetesResource, at: Named): Promise<KubernetesObject | undefined>;
  /** Server-side apply: creates or updates the object. Fields that the object does not set are not changed. */
  apply(resource: KubernetesResource, object: KubernetesObject): Promise<KubernetesObject>;
  /** Returns whether the object existed. Deletion may take some time. */
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
  verbs: z.array(z.string()).optional(),
});
const resourceList = z.object({ resources: z.array(apiResource) });
const version = z.object({ groupVersion: z.string() });
const groupList = z.object({
  groups: z.array(z.object({ preferredVersion: version.optional(), versions: z.array(version).default([]) })),
});
/**
 * The response that lists all groups at once, supported since 1.26:
 * https://kubernetes.io/docs/concepts/overview/kubernetes-api/
 */
const aggregated = z.object({
  kind: z.literal("APIGroupDiscoveryList"),
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string().default("") }),
      versions: z.array(
        z.object({
          version: z.string(),
          freshness: z.string().optional(),
          resources: z
            .array(
              z.object({
                resource: z.string(),
                scope: z.string(),
                singularResource: z.string().default(""),
                shortNames: z.array(z.string()).optional(),
                verbs: z.array(z.string()).optional(),
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
  .map((item) => `application/json;g=apidiscovery.k8s.io;v=${item};as=APIGroupDiscoveryList`)
  .concat("application/json")
  .join(",");

const metadata = z.looseObject({ name: z.string(), namespace: z.string().optional() });
const object = z.looseObject({ metadata });
const about = z.object({ continue: z.string().optional(), resourceVersion: z.string().optional() });
const page = z.object({ metadata: about.default({}), items: z.array(object).nullable() });
const expired = z.object({ metadata: about });

/** Number of objects per request; fewer if they are large. */
const pageSize = 200;
const pageBytes = 8 * 1024 * 1024;
const listingMs = 60_000;
const maxRestarts = 3;
/** A busy cluster responds with 429 and the time to wait. This is the maximum number of retries. */
const maxWaits = 5;
const maxWaitMs = 30_000;

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

  const scrubber = createScrubber();
  scrubber.know(...cluster.secrets);

  async function replyWithRetries(path: string): Promise<Reply> {
    for (let waits = 0; ; waits += 1) {
      const reply = await service.reply(path, { maxBytes: pageBytes, timeoutMs: listingMs });
      const seconds = Number(reply.headers["retry-after"]);
      if (reply.status !== 429 || !(seconds >= 0) || waits === maxWaits) return reply;
      await delay(Math.min(seconds * 1_000, maxWaitMs), undefined, { signal: way.signal });
    }
  }

  async function resourcesOf(apiVersion: string): Promise<KubernetesResource[]> {
    const reply = await service.reply(rootOf(apiVersion));
    if (reply.status === 404) return [];
    const { resources } = service.read(reply, resourceList);
    return resources
      .filter(({ name }) => !name.includes("/"))
      .map((item) => ({
        apiVersion,
        kind: item.kind,
        plural: item.name,
        isNamespaced: item.namespaced,
        ...(item.verbs && { verbs: item.verbs }),
        names: [item.name, item.singularName, ...(item.shortNames ?? [])],
      }));
  }

  /**
   * Yields the resources of each group: first the resources in its preferred version, then the resources that exist
   * only in other versions.
   */
  async function* otherResources(
    unavailable: (group: string) => void = () => {},
  ): AsyncGenerator<readonly KubernetesResource[]> {
    const reply = await service.reply("/apis", { headers: { accept: wantsAggregated } });
    const all = aggregated.safeParse(reply.json);
    if (all.success) {
      for (const { metadata: group, versions } of all.data.items)
        if (versions[0]?.freshness === "Stale" && versions[0].resources.length === 0) unavailable(group.name);
      yield inAggregated(all.data);
    } else
      for (const { preferredVersion, versions } of service.read(reply, groupList).groups) {
        const names = new Set([preferredVersion, ...versions].flatMap((item) => item?.groupVersion ?? []));
        const served: KubernetesResource[] = [];
        for (const name of names) {
          const added = onlyNew(await resourcesOf(name), served);
          served.push(...added);
          yield added;
        }
      }
  }

  const api: KubernetesApi = {
    async resource({ kind, apiVersion }) {
      const isMeant = (item: KubernetesResource) => namesOf(item).some((name) => same(name, kind));
      if (apiVersion) return (await resourcesOf(apiVersion)).find(isMeant);
      const core = (await resourcesOf("v1")).find(isMeant);
      if (core) return core;
      for await (const some of otherResources()) {
        const found = some.find(isMeant);
        if (found) return found;
      }
      return undefined;
    },
    async resources(unavailable) {
      const all = await resourcesOf("v1");
      for await (const some of otherResources(unavailable)) all.push(...some);
      return all;
    },
    async list(resource, { most, ...selection }) {
      const found: KubernetesObject[] = [];
      for await (const { items } of api.pages(resource, selection)) {
        found.push(...items);
        if (found.length > most)
          throw new Error(`There are more than ${most} ${resource.plural}. Use a more specific selector`);
      }
      return found;
    },
    async *pages(resource, { namespace, ...selection }) {
      let limit = pageSize;
      let next: string | undefined;
      let restarts = 0;
      for (;;) {
        const query = queryOf({ ...selection, limit: String(limit), continue: next });
        const reply = await replyWithRetries(`${pathOf(resource, { namespace })}?${query}`).catch((error: unknown) => {
          if (limit > 1 && isTooLong(error)) return undefined;
          throw error;
        });
        if (!reply) {
          limit = Math.ceil(limit / 4);
          continue;
        }
        if (reply.status === 410 && next !== undefined && (restarts += 1) <= maxRestarts) {
          // The continue token has expired: the cluster returns a new token, or the list starts again.
          next = expired.safeParse(reply.json).data?.metadata.continue;
          continue;
        }
        const { items, metadata: where } = service.read(reply, page);
        // The items of a list have no apiVersion and kind, so both are added.
        yield {
          items: (items ?? []).map((item) => tidy(item, resource)),
          resourceVersion: where.resourceVersion ?? "",
        };
        next = where.continue;
        if (!next) return;
      }
    },
    async *watch(resource, { namespace, ...selection }) {
      const query = queryOf({ ...selection, watch: "1", allowWatchBookmarks: "true" });
      const path = `${pathOf(resource, { namespace })}?${query}`;
      for await (const { type, object: sent } of watchEvents(cluster, way, path)) {
        const found = object.safeParse(scrubber.document(sent));
        if (found.success) yield { type, object: tidy(found.data, resource) };
      }
    },
    version: () => service.ask("/version", z.object({ gitVersion: z.string(), platform: z.string().optional() })),
    command: (pod) => runInPod(cluster, way, pod),
    log: (container) => containerLog(cluster, way, container),
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
          // JSON is valid YAML.
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

const isTooLong = (error: unknown) => error instanceof Error && /longer than \d+ bytes/.test(error.message);

const queryOf = (words: Readonly<Record<string, string | undefined>>) =>
  new URLSearchParams(
    Object.entries(words).filter((item): item is [string, string] => item[1] !== undefined && item[1] !== ""),
  );

type Known = KubernetesResource & { names?: readonly string[] };

const namesOf = (item: Known) => [item.kind, ...(item.names ?? [])];
const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const rootOf = (apiVersion: string) => {
  const path = apiVersion.split("/").map(encodeURIComponent).join("/");
  return apiVersion.includes("/") ? `/apis/${path}` : `/api/${path}`;
};

function pathOf({ apiVersion, plural, isNamespaced }: KubernetesResource, { namespace, name }: Partial<Named>): string {
  const within = isNamespaced && namespace ? `/namespaces/${encodeURIComponent(namespace)}` : "";
  return `${rootOf(apiVersion)}${within}/${plural}${name ? `/${encodeURIComponent(name)}` : ""}`;
}

const inAggregated = ({ items }: z.output<typeof aggregated>): Known[] =>
  items.flatMap(({ metadata: { name: group }, versions }) => {
    const served: Known[] = [];
    // The cluster lists the preferred version first.
    for (const { version: name, resources } of versions)
      served.push(
        ...onlyNew(
          resources.map((item) => ({
            apiVersion: group === "" ? name : `${group}/${name}`,
            kind: item.responseKind?.kind ?? "",
            plural: item.resource,
            isNamespaced: item.scope === "Namespaced",
            ...(item.verbs && { verbs: item.verbs }),
            names: [item.resource, item.singularResource, ...(item.shortNames ?? [])],
          })),
          served,
        ),
      );
    return served;
  });

const onlyNew = <Resource extends { plural: string }>(found: readonly Resource[], known: readonly Resource[]) =>
  found.filter(({ plural }) => known.every((item) => item.plural !== plural));

/** Removes managedFields, which are often the largest part of an object. */
function tidy(found: z.output<typeof object>, { apiVersion, kind }: KubernetesResource): KubernetesObject {
  const { managedFields: _, ...about } = found.metadata;
  return { ...found, apiVersion, kind, metadata: about };
}
