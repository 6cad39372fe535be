// A cluster of Kubernetes: every object that may be listed, the cluster itself, and its events as changes. Between two runs it is
// listened to. Built on the documented API, and proven against a stand-in that speaks it.
import { setTimeout as delay } from "node:timers/promises";
import { defineScraper, type ScrapeRun } from "../scraper-kind.ts";
import type { FoundChange, Scraped } from "../scrape/found.ts";
import {
  failureOf,
  WatchGone,
  type KubernetesApi,
  type KubernetesObject,
  type KubernetesResource,
  type Selection,
} from "../../../connections/server/index.ts";
import { gatherEndpoints, type Endpoints } from "./kubernetes/endpoints.ts";
import { eventReader, type ReadEvent } from "./kubernetes/events.ts";
import {
  excludedBy,
  ignoredChanges,
  inScope,
  matchOf,
  wantedResources,
  type IgnoredChanges,
} from "./kubernetes/excluded.ts";
import { merged } from "./kubernetes/merged.ts";
import { clusterItem, objectItem, typeOf } from "./kubernetes/object-item.ts";
import { reachCluster } from "./kubernetes/reach.ts";
import { relatedOf } from "./kubernetes/related.ts";
import { kubernetesSpec, type KubernetesSpec } from "./kubernetes/spec.ts";

const usualInFlight = 64;

const watchedUsually = [
  "DaemonSet",
  "Deployment",
  "ReplicaSet",
  "StatefulSet",
  "CronJob",
  "Job",
  "Node",
  "Pod",
  "Event",
].map((kind) => ({ kind, apiVersion: undefined }));

export const kubernetes = defineScraper({
  type: "kubernetes",
  title: "Kubernetes",
  icon: "kubernetes",
  spec: kubernetesSpec,
  eachItsOwn: "clusterName",

  async *scrape(spec, run) {
    const until = await reachCluster(spec, run);
    const api = until(run.signal);
    const { clusterName, maxInflight = spec.maxInFlight ?? usualInFlight } = spec;
    const { gitVersion, platform } = await api.version();
    yield clusterItem(clusterName, { version: gitVersion, ...(platform !== undefined && { platform }) });
    const all = await api.resources((group) =>
      run.fail(
        `The server of the API group ${group} does not answer, so its objects are unknown. See kubectl get apiservices.`,
      ),
    );
    const resources = wantedResources(all, spec);
    const endpoints = await gatherEndpoints(api, selectionOf(spec), tellOf(run));
    const ignored = new Map<string, IgnoredChanges>();
    const making = makingOf(spec, run, endpoints, ignored);
    yield* merged(
      resources.map((resource) => (signal) => listed(until(signal), resource, making)),
      { most: maxInflight, signal: run.signal },
    );
    const events = all.find(({ apiVersion, kind }) => apiVersion === "v1" && kind === "Event");
    if (events) yield* eventsOf(api, events, making);
  },

  async *watch(spec, run) {
    const until = await reachCluster(spec, run);
    const api = until(run.signal);
    const all = await api.resources();
    const ignored = new Map<string, IgnoredChanges>();
    const endpoints = await gatherEndpoints(api, selectionOf(spec), tellOf(run));
    const making = makingOf(spec, run, endpoints, ignored);
    const wanted = watchedOf(all, spec);
    yield* merged(
      wanted.map((resource) => (signal) => informed(until(signal), resource, { ...making, signal })),
      { most: wanted.length, signal: run.signal },
    );
  },
});

function watchedOf(all: readonly KubernetesResource[], spec: KubernetesSpec): KubernetesResource[] {
  const isExcluded = matchOf(spec.exclusions?.kind);
  const isMeant = inScope(spec);
  return (spec.watch ?? watchedUsually).flatMap(({ kind, apiVersion }) => {
    const found = all.find(
      (one) =>
        one.kind === kind &&
        (apiVersion ? one.apiVersion === apiVersion : !one.apiVersion.startsWith("events.k8s.io/")) &&
        // Events are in a namespace, whatever they are about.
        (kind === "Event" || isMeant(one.isNamespaced)),
    );
    return found && (found.verbs ?? ["watch"]).includes("watch") && !isExcluded(kind) ? [found] : [];
  });
}

interface Making {
  spec: KubernetesSpec;
  run: Pick<ScrapeRun, "fail" | "warn" | "signal">;
  isExcluded(object: KubernetesObject): boolean;
  item(object: KubernetesObject): Promise<Scraped>;
  read: ReadEvent;
  /** By the id of an object, what it wants nothing told of; only of those that say so. */
  ignored: Map<string, IgnoredChanges>;
}

function makingOf(
  spec: KubernetesSpec,
  run: ScrapeRun,
  endpoints: Endpoints,
  ignored: Map<string, IgnoredChanges>,
): Making {
  return {
    spec,
    run,
    ignored,
    isExcluded: excludedBy(spec),
    item: async (object) =>
      objectItem(object, {
        cluster: spec.clusterName,
        related: await relatedOf(object, { spec, endpoints, warn: run.warn }),
      }),
    read: eventReader(spec, Date.now),
  };
}

const selectionOf = ({ namespace }: KubernetesSpec): Selection => ({ namespace: namespace || undefined });

const tellOf = (run: ScrapeRun) => (error: unknown, what: string) => tell(run, error, what);

/** What could not be listed may be there all the same. */
function tell({ fail, signal }: Pick<ScrapeRun, "fail" | "signal">, error: unknown, kind: string): void {
  signal.throwIfAborted();
  const { message, fix } = failureOf(error);
  const how = fix === undefined ? "" : ` ${fix}`;
  fail(`Objects of the kind ${kind} cannot be listed: ${message}.${how} Or leave them out with exclusions.kind.`, {
    type: typeOf({ apiVersion: "v1", kind }),
  });
}

async function* listed(api: KubernetesApi, resource: KubernetesResource, making: Making): AsyncGenerator<Scraped> {
  const { spec, run } = making;
  const selection = { ...selectionOf(spec), labelSelector: spec.selector, fieldSelector: spec.fieldSelector };
  try {
    for await (const { items } of api.pages(resource, selection)) for (const one of items) yield* made(one, making);
  } catch (error) {
    tell(run, error, resource.kind);
  }
}

async function* made(object: KubernetesObject, making: Making): AsyncGenerator<Scraped> {
  if (making.isExcluded(object)) return;
  const ignoring = ignoredChanges(object);
  if (ignoring) making.ignored.set(String(object.metadata["uid"]), ignoring);
  yield await making.item(object);
}

async function* eventsOf(api: KubernetesApi, resource: KubernetesResource, making: Making): AsyncGenerator<Scraped> {
  try {
    for await (const { items } of api.pages(resource, selectionOf(making.spec))) {
      const changes = items.flatMap((event) => changeOf(event, making));
      if (changes.length > 0) yield { changes, isHistory: true };
    }
  } catch (error) {
    tell(making.run, error, resource.kind);
  }
}

function changeOf(event: KubernetesObject, { read, ignored }: Making): FoundChange[] {
  const change = read(event);
  if (!change) return [];
  return ignored.get(change.of?.externalId ?? "")?.(change) ? [] : [change];
}

/** One that does not hold is begun again later and later. */
const [firstRestMs, mostRestMs] = [1_000, 60_000];

/** Lists, then listens from there; when the cluster has forgotten where that was, it lists again. */
async function* informed(
  api: KubernetesApi,
  resource: KubernetesResource,
  making: Making & { signal: AbortSignal },
): AsyncGenerator<Scraped> {
  const { spec, signal, run } = making;
  const isEvents = resource.kind === "Event";
  const selection = {
    ...selectionOf(spec),
    ...(!isEvents && { labelSelector: spec.selector, fieldSelector: spec.fieldSelector }),
  };
  const told = (object: KubernetesObject): AsyncIterable<Scraped> | Iterable<Scraped> => {
    if (!isEvents) return made(object, making);
    const changes = changeOf(object, making);
    return changes.length > 0 ? [{ changes, isHistory: true }] : [];
  };
  let resourceVersion: string | undefined;
  let failure: string | undefined;
  let restMs = firstRestMs;
  while (!signal.aborted) {
    const begun = performance.now();
    try {
      if (resourceVersion === undefined) {
        let listedAt = "";
        for await (const page of api.pages(resource, selection)) {
          for (const one of page.items) yield* told(one);
          listedAt = page.resourceVersion;
        }
        resourceVersion = listedAt;
      }
      const from = { ...selection, resourceVersion };
      for await (const { type, object } of api.watch(resource, from)) {
        const at = object.metadata["resourceVersion"];
        if (typeof at === "string") resourceVersion = at;
        if (type === "BOOKMARK" || (isEvents && type === "DELETED")) continue;
        for await (const one of told(object))
          yield type === "DELETED" ? { ...one, deletedAt: new Date(), deleteReason: "FROM_EVENT" } : one;
      }
      failure = undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WatchGone) resourceVersion = undefined;
      else {
        // The other kinds are heard all the same, and the same trouble is told once.
        const { message } = failureOf(error);
        if (message !== failure) tell(run, error, resource.kind);
        failure = message;
      }
    }
    restMs = performance.now() - begun > mostRestMs ? firstRestMs : Math.min(restMs * 2, mostRestMs);
    if (failure === undefined) restMs = firstRestMs;
    await delay(restMs, undefined, { signal });
  }
}
