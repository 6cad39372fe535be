// The cluster that a check is about: that of a kubeconfig or of a connection, or the one that Quarterdeck runs in.
import type { z } from "zod";
import { connection, envVar } from "#server/spec/parts.ts";
import {
  clusterOf,
  ConnectionFailure,
  kubernetesApi,
  ownCluster,
  type Cluster,
  type KubernetesApi,
} from "../../../../connections/server/index.ts";
import { CheckInvalid, type CheckRun } from "../../check-kind.ts";

export const clusterFields = {
  connection: connection.optional(),
  kubeconfig: envVar.optional().meta({
    label: "Kubeconfig",
    field: "env-var",
    secret: true,
    description: "Without it and without a connection, the cluster that Quarterdeck runs in.",
  }),
};

export interface Named {
  connection?: string | undefined;
  kubeconfig?: z.output<typeof clusterFields.kubeconfig>;
}

export interface Reached {
  /** As people know it. */
  address: string;
  api: KubernetesApi;
  /** The same for as long as somebody else says. */
  until(signal: AbortSignal): KubernetesApi;
}

type Reaching = Pick<CheckRun, "connection" | "value" | "outbound" | "cluster" | "scrubber" | "signal">;

export async function reachCluster(named: Named, run: Reaching): Promise<Reached> {
  const cluster = await read(() => clusterNamed(named, run));
  run.scrubber.know(...cluster.secrets, cluster.tls.key);
  const { outbound } = run;
  return {
    address: cluster.address,
    api: kubernetesApi(cluster, run),
    until: (signal) => kubernetesApi(cluster, { outbound, signal }),
  };
}

async function clusterNamed(named: Named, run: Reaching): Promise<Cluster> {
  if (named.kubeconfig !== undefined) return clusterOf(await run.value(named.kubeconfig), "kubeconfig");
  if (!named.connection) return ownCluster(run.cluster);
  const { certificate, insecure_tls } = await run.connection({ connection: named.connection });
  const cluster = certificate ? clusterOf(certificate) : await ownCluster(run.cluster);
  return { ...cluster, tls: { ...cluster.tls, insecure: insecure_tls || cluster.tls.insecure } };
}

/** How a cluster is described is no matter of the cluster. */
async function read(find: () => Promise<Cluster>): Promise<Cluster> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ConnectionFailure)
      throw new CheckInvalid([`${error.message}.`, error.fix].filter(Boolean).join(" "));
    throw error;
  }
}
