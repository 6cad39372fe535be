// What a query of Prometheus, or of what speaks its language, gives at this moment.
import { z } from "zod";
import type { Json } from "#language/columns.ts";
import { envVar, longTemplated, text } from "#server/spec/parts.ts";
import { oauth2, tokenFor, webServer, type OpenConnection } from "../../../connections/server/index.ts";
import { check } from "../spec/check.ts";
import { reaching } from "../spec/reaching.ts";
import { CheckInvalid, defineCheck, healthy, unhealthy, type CheckRun } from "../check-kind.ts";
import { blamed } from "./blamed.ts";
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
    ...reaching("prometheus", "http"),
    host: text.optional(),
    query: longTemplated.min(1, "is required").meta({ label: "Query" }),
    bearer: envVar.optional().meta({ label: "Bearer token", secret: true }),
    oauth2: oauth2.optional(),
  }),
  endpoint: endpointOf,

  async run({ query, host, bearer, oauth2: granting, markFailOnEmpty = false, ...spec }, run) {
    if (host !== undefined) throw new CheckInvalid("`host` is no field of this check any more: please write `url`.");
    const connection = await run.connection(spec);
    const headers = await tokenOf({ bearer, granting, connection }, run);
    const server = webServer(connection, run, { headers });
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

interface Signing {
  bearer: z.output<typeof envVar> | undefined;
  granting: z.output<typeof oauth2> | undefined;
  connection: OpenConnection;
}

/** In place of user and password. */
async function tokenOf({ bearer, granting, connection }: Signing, run: CheckRun): Promise<Record<string, string>> {
  if (bearer !== undefined) {
    const token = await run.value(bearer);
    run.scrubber.know(token);
    return { authorization: `Bearer ${token}` };
  }
  if (!granting) return {};
  const { tokenURL = "", scope = [], params = {} } = granting;
  const { username, password, insecure_tls, certificate } = connection;
  const tls = { insecure: insecure_tls, ca: certificate ?? undefined };
  const client = { tokenURL, scope, params, id: username ?? "", secret: password ?? "", tls };
  const { authorization } = await blamed(tokenFor(client, run));
  return { authorization };
}
