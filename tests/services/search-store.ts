// Simulates the search API of Elasticsearch and OpenSearch over documents with @timestamp and message:
// https://www.elastic.co/docs/api/doc/elasticsearch/operation/operation-search and
// https://docs.opensearch.org/latest/api-reference/search-apis/search/
import { faulty, type StoredLine } from "./log-lines.ts";
import { json, type Answer, type Asked } from "./stand-in.ts";

export const storeKey = { username: "deck", password: "canary-store-password", apiKey: "canary-store-api-key" };

type Clause = Readonly<Record<string, unknown>>;

const refused = (status: number, type: string, reason: string) =>
  json({ error: { root_cause: [{ type, reason }], type, reason }, status }, status);

class Unknown extends Error {}

const words = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A phrase matches a text with the same words in the same order. */
function hasPhrase(value: string, phrase: string): boolean {
  const [all, wanted] = [words(value), words(phrase)];
  return all.some((_, index) => wanted.every((word, offset) => all[index + offset] === word));
}

const documentOf = ({ time, message, labels }: StoredLine): Readonly<Record<string, unknown>> => ({
  "@timestamp": new Date(time).toISOString(),
  message,
  app: labels["app"],
  log: { level: labels["level"] },
});

const fieldOf = (line: StoredLine, name: string): string =>
  ({ message: line.message, app: line.labels["app"], "log.level": line.labels["level"] })[name] ?? "";

function holds(clause: Clause, line: StoredLine): boolean {
  const [kind, body] = Object.entries(clause)[0] as [string, Clause];
  switch (kind) {
    case "match_all":
      return true;
    case "bool": {
      const list = (name: string) => [body[name] ?? []].flat() as Clause[];
      return (
        [...list("filter"), ...list("must")].every((each) => holds(each, line)) &&
        // Without other conditions, at least one of these must match.
        (body["should"] === undefined ||
          body["filter"] !== undefined ||
          body["must"] !== undefined ||
          list("should").some((each) => holds(each, line))) &&
        !list("must_not").some((each) => holds(each, line))
      );
    }
    case "range": {
      const { gte = -Infinity, lte = Infinity } = body["@timestamp"] as { gte?: number; lte?: number };
      return line.time >= gte && line.time <= lte;
    }
    case "match_phrase": {
      const [name, phrase] = Object.entries(body)[0] as [string, string];
      return hasPhrase(fieldOf(line, name), phrase);
    }
    case "term": {
      const [name, value] = Object.entries(body)[0] as [string, string];
      return fieldOf(line, name) === value;
    }
    case "query_string":
      return words(String(body["query"])).every((word) => (words(line.message) as string[]).includes(word));
    default:
      throw new Unknown(`unknown query [${kind}]`);
  }
}

interface SearchBody {
  size?: number;
  query?: Clause;
  sort?: [Record<string, { order: string }>];
  aggs?: Record<string, Record<string, Record<string, unknown>>>;
}

function search(body: SearchBody, lines: readonly StoredLine[]): Answer {
  const { size = 10, query = { match_all: {} }, sort, aggs = {} } = body;
  if (size > 10_000)
    return refused(
      400,
      "illegal_argument_exception",
      `Result window is too large, from + size must be less than or equal to: [10000] but was [${size}]`,
    );
  try {
    const found = lines.map((line, index) => ({ line, index })).filter(({ line }) => holds(query, line));
    const sign = sort?.[0]["@timestamp"]?.order === "desc" ? -1 : 1;
    const hits = found.toSorted((a, b) => sign * (a.line.time - b.line.time)).slice(0, size);
    const aggregations = Object.fromEntries(
      Object.entries(aggs).map(([name, agg]) => [
        name,
        aggregate(
          agg,
          found.map(({ line }) => line),
        ),
      ]),
    );
    return json({
      took: 2,
      timed_out: false,
      _shards: { total: 1, successful: 1, failed: 0 },
      hits: {
        hits: hits.map(({ line, index }) => ({ _id: String(index), _index: "logs-1", _source: documentOf(line) })),
      },
      ...(Object.keys(aggs).length > 0 && { aggregations }),
    });
  } catch (error) {
    if (error instanceof Unknown) return refused(400, "parsing_exception", error.message);
    throw error;
  }
}

function aggregate(agg: Record<string, Record<string, unknown>>, lines: readonly StoredLine[]): object {
  const terms = agg["terms"];
  if (terms) {
    const groups = Map.groupBy(lines, (line) => fieldOf(line, terms["field"] as string));
    return { buckets: [...groups].map(([key, members]) => ({ key, doc_count: members.length })) };
  }
  const { fixed_interval: interval } = agg["date_histogram"] as { fixed_interval: string };
  const ms = Number.parseInt(interval, 10);
  const groups = Map.groupBy(lines, ({ time }) => Math.floor(time / ms) * ms);
  const inner = agg["aggs"]?.["levels"] as Record<string, Record<string, unknown>> | undefined;
  return {
    buckets: [...groups].map(([key, members]) => ({
      key,
      doc_count: members.length,
      ...(inner && { levels: aggregate(inner, members) }),
    })),
  };
}

const keyword = { keyword: { type: "keyword", searchable: true, aggregatable: true } };

export const standInStore = (distribution: "elasticsearch" | "opensearch") =>
  faulty(({ path, method, headers, body }: Asked, lines): Answer => {
    const basic = `Basic ${Buffer.from(`${storeKey.username}:${storeKey.password}`).toString("base64")}`;
    if (![basic, `ApiKey ${storeKey.apiKey}`].includes(headers["authorization"] ?? ""))
      return refused(401, "security_exception", "unable to authenticate user");
    if (path === "/") return json({ cluster_name: "orders", version: { number: "9.1.0", distribution } });
    const [, index, action] = /^\/([^/]+)\/(_search|_field_caps)$/.exec(path) ?? [];
    if (index === undefined) return refused(405, "method", "Incorrect HTTP method");
    if (!["logs-*", "*"].includes(decodeURIComponent(index)))
      return refused(404, "index_not_found_exception", `no such index [${index}]`);
    if (action === "_field_caps")
      return json({
        indices: ["logs-1"],
        fields: { app: keyword, "log.level": keyword, _id: keyword, message: { text: { aggregatable: false } } },
      });
    if (method !== "POST") return refused(405, "method", "Incorrect HTTP method");
    return search(JSON.parse(body) as SearchBody, lines);
  });
