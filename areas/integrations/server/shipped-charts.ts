// A copy of the chart definitions for networks without access to the registry. The schemas describe the values that
// most installations set, and allow other values.
import type { ChartName } from "../charts.ts";
import type { Chart } from "../contract.ts";

const text = (description: string, preset?: string) => ({
  type: "string",
  description,
  ...(preset !== undefined && { default: preset }),
});
const texts = (description: string) => ({ type: "array", items: { type: "string" }, description });
const yes = (description: string) => ({ type: "boolean", description });
const group = (description: string, properties: object) => ({ type: "object", description, properties });

const scraper = (properties: object = {}) =>
  group("The scraper that reads the source into the catalog", {
    name: text("The name of the scraper"),
    schedule: text("How often the scraper runs", "@every 30m"),
    retention: group("How long changes and deleted items are kept", {
      changes: { type: "array", items: { type: "object" }, description: "The retention by type of change" },
      staleItemAge: text("Config items that the scraper has not found for this time are deleted", "24h"),
    }),
    ...properties,
  });
const topology = group("The topology that shows the items", {
  enabled: yes("Whether the topology is created"),
  name: text("The name of the topology"),
  schedule: text("How often the topology is built", "@every 5m"),
});
const connection = text("The connection with the credentials: connection://namespace/name");

const properties: Readonly<Record<ChartName, object>> = {
  aws: {
    connection,
    region: texts("The regions to read"),
    scraper: scraper({
      include: texts("The services to read. Default: all"),
      exclude: texts("The services to leave out"),
      cloudTrail: group("Changes from CloudTrail", { maxAge: text("The maximum age of events", "7d") }),
    }),
    topology,
  },
  azure: {
    connection,
    subscriptionID: text("The subscription"),
    organisation: text("The name of the organisation"),
    tenantID: text("The tenant"),
    scraper: scraper({ include: texts("The kinds of resources to read. Default: all") }),
    topology,
  },
  prometheus: {
    connection,
    url: text("The address of Prometheus, if there is no connection"),
    topology,
    checks: group("The checks of the scrape targets", {
      enabled: yes("Whether the checks are created"),
      interval: text("How often the checks run", "1m"),
    }),
  },
  flux: {
    namespace: text("The namespace of Flux", "flux-system"),
    scraper: scraper({ clusterName: text("The name of the cluster") }),
    topology,
    playbooks: group("Playbooks that reconcile, suspend and resume", {
      enabled: yes("Whether the playbooks are created"),
    }),
  },
  kubernetes: {
    clusterName: text("The name of the cluster, which becomes a tag of its items"),
    connection,
    scraper: scraper({
      exclusions: group("Objects to leave out", {
        kind: texts("Kinds"),
        name: texts("Names"),
        namespace: texts("Namespaces"),
      }),
      event: group("Events", { exclusions: group("Events to leave out", { reason: texts("Reasons") }) }),
    }),
    topology,
    playbooks: group("Playbooks for workloads", { enabled: yes("Whether the playbooks are created") }),
  },
  "mission-control": {
    scraper: scraper(),
    topology,
    healthChecks: group("Checks of the installation itself", { enabled: yes("Whether the checks are created") }),
  },
};

export const shippedChart = (name: ChartName): Chart => ({
  chart: `mission-control${name === "mission-control" ? "" : `-${name}`}`,
  schema: { type: "object", properties: properties[name] },
  source: "shipped",
});
