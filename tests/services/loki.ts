// Simulates Grafana Loki as its documentation describes it:
// https://grafana.com/docs/loki/latest/reference/loki-http-api/ and https://grafana.com/docs/loki/latest/query/. It
// supports selectors, line filters, and counts over time.
import { faulty, type StoredLine } from "./log-lines.ts";
import type { Answer, Asked } from "./stand-in.ts";

export const lokiKey = { username: "deck", password: "canary-loki-password" };

const maxEntries = 5_000;

const json = (body: object): Answer => ({ body });

/** Loki reports errors as plain text. */
const refused = (status: number, body: string): Answer => ({ status, headers: { "content-type": "text/plain" }, body });

const token = /\s*(?:(\w+)\s*(=~|!~|!=|=)\s*("(?:[^"\\]|\\.)*"|`[^`]*`))\s*,?/y;

const unquote = (text: string) => (text.startsWith("`") ? text.slice(1, -1) : (JSON.parse(text) as string));

interface Read {
  matches(line: StoredLine): boolean;
  /** The number of conditions that an empty label does not match. */
  strict: number;
}

const flagged = (pattern: string, isWhole: boolean) => {
  const isAny = pattern.startsWith("(?i)");
  const text = isAny ? pattern.slice(4) : pattern;
  return new RegExp(isWhole ? `^(?:${text})$` : text, isAny ? "i" : "");
};

/** Returns undefined for a query that cannot be parsed. */
function readQuery(query: string): Read | undefined {
  const end = query.indexOf("}", query.startsWith("{") ? 1 : Infinity);
  if (end < 0) return undefined;
  const tests: ((line: StoredLine) => boolean)[] = [];
  let strict = 0;
  const inside = query.slice(1, end);
  token.lastIndex = 0;
  while (token.lastIndex < inside.trimEnd().length) {
    const found = token.exec(inside);
    if (!found) return undefined;
    const [, name, sign, quoted] = found as unknown as [string, string, string, string];
    const value = unquote(quoted);
    const holds = (text: string) =>
      (sign.endsWith("~") ? flagged(value, true).test(text) : text === value) !== sign.startsWith("!");
    if (!holds("")) strict += 1;
    tests.push(({ labels }) => holds(labels[name] ?? ""));
  }
  let rest = query.slice(end + 1).trim();
  while (rest !== "") {
    const found = /^(\|=|\|~|!=|!~)\s*("(?:[^"\\]|\\.)*"|`[^`]*`)\s*/.exec(rest);
    if (!found) return undefined;
    const [all, sign, quoted] = found as unknown as [string, string, string];
    const value = unquote(quoted);
    const has = (text: string) => (sign.endsWith("~") ? flagged(value, false).test(text) : text.includes(value));
    tests.push(({ message }) => has(message) !== sign.startsWith("!"));
    rest = rest.slice(all.length);
  }
  return { matches: (line) => tests.every((test) => test(line)), strict };
}

const nanoseconds = (time: number) => `${time}000000`;

function queryRange(query: URLSearchParams, lines: readonly StoredLine[]): Answer {
  const written = query.get("query") ?? "";
  const counted = /^sum by \(([\w, ]+)\) \(count_over_time\((.*) \[(\d+)s\]\)\)$/.exec(written);
  const read = readQuery(counted ? counted[2]! : written);
  if (!read) return refused(400, "parse error at line 1, col 1: syntax error: unexpected IDENTIFIER");
  if (read.strict === 0)
    return refused(
      400,
      "queries require at least one regexp or equality matcher that does not have an empty-compatible value",
    );
  const limit = Number(query.get("limit") ?? 100);
  if (limit > maxEntries)
    return refused(400, `max entries limit per query exceeded, limit > max_entries_limit (${limit} > ${maxEntries})`);
  // The end of the range is excluded.
  const [start, end] = [BigInt(query.get("start")!), BigInt(query.get("end")!)];
  const found = lines.filter(
    (line) => BigInt(nanoseconds(line.time)) >= start && BigInt(nanoseconds(line.time)) < end && read.matches(line),
  );
  if (counted) return counts(found, { names: counted[1]!.split(", "), seconds: Number(counted[3]), start, end });
  const isBackward = (query.get("direction") ?? "backward") === "backward";
  const sorted = found.toSorted((a, b) => (isBackward ? b.time - a.time : a.time - b.time)).slice(0, limit);
  const streams = Map.groupBy(sorted, ({ labels }) => JSON.stringify(labels));
  return json({
    status: "success",
    data: {
      resultType: "streams",
      result: [...streams.values()].map((members) => ({
        stream: members[0]!.labels,
        values: members.map(({ time, message }) => [nanoseconds(time), message]),
      })),
    },
  });
}

interface Counting {
  names: readonly string[];
  seconds: number;
  start: bigint;
  end: bigint;
}

/** A value is the number of lines in the interval that ends at its time. */
function counts(lines: readonly StoredLine[], { names, seconds, start, end }: Counting): Answer {
  const groups = Map.groupBy(lines, ({ labels }) =>
    JSON.stringify(Object.fromEntries(names.flatMap((name) => (labels[name] ? [[name, labels[name]]] : [])))),
  );
  const [from, to] = [Number(start / 1_000_000n), Number(end / 1_000_000n)];
  const steps = Array.from(
    { length: Math.ceil((to - from) / (seconds * 1_000)) + 1 },
    (_, index) => from + index * seconds * 1_000,
  );
  return json({
    status: "success",
    data: {
      resultType: "matrix",
      result: [...groups].map(([metric, members]) => ({
        metric: JSON.parse(metric) as object,
        values: steps.flatMap((at) => {
          const count = members.filter(({ time }) => time > at - seconds * 1_000 && time <= at).length;
          return count === 0 ? [] : [[at / 1_000, String(count)]];
        }),
      })),
    },
  });
}

export const standInLoki = () =>
  faulty(({ path, query, headers }: Asked, lines): Answer => {
    const wanted = Buffer.from(`${lokiKey.username}:${lokiKey.password}`).toString("base64");
    if (headers["authorization"] !== `Basic ${wanted}`) return refused(401, "Unauthorized");
    if (path === "/loki/api/v1/query_range") return queryRange(query, lines);
    if (path === "/loki/api/v1/status/buildinfo") return json({ version: "3.5.1", revision: "abc" });
    const names = [...new Set(lines.flatMap(({ labels }) => Object.keys(labels)))].sort();
    if (path === "/loki/api/v1/labels") return json({ status: "success", data: names });
    const [, name] = /^\/loki\/api\/v1\/label\/([^/]+)\/values$/.exec(path) ?? [];
    if (name !== undefined)
      return json({ status: "success", data: [...new Set(lines.flatMap(({ labels }) => labels[name] ?? []))].sort() });
    return refused(404, "404 page not found\n");
  });
