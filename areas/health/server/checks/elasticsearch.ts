// Checks the result of an Elasticsearch search. Tested against a stand-in that implements the documented API.
import { defineCheck } from "../check-kind.ts";
import { endpointOf } from "../spec/reaching.ts";
import { search, searchSpec } from "./search.ts";

export const elasticsearch = defineCheck({
  type: "elasticsearch",
  title: "Elasticsearch",
  icon: "elasticsearch",
  group: "Databases",
  spec: searchSpec,
  endpoint: endpointOf,
  run: (spec, run) => search(spec, run, { whose: "an Elasticsearch", dataOf: (document) => document, readsHits: true }),
});
