// Checks the current result of a query to Prometheus or to a server with the same API.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import { longTemplated, refused } from "#server/spec/parts.ts";
import { openWebServer, refuseTwice } from "#areas/connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reachingWeb, endpointOf } from "../spec/reaching.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { asSpecFault } from "./check-errors.ts";
import { readAnswer } from "./json-answer.ts";

const answer = z.union([
  z.object({
    status: z.literal("success"),
    data: z.object({ resultType: z.string(), result: z.unknown() }),
  }),
  z.object({ status: z.literal("error"), error: z.string() }),
]);

const samples = z.array(
  z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) }),
);

const maxKept = 100;

export const prometheus = defineCheck({
  type: "prometheus",
  title: "Prometheus",
  icon: "prometheus",
  group: "Monitoring",
  spec: check({
    ...reachingWeb("prometheus", "http"),
    host: refused("is not a field of this check: use url"),
    query: longTemplated.min(1, "is required").meta({ label: "Query" }),
  }).superRefine(refuseTwice),
  endpoint: endpointOf,

  async run({ query, markFailOnEmpty = false, ...spec }, run) {
    const server = await asSpecFault(openWebServer(spec, run));
    const reply = readAnswer(
      await server.post(
        "/api/v1/query",
        new URLSearchParams({ query }).toString(),
        "application/x-www-form-urlencoded",
      ),
      answer,
      "a Prometheus",
    );
    if (reply.status === "error") return unhealthy(`The query failed: ${reply.error}`);
    const { resultType, result } = reply.data;
    if (resultType !== "vector")
      throw new CheckInvalid(`The query returns a ${resultType}. Write a query that returns a vector.`);
    const found = samples.parse(result);
    const results = found.map(({ metric, value }) => ({ ...metric, value: Number(value[1]) }));
    const [first] = results;
    const seen = {
      detail: results.slice(0, maxKept) as Json,
      data: { results, firstResult: first, value: first?.value },
      labels: found[0]?.metric,
    };
    if (markFailOnEmpty && results.length === 0) return unhealthy("The query returned nothing", seen);
    return healthy(seen);
  },
});
