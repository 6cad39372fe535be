// Creates the directory of the cluster, completely or not at all, and writes its settings at each start.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod, chown, mkdir, mkdtemp, open, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { diskFull, refusalFor, saysDiskFull, type DataDir } from "../../data-dir/data-dir.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import { ownName, type Account } from "./account.ts";
import type { Binaries } from "./binaries.ts";

/** The role that is used for maintenance only. */
export const SUPERUSER = "postgres";
/** The role of the product. */
export const OWNER = "quarterdeck";

interface Place {
  dir: DataDir;
  binaries: Binaries;
  account: Account;
}

/** Creates the cluster if there is none. */
export async function ensureCluster({ dir, binaries, account }: Place): Promise<void> {
  const version = await clusterVersion(dir);
  if (version === undefined) await createCluster({ dir, binaries, account });
  else if (version !== String(binaries.major)) {
    throw new StartRefused(
      `The database in ${dir.postgres} was created by PostgreSQL ${version}, and this Quarterdeck includes PostgreSQL ${binaries.major}. ` +
        "Use the Quarterdeck version that created it, or set DATA_DIR to another directory.",
    );
  }
}

/** The major version of the cluster; undefined if the cluster does not exist yet. */
async function clusterVersion(dir: DataDir): Promise<string | undefined> {
  try {
    const names = await readdir(dir.postgres);
    if (names.includes("PG_VERSION")) return (await readFile(join(dir.postgres, "PG_VERSION"), "utf8")).trim();
    if (names.length === 0) return undefined;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw refusalFor(error, dir.path);
  }
  throw new StartRefused(`${dir.postgres} is not empty and contains no database. Set DATA_DIR to another directory.`);
}

async function createCluster({ dir, binaries, account }: Place): Promise<void> {
  let draft: string | undefined;
  try {
    // A killed start may have left these directories. This process holds the lock, so no other process uses these
    // directories.
    for (const name of await readdir(dir.path)) {
      if (name.startsWith("postgres.new-")) await rm(join(dir.path, name), { recursive: true });
    }
    draft = await mkdtemp(join(dir.path, "postgres.new-"));
    await give(draft, account);
    await initdb(draft, { dir, binaries, account });
    await rename(draft, dir.postgres);
    await syncDirectory(dir.path);
  } catch (error) {
    if (draft !== undefined) await rm(draft, { recursive: true, force: true });
    throw refusalFor(error, dir.path);
  }
}

// Text is sorted by code point, which is the same on every machine and after every upgrade of the C library. LC_CTYPE
// still determines which characters pg_trgm treats as letters: with plain C, only ASCII letters would count.
const CHARACTER_TYPES = ["C.UTF-8", "en_US.UTF-8", "C"];

async function initdb(draft: string, { dir, binaries, account }: Place): Promise<void> {
  for (const characters of CHARACTER_TYPES) {
    const { code, output } = await run(
      binaries.initdb,
      [
        `--pgdata=${draft}`,
        `--username=${SUPERUSER}`,
        "--auth=reject",
        "--encoding=UTF8",
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        `--lc-ctype=${characters}`,
        "--data-checksums",
        "--no-instructions",
      ],
      account,
    );
    if (code === 0) return;
    if (saysDiskFull(output)) throw new StartRefused(diskFull(dir.path));
    if (/invalid locale/i.test(output) && characters !== "C") continue;
    throw new StartRefused(`The database could not be created in ${dir.path}. PostgreSQL reported: ${errorIn(output)}`);
  }
}

/** Writes the settings files. Only this process's own account can connect, and only through the socket. */
export async function writeSettings(
  { dir, account }: Pick<Place, "dir" | "account">,
  { socketDir, port, overrides }: { socketDir: string; port: number; overrides: Record<string, string> },
): Promise<{ configFile: string }> {
  const file = (name: string) => join(dir.settings, name);
  const settings: Record<string, string> = {
    hba_file: file("access.conf"),
    ident_file: file("accounts.conf"),
    listen_addresses: "",
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: "0700",
    port: String(port),
    cluster_name: "quarterdeck",
    max_connections: "100",
    shared_buffers: "128MB",
    max_wal_size: "1GB",
    wal_level: "replica",
    max_wal_senders: "4",
    max_replication_slots: "4",
    fsync: "on",
    synchronous_commit: "on",
    full_page_writes: "on",
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    lc_messages: "C",
    // We read standard error. Failed statements are not logged, because they may contain secrets and the client logs
    // the error.
    log_destination: "stderr",
    logging_collector: "off",
    log_line_prefix: "",
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
    ...overrides,
  };
  const notice = "# Written by Quarterdeck at each start";
  try {
    await mkdir(dir.settings, { recursive: true });
    await chmod(dir.settings, 0o755);
    await replaceFile(
      file("postgresql.conf"),
      [
        `${notice}. Put your own settings into tuning.conf in this folder.`,
        ...Object.entries(settings).map(([name, value]) => `${name} = ${quoted(value)}`),
        ...(existsSync(file("tuning.conf")) ? ["include 'tuning.conf'"] : []),
        "",
      ].join("\n"),
    );
    await replaceFile(
      settings["hba_file"]!,
      `${notice}.\nlocal all         all peer map=quarterdeck\nlocal replication all peer map=quarterdeck\n`,
    );
    await replaceFile(
      settings["ident_file"]!,
      `${notice}.\n${[SUPERUSER, OWNER].map((role) => `quarterdeck "${ownName()}" ${role}\n`).join("")}`,
    );
    await mkdir(dir.run, { recursive: true, mode: 0o700 });
    await give(dir.run, account);
  } catch (error) {
    throw refusalFor(error, dir.path);
  }
  return { configFile: file("postgresql.conf") };
}

const quoted = (text: string) => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Gives only the account that runs PostgreSQL access to a directory. */
export async function give(path: string, account: Account): Promise<void> {
  if (account.identity.uid !== undefined) await chown(path, account.uid, account.gid);
  await chmod(path, 0o700);
}

async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, text, { mode: 0o644 });
  await chmod(draft, 0o644);
  await rename(draft, path);
}

export async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const errorIn = (output: string) => {
  const lines = output.trim().split("\n");
  const worst = lines.find((line) => /error:|FATAL:|PANIC:/.test(line)) ?? lines.at(-1) ?? "nothing";
  return worst.replace(/^.*?(?:error|FATAL|PANIC):\s*/, "");
};

/** The environment of PostgreSQL's programs: no secrets, and no variables that could influence them. */
export const CHILD_ENVIRONMENT = { PATH: "/usr/local/bin:/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };

async function run(
  program: string,
  args: string[],
  account: Account,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(program, args, {
    cwd: "/",
    env: CHILD_ENVIRONMENT,
    stdio: ["ignore", "pipe", "pipe"],
    ...account.identity,
  });
  let output = "";
  const keep = (chunk: Buffer) => void (output += chunk.toString());
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
