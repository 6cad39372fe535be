// Reads Elasticsearch, at an address or in an Elastic Cloud deployment.
import { ConnectionFailure } from "#areas/connections/server/index.ts";
import { envVar, part } from "#server/spec/parts.ts";
import { defineReader } from "../source/reader.ts";
import { openLogServer } from "./log-server.ts";
import { searchEngineFields, searchEngineSource } from "./search-engine.ts";

export const elasticsearch = defineReader({
  type: "elasticsearch",
  title: "Elasticsearch",
  icon: "elasticsearch",
  spec: part({
    cloud_id: envVar.optional().meta({ label: "Cloud id", field: "env-var" }),
    api_key: envVar.optional().meta({ label: "API key", field: "env-var", secret: true }),
    ...searchEngineFields,
  }),
  isNative: (text) => text.startsWith("{"),

  async open({ cloud_id: cloudId, api_key: apiKey, address, ...spec }, run) {
    const url = cloudId === undefined ? address : addressIn(await run.value(cloudId));
    const key = apiKey === undefined ? "" : await run.value(apiKey);
    run.scrubber.know(key);
    const headers =
      key === "" ? spec.headers : [...(spec.headers ?? []), { name: "Authorization", value: `ApiKey ${key}` }];
    const server = await openLogServer("Elasticsearch", { ...spec, url, headers }, run);
    return searchEngineSource("Elasticsearch", spec, { server, run });
  },
});

/**
 * A cloud id is `<name>:<base64 of host$uuid$uuid>`:
 * https://www.elastic.co/docs/deploy-manage/deploy/elastic-cloud/find-cloud-id
 */
function addressIn(cloudId: string): string {
  const [host, uuid] = Buffer.from(cloudId.split(":").at(-1) ?? "", "base64")
    .toString("utf8")
    .split("$");
  if (!host || !uuid || !/^[\w.:-]+$/.test(host) || !/^[\w-]+$/.test(uuid))
    throw new ConnectionFailure("The cloud id is not valid", "Copy it from the page of the deployment.");
  return `https://${uuid}.${host}`;
}
