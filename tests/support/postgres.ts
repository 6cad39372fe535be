// Runs a throw-away PostgreSQL from the embedded binaries. It is fast because its data need not survive, and it stops
// with the process that started it. The tests of one run and the benches share it; the product's own supervisor is
// server/db/embedded.ts.
import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdtempSync, writeFileSync, existsSync, globSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { postgresAccount } from "#server/db/embedded/account.ts";
import { findBinaries } from "#server/db/embedded/binaries.ts";
import { freePort } from "./free-port.ts";
import { scratchFolder } from "./scratch.ts";

export interface Postgres {
  /** The address of the superuser's database; `addressOf` in database.ts returns the address of another database. */
  url: string;
  stop(): Promise<void>;
}

const keeperFile = fileURLToPath(new URL("./process-keeper.ts", import.meta.url));

const settings = {
  fsync: "off",
  synchronous_commit: "off",
  full_page_writes: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "128MB",
  max_connections: "300",
  shared_buffers: "64MB",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
};

// Turns off key stretching, because each test file opens dozens of connections. PostgreSQL has this setting since
// version 16.
const quickLogin = "scram_iterations=1";

/** `bin` is the program folder of another installation, such as the PostgreSQL of the distribution. */
export async function startPostgres({ bin }: { bin?: string } = {}): Promise<Postgres> {
  // Another process may take the free port before PostgreSQL does, so a different port is tried.
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const postgres = await tryToStart(await freePort(), bin);
    if (postgres) return postgres;
  }
  throw new Error("PostgreSQL did not start; set QUARTERDECK_TEST_POSTGRES_LOG=1 to see its log");
}

async function tryToStart(port: number, bin: string | undefined): Promise<Postgres | undefined> {
  const folder = mkdtempSync(join(scratchFolder(), "quarterdeck-postgres-"));
  const account = postgresAccount(folder);
  const { uid, gid } = account.identity;
  const programs = bin ?? dirname(findBinaries(account).postgres);
  const data = join(folder, "data");
  const password = randomBytes(18).toString("base64url");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const whose = ["-D", data, "-U", "postgres", "-A", "password", `--pwfile=${passwordFile}`];
  const how = ["-E", "UTF8", "--locale=C.UTF-8", "--no-sync", ...(bin ? [] : ["-c", quickLogin])];
  execFileSync(join(programs, "initdb"), [...whose, ...how], {
    cwd: "/",
    stdio: ["ignore", "ignore", "inherit"],
    ...account.identity,
  });

  const options = Object.entries({ ...settings, port }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const runAs = [String(uid ?? ""), String(gid ?? "")];
  const keeper = spawn(
    process.execPath,
    [
      "--disable-warning=ExperimentalWarning",
      keeperFile,
      folder,
      ...runAs,
      join(programs, "postgres"),
      "-D",
      data,
      ...options,
    ],
    // The process is in its own group, so that a signal to the group of this process does not stop the process that
    // cleans up.
    { stdio: ["pipe", "ignore", process.env["QUARTERDECK_TEST_POSTGRES_LOG"] ? "inherit" : "ignore"], detached: true },
  );
  const ended = new Promise<void>((resolve) => keeper.once("exit", () => resolve()));
  const stop = () => {
    keeper.stdin.end();
    return ended;
  };
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  if (await answers(url, keeper)) return { url, stop };
  await stop();
  return undefined;
}

/** Waits until the server accepts connections; returns false if it exited. */
async function answers(url: string, keeper: ChildProcess): Promise<boolean> {
  for (;;) {
    if (keeper.exitCode !== null) return false;
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** Returns the program folder of the newest PostgreSQL of the distribution, such as /usr/lib/postgresql/15/bin. */
export function findDebianPostgres(): string | undefined {
  return globSync("/usr/lib/postgresql/*/bin")
    .filter((bin) => existsSync(join(bin, "postgres")) && existsSync(join(bin, "initdb")))
    .sort((a, b) => versionOf(b) - versionOf(a))[0];
}

const versionOf = (bin: string) => Number(/(\d+)\/bin$/.exec(bin)?.[1] ?? 0);
