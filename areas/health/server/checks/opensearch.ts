// Checks the result of an OpenSearch search. Tested against a stand-in that implements the documented API.
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "../spec/reaching.ts";
import { search, searchSpec } from "./search.ts";

export const opensearch = defineCheck({
  type: "opensearch",
  title: "OpenSearch",
  icon: "opensearch",
  group: "Databases",
  spec: searchSpec,
  endpoint: endpointOf,
  run: (spec, run) =>
    search(spec, run, { whose: "an OpenSearch", dataOf: (_document, total) => total, readsHits: false }),
});
