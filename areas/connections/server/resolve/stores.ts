// Selects the store of secrets and config maps: a folder that the operator names, or the Kubernetes cluster that the
// server runs in.
import type { System } from "#server/area.ts";
import { ConnectionFailure } from "../connection/failure.ts";
import { clusterStore } from "./cluster-store.ts";
import { folderStore } from "./folder-store.ts";
import { inWords, type ValueStore } from "./value-store.ts";

/** The folder is an explicit setting of the operator, so it takes precedence even in a cluster. */
export function valueStoreOf(system: Pick<System, "env" | "outbound">): ValueStore {
  const { secretsDir, cluster } = system.env;
  if (secretsDir !== undefined) return folderStore(secretsDir);
  if (cluster) return clusterStore(cluster, system.outbound("system"));
  return {
    read: (wanted) =>
      Promise.reject(
        new ConnectionFailure(
          `No secret store is configured to look up ${inWords(wanted)}`,
          "Set SECRETS_DIR to a folder with files namespace/name/key, or run Quarterdeck in a Kubernetes cluster.",
        ),
      ),
  };
}
