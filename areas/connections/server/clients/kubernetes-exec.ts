// Runs a command in a container and returns its output, over a WebSocket. Each message begins with the number of its
// channel: https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/#connect-get-pod-exec-v1-core
import { z } from "zod";
import { ConnectionFailure, failureOf } from "../connection/failure.ts";
import { openSocket, type Way } from "../connection/session.ts";
import type { Cluster } from "./kubeconfig.ts";
import { placeOf } from "./kubernetes-watch.ts";
import { openWebSocket, UpgradeRefused } from "./web-socket.ts";

export interface PodCommand {
  namespace: string;
  pod: string;
  /** Default: the only container, or the container in the annotation of the pod. */
  container?: string | undefined;
  command: readonly string[];
  /** Maximum length of the output; longer output is an error. */
  maxBytes: number;
  timeoutMs?: number | undefined;
}

const channels = { output: 1, errors: 2, end: 3 } as const;
/** Version 5 can also close the input of a command, which is not needed because no input is sent. */
const protocols = ["v5.channel.k8s.io", "v4.channel.k8s.io"];
const defaultMs = 30_000;
const maxErrorLength = 4_096;

const status = z.object({
  status: z.string(),
  message: z.string().optional(),
  details: z
    .object({ causes: z.array(z.object({ reason: z.string().optional(), message: z.string().optional() })).optional() })
    .nullish(),
});

export async function runInPod(cluster: Cluster, { outbound, signal }: Way, asked: PodCommand): Promise<Buffer> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(asked.timeoutMs ?? defaultMs)]);
  const url = addressOf(cluster, asked);
  const socket = await openSocket({ outbound, signal: limit }, placeOf(url, cluster));
  const stop = () => socket.destroy(limit.reason as Error);
  limit.addEventListener("abort", stop, { once: true });
  const output: Buffer[] = [];
  let size = 0;
  let errors = "";
  try {
    for await (const message of await openWebSocket(socket, { url, headers: cluster.headers, protocols })) {
      const [channel, piece] = [message[0], message.subarray(1)];
      if (channel === channels.output) {
        output.push(piece);
        if ((size += piece.length) > asked.maxBytes)
          throw new ConnectionFailure(`The output is longer than ${asked.maxBytes} bytes`);
      } else if (channel === channels.errors) errors = (errors + piece.toString("utf8")).slice(0, maxErrorLength);
      else if (channel === channels.end) return ended(piece, errors, Buffer.concat(output));
    }
    throw new ConnectionFailure("Kubernetes closed the connection before the command ended");
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof UpgradeRefused) throw refusal(error);
    throw error instanceof ConnectionFailure ? error : failureOf(error);
  } finally {
    limit.removeEventListener("abort", stop);
    socket.destroy();
  }
}

function addressOf({ address }: Cluster, { namespace, pod, container, command }: PodCommand): URL {
  const query = new URLSearchParams({ stdout: "true", stderr: "true", ...(container && { container }) });
  for (const word of command) query.append("command", word);
  const path = `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(pod)}/exec`;
  return new URL(`${address.replace(/\/+$/, "")}${path}?${query}`);
}

function ended(statusMessage: Buffer, errors: string, output: Buffer): Buffer {
  const read = status.safeParse(jsonOf(statusMessage.toString("utf8")));
  if (!read.success) throw new ConnectionFailure("Kubernetes did not report the result of the command");
  if (read.data.status === "Success") return output;
  const why = errors.trim() || read.data.message || "it failed";
  throw new ConnectionFailure(`The command failed: ${why.split("\n")[0]!.slice(0, 300)}`);
}

function refusal({ status: code, body }: UpgradeRefused): ConnectionFailure {
  const read = status.safeParse(jsonOf(body));
  const because = read.data?.message ? `: ${read.data.message.slice(0, 300)}` : "";
  if (code === 401) return new ConnectionFailure("Kubernetes does not accept the credentials in the kubeconfig");
  if (code === 403)
    return new ConnectionFailure(
      `Kubernetes does not allow commands in pods${because}`,
      "Grant the right to create pods/exec.",
    );
  return new ConnectionFailure(`Kubernetes refused to run the command (${code})${because}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
