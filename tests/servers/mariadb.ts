// Runs Debian's MariaDB as two servers on the same data: one server requires TLS, and the other has no TLS.
import { execFileSync } from "node:child_process";
import { chownSync, cpSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../support/free-port.ts";
import type { Issued } from "../support/certificates.ts";
import { debianFile, findDebianFile } from "./debian-programs.ts";
import { programEnv, programPath, serverFolder, startServer } from "./server-process.ts";

export interface MariaDb {
  tlsPort: number;
  plainPort: number;
  stop(): Promise<void>;
}

/** These scripts initialise an empty data folder; Debian's own script wraps the same files. */
const systemTables = ["system_tables.sql", "system_tables_data.sql"];

export async function startMariaDb(certificate: Issued, password: string): Promise<MariaDb> {
  const [first, second] = [serverFolder("mariadb"), serverFolder("mariadb")];
  // The name of the folder depends on the version (11 renamed it).
  const name = findDebianFile("usr/share/mysql/mysql_system_tables.sql") ? "mysql" : "mariadb";
  const share = debianFile(`usr/share/${name}`);
  const defaultOptions = (folder: string) => [
    "--no-defaults",
    `--datadir=${folder}/data`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${share}/charsets`,
    `--tmpdir=${folder}`,
    "--innodb-buffer-pool-size=8M",
    "--innodb-log-file-size=4M",
    "--innodb-flush-log-at-trx-commit=0",
    "--skip-log-bin",
  ];
  first.makeFolder("data");
  const { uid, gid } = first.account;
  const sql = [
    "create database if not exists mysql;\nuse mysql;",
    ...systemTables.map((file) => readFileSync(join(share, `${name}_${file}`), "utf8")),
    "flush privileges;",
    `create user ada identified by '${password}';`,
    "create database orders;\ngrant all on orders.* to ada;",
  ];
  execFileSync(programPath("mariadbd"), [...defaultOptions(first.path), "--bootstrap"], {
    input: `${sql.join("\n")}\n`,
    env: programEnv(),
    cwd: "/",
    stdio: ["pipe", "ignore", "pipe"],
    ...(uid === process.getuid?.() ? {} : { uid, gid }),
  });
  cpSync(join(first.path, "data"), join(second.path, "data"), { recursive: true });
  for (const file of globSync(`${second.path}/data{,/**}`)) chownSync(file, uid, gid);
  const [tlsPort, plainPort] = [await freePort(), await freePort()];
  const listening = (folder: string, port: number) => [
    ...defaultOptions(folder),
    "--bind-address=127.0.0.1",
    `--port=${port}`,
    `--socket=${folder}/socket`,
    `--pid-file=${folder}/pid`,
  ];
  const tls = [
    `--ssl-cert=${first.write("server.crt", certificate.cert)}`,
    `--ssl-key=${first.write("server.key", certificate.key)}`,
    "--require-secure-transport=ON",
  ];
  const servers = await Promise.all([
    startServer({
      folder: first,
      program: "mariadbd",
      args: [...listening(first.path, tlsPort), ...tls],
      ports: [tlsPort],
    }),
    startServer({
      folder: second,
      program: "mariadbd",
      args: [...listening(second.path, plainPort), "--skip-ssl"],
      ports: [plainPort],
    }),
  ]);
  return { tlsPort, plainPort, stop: async () => void (await Promise.all(servers.map(({ stop }) => stop()))) };
}
