// Starts the product on a seeded database, for the data API benches. The database is created once and kept in
// .runtime/, because filling it takes minutes; --quick uses a tenth of the rows.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { clientConfig, rolesOf, type Connection, type RoleNames } from "#server/db/pool.ts";
import { OWNER } from "#server/db/embedded/cluster.ts";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { readSchemaFiles } from "#server/db/schema-files.ts";
import { repository } from "#lib/load/repository.ts";
import { startProduct, type Product } from "./product.ts";

/** Increase this when the seed data changes. */
const estateVersion = 2;
/** Older estates are recreated, because they have no rows in the last days. */
const oldestDays = 3;

export interface DataProduct extends Product {
  connection: Connection;
  roles: RoleNames;
  /** Opens a database client with the role of ordinary users. */
  plainClient(): Promise<pg.Client>;
  ask<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
}

export async function startOnEstate(options: {
  quick: boolean;
  profileFolder: string | undefined;
  progress: (text: string) => void;
}): Promise<DataProduct> {
  return startOn(await estateFolder(options), options);
}

/** Starts the product on the database in a folder, with direct access to that database. */
export async function startOn(
  dataDir: string,
  {
    profileFolder,
    variables = {},
  }: { profileFolder: string | undefined; variables?: Readonly<Record<string, string>> },
): Promise<DataProduct> {
  const product = await startProduct({ profileFolder, dataDir, variables });
  try {
    const postmaster = readPostmaster(join(dataDir, "postgres"));
    if (!postmaster) throw new Error(`No PostgreSQL runs in ${dataDir}.`);
    const connection = { host: postmaster.socketDir, port: postmaster.port, user: OWNER, database: OWNER };
    const owner = new pg.Client(clientConfig(connection, "bench"));
    await owner.connect();
    const roles = await rolesOf(owner);
    const clients = [owner];
    return {
      ...product,
      connection,
      roles,
      async plainClient() {
        const client = new pg.Client(clientConfig(connection, "bench", roles.plain));
        await client.connect();
        clients.push(client);
        return client;
      },
      ask: async (sql, values = []) => (await owner.query(sql, values)).rows as never,
      async stop() {
        await Promise.all(clients.map((client) => client.end()));
        await product.stop();
      },
    };
  } catch (error) {
    await product.stop();
    throw error;
  }
}

async function estateFolder({
  quick,
  progress,
}: {
  quick: boolean;
  progress: (text: string) => void;
}): Promise<string> {
  const bench = join(repository, ".runtime", "bench");
  // Edited schema changes do not apply to an existing database, so the key contains their hash.
  const { changes } = await readSchemaFiles();
  const schema = createHash("sha256")
    .update(changes.map(({ path, checksum }) => path + checksum).join())
    .digest("hex");
  const size = quick ? "tenth" : "full";
  const folder = join(bench, `${size}-${estateVersion}-${schema.slice(0, 12)}`);
  const created = join(folder, "made");
  const age = existsSync(created) ? (Date.now() - Date.parse(readFileSync(created, "utf8"))) / 86_400_000 : Infinity;
  const dataDir = join(folder, "data");
  if (age < oldestDays) return dataDir;
  mkdirSync(bench, { recursive: true });
  for (const old of readdirSync(bench))
    if (old.startsWith(`${size}-`)) rmSync(join(bench, old), { recursive: true, force: true });
  mkdirSync(folder);
  // When started as root, PostgreSQL runs under another account, which must be able to traverse this folder.
  chmodSync(folder, 0o711);
  progress(`filling a database in ${folder}, once for the next days`);
  const draft = join(folder, "draft");
  const seed = spawn(process.execPath, ["tools/seed/index.ts", ...(quick ? [] : ["--full"])], {
    cwd: repository,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], DATA_DIR: draft },
    stdio: "inherit",
  });
  const [code] = (await once(seed, "exit")) as [number];
  if (code !== 0) throw new Error("The database could not be filled.");
  renameSync(draft, dataDir);
  writeFileSync(created, new Date().toISOString());
  return dataDir;
}
