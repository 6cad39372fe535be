// Watches a cluster: reads one line of JSON per event, as long as the connection lasts.
// https://kubernetes.io/docs/reference/using-api/api-concepts/#efficient-detection-of-changes
import { exchange } from "#server/outbound/exchange.ts";
import { ConnectionFailure, failureOf } from "../connection/failure.ts";
import { openSocket, type Way } from "../connection/session.ts";
import type { Cluster } from "./kubeconfig.ts";

/** The resource version to continue from has expired, so the objects have to be listed again. */
export class WatchGone extends Error {
  override readonly name = "WatchGone";
}

export interface WatchEvent {
  type: "ADDED" | "MODIFIED" | "DELETED" | "BOOKMARK";
  object: unknown;
}

const types: readonly string[] = ["ADDED", "MODIFIED", "DELETED", "BOOKMARK"];
/** The cluster ends a watch after this time, so abandoned watches end as well. */
const heldSeconds = 300;
const maxSilenceMs = (heldSeconds + 30) * 1_000;
/** Maximum size of an event; no object in a cluster is larger. */
const maxLineBytes = 16 * 1024 * 1024;
const maxRefusalLength = 64 * 1024;

export async function* watchEvents(cluster: Cluster, way: Way, path: string): AsyncGenerator<WatchEvent> {
  const url = new URL(`${cluster.address.replace(/\/+$/, "")}${path}&timeoutSeconds=${heldSeconds}`);
  const socket = await openSocket(way, placeOf(url, cluster));
  const stop = () => socket.destroy();
  way.signal.addEventListener("abort", stop, { once: true });
  socket.setTimeout(maxSilenceMs, stop);
  try {
    const headers = { accept: "application/json", "user-agent": "Quarterdeck", ...cluster.headers };
    const answer = await exchange(socket, { url, method: "GET", headers, body: undefined, tls: cluster.tls });
    if (answer.statusCode === 410) throw new WatchGone("The resource version has expired.");
    if (answer.statusCode !== 200) throw refused(answer.statusCode ?? 0, await beginning(answer));
    for await (const line of linesOf(answer)) yield eventIn(line);
  } catch (error) {
    way.signal.throwIfAborted();
    // A broken connection counts as the end of the watch: the caller starts again from the last version.
    if (error instanceof WatchGone || error instanceof ConnectionFailure) throw error;
    throw failureOf(error);
  } finally {
    way.signal.removeEventListener("abort", stop);
    socket.destroy();
  }
}

export const placeOf = (url: URL, { tls }: Cluster) => ({
  host: url.hostname,
  port: Number(url.port) || (url.protocol === "https:" ? 443 : 80),
  ...(url.protocol === "https:" && { tls }),
});

function eventIn(line: string): WatchEvent {
  const { type, object } = readLine(line);
  if (type === "ERROR") {
    const { code, message } = (object ?? {}) as { code?: number; message?: string };
    if (code === 410) throw new WatchGone("The resource version has expired.");
    throw refused(code ?? 0, message ?? "");
  }
  if (!types.includes(type ?? "")) throw refused(0, "it sent an unknown event");
  return { type: type as WatchEvent["type"], object };
}

function readLine(line: string): { type?: string; object?: unknown } {
  try {
    return JSON.parse(line) as { type?: string; object?: unknown };
  } catch {
    throw refused(0, "it sent a line that is not JSON");
  }
}

const refused = (status: number, why: string) =>
  new ConnectionFailure(
    `Kubernetes refused the watch${status ? ` (${status})` : ""}${why ? `: ${why.slice(0, 300)}` : ""}`,
    status === 403 ? "Grant the right to watch these objects." : undefined,
  );

export async function beginning(answer: AsyncIterable<Buffer>): Promise<string> {
  let text = "";
  for await (const piece of answer) if ((text += piece.toString("utf8")).length > maxRefusalLength) break;
  try {
    return (JSON.parse(text) as { message?: string }).message ?? "";
  } catch {
    return "";
  }
}

/** Yields lines without surrounding space; empty lines are left out. */
async function* linesOf(answer: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const piece of answer) {
    let from = 0;
    for (let end = piece.indexOf(10); end !== -1; end = piece.indexOf(10, from)) {
      held.push(piece.subarray(from, end));
      const line = Buffer.concat(held).toString("utf8").trim();
      [held, size, from] = [[], 0, end + 1];
      if (line !== "") yield line;
    }
    held.push(piece.subarray(from));
    if ((size += piece.length - from) > maxLineBytes) throw refused(0, "an object is too large");
  }
}
