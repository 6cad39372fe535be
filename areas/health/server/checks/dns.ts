// Checks a name server: whether it responds, how fast, and whether it returns enough records or exactly the expected
// records.
import { isIP } from "node:net";
import { z } from "zod";
import type { Resolver } from "#server/outbound/outbound.ts";
import { count, filled, number, text, texts } from "#server/spec/parts.ts";
import { isTimeout } from "#lib/async/timed-out.ts";
import { CheckInvalid, defineCheck, unhealthy } from "../check-kind.ts";
import { check, threshold } from "../spec/check.ts";

const defaultTimeoutSeconds = 10;

/** Appends the trailing dot of a fully qualified name. */
const whole = (name: string) => (name.endsWith(".") ? name : `${name}.`);

/** Looks up the records of each type as strings. */
const lookups: Readonly<Record<string, (resolver: Resolver, query: string) => Promise<string[]>>> = {
  A: addresses,
  PTR: async (resolver, query) =>
    (await (isIP(query) ? resolver.reverse(query) : resolver.resolvePtr(query))).map(whole),
  CNAME: async (resolver, query) => (await canonicalNames(resolver, query)).map(whole),
  NS: async (resolver, query) => (await resolver.resolveNs(query)).map(whole),
  MX: async (resolver, query) =>
    (await resolver.resolveMx(query)).map(({ exchange, priority }) => `${whole(exchange)} ${priority}`),
  SRV: async (resolver, query) =>
    (await resolver.resolveSrv(query)).map(
      ({ priority, weight, port, name }) => `${priority} ${weight} ${port} ${whole(name)}`,
    ),
  TXT: async (resolver, query) => (await resolver.resolveTxt(query)).map((pieces) => pieces.join("")),
};

/** A name that exists without a CNAME record is its own canonical name. */
async function canonicalNames(resolver: Resolver, query: string): Promise<string[]> {
  try {
    return await resolver.resolveCname(query);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENODATA") return [query];
    throw error;
  }
}

/** Looks up IPv4 and IPv6 addresses; a name may have only one kind. */
async function addresses(resolver: Resolver, query: string): Promise<string[]> {
  const found = await Promise.allSettled([resolver.resolve4(query), resolver.resolve6(query)]);
  const some = found.flatMap((item) => (item.status === "fulfilled" ? item.value : []));
  if (some.length > 0) return some;
  // A name may have no records of one type, or the server may not support the type.
  const failures = found.flatMap((item) => (item.status === "rejected" ? [item.reason as NodeJS.ErrnoException] : []));
  throw failures.find(({ code }) => code !== "ENODATA") ?? failures[0]!;
}

const words: Readonly<Record<string, string>> = {
  ENOTFOUND: "there is no such name",
  ENODATA: "the name has no records of this type",
  ETIMEOUT: "the name server did not respond in time",
  ECONNREFUSED: "no name server listens at this address",
  ESERVFAIL: "the name server could not resolve the name",
  EREFUSED: "the name server refused the query",
  EBADRESP: "the response does not come from a name server",
  EFORMERR: "the name server does not understand the query",
  ENOTIMP: "the name server does not know this type of record",
  EBADNAME: "the query is not a valid name",
};

export const dns = defineCheck({
  type: "dns",
  title: "DNS",
  icon: "dns",
  group: "Network",
  spec: check({
    query: filled.meta({ label: "Query", placeholder: "example.org" }),
    querytype: z
      .enum(["A", "PTR", "CNAME", "SRV", "MX", "TXT", "NS"], "must be A, PTR, CNAME, SRV, MX, TXT or NS")
      .optional()
      .meta({ label: "Record type", description: "Default: A, for all IPv4 and IPv6 addresses." }),
    server: text.optional().meta({ label: "Server", description: "Default: the name servers of this machine." }),
    port: count.max(65_535, "is at most 65535").optional().meta({ label: "Port", description: "Default: 53." }),
    minrecords: count.optional().meta({ label: "Min records" }),
    exactreply: texts.optional().meta({ label: "Exact reply" }),
    timeout: number.min(0, "must not be negative").optional().meta({ label: "Timeout (seconds)" }),
    thresholdMillis: threshold.optional().meta({ label: "Max Response Time (in millis)" }),
  }),
  endpoint: ({ query, server }) => (server ? `${query}@${server}` : query),
  host: ({ server }) => server || undefined,

  async run(spec, { outbound, signal }) {
    const { querytype = "A", server, port, minrecords = 0, exactreply = [], thresholdMillis = 0 } = spec;
    const query = spec.query.trim().replace(/(?<=.)\.$/, "");
    if (/\s/.test(query)) throw new CheckInvalid(`${JSON.stringify(query)} is not a valid DNS name.`);
    const timeoutMs = (spec.timeout || defaultTimeoutSeconds) * 1_000;
    const where = server ? { host: server, port: port || undefined } : undefined;
    const startedAt = performance.now();
    let records: string[];
    try {
      records = await outbound.askingNames({ server: where, timeoutMs, signal }, (resolver) =>
        lookups[querytype]!(resolver, query),
      );
    } catch (error) {
      if (signal.aborted) throw error;
      const { code = "", name } = error as NodeJS.ErrnoException;
      const why = words[name === "TimeoutError" ? "ETIMEOUT" : code];
      if (why === undefined) throw error;
      return unhealthy(`${querytype} ${query}: ${why}`, { tookTooLong: isTimeout(error) });
    }
    const durationMs = Math.max(1, performance.now() - startedAt);
    records.sort();
    const found = {
      durationMs,
      message: records.join(", "),
      detail: { query, type: querytype, server: server ?? null, records },
      data: { results: { records } },
    };
    const wrong: string[] = [];
    const tookTooLong = thresholdMillis > 0 && durationMs > thresholdMillis;
    if (tookTooLong) wrong.push(`the response took ${Math.round(durationMs)} ms, longer than ${thresholdMillis} ms`);
    if (records.length < minrecords)
      wrong.push(`there are ${records.length} records, and at least ${minrecords} are expected`);
    if (exactreply.length > 0 && !isSame(records, exactreply))
      wrong.push(`the records are ${records.join(", ")} and not ${[...exactreply].sort().join(", ")}`);
    return wrong.length === 0 ? { pass: true, ...found } : unhealthy(wrong.join(", "), { ...found, tookTooLong });
  },
});

const inOrder = (list: readonly string[]) =>
  list
    .map((each) => each.toLowerCase())
    .sort()
    .join("\n");
const isSame = (a: readonly string[], b: readonly string[]) => inOrder(a) === inOrder(b);
