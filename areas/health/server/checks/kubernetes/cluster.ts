// Finds the cluster of a check by a kubeconfig or a connection. Default: the cluster that Quarterdeck runs in.
import {
  clusterNamed,
  ConnectionFailure,
  kubernetesApi,
  type Cluster,
  type KubernetesApi,
  type NamedCluster,
} from "#areas/connections/server/index.ts";
import { CheckInvalid, type CheckRun } from "../../check-kind.ts";

export { clusterFields, type NamedCluster as Named } from "#areas/connections/server/index.ts";

export interface Reached {
  /** The address shown to users. */
  address: string;
  api: KubernetesApi;
  /** Returns the same API with a different signal. */
  until(signal: AbortSignal): KubernetesApi;
}

type Reaching = Pick<CheckRun, "connection" | "value" | "outbound" | "cluster" | "scrubber" | "signal">;

export async function reachCluster(named: NamedCluster, run: Reaching): Promise<Reached> {
  const cluster = await read(() => clusterNamed(named, run));
  run.scrubber.know(...cluster.secrets, cluster.tls.key);
  const { outbound } = run;
  return {
    address: cluster.address,
    api: kubernetesApi(cluster, run),
    until: (signal) => kubernetesApi(cluster, { outbound, signal }),
  };
}

/** A wrong description of a cluster is a fault of the spec, not of the cluster. */
async function read(find: () => Promise<Cluster>): Promise<Cluster> {
  try {
    return await find();
  } catch (error) {
    if (error instanceof ConnectionFailure)
      throw new CheckInvalid([`${error.message}.`, error.fix].filter(Boolean).join(" "));
    throw error;
  }
}
