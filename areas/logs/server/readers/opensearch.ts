// Reads OpenSearch.
import { part } from "#server/spec/parts.ts";
import { defineReader } from "../source/reader.ts";
import { openLogServer } from "./log-server.ts";
import { searchEngineFields, searchEngineSource } from "./search-engine.ts";

export const opensearch = defineReader({
  type: "opensearch",
  title: "OpenSearch",
  icon: "opensearch",
  spec: part(searchEngineFields),
  isNative: (text) => text.startsWith("{"),

  async open({ address, ...spec }, run) {
    const server = await openLogServer("OpenSearch", { ...spec, url: address }, run);
    return searchEngineSource("OpenSearch", spec, { server, run });
  },
});
