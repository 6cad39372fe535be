// Starts the product with many http checks, for the benches of the engine.
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { startOn, type DataProduct } from "./data-estate.ts";
import { cpuMs } from "./process-figures.ts";

const perCanary = 100;
const hosts = 254;

export interface CheckProduct extends DataProduct {
  /** Returns the URL of check number n. */
  urlOf(n: number): string;
  /** Returns the CPU time so far, in milliseconds. */
  cpu(): { node: number; postgres: number };
}

export async function startWithChecks({
  checks,
  schedule,
  isHanging = () => false,
  path = (n) => (isHanging(n) ? "hang" : "ok"),
  spec = {},
  profileFolder,
  progress,
}: {
  checks: number;
  schedule: string;
  isHanging?: (n: number) => boolean;
  /** Returns the first part of the path of check number n (check-targets.ts). */
  path?: (n: number) => string;
  /** Additional fields of each check. */
  spec?: object;
  profileFolder: string | undefined;
  progress: (text: string) => void;
}): Promise<CheckProduct> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-checks-"));
  chmodSync(folder, 0o711);
  const targets = forkBeside("check-targets.ts");
  const [port] = (await once(targets, "message")) as [number];
  const urlOf = (n: number) => `http://127.0.1.${1 + (n % hosts)}:${port}/${path(n)}/${n}`;
  const dataDir = join(folder, "data");
  const product = await startOn(dataDir, { profileFolder });
  const postgres = readPostmaster(join(dataDir, "postgres"))!.pid;
  const stop = async () => {
    await product.stop();
    targets.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let from = 0; from < checks; from += perCanary) {
      const http = Array.from({ length: perCanary }, (_, index) => ({
        name: `check ${from + index}`,
        url: urlOf(from + index),
        ...spec,
      }));
      const answer = await fetch(`${product.url}/api/db/canaries`, {
        method: "POST",
        headers: { "content-type": "application/json", cookie: product.cookie, origin: product.url },
        body: JSON.stringify({ name: `canary ${from}`, spec: { schedule, http } }),
      });
      if (answer.status !== 201) throw new Error(`The canary was not created: ${answer.status} ${await answer.text()}`);
    }
    progress(`${checks.toLocaleString("en")} checks are written`);
    const executed =
      "select count(*)::int as executed from checks where last_runtime is not null and name like 'check %'";
    while ((await product.ask<{ executed: number }>(executed))[0]!.executed < checks) await pause(250);
    progress("each has run once");
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...product,
    urlOf,
    stop,
    cpu: () => ({ node: cpuMs(product.pid), postgres: familyCpuMs(postgres) }),
  };
}

export const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Starts a module of this folder as a child process, with V8 flags if it must run like the product. */
export const forkBeside = (name: string, flags: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(`./${name}`, import.meta.url)), {
    stdio: "inherit",
    ...(flags.length > 0 && { execArgv: [...flags] }),
  });

/** Returns the CPU time of the postmaster, its children, and its exited children. */
export function familyCpuMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean);
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)!.split(" ");
  const ended = (Number(fields[13]) + Number(fields[14])) * 10;
  return children.reduce((sum, child) => sum + cpuOf(Number(child)), cpuMs(pid) + ended);
}

function cpuOf(pid: number): number {
  try {
    return cpuMs(pid);
  } catch {
    // The process exited in the meantime.
    return 0;
  }
}
