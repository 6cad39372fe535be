// Shared by Elasticsearch and OpenSearch checks: a search, and the expected number of hits.
import { z } from "zod";
import { count, filled, longTemplated } from "#server/spec/parts.ts";
import { openWebServer, refuseTwice } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reachingWeb } from "../spec/reaching.ts";
import { CheckInvalid, healthy, unhealthy, type CheckRun, type Outcome } from "../check-kind.ts";
import { asSpecFault } from "./check-errors.ts";
import { readAnswer } from "./json-answer.ts";

export const searchSpec = check({
  ...reachingWeb("elasticsearch"),
  index: filled.meta({ label: "Index" }),
  query: longTemplated.min(1, "is required").meta({ label: "Query", placeholder: '{"query": {"match_all": {}}}' }),
  results: count.optional().meta({ label: "Exact number of hits" }),
}).superRefine(refuseTwice);

type SearchSpec = z.output<typeof searchSpec>;

const answer = z.looseObject({
  hits: z.looseObject({
    // Before version 7 the total was a plain number.
    total: z.union([
      z.number().transform((value) => ({ value, relation: "eq" })),
      z.looseObject({ value: z.number(), relation: z.string().optional() }),
    ]),
    hits: z.array(z.unknown()).optional(),
  }),
  timed_out: z.boolean().optional(),
  _shards: z.looseObject({ failed: z.number().optional() }).optional(),
});
const refusal = z.object({ error: z.object({ reason: z.string() }) });

/**
 * `dataOf` returns the data of the response that expressions can read. `readsHits` means that this data contains the
 * hits.
 */
export async function search(
  { index, query, results, markFailOnEmpty = false, ...spec }: SearchSpec,
  run: CheckRun,
  {
    whose,
    dataOf,
    readsHits,
  }: { whose: string; dataOf: (document: unknown, total: number) => unknown; readsHits: boolean },
): Promise<Outcome> {
  requireJson(query);
  const server = await asSpecFault(openWebServer(spec, run));
  const fetched = await server.post(`/${encodeURIComponent(index)}/_search`, query, "application/json");
  const refused = fetched.status >= 400 ? refusal.safeParse(jsonIn(fetched.text())) : undefined;
  if (refused?.success) return unhealthy(`The search failed: ${refused.data.error.reason}`);
  const responded = readAnswer(fetched, answer, whose);
  const total = responded.hits.total.value;
  const found = {
    detail: { hits: total },
    data: { results: dataOf(fetched.json(), total) },
    isPartial: isUnfinished(responded) || (readsHits && requestsHits(query) && leavesOut(responded)),
  };
  if (markFailOnEmpty && total === 0) return unhealthy("The search found nothing", found);
  if (results !== undefined && total !== results)
    return unhealthy(`The search found ${total}, but ${results} are expected`, found);
  return healthy(found);
}

type Answer = z.output<typeof answer>;

/** Some shards did not respond at all or not in time. */
const isUnfinished = ({ timed_out: isLate = false, _shards: shards }: Answer) => isLate || (shards?.failed ?? 0) > 0;

/** A search that only needs aggregations or the number of hits requests no hits. */
const requestsHits = (query: string) => (jsonIn(query) as { size?: unknown } | null)?.size !== 0;

/** Without a `size`, a search returns 10 hits. The relation `gte` means that the server did not count all hits. */
const leavesOut = ({ hits: { total, hits = [] } }: Answer) => total.value > hits.length || total.relation === "gte";

function requireJson(query: string): void {
  if (jsonIn(query) === undefined) throw new CheckInvalid("The query is not JSON.");
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
