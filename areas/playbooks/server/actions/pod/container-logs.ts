// Follows the logs of each container of a pod from its start.
import type { KubernetesApi } from "#areas/connections/server/index.ts";
import type { OutputLines } from "../output/output-lines.ts";

interface Pod {
  name: string;
  namespace: string;
}

export interface Following {
  /** Can be called repeatedly for the same container. */
  start(container: string): void;
  /** Waits until all logs have ended. */
  done(): Promise<void>;
}

export function followContainers(
  api: Pick<KubernetesApi, "log">,
  { name: pod, namespace }: Pod,
  { lines, signal }: { lines: OutputLines; signal: AbortSignal },
): Following {
  const followed = new Map<string, Promise<void>>();
  let failure: unknown;
  const follow = async (container: string) => {
    const plain = withoutTimes();
    for await (const piece of api.log({ namespace, pod, container, follow: true })) await lines.take(plain(piece));
    await lines.end();
  };
  return {
    start(container) {
      if (followed.has(container)) return;
      const work = follow(container).catch((error: unknown) => void (failure ??= error));
      followed.set(container, work);
    },
    async done() {
      await Promise.all(followed.values());
      signal.throwIfAborted();
      if (failure !== undefined) throw failure;
    },
  };
}

/** Removes the timestamp from the start of each line. A piece may end inside a line or a timestamp. */
function withoutTimes(): (piece: Buffer) => Buffer {
  let isInTime = true;
  return (piece) => {
    const kept: Buffer[] = [];
    for (let at = 0; at < piece.length;) {
      const end = piece.indexOf(isInTime ? " " : "\n", at);
      if (!isInTime) kept.push(piece.subarray(at, end < 0 ? piece.length : end + 1));
      if (end < 0) break;
      isInTime = !isInTime;
      at = end + 1;
    }
    return Buffer.concat(kept);
  };
}
