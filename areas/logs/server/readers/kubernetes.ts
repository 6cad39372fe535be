// Reads container logs: of a pod, of the pods of a workload, or of pods with labels.
import { setTimeout as delay } from "node:timers/promises";
import {
  clusterFields,
  clusterNamed,
  ConnectionFailure,
  kubernetesApi,
  type KubernetesApi,
} from "#areas/connections/server/index.ts";
import { lineMatcher, type LineMatcher } from "#lib/logs/line-matcher.ts";
import { countOf } from "#lib/text/words.ts";
import { part, text } from "#server/spec/parts.ts";
import { entryFields } from "../source/entry-fields.ts";
import { fieldsOfSample, histogramOfSample } from "../lines/count-lines.ts";
import { LineSplitter } from "../lines/line-splitter.ts";
import { mergePages } from "../source/pages.ts";
import { defineReader, type LogPage, type LogQuery, type LogSource, type RawLine } from "../source/reader.ts";
import { mergeTails, type Tail } from "../source/tails.ts";
import { findContainers, podSelection, type Container } from "./kubernetes/pods.ts";

/** A search requests more and more lines until it has enough, up to this number. */
const maxTailLines = 100_000;
const maxLineBytes = 64 * 1024;
/** The number of concurrent requests. */
const atOnce = 8;
/** The interval at which new pods are looked up. */
const newPodsMs = 10_000;

export const kubernetes = defineReader({
  type: "kubernetes",
  title: "Kubernetes",
  icon: "kubernetes",
  spec: part({
    ...clusterFields,
    namespace: text.optional().meta({
      label: "Namespace",
      description: "Limits the backend to one namespace. Default: the namespace of the request.",
    }),
    ...entryFields,
  }),

  async open(spec, run): Promise<LogSource> {
    const cluster = await clusterNamed(spec, run);
    run.scrubber.know(...cluster.secrets, cluster.tls.key);
    const api = kubernetesApi(cluster, run);
    const containersFor = (query: Pick<LogQuery, "labels" | "id" | "type">) =>
      findContainers(api, podSelection(query, spec.namespace || undefined));

    const source: LogSource = {
      async search(query) {
        const { containers, omitted } = await containersFor(query);
        const matcher = lineMatcher(query.terms);
        const warnings = omitted > 0 ? [`${countOf(omitted, "older pod is", "older pods are")} left out.`] : [];
        const pages: LogPage[] = [];
        for (let at = 0; at < containers.length; at += atOnce)
          pages.push(
            ...(await Promise.all(
              containers.slice(at, at + atOnce).map((each) =>
                searchContainer(api, each, { query, matcher }).catch((error: unknown): LogPage => {
                  if (!(error instanceof ConnectionFailure) || isForAll(error)) throw error;
                  // A container that has not started has no log.
                  if (!/waiting to start|is waiting|not found/i.test(error.message)) warnings.push(error.message);
                  return { lines: [] };
                }),
              ),
            )),
          );
        return { ...mergePages(pages, query), ...(warnings.length > 0 && { warnings }) };
      },
      async *tail(query) {
        const { signal } = run;
        const matcher = lineMatcher(query.terms);
        const known = new Set<string>();
        const follow = ({ containers }: { containers: readonly Container[] }) =>
          containers
            .filter((each) => !known.has(keyOf(each)))
            .map((each) => {
              known.add(keyOf(each));
              return followContainer(api, each, { query, matcher, signal });
            });
        yield* mergeTails(follow(await containersFor(query)), {
          signal,
          // A rollout replaces pods. While the cluster does not respond, the known pods are followed.
          async more() {
            await delay(newPodsMs, undefined, { signal }).catch(() => {});
            return signal.aborted ? [] : follow(await containersFor(query).catch(() => ({ containers: [] })));
          },
        });
      },
      fields: (query) => fieldsOfSample(source.search, query),
      histogram: (query, bucketMs) => histogramOfSample(source.search, query, bucketMs),
      async labels(selection) {
        const { containers } = await containersFor(selection);
        const valuesOf = (key: "namespace" | "pod" | "container") =>
          [...new Set(containers.map((each) => each[key]))].sort();
        return (["namespace", "pod", "container"] as const).map((name) => ({ name, values: valuesOf(name) }));
      },
      async describe() {
        const { gitVersion } = await api.version();
        return `Kubernetes ${gitVersion} at ${new URL(cluster.address).host}`;
      },
    };
    return source;
  },
});

const keyOf = ({ namespace, pod, container }: Container) => `${namespace}/${pod}/${container}`;

/** Wrong credentials affect all containers. */
const isForAll = ({ message }: ConnectionFailure) =>
  /does not accept the credentials|cannot be reached|Nothing listens/.test(message);

const lineOf = ({ namespace, pod, container, node }: Container, written: string): RawLine | undefined => {
  const space = written.indexOf(" ");
  const timestamp = written.slice(0, space);
  const time = Date.parse(timestamp);
  if (Number.isNaN(time)) return undefined;
  return {
    id: `${namespace}/${pod}/${container}/${timestamp}`,
    time,
    timestamp,
    message: written.slice(space + 1),
    labels: { namespace, pod, container, ...(node && { node }) },
    source: container,
    host: node,
  };
};

interface Searching {
  query: LogQuery;
  matcher: LineMatcher;
}

async function searchContainer(api: KubernetesApi, container: Container, searching: Searching): Promise<LogPage> {
  const { limit, direction } = searching.query;
  if (direction === "forward") {
    const { found } = await readContainer(api, container, searching, {});
    return { lines: found.slice(0, limit), ...(found.length > limit && { reached: found[limit - 1]!.time }) };
  }
  // The cluster can only return a number of lines from the end, so the number is increased until the page is full.
  for (let tailLines = Math.min(maxTailLines, limit * 2); ; tailLines = Math.min(maxTailLines, tailLines * 4)) {
    const { found, count, oldest } = await readContainer(api, container, searching, { tailLines });
    const isComplete = count < tailLines;
    if (!isComplete && found.length < limit && tailLines < maxTailLines) continue;
    const lines = found.reverse().slice(0, limit);
    if (found.length > limit) return { lines, reached: lines.at(-1)!.time };
    return { lines, ...(!isComplete && { reached: oldest }) };
  }
}

interface ContainerLines {
  /** Matching lines, the oldest first. */
  found: RawLine[];
  /** The number of lines that were read, and the time of the first line. */
  count: number;
  oldest: number | undefined;
}

/** Reads the last lines, or the lines from the start until there are enough. */
async function readContainer(
  api: KubernetesApi,
  container: Container,
  { query, matcher }: Searching,
  { tailLines }: { tailLines?: number },
): Promise<ContainerLines> {
  const { start, end, limit, labels } = query;
  const read: ContainerLines = { found: [], count: 0, oldest: undefined };
  const splitter = new LineSplitter(maxLineBytes);
  const take = (texts: readonly string[]) => {
    for (const written of texts) {
      const line = lineOf(container, written);
      read.count += 1;
      read.oldest ??= line?.time;
      if (line && line.time >= start && line.time <= end && matcher.matches(line.message)) read.found.push(line);
    }
  };
  const previous = labels["previous"] === "true";
  for await (const piece of api.log({ ...container, previous, since: new Date(Math.max(0, start)), tailLines })) {
    take(splitter.push(piece));
    if (tailLines === undefined && read.found.length > limit) return read;
  }
  take(splitter.end());
  return read;
}

/** If a container restarts or the connection breaks, the log is followed again from the last line. */
async function* followContainer(
  api: KubernetesApi,
  container: Container,
  { query, matcher, signal }: Searching & { signal: AbortSignal },
): Tail {
  let last = query.start;
  let seen = new Set<string>();
  for (let failures = 0; !signal.aborted && failures < 5;) {
    try {
      const splitter = new LineSplitter(maxLineBytes);
      for await (const piece of api.log({ ...container, follow: true, since: new Date(last) })) {
        failures = 0;
        const fresh = splitter
          .push(piece)
          .flatMap((written) => lineOf(container, written) ?? [])
          .filter(({ id, time }) => time >= last && !seen.has(id));
        if (fresh.length === 0) continue;
        last = fresh.at(-1)!.time;
        seen = new Set([...seen, ...fresh.map(({ id }) => id)].slice(-1_000));
        const wanted = fresh.filter(({ message }) => matcher.matches(message));
        if (wanted.length > 0) yield wanted;
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConnectionFailure) || (failures += 1) >= 5) throw error;
    }
    // The log of a container that has ended no longer changes.
    failures += 1;
    await delay(1_000 * failures, undefined, { signal }).catch(() => {});
  }
}
