// What a query of Prometheus, or of what speaks its language, gives at this moment.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import { envVar, longTemplated, text } from "#server/spec/parts.ts";
import { webServer } from "../../../connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reaching } from "../spec/reaching.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy } from "../check-kind.ts";
import { endpointOf } from "./endpoint.ts";
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

const mostKept = 100;

export const prometheus = defineCheck({
  type: "prometheus",
  title: "Prometheus",
  icon: "prometheus",
  spec: check({
    ...reaching,
    host: text.optional(),
    query: longTemplated.min(1, "is required").meta({ label: "Query" }),
    bearer: envVar.optional().meta({ label: "Bearer token", secret: true }),
  }),
  endpoint: endpointOf,

  async run({ query, host, bearer, markFailOnEmpty = false, ...spec }, run) {
    if (host !== undefined) throw new CheckInvalid("`host` is no field of this check any more: please write `url`.");
    const headers = bearer === undefined ? {} : { authorization: `Bearer ${await run.value(bearer)}` };
    const server = webServer(await run.connection(spec), run, { headers });
    const said = readAnswer(
      await server.post(
        "/api/v1/query",
        new URLSearchParams({ query }).toString(),
        "application/x-www-form-urlencoded",
      ),
      answer,
      "a Prometheus",
    );
    if (said.status === "error") return unhealthy(`The query fails: ${said.error}`);
    const { resultType, result } = said.data;
    if (resultType !== "vector")
      throw new CheckInvalid(`The query gives a ${resultType}: write one that gives a vector.`);
    const found = samples.parse(result);
    const results = found.map(({ metric, value }) => ({ ...metric, value: Number(value[1]) }));
    const [first] = results;
    const seen = {
      detail: results.slice(0, mostKept) as Json,
      data: { results, firstResult: first, value: first?.value },
      labels: found[0]?.metric,
    };
    if (markFailOnEmpty && results.length === 0) return unhealthy("The query gave nothing", seen);
    return healthy(seen);
  },
});
