// Reads secrets and config maps of the cluster that the server runs in from the Kubernetes API, as the pod's service
// account.
import type { Cluster } from "#server/env/env.ts";
import type { Fetched, Outbound } from "#server/outbound/outbound.ts";
import { ConnectionFailure, failureOf, ValueMissing } from "../connection/failure.ts";
import { readServiceAccount } from "../connection/service-account.ts";
import { inWords, type ValueStore, type Wanted } from "./value-store.ts";

const collections = { secret: "secrets", configmap: "configmaps" } as const;

export const clusterStore = (cluster: Cluster, outbound: Outbound): ValueStore => ({
  async read(wanted, signal) {
    const { kind, namespace, name, key } = wanted;
    const path = ["namespaces", namespace, collections[kind], name].map(encodeURIComponent).join("/");
    const { token, ca } = await readServiceAccount(cluster);
    const answer = await outbound
      .fetch(`${cluster.url}/api/v1/${path}`, {
        headers: { authorization: `Bearer ${token}`, accept: "application/json" },
        tls: { ca },
        maxBytes: 4 * 1024 * 1024,
        maxRedirects: 0,
        signal,
      })
      .catch((error: unknown) => {
        const { message, fix } = failureOf(error);
        throw new ConnectionFailure(`The cluster could not be reached to read ${inWords(wanted)}: ${message}`, fix);
      });
    if (answer.status !== 200) throw refusal(answer, wanted);
    const found = answer.json() as { data?: Record<string, string>; binaryData?: Record<string, string> };
    const encoded = kind === "secret" ? found.data : found.binaryData;
    if (encoded && Object.hasOwn(encoded, key)) return Buffer.from(encoded[key]!, "base64").toString("utf8");
    if (kind === "configmap" && found.data && Object.hasOwn(found.data, key)) return found.data[key]!;
    throw new ValueMissing(`The cluster does not have ${inWords(wanted)}`, "Add the key, or correct the reference.");
  },
});

function refusal({ status }: Fetched, wanted: Wanted): ConnectionFailure {
  const { kind, namespace, name } = wanted;
  switch (status) {
    case 404:
      return new ValueMissing(`The cluster does not have ${inWords(wanted)}`, "Create it, or correct the reference.");
    case 401:
    case 403:
      return new ConnectionFailure(
        `The cluster does not allow reading ${inWords(wanted)}`,
        `Allow the service account of Quarterdeck to get ${collections[kind]} in the namespace ${namespace}.`,
      );
    default:
      return new ConnectionFailure(
        `The cluster responded with status ${status} to a request for ${collections[kind]}/${name} in the namespace ${JSON.stringify(namespace)}`,
      );
  }
}
