// The cluster that a scraper is about.
import {
  clusterNamed,
  ConnectionFailure,
  kubernetesApi,
  type KubernetesApi,
  type NamedCluster,
} from "../../../../connections/server/index.ts";
import { ScraperInvalid, type ScrapeRun } from "../../scraper-kind.ts";

/** Asked for as long as the signal says. */
export async function reachCluster(
  named: NamedCluster,
  { system, scrubber, outbound, connection, value }: ScrapeRun,
): Promise<(signal: AbortSignal) => KubernetesApi> {
  try {
    const cluster = await clusterNamed(named, { connection, value, cluster: system.env.cluster });
    scrubber.know(...cluster.secrets, cluster.tls.key);
    return (signal) => kubernetesApi(cluster, { outbound, signal });
  } catch (error) {
    // How a cluster is described is no matter of the cluster.
    if (error instanceof ConnectionFailure)
      throw new ScraperInvalid([`${error.message}.`, error.fix].filter(Boolean).join(" "));
    throw error;
  }
}
