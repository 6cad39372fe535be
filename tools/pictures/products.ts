// Starts the two products that the pictures show: a fresh installation, and one with a seeded estate. All files of both
// are in one temporary folder, which is removed at the end.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
import { type DataProduct, startOn } from "../bench/data-estate.ts";
import { administrator, stopProducts } from "../bench/product.ts";

export const person = { email: "maya.lindqvist@example.org", password: administrator.password };

const sizes = { checks: 600, configs: 8_000, relationships: 24_000, changes: 80_000, statuses: 300_000 };

const variables = {
  KUBERNETES_URL: "https://kubernetes.example.org:6443",
  // No server listens on this port, so that the product does not use the network.
  CHART_REGISTRY_URL: "http://127.0.0.1:9/charts",
};

export interface PicturedProduct extends DataProduct {
  /** The folder with the log files that the product may read. */
  logs: string;
  /** The host of an ntfy server that accepts every request. */
  ntfy: string;
}

export interface Products {
  startFresh(): Promise<PicturedProduct>;
  startSeeded(): Promise<PicturedProduct>;
  /** Stops everything that was started, and removes the folder. */
  stop(): Promise<void>;
}

export async function openProducts(): Promise<Products> {
  const ntfy = createServer((_, response) => {
    response.setHeader("content-type", "application/json").end('{"username":"oncall","id":"first"}');
  });
  await new Promise<void>((resolve) => ntfy.listen(0, "127.0.0.1", resolve));
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-pictures-"));
  // When started as root, PostgreSQL runs under another account, which must be able to traverse this folder.
  chmodSync(folder, 0o711);
  const logs = join(folder, "logs");
  mkdirSync(logs);
  chmodSync(logs, 0o755);
  const ending = new AbortController();
  const started = new Set<DataProduct>();
  const start = async (dataDir: string, own: Readonly<Record<string, string>> = {}) => {
    ending.signal.throwIfAborted();
    const product = await startOn(dataDir, { profileFolder: undefined, variables: { ...variables, ...own } });
    started.add(product);
    await product.ask(
      `update people set name = 'Maya Lindqvist', first_name = 'Maya', last_name = 'Lindqvist',
         title = 'Site reliability engineer', email = $1 where email = $2`,
      [person.email, administrator.email],
    );
    return { ...product, logs, ntfy: `127.0.0.1:${(ntfy.address() as AddressInfo).port}` };
  };
  return {
    startFresh: () => start(join(folder, "fresh")),
    async startSeeded() {
      const dataDir = join(folder, "seeded");
      await seed(dataDir, ending.signal);
      // A worker would run the checks of the estate, but their targets do not exist.
      return start(dataDir, { ROLE: "web", WATCH_ITSELF: "false", TOPOLOGY_SELF: "false", ALLOW_DIRECTORIES: logs });
    },
    async stop() {
      ending.abort();
      for (const product of started) await product.stop();
      // This also stops a product that has not finished its start.
      await stopProducts();
      ntfy.closeAllConnections();
      ntfy.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Fills a new data directory in a separate process, in the same way as `npm run seed`. */
async function seed(dataDir: string, signal: AbortSignal): Promise<void> {
  const options = Object.entries(sizes).flatMap(([name, size]) => [`--${name}`, String(size)]);
  const child = spawn(process.execPath, ["tools/seed/index.ts", ...options], {
    cwd: repository,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: dataDir },
    stdio: "inherit",
  });
  const end = () => child.kill("SIGTERM");
  signal.addEventListener("abort", end);
  const [code] = (await once(child, "exit")) as [number | null];
  signal.removeEventListener("abort", end);
  if (code !== 0) throw new Error("The database could not be filled.");
}
