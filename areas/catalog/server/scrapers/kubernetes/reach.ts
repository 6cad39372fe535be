// Opens the cluster of a scraper.
import {
  clusterNamed,
  ConnectionFailure,
  kubernetesApi,
  type KubernetesApi,
  type NamedCluster,
} from "#areas/connections/server/index.ts";
import { ScraperInvalid, type ScrapeRun } from "../../scrape/scraper-kind.ts";

/** Returns a function that creates clients; the requests of a client are aborted with its signal. */
export async function reachCluster(
  named: NamedCluster,
  { system, scrubber, outbound, connection, value }: ScrapeRun,
): Promise<(signal: AbortSignal) => KubernetesApi> {
  try {
    const cluster = await clusterNamed(named, { connection, value, cluster: system.env.cluster });
    scrubber.know(...cluster.secrets, cluster.tls.key);
    return (signal) => kubernetesApi(cluster, { outbound, signal });
  } catch (error) {
    // A wrong description of the cluster is a mistake in the spec, not a failure of the cluster.
    if (error instanceof ConnectionFailure)
      throw new ScraperInvalid([`${error.message}.`, error.fix].filter(Boolean).join(" "));
    throw error;
  }
}
