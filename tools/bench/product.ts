// Runs the product as users do, for a bench: a separate process with the embedded PostgreSQL, JSON logs at level info
// in a file, and a signed-in administrator.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tests/support/free-port.ts";
import { signIn } from "../../tests/support/sign-in.ts";
import { repository } from "#lib/load/repository.ts";

export interface Product {
  url: string;
  host: string;
  port: number;
  pid: number;
  /** The `cookie` header of the first administrator. */
  cookie: string;
  stop(): Promise<void>;
}

export const administrator = { email: "admin@localhost", password: "a-bench-has-no-secrets" };

const running = new Set<() => Promise<void>>();

/** Stops all products when the bench is interrupted. */
export const stopProducts = () => Promise.all([...running].map((stop) => stop()));

/** Starts the product on a temporary database, or on the database in `dataDir`, which is kept. */
export async function startProduct({
  profileFolder,
  dataDir,
  variables = {},
}: {
  profileFolder?: string | undefined;
  dataDir?: string;
  variables?: Readonly<Record<string, string>>;
} = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-"));
  // When started as root, PostgreSQL runs under another account, which must be able to traverse this folder.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const logFile = join(folder, "log");
  const log = openSync(logFile, "w");
  const child = spawn(process.execPath, ["bin/quarterdeck.mjs", "start"], {
    cwd: repository,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      DATA_DIR: dataDir ?? join(folder, "data"),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
      ...variables,
      ...(profileFolder ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileFolder}` } : {}),
    },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = once(child, "exit");
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended;
    running.delete(stop);
    rmSync(folder, { recursive: true, force: true });
  };
  running.add(stop);
  const host = `127.0.0.1:${port}`;
  const url = `http://${host}`;
  try {
    // This is the last message of a start; people can sign in from then on.
    while (!readFileSync(logFile, "utf8").includes("Quarterdeck is ready")) {
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${readFileSync(logFile, "utf8")}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    // An agent serves no pages.
    const cookie = variables["ROLE"] === "agent" ? "" : await signIn(url, administrator);
    return { url, host, port, pid: serverBelow(child.pid!), cookie, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The starter remains as the parent process; the server below it is measured. */
function serverBelow(starter: number): number {
  const children = readFileSync(`/proc/${starter}/task/${starter}/children`, "utf8").trim().split(" ");
  const server = children.find((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("dist/server/server.js"));
  if (server === undefined) throw new Error("The starter has not started a server.");
  return Number(server);
}
