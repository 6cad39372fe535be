// Finds the cluster that a spec names, by a kubeconfig or by a connection. Default: the cluster that Quarterdeck runs
// in.
import type { z } from "zod";
import type { Cluster as RunningIn } from "#server/env/env.ts";
import { connectionOf, envVar, cloudClusters } from "#server/spec/parts.ts";
import type { Reach } from "./resolve/reach.ts";
import { clusterOf, ownCluster, type Cluster } from "./clients/kubeconfig.ts";

export const clusterFields = {
  connection: connectionOf("kubernetes").optional(),
  kubeconfig: envVar.optional().meta({
    label: "Kubeconfig",
    field: "env-var",
    secret: true,
    description: "Default: the connection, or else the cluster that Quarterdeck runs in.",
  }),
  ...cloudClusters,
};

export interface NamedCluster {
  connection?: string | undefined;
  kubeconfig?: z.output<typeof clusterFields.kubeconfig>;
}

export async function clusterNamed(
  named: NamedCluster,
  reach: Pick<Reach, "connection" | "value"> & { cluster: RunningIn | undefined },
): Promise<Cluster> {
  if (named.kubeconfig !== undefined) return clusterOf(await reach.value(named.kubeconfig), "kubeconfig");
  if (!named.connection) return ownCluster(reach.cluster);
  const { certificate, insecure_tls } = await reach.connection({ connection: named.connection });
  const cluster = certificate ? clusterOf(certificate) : await ownCluster(reach.cluster);
  return { ...cluster, tls: { ...cluster.tls, insecure: insecure_tls || cluster.tls.insecure } };
}
