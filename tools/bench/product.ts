// The product as its users run it, for a bench: a process of its own with the embedded PostgreSQL, logs at info as JSON
// into a file, and somebody signed in.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "../../tests/free-port.ts";
import { signIn } from "../../tests/sign-in.ts";
import { repository } from "../test/command.ts";

export interface Product {
  url: string;
  host: string;
  port: number;
  pid: number;
  /** The `cookie` header of the first administrator. */
  cookie: string;
  stop(): Promise<void>;
}

const administrator = { email: "admin@localhost", password: "a-bench-has-no-secrets" };

const running = new Set<() => Promise<void>>();

/** For an end before the bench's own. */
export const stopProducts = () => Promise.all([...running].map((stop) => stop()));

export async function startProduct({ profileFolder }: { profileFolder?: string | undefined } = {}): Promise<Product> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-"));
  // As root, another account runs PostgreSQL and has to pass through.
  chmodSync(folder, 0o711);
  const port = await freePort();
  const logFile = join(folder, "log");
  const log = openSync(logFile, "w");
  const profile = profileFolder ? ["--cpu-prof", `--cpu-prof-dir=${profileFolder}`] : [];
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", ...profile, "main/server.ts"], {
    cwd: repository,
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      LOG_LEVEL: "info",
      LOG_FORMAT: "json",
    },
    // The channel tells it when we are gone, however we went.
    stdio: ["ignore", log, log, "ipc"],
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
    while (!(await isReady(url))) {
      if (child.exitCode !== null) throw new Error(`The product did not start:\n${readFileSync(logFile, "utf8")}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return { url, host, port, pid: child.pid!, cookie: await signIn(url, administrator), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const isReady = (url: string) =>
  fetch(`${url}/api/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
