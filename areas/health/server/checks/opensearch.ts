// What a search of OpenSearch finds. Proven against a stand-in that speaks its documented API.
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "./endpoint.ts";
import { search, searchSpec } from "./search.ts";

export const opensearch = defineCheck({
  type: "opensearch",
  title: "OpenSearch",
  icon: "opensearch",
  spec: searchSpec,
  endpoint: endpointOf,
  run: (spec, run) => search(spec, run, { whose: "an OpenSearch", dataOf: (_document, total) => total }),
});
