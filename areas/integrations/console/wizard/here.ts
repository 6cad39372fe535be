// Builds the resources that replace a Helm chart: a scraper, checks and a topology that read the system through a
// connection.
import type { ChartName } from "../../charts.ts";

export interface HereDraft {
  name: string;
  namespace: string;
  interval: string;
  /** connection://namespace/name */
  connection: string;
}

export interface HereResource {
  table: "config_scrapers" | "canaries" | "topologies";
  title: string;
  row: { name: string; namespace: string; spec: Readonly<Record<string, unknown>> };
}

interface Runnable {
  /** The type of the connection. */
  connection: string;
  specs(draft: HereDraft): Partial<Record<HereResource["table"], Readonly<Record<string, unknown>>>>;
}

const clusterScraper = ({ name, interval, connection }: HereDraft) => ({
  schedule: `@every ${interval}`,
  kubernetes: [{ clusterName: name, connection }],
});

const clusterCheck = ({ name, interval, connection }: HereDraft, kinds: readonly string[]) => ({
  interval,
  kubernetes: kinds.map((kind) => ({
    name: `${name} ${kind.toLowerCase()}s`,
    kind,
    connection,
    namespaceSelector: { name: "*" },
    healthy: true,
  })),
});

/** A topology with one component, which has the config items of these types and the checks of the integration. */
const topologyOf = ({ name, interval }: HereDraft, types: readonly string[], tagged = true) => ({
  schedule: `@every ${interval}`,
  components: [
    {
      name,
      type: "Integration",
      ...(types.length > 0 && { configs: [{ types, ...(tagged && { tagSelector: `cluster=${name}` }) }] }),
      checks: [{ selector: { name: `${name}*` } }],
    },
  ],
});

const runnable: Partial<Record<ChartName, Runnable>> = {
  kubernetes: {
    connection: "kubernetes",
    specs: (draft) => ({
      config_scrapers: clusterScraper(draft),
      canaries: clusterCheck(draft, ["Node", "Deployment"]),
      topologies: topologyOf(draft, ["Kubernetes::Namespace"]),
    }),
  },
  flux: {
    connection: "kubernetes",
    specs: (draft) => ({
      config_scrapers: clusterScraper(draft),
      canaries: clusterCheck(draft, ["Kustomization", "HelmRelease"]),
      topologies: topologyOf(draft, ["Kubernetes::Kustomization", "Kubernetes::HelmRelease"]),
    }),
  },
  prometheus: {
    connection: "prometheus",
    specs: (draft) => ({
      canaries: {
        interval: draft.interval,
        prometheus: [
          {
            name: `${draft.name} targets`,
            connection: draft.connection,
            query: "up == 0",
            test: { expr: "size(results) == 0" },
          },
        ],
      },
      topologies: topologyOf(draft, [], false),
    }),
  },
};

export const canRunHere = (chart: ChartName) => runnable[chart] !== undefined;

export const connectionTypeOf = (chart: ChartName) => runnable[chart]?.connection;

const titles = { config_scrapers: "Catalog Scraper", canaries: "Health Check", topologies: "Topology" } as const;

/**
 * Returns the resources in the order in which they are created. The topology is last, because it shows the config items
 * and checks of the other resources.
 */
export function hereResources(chart: ChartName, draft: HereDraft): HereResource[] {
  const specs = runnable[chart]?.specs(draft) ?? {};
  const { name, namespace } = draft;
  return (["config_scrapers", "canaries", "topologies"] as const).flatMap((table) => {
    const spec = specs[table];
    return spec ? [{ table, title: titles[table], row: { name, namespace, spec } }] : [];
  });
}
