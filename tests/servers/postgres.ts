// Runs PostgreSQL with TLS, and with users who can connect without TLS and users who cannot. The server without TLS is
// the database of the test run.
import { chownSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { startPostgres } from "../support/postgres.ts";
import type { Issued } from "../support/certificates.ts";

export interface TlsPostgres {
  port: number;
  /** The superuser. */
  owner: { username: string; password: string };
  stop(): Promise<void>;
}

/** `ada` can connect with and without TLS, `grace` only with TLS; both have the given password. */
export async function startTlsPostgres(certificate: Issued, password: string): Promise<TlsPostgres> {
  const server = await startPostgres();
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ hba_file: string }>("show hba_file");
  const hba = rows[0]!.hba_file;
  const { uid, gid } = statSync(hba);
  const write = (name: string, content: string) => {
    const file = join(dirname(hba), name);
    writeFileSync(file, content, { mode: 0o600 });
    chownSync(file, uid, gid);
    return file;
  };
  write("pg_hba.conf", "hostssl all grace all scram-sha-256\nhost all postgres,ada all scram-sha-256\n");
  for (const sql of [
    `alter system set ssl_cert_file = '${write("server.crt", certificate.cert)}'`,
    `alter system set ssl_key_file = '${write("server.key", certificate.key)}'`,
    "alter system set ssl = on",
    `create role ada login password '${password}'`,
    `create role grace login password '${password}'`,
    "create database orders",
    "select pg_reload_conf()",
  ])
    await client.query(sql);
  const port = Number(new URL(server.url).port);
  while ((await client.query<{ ssl: string }>("show ssl")).rows[0]!.ssl !== "on")
    await new Promise((resolve) => setTimeout(resolve, 20));
  await client.end();
  const { username, password: word } = new URL(server.url);
  return { port, owner: { username, password: word }, stop: server.stop };
}
