// Reads Elasticsearch and OpenSearch, whose search API is the same:
// https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search and
// https://docs.opensearch.org/latest/api-reference/search-apis/search/
import { z } from "zod";
import { webAccess } from "#areas/connections/server/index.ts";
import { lineMatcher } from "#lib/logs/line-matcher.ts";
import type { SearchTerms } from "#lib/logs/search-terms.ts";
import { flatten } from "#lib/logs/parse-line.ts";
import { readTime } from "#lib/logs/line-time.ts";
import { readSeverity } from "#lib/logs/severity.ts";
import { connectionOf, credentials, longTemplated, part, text, texts } from "#server/spec/parts.ts";
import { entryFields } from "../source/entry-fields.ts";
import { BucketCounter, fieldsOfSample, histogramOfSample } from "../lines/count-lines.ts";
import { labelFilter } from "../lines/label-filter.ts";
import { templateValues } from "../lines/template-values.ts";
import {
  QueryRefused,
  type LogPage,
  type LogQuery,
  type LogSource,
  type RawLine,
  type ReaderRun,
} from "../source/reader.ts";
import { pollTail } from "../source/tails.ts";
import { jsonIn, type LogServer } from "./log-server.ts";
import { clausesOf, isPattern, type SearchFields } from "./search-engine/clauses.ts";

export const searchEngineFields = {
  connection: connectionOf("elasticsearch", "http").optional(),
  address: text.optional().meta({ label: "Address", placeholder: "https://search.example.org:9200" }),
  ...credentials,
  ...webAccess,
  index: text.optional().meta({ label: "Index", placeholder: "logs-*", description: "Default: all indices." }),
  namespace: text
    .optional()
    .meta({ label: "Namespace", description: "The namespace of the secrets that this entry refers to." }),
  query: longTemplated.optional().meta({
    label: "Query template",
    placeholder: '{"query": {"term": {"kubernetes.pod": "{{.id}}"}}}',
    description: "A search that limits every search. It can use id, type, labels, query, start, end and limit.",
  }),
  fields: part({
    timestamp: text.optional().meta({ label: "Timestamp", description: "Default: @timestamp." }),
    message: text.optional().meta({ label: "Message", description: "Default: message." }),
    exclusions: texts.optional().meta({ label: "Excluded fields" }),
  })
    .optional()
    .meta({ label: "Fields" }),
  ...entryFields,
};

const fieldsSpec = part(searchEngineFields);
type SearchEngineSpec = z.output<typeof fieldsSpec>;

const found = z.object({
  timed_out: z.boolean().optional(),
  _shards: z
    .looseObject({
      total: z.number().optional(),
      failed: z.number().optional(),
      failures: z
        .array(z.looseObject({ reason: z.looseObject({ reason: z.string().optional() }).optional() }))
        .optional(),
    })
    .optional(),
  hits: z.object({
    hits: z.array(
      z.looseObject({ _id: z.string(), _index: z.string(), _source: z.record(z.string(), z.unknown()).optional() }),
    ),
  }),
  aggregations: z.record(z.string(), z.unknown()).optional(),
});
const capabilities = z.object({
  fields: z.record(z.string(), z.record(z.string(), z.looseObject({ aggregatable: z.boolean().optional() }))),
});
const termBuckets = z.object({
  buckets: z.array(z.object({ key: z.union([z.string(), z.number()]), doc_count: z.number() })),
});
const timeBuckets = z.object({
  buckets: z.array(z.object({ key: z.number(), doc_count: z.number(), levels: termBuckets.optional() })),
});
const about = z.object({
  cluster_name: z.string(),
  version: z.object({ number: z.string(), distribution: z.string().optional() }),
});

/** The largest page that both systems return. */
const maxLines = 10_000;
/** The maximum number of pages for one response, if Quarterdeck itself compares lines with a regular expression. */
const maxPages = 10;
const levelFields = ["log.level", "level", "severity"].flatMap((name) => [name, `${name}.keyword`]);
const maxLabels = 15;
const maxValues = 100;

/** `name` is the name of the system in messages. */
export function searchEngineSource(
  name: string,
  spec: SearchEngineSpec,
  { server, run }: { server: LogServer; run: ReaderRun },
): LogSource {
  const names: SearchFields = {
    timestamp: spec.fields?.timestamp || "@timestamp",
    message: spec.fields?.message || "message",
    exclusions: spec.fields?.exclusions ?? [],
  };
  const path = `/${encodeURIComponent(spec.index || "*")}`;

  const bodyOf = async (query: LogQuery) => {
    const { limit, direction, native } = query;
    const template = spec.query ? await filledTemplate(spec.query, query) : {};
    const own =
      native === undefined
        ? {}
        : native.startsWith("{")
          ? readBody(native, "The query")
          : { query: { query_string: { query: native } } };
    const filter = [template, own].flatMap((part) => (part["query"] === undefined ? [] : [part["query"]]));
    return {
      size: Math.min(limit, maxLines),
      sort: [
        { [names.timestamp]: { order: direction === "backward" ? "desc" : "asc", unmapped_type: "date" } },
        "_doc",
      ],
      track_total_hits: false,
      query: { bool: { ...clausesOf(query, { names, template: spec.query }, filter) } },
    };
  };

  const filledTemplate = async (template: string, query: LogQuery) => {
    const { start, end, limit, native = "" } = query;
    // Escapes the search, because the template contains it inside a string.
    const written = JSON.stringify(native).slice(1, -1);
    const values = { ...templateValues(template, query), query: written, start, end, limit };
    return readBody(await run.fill(template, values), "The query template");
  };

  const searchPage = async (query: LogQuery): Promise<LogPage> => {
    const body = await bodyOf(query);
    const answer = await server.post(`${path}/_search`, body, found);
    const lines = answer.hits.hits.map((hit) => lineOf(hit, names));
    const warnings = warningsOf(name, answer);
    return {
      lines,
      ...(lines.length >= body.size && { reached: lines.at(-1)?.time }),
      ...(warnings.length > 0 && { warnings }),
    };
  };

  const source: LogSource = {
    search: (query) => filtered(searchPage, query, lineTest(query)),
    tail: (query) => pollTail(source.search, query, { signal: run.signal, everyMs: 1_000 }),
    fields: (query) => fieldsOfSample(source.search, query),
    async labels(selection) {
      const keywords = await keywordFields(server, path, names);
      const aggs = Object.fromEntries(
        keywords.map((field, index) => [`f${index}`, { terms: { field, size: maxValues } }]),
      );
      const query = { ...selection, terms: { all: [], none: [] }, limit: 0, direction: "backward" as const };
      const { aggregations = {} } = await server.post(`${path}/_search`, { ...(await bodyOf(query)), aggs }, found);
      return keywords.flatMap((field, index) => {
        const read = termBuckets.safeParse(aggregations[`f${index}`]);
        const values = read.success ? read.data.buckets.map(({ key }) => String(key)) : [];
        return values.length === 0 ? [] : [{ name: field, values }];
      });
    },
    async histogram(query, bucketMs) {
      // The system cannot count lines by conditions that it cannot evaluate.
      if (needsTest(query)) return histogramOfSample(source.search, query, bucketMs);
      const level = await levelField(server, path);
      const aggs = {
        times: {
          date_histogram: { field: names.timestamp, fixed_interval: `${bucketMs}ms`, min_doc_count: 1 },
          ...(level !== undefined && { aggs: { levels: { terms: { field: level, size: 10 } } } }),
        },
      };
      const body = { ...(await bodyOf({ ...query, limit: 0 })), aggs };
      const { aggregations = {} } = await server.post(`${path}/_search`, body, found);
      const read = timeBuckets.safeParse(aggregations["times"]);
      const counter = new BucketCounter(query.start, bucketMs);
      for (const { key, doc_count: total, levels } of read.success ? read.data.buckets : []) {
        const time = Math.max(query.start, key);
        let rest = total;
        for (const bucket of levels?.buckets ?? []) {
          counter.add(time, readSeverity(bucket.key), bucket.doc_count);
          rest -= bucket.doc_count;
        }
        if (rest > 0) counter.add(time, undefined, rest);
      }
      return { buckets: counter.buckets() };
    },
    async describe() {
      const { cluster_name: cluster, version } = await server.get("/", about);
      const query = {
        labels: {},
        start: 0,
        end: Date.now(),
        terms: { all: [], none: [] },
        limit: 1,
        direction: "backward" as const,
      };
      const [newest] = (await source.search(query)).lines;
      const since = newest ? `the newest line is from ${new Date(newest.time).toISOString()}` : "without lines";
      return `${name} ${version.number}, cluster ${cluster}, ${since}`;
    },
  };
  return source;
}

const patternsIn = ({ all, none }: SearchTerms): SearchTerms => ({
  all: all.filter(({ kind }) => kind === "pattern"),
  none: none.filter(({ kind }) => kind === "pattern"),
});

/** Whether a search has conditions that Quarterdeck checks after the search. */
const needsTest = ({ terms, labels }: LogQuery) =>
  [...terms.all, ...terms.none].some(({ kind }) => kind === "pattern") || Object.values(labels).some(isPattern);

function lineTest({ terms, labels }: LogQuery): (line: RawLine) => boolean {
  const { matches } = lineMatcher(patternsIn(terms));
  const isWanted = labelFilter(Object.fromEntries(Object.entries(labels).filter(([, value]) => isPattern(value))));
  return (line) => matches(line.message) && isWanted(line);
}

function readBody(written: string, what: string): Readonly<Record<string, unknown>> {
  const body = jsonIn(written);
  if (typeof body !== "object" || body === null || Array.isArray(body))
    throw new QueryRefused(`${what} is not a JSON object.`);
  // A query can also be written without the outer object.
  return "query" in body || Object.keys(body).length === 0
    ? (body as Readonly<Record<string, unknown>>)
    : { query: body };
}

/** Reads further pages until enough lines match conditions that the system cannot evaluate itself. */
async function filtered(
  search: (query: LogQuery) => Promise<LogPage>,
  query: LogQuery,
  test: (line: RawLine) => boolean,
): Promise<LogPage> {
  const lines: RawLine[] = [];
  const seen = new Set<string>();
  let rest = query;
  for (let count = 0; ; count += 1) {
    const page = await search(rest);
    for (const line of page.lines) if (!seen.has(line.id) && test(line)) lines.push(line);
    for (const { id } of page.lines) seen.add(id);
    const isFull = lines.length >= query.limit;
    if (page.reached === undefined && !isFull) return { ...page, lines };
    if (isFull || count === maxPages) {
      const kept = lines.slice(0, query.limit);
      return { ...page, lines: kept, reached: isFull ? kept.at(-1)?.time : page.reached };
    }
    const range = query.direction === "backward" ? { end: page.reached! } : { start: page.reached! };
    // Lines with the same time are requested again, so the page must be larger than the number of such lines.
    rest = { ...rest, ...range, limit: Math.min(maxLines, rest.limit * 2) };
  }
}

function lineOf(
  { _id: id, _index: index, _source: document = {} }: z.output<typeof found>["hits"]["hits"][number],
  { timestamp, message, exclusions }: SearchFields,
): RawLine {
  const fields = flatten(document);
  const written = fields[timestamp];
  const text = fields[message] ?? JSON.stringify(document);
  for (const name of [timestamp, message, ...exclusions]) delete fields[name];
  return { id: `${index}/${id}`, time: readTime(written) ?? 0, message: text, labels: fields };
}

function warningsOf(name: string, { timed_out: isLate, _shards: shards }: z.output<typeof found>): string[] {
  const warnings: string[] = [];
  if (isLate) warnings.push(`${name} did not search everything in time.`);
  if ((shards?.failed ?? 0) > 0) {
    const reason = shards?.failures?.[0]?.reason?.reason;
    warnings.push(
      `${shards!.failed} of ${shards!.total ?? "?"} shards of ${name} failed${reason ? `: ${reason}` : "."}`,
    );
  }
  return warnings;
}

/** Returns the first field with a level that can be counted. */
async function levelField(server: LogServer, path: string): Promise<string | undefined> {
  const { fields } = await server.get(`${path}/_field_caps?fields=${levelFields.join(",")}`, capabilities);
  return levelFields.find((name) => Object.values(fields[name] ?? {}).some(({ aggregatable }) => aggregatable));
}

async function keywordFields(server: LogServer, path: string, { exclusions }: SearchFields): Promise<string[]> {
  const { fields } = await server.get(`${path}/_field_caps?fields=*`, capabilities);
  return Object.entries(fields)
    .filter(([name, types]) => types["keyword"]?.aggregatable && !name.startsWith("_") && !exclusions.includes(name))
    .map(([name]) => name)
    .sort()
    .slice(0, maxLabels);
}
