// Reads the log of a container, to its present end or as it grows.
// https://kubernetes.io/docs/reference/kubernetes-api/workload-resources/pod-v1/#get-read-log-of-the-specified-pod
import { exchange } from "#server/outbound/exchange.ts";
import { ConnectionFailure, failureOf } from "../connection/failure.ts";
import { openSocket, type Way } from "../connection/session.ts";
import type { Cluster } from "./kubeconfig.ts";
import { beginning, placeOf } from "./kubernetes-watch.ts";

export interface ContainerLog {
  namespace: string;
  pod: string;
  container: string;
  /** Reads the log of the previous instance of the container. */
  previous?: boolean | undefined;
  /** Lines from this time on. */
  since?: Date | undefined;
  /** The number of lines to read from the end. */
  tailLines?: number | undefined;
  /** Waits for further lines. */
  follow?: boolean | undefined;
}

/**
 * A cluster that does not respond within this time is considered unavailable. A followed log may be silent for longer.
 */
const silenceMs = 30_000;
const followedSilenceMs = 24 * 60 * 60_000;

/** Each line begins with its time. */
export async function* containerLog(cluster: Cluster, way: Way, wanted: ContainerLog): AsyncGenerator<Buffer> {
  const url = new URL(`${cluster.address.replace(/\/+$/, "")}${pathOf(wanted)}`);
  const socket = await openSocket(way, placeOf(url, cluster));
  const stop = () => socket.destroy();
  way.signal.addEventListener("abort", stop, { once: true });
  socket.setTimeout(wanted.follow ? followedSilenceMs : silenceMs, stop);
  try {
    const headers = { accept: "*/*", "user-agent": "Quarterdeck", ...cluster.headers };
    const answer = await exchange(socket, { url, method: "GET", headers, body: undefined, tls: cluster.tls });
    if (answer.statusCode !== 200) throw refused(answer.statusCode ?? 0, await beginning(answer), wanted);
    for await (const piece of answer) yield piece as Buffer;
  } catch (error) {
    way.signal.throwIfAborted();
    if (error instanceof ConnectionFailure) throw error;
    throw failureOf(error);
  } finally {
    way.signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}

function pathOf({ namespace, pod, container, previous, since, tailLines, follow }: ContainerLog): string {
  const query = new URLSearchParams({ container, timestamps: "true" });
  if (previous) query.set("previous", "true");
  if (since) query.set("sinceTime", since.toISOString());
  if (tailLines !== undefined) query.set("tailLines", String(tailLines));
  if (follow) query.set("follow", "true");
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/log?${query}`;
}

const refused = (status: number, why: string, { pod, container }: ContainerLog) =>
  new ConnectionFailure(
    status === 401
      ? "Kubernetes does not accept the credentials in the kubeconfig"
      : `Kubernetes does not return the log of ${pod}/${container} (${status})${why ? `: ${why.slice(0, 300)}` : ""}`,
    status === 401
      ? "Check the credentials in the kubeconfig (mistyped, revoked, expired)."
      : status === 403
        ? "Grant the right to get pods/log."
        : undefined,
  );
