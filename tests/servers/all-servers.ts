// Starts every server that connections are tested against, in parallel.
import { postgresVariable } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { makeCertificates } from "./certificates.ts";
import { makeFolders } from "./folders.ts";
import { makeRepositories } from "./git-repositories.ts";
import { startMariaDb } from "./mariadb.ts";
import { installDriver } from "./optional-driver.ts";
import { startMongo } from "./mongodb.ts";
import { startNginx } from "./nginx.ts";
import { startOpenLdap } from "./openldap.ts";
import { startOpenSsh } from "./openssh.ts";
import { startTlsPostgres } from "./postgres.ts";
import { startPrometheus } from "./prometheus.ts";
import { startRedis } from "./redis.ts";
import { password } from "./rows/row.ts";
import { startS3 } from "./s3.ts";
import { startSamba } from "./samba.ts";
import { startSilence } from "./silence.ts";
import { startSmtp } from "./smtp.ts";
import { startSqlServer } from "./sql-server.ts";

export async function startAllServers() {
  installDriver("tedious");
  const certificates = makeCertificates();
  const repositories = makeRepositories();
  const folders = makeFolders();
  const { server } = certificates;
  const running: { stop(): Promise<void> }[] = [];
  // Another process may take the free port before the server does, so a different port is tried.
  const kept = async <Server extends { stop(): Promise<void> }>(
    start: () => Promise<Server>,
    attempts = 3,
  ): Promise<Server> => {
    try {
      const started = await start();
      running.push(started);
      return started;
    } catch (error) {
      if (attempts === 1) throw error;
      return kept(start, attempts - 1);
    }
  };
  const stop = async () => {
    await Promise.all(running.splice(0).map((item) => item.stop()));
    repositories.remove();
    folders.remove();
  };
  const starting = {
    postgres: kept(() => startTlsPostgres(server, password)),
    mariadb: kept(() => startMariaDb(server, password)),
    redis: kept(() => startRedis(server, password)),
    ldap: kept(() => startOpenLdap(server, password)),
    ssh: kept(() => startOpenSsh(password)),
    samba: kept(() => startSamba(password)),
    nginx: kept(() => startNginx(certificates, password, repositories.projects)),
    prometheus: kept(() => startPrometheus()),
    smtp: kept(() => startSmtp(server, password)),
    s3: kept(() => startS3("cargo")),
    silence: kept(() => startSilence()),
    sqlServer: kept(() => startSqlServer(server, password)),
    mongo: kept(() => startMongo(server, password)),
  };
  try {
    const servers = await allOf(starting);
    const plainPostgres = new URL(process.env[postgresVariable]!);
    return {
      certificates,
      repositories,
      folders,
      plainPostgres,
      ...servers,
      /** A port without a listener. */
      nobody: await freePort(),
      stop,
    };
  } catch (error) {
    await Promise.allSettled(Object.values(starting));
    await stop();
    throw error;
  }
}

/** Awaits every value of an object. */
const allOf = async <Starting extends Record<string, Promise<unknown>>>(starting: Starting) =>
  Object.fromEntries(
    await Promise.all(Object.entries(starting).map(async ([name, promise]) => [name, await promise] as const)),
  ) as { [Name in keyof Starting]: Awaited<Starting[Name]> };

export type Servers = Awaited<ReturnType<typeof startAllServers>>;
