// Echo requests by the program that every system has for it: to send them oneself takes rights that we should not have.
import { spawn } from "node:child_process";

export interface Pinged {
  sent: number;
  received: number;
  /** Milliseconds; undefined when nothing came back. */
  rtt: { min: number; avg: number; max: number } | undefined;
}

/** There is no such program here, or it may not do its work; the message says what the operator can do. */
export class PingMissing extends Error {
  override readonly name = "PingMissing";
}

export interface Pinging {
  address: string;
  count: number;
  /** For all of them. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  program?: string | undefined;
}

/** Nothing of our environment, and words that can be read. */
const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };
const longestOutput = 64 * 1024;

export async function ping({ address, count, timeoutMs, signal, program = "ping" }: Pinging): Promise<Pinged> {
  // As quick as whoever is not root may be.
  const patience = Math.max(1, Math.ceil(timeoutMs / 1000));
  const args = ["-n", "-q", "-c", String(count), "-i", "0.2", "-w", String(patience), address];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], ...(signal && { signal }) });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      if (said.length < longestOutput) said += piece.toString();
    });
  // It keeps its time by itself; one that hangs all the same is ended.
  const deadline = setTimeout(() => child.kill("SIGKILL"), patience * 1000 + 2_000);
  child.once("error", (error: NodeJS.ErrnoException) => {
    if (signal?.aborted) reject(signal.reason as Error);
    else reject(error.code === "ENOENT" || error.code === "EACCES" ? notInstalled() : error);
  });
  child.once("close", () => resolve(said));
  try {
    return readSummary(await promise);
  } finally {
    clearTimeout(deadline);
  }
}

const notInstalled = () =>
  new PingMissing("There is no ping on the machine that Quarterdeck runs on. Install it: apt install iputils-ping.");

/** Of iputils, inetutils and busybox alike. */
export function readSummary(said: string): Pinged {
  const [, sent, received] = /(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(said) ?? [];
  if (sent === undefined || received === undefined) {
    if (/operation not permitted|permission denied|cap_net_raw|lacking privilege|raw socket/i.test(said))
      throw new PingMissing(
        "ping may not send here. Let it: setcap cap_net_raw+ep $(command -v ping), or in a container add the capability NET_RAW.",
      );
    throw Object.assign(new Error(wordsIn(said)), /unreachable/i.test(said) ? { code: "ENETUNREACH" } : {});
  }
  const [, min, avg, max] = /= ([\d.]+)\/([\d.]+)\/([\d.]+)/.exec(said) ?? [];
  return {
    sent: Number(sent),
    received: Number(received),
    rtt: min === undefined ? undefined : { min: Number(min), avg: Number(avg), max: Number(max) },
  };
}

const wordsIn = (said: string) =>
  said
    .trim()
    .split("\n")
    .at(-1)!
    .replace(/^ping: /, "")
    .slice(0, 200) || "ping ended without a word";
