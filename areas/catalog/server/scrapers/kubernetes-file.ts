// Reads files inside the pods of a cluster, by running a command in their containers.
import { part, filled, list, text } from "#server/spec/parts.ts";
import { countOf } from "#lib/text/words.ts";
import {
  clusterFields,
  failureOf,
  type KubernetesApi,
  type KubernetesObject,
} from "#areas/connections/server/index.ts";
import { defineScraper, ScraperInvalid, type ScrapeRun } from "../scrape/scraper-kind.ts";
import type { Scraped } from "../scrape/found.ts";
import { isFields } from "../scrape/document.ts";
import { scraperEntry } from "../spec/entry.ts";
import { nameOf } from "./file.ts";
import { reachCluster } from "./kubernetes/reach.ts";
import { readText } from "./reading/read-text.ts";

const maxFileBytes = 10 * 1024 * 1024;
const maxFiles = 1_000;
const maxPods = 1_000;

/**
 * Prints the files that match a pattern, separated by NUL. With an empty IFS the shell only expands the wildcards in
 * the pattern.
 */
const listing = 'IFS=; for f in $1; do [ -f "$f" ] && printf "%s\\0" "$f"; done; true';

export const kubernetesFile = defineScraper({
  type: "kubernetesFile",
  title: "Files in Kubernetes",
  icon: "kubernetes",
  group: "Kubernetes",
  spec: scraperEntry({
    ...clusterFields,
    selector: part({
      namespace: text.optional().meta({ label: "Namespace", description: "Default: the namespace of the scraper." }),
      kind: text.optional().meta({ label: "Kind", placeholder: "Pod" }),
      name: text.optional().meta({ label: "Name" }),
      labelSelector: text.optional().meta({ label: "Label selector", placeholder: "app=web" }),
      fieldSelector: text.optional().meta({ label: "Field selector", placeholder: "status.phase=Running" }),
    }).meta({ label: "Pods", description: "Pods, or a workload that selects pods, such as a Deployment." }),
    container: text.optional().meta({ label: "Container", description: "Default: the first." }),
    files: list(
      part({
        path: list(filled).meta({ label: "Paths", placeholder: "/etc/app/*.yaml" }),
        format: text.optional().meta({ label: "Format", placeholder: "json" }),
      }),
    ).meta({ label: "Files" }),
  }),

  async *scrape(spec, run) {
    const api = (await reachCluster(spec, run))(run.signal);
    const pods = await podsOf(api, spec.selector, run);
    if (pods.length === 0) run.warn("No pod matches the selector.");
    for (const pod of pods) {
      const phase = phaseOf(pod);
      // Completed pods have no running container to read from.
      if (phase === "Succeeded" || phase === "Failed") continue;
      if (phase !== "Running") {
        const { namespace, name } = pod.metadata;
        run.fail(`${namespace}/${name} is not running yet, so its files cannot be read.`);
        continue;
      }
      const container = spec.container ?? containersOf(pod)[0];
      for (const { path: paths, format } of spec.files)
        for (const pattern of paths)
          for await (const { name, ...found } of filesOf({ api, pod, container, pattern, format }, run))
            yield { ...found, ...nameOf(name!, spec) };
    }
  },
});

interface Selector {
  namespace?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  labelSelector?: string | undefined;
  fieldSelector?: string | undefined;
}

/** Returns the selected pods; for a workload, the pods that its selector matches. */
async function podsOf(api: KubernetesApi, selector: Selector, { scraper }: ScrapeRun): Promise<KubernetesObject[]> {
  const { kind = "Pod", name, labelSelector, fieldSelector } = selector;
  const namespace = selector.namespace || scraper.namespace;
  const pods = await api.resource({ kind: "Pod", apiVersion: "v1" });
  if (!pods) throw new ScraperInvalid("The cluster has no pods.");
  const listed = (labels: string | undefined, fields?: string) =>
    api.list(pods, { namespace, labelSelector: labels, ...(fields && { fieldSelector: fields }), most: maxPods });
  if (kind.toLowerCase() === "pod")
    return listed(labelSelector, [name && `metadata.name=${name}`, fieldSelector].filter(Boolean).join(","));
  const resource = await api.resource({ kind });
  if (!resource) throw new ScraperInvalid(`The cluster has no objects of the kind ${kind}.`);
  const owners = name
    ? [await api.get(resource, { name, namespace })].filter((item) => item !== undefined)
    : await api.list(resource, { namespace, labelSelector, fieldSelector, most: maxPods });
  const found = new Map<string, KubernetesObject>();
  for (const owner of owners) {
    const labels = labelsOf(owner);
    if (labels === undefined) throw new ScraperInvalid(`Objects of the kind ${kind} have no pod selector.`);
    for (const pod of await listed(labels)) found.set(pod.metadata.name, pod);
  }
  return [...found.values()];
}

/** Reads `spec.selector.matchLabels` of workloads and `spec.selector` of services. */
function labelsOf({ spec }: KubernetesObject & { spec?: unknown }): string | undefined {
  const selector = isFields(spec) ? spec["selector"] : undefined;
  const wanted = isFields(selector) ? (isFields(selector["matchLabels"]) ? selector["matchLabels"] : selector) : {};
  const terms = Object.entries(wanted).flatMap(([key, value]) =>
    typeof value === "string" ? [`${key}=${value}`] : [],
  );
  return terms.length === 0 ? undefined : terms.join(",");
}

const phaseOf = ({ status }: KubernetesObject & { status?: unknown }) =>
  isFields(status) ? status["phase"] : undefined;

const containersOf = ({ spec }: KubernetesObject & { spec?: unknown }): string[] => {
  const all = isFields(spec) ? spec["containers"] : undefined;
  return Array.isArray(all)
    ? all.flatMap((item: unknown) => (isFields(item) && typeof item["name"] === "string" ? [item["name"]] : []))
    : [];
};

interface FilesWanted {
  api: KubernetesApi;
  pod: KubernetesObject;
  container: string | undefined;
  pattern: string;
  format: string | undefined;
}

async function* filesOf(
  { api, pod, container, pattern, format }: FilesWanted,
  run: ScrapeRun,
): AsyncGenerator<Scraped> {
  const { namespace = "default", name } = pod.metadata;
  const at = { namespace, pod: name, container, maxBytes: maxFileBytes };
  const place = [namespace, name, container].filter(Boolean).join("/");
  try {
    const paths = await pathsOf(api, at, pattern);
    if (paths.length === 0) run.warn(`No file of ${place} matches ${pattern}.`);
    if (paths.length > maxFiles)
      run.fail(`${countOf(paths.length, "file", "files")} of ${place} match ${pattern}; at most ${maxFiles} are read.`);
    for (const path of paths.slice(0, maxFiles))
      try {
        const content = await api.command({ ...at, command: ["cat", "--", path] });
        yield fileItem(pod, { path, place, content: readText(content), format: format ?? formatOf(path) });
      } catch (error) {
        run.signal.throwIfAborted();
        run.fail(`${place}:${path} cannot be read: ${failureOf(error).message}.`);
      }
  } catch (error) {
    run.signal.throwIfAborted();
    const { message, fix } = failureOf(error);
    run.fail(`${pattern} of ${place} cannot be read: ${message}.${fix === undefined ? "" : ` ${fix}`}`);
  }
}

/** Returns a path without wildcards unchanged, so reading it needs no shell in the container. */
async function pathsOf(
  api: KubernetesApi,
  at: Omit<Parameters<KubernetesApi["command"]>[0], "command">,
  pattern: string,
): Promise<string[]> {
  if (!/[*?[]/.test(pattern)) return [pattern];
  const listed = await api.command({ ...at, command: ["sh", "-c", listing, "sh", pattern] });
  return listed.toString("utf8").split("\0").filter(Boolean);
}

const formatOf = (path: string) => /\.(json|ya?ml|properties)$/i.exec(path)?.[1]?.toLowerCase() ?? "text";

function fileItem(
  pod: KubernetesObject,
  { path, place, content, format }: { path: string; place: string; content: string; format: string },
): Scraped {
  const uid = typeof pod.metadata["uid"] === "string" ? pod.metadata["uid"] : undefined;
  const owner = uid === undefined ? undefined : { externalId: uid, type: "Kubernetes::Pod", scraper: "all" };
  return {
    id: `${place}${path}`,
    name: path.split("/").at(-1)!,
    type: "Kubernetes::File",
    class: "File",
    source: `${place}:${path}`,
    document: content,
    format,
    tags: { namespace: pod.metadata.namespace ?? "default" },
    ...(owner && {
      parents: [owner],
      relationships: [{ to: { item: owner }, relation: "PodFile", isIncoming: true }],
    }),
  };
}
