// Sends echo requests with the system's ping program: sending them directly requires privileges that the server should
// not have.
import { spawn } from "node:child_process";

export interface Pinged {
  sent: number;
  received: number;
  /** The round-trip time in milliseconds; undefined if there was no reply. */
  rtt: { min: number; avg: number; max: number } | undefined;
}

/** Thrown if the ping program is missing or lacks a privilege. The message explains what the operator can do. */
export class PingMissing extends Error {
  override readonly name = "PingMissing";
}

export interface Pinging {
  address: string;
  count: number;
  /** The timeout for all echo requests together. */
  timeoutMs: number;
  signal?: AbortSignal | undefined;
  program?: string | undefined;
}

/** A minimal environment, with English output that can be parsed. */
const env = { PATH: "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", LC_ALL: "C" };
const maxOutput = 64 * 1024;

export async function ping({ address, count, timeoutMs, signal, program = "ping" }: Pinging): Promise<Pinged> {
  // 0.2 seconds is the shortest interval for users other than root.
  const timeoutSeconds = Math.max(1, Math.ceil(timeoutMs / 1000));
  const args = ["-n", "-q", "-c", String(count), "-i", "0.2", "-w", String(timeoutSeconds), address];
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const child = spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], ...(signal && { signal }) });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (piece: Buffer) => {
      if (said.length < maxOutput) said += piece.toString();
    });
  // ping stops at its own deadline; this timer kills it if it hangs.
  const deadline = setTimeout(() => child.kill("SIGKILL"), timeoutSeconds * 1000 + 2_000);
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
  new PingMissing(
    "The program ping is not installed on the machine that Quarterdeck runs on. Install it: apt install iputils-ping.",
  );

/** Parses the summary of iputils, inetutils and busybox. */
export function readSummary(said: string): Pinged {
  const [, sent, received] = /(\d+) packets transmitted, (\d+) (?:packets )?received/.exec(said) ?? [];
  if (sent === undefined || received === undefined) {
    if (/operation not permitted|permission denied|cap_net_raw|lacking privilege|raw socket/i.test(said))
      throw new PingMissing(
        "ping lacks the privilege to send echo requests. Grant it: setcap cap_net_raw+ep $(command -v ping), or in a container add the capability NET_RAW.",
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
    .slice(0, 200) || "ping exited without output";
