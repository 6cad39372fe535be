// Reads a Kubernetes cluster: every object that the account can list, the cluster itself, and its events as changes.
// Between two runs its objects are watched. Uses the documented API, and is tested against a stand-in that implements
// it.
import { setTimeout as delay } from "node:timers/promises";
import { defineScraper, type ScrapeRun } from "../scrape/scraper-kind.ts";
import type { FoundChange, Scraped } from "../scrape/found.ts";
import {
  failureOf,
  WatchGone,
  type KubernetesApi,
  type KubernetesObject,
  type KubernetesResource,
  type Selection,
} from "#areas/connections/server/index.ts";
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

const defaultInFlight = 64;

const defaultWatched = [
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
  group: "Kubernetes",
  spec: kubernetesSpec,
  uniqueField: "clusterName",

  async *scrape(spec, run) {
    const until = await reachCluster(spec, run);
    const api = until(run.signal);
    const { clusterName, maxInflight = spec.maxInFlight ?? defaultInFlight } = spec;
    const { gitVersion, platform } = await api.version();
    yield clusterItem(clusterName, { version: gitVersion, ...(platform !== undefined && { platform }) });
    const all = await api.resources((group) =>
      run.fail(
        `The API server of the group ${group} does not respond, so the objects of the group are unknown. See kubectl get apiservices.`,
      ),
    );
    const resources = wantedResources(all, spec);
    const endpoints = await gatherEndpoints(api, selectionOf(spec), reporterOf(run));
    const ignored = new Map<string, IgnoredChanges>();
    const conversion = conversionOf(spec, run, endpoints, ignored);
    yield* merged(
      resources.map((resource) => (signal) => listed(until(signal), resource, conversion)),
      { concurrency: maxInflight, signal: run.signal },
    );
    const events = all.find(({ apiVersion, kind }) => apiVersion === "v1" && kind === "Event");
    if (events) yield* eventsOf(api, events, conversion);
  },

  async *watch(spec, run) {
    const until = await reachCluster(spec, run);
    const api = until(run.signal);
    const all = await api.resources();
    const ignored = new Map<string, IgnoredChanges>();
    const endpoints = await gatherEndpoints(api, selectionOf(spec), reporterOf(run));
    const conversion = conversionOf(spec, run, endpoints, ignored);
    const wanted = watchedOf(all, spec);
    yield* merged(
      wanted.map((resource) => (signal) => listAndWatch(until(signal), resource, { ...conversion, signal })),
      { concurrency: wanted.length, signal: run.signal },
    );
  },
});

function watchedOf(all: readonly KubernetesResource[], spec: KubernetesSpec): KubernetesResource[] {
  const isExcluded = matchOf(spec.exclusions?.kind);
  const isInScope = inScope(spec);
  return (spec.watch ?? defaultWatched).flatMap(({ kind, apiVersion }) => {
    const found = all.find(
      (item) =>
        item.kind === kind &&
        (apiVersion ? item.apiVersion === apiVersion : !item.apiVersion.startsWith("events.k8s.io/")) &&
        // Events are namespaced even if their object is not.
        (kind === "Event" || isInScope(item.isNamespaced)),
    );
    return found && (found.verbs ?? ["watch"]).includes("watch") && !isExcluded(kind) ? [found] : [];
  });
}

interface Conversion {
  spec: KubernetesSpec;
  run: Pick<ScrapeRun, "fail" | "warn" | "signal">;
  isExcluded(object: KubernetesObject): boolean;
  item(object: KubernetesObject): Promise<Scraped>;
  read: ReadEvent;
  /** The changes to ignore, by object uid, for objects whose annotations list such changes. */
  ignored: Map<string, IgnoredChanges>;
}

function conversionOf(
  spec: KubernetesSpec,
  run: ScrapeRun,
  endpoints: Endpoints,
  ignored: Map<string, IgnoredChanges>,
): Conversion {
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

const reporterOf = (run: ScrapeRun) => (error: unknown, what: string) => reportFailure(run, error, what);

/** Reports a failure, so that the items of a kind that could not be listed do not count as deleted. */
function reportFailure({ fail, signal }: Pick<ScrapeRun, "fail" | "signal">, error: unknown, kind: string): void {
  signal.throwIfAborted();
  const { message, fix } = failureOf(error);
  const how = fix === undefined ? "" : ` ${fix}`;
  fail(`Objects of the kind ${kind} cannot be listed: ${message}.${how} Or leave them out with exclusions.kind.`, {
    type: typeOf({ apiVersion: "v1", kind }),
  });
}

async function* listed(
  api: KubernetesApi,
  resource: KubernetesResource,
  conversion: Conversion,
): AsyncGenerator<Scraped> {
  const { spec, run } = conversion;
  const selection = { ...selectionOf(spec), labelSelector: spec.selector, fieldSelector: spec.fieldSelector };
  try {
    for await (const { items } of api.pages(resource, selection))
      for (const object of items) yield* itemsOf(object, conversion);
  } catch (error) {
    reportFailure(run, error, resource.kind);
  }
}

async function* itemsOf(object: KubernetesObject, conversion: Conversion): AsyncGenerator<Scraped> {
  if (conversion.isExcluded(object)) return;
  const ignoring = ignoredChanges(object);
  if (ignoring) conversion.ignored.set(String(object.metadata["uid"]), ignoring);
  yield await conversion.item(object);
}

async function* eventsOf(
  api: KubernetesApi,
  resource: KubernetesResource,
  conversion: Conversion,
): AsyncGenerator<Scraped> {
  try {
    for await (const { items } of api.pages(resource, selectionOf(conversion.spec))) {
      const changes = items.flatMap((event) => changeOf(event, conversion));
      if (changes.length > 0) yield { changes, isHistory: true };
    }
  } catch (error) {
    reportFailure(conversion.run, error, resource.kind);
  }
}

function changeOf(event: KubernetesObject, { read, ignored }: Conversion): FoundChange[] {
  const change = read(event);
  if (!change) return [];
  return ignored.get(change.of?.externalId ?? "")?.(change) ? [] : [change];
}

/** Pause before a watch is opened again; it doubles with each failure. */
const [minPauseMs, maxPauseMs] = [1_000, 60_000];

/**
 * Lists the objects, then watches from that resource version; lists again when the cluster reports that the version
 * expired.
 */
async function* listAndWatch(
  api: KubernetesApi,
  resource: KubernetesResource,
  conversion: Conversion & { signal: AbortSignal },
): AsyncGenerator<Scraped> {
  const { spec, signal, run } = conversion;
  const isEvents = resource.kind === "Event";
  const selection = {
    ...selectionOf(spec),
    ...(!isEvents && { labelSelector: spec.selector, fieldSelector: spec.fieldSelector }),
  };
  const scrapedFrom = (object: KubernetesObject): AsyncIterable<Scraped> | Iterable<Scraped> => {
    if (!isEvents) return itemsOf(object, conversion);
    const changes = changeOf(object, conversion);
    return changes.length > 0 ? [{ changes, isHistory: true }] : [];
  };
  let resourceVersion: string | undefined;
  let failure: string | undefined;
  let pauseMs = minPauseMs;
  while (!signal.aborted) {
    const startedAt = performance.now();
    try {
      if (resourceVersion === undefined) {
        let listedAt = "";
        for await (const page of api.pages(resource, selection)) {
          for (const object of page.items) yield* scrapedFrom(object);
          listedAt = page.resourceVersion;
        }
        resourceVersion = listedAt;
      }
      const from = { ...selection, resourceVersion };
      for await (const { type, object } of api.watch(resource, from)) {
        const at = object.metadata["resourceVersion"];
        if (typeof at === "string") resourceVersion = at;
        if (type === "BOOKMARK" || (isEvents && type === "DELETED")) continue;
        for await (const scraped of scrapedFrom(object))
          yield type === "DELETED" ? { ...scraped, deletedAt: new Date(), deleteReason: "FROM_EVENT" } : scraped;
      }
      failure = undefined;
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WatchGone) resourceVersion = undefined;
      else {
        // The watches of other kinds continue, and the same error is reported once.
        const { message } = failureOf(error);
        if (message !== failure) reportFailure(run, error, resource.kind);
        failure = message;
      }
    }
    pauseMs = performance.now() - startedAt > maxPauseMs ? minPauseMs : Math.min(pauseMs * 2, maxPauseMs);
    if (failure === undefined) pauseMs = minPauseMs;
    await delay(pauseMs, undefined, { signal });
  }
}
