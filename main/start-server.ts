// Starts the server in this process (database, schema, areas, workers, HTTP) and returns a function that stops it.
// main/server.ts is the program that calls it; tests call it with their own areas.
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import { createIdentity, type Administrator, type Identity } from "#areas/identity/server/index.ts";
import { version } from "#lib/load/repository.ts";
import type { ServerArea, System } from "#server/area.ts";
import { createArtifacts } from "#server/artifacts/artifacts.ts";
import { openDatabases } from "#server/db/pool.ts";
import { openCatalog } from "#server/db/catalog.ts";
import { createListening } from "#server/db/listening.ts";
import { bringUpToDate } from "#server/db/schema.ts";
import { createWrites } from "#server/data-api/perform-writes.ts";
import type { Env } from "#server/env/env.ts";
import { createEventNames } from "#server/event-names.ts";
import { createEvents, listenerJobs } from "#server/jobs/listeners.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFeatures } from "#server/features.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { buildApp } from "#server/http/app.ts";
import { createJobs, type JobEngine } from "#server/jobs/engine.ts";
import { jobsSchemaPart } from "#server/jobs/install.ts";
import { dataDirAt } from "#server/data-dir/data-dir.ts";
import { createLive } from "#server/live.ts";
import { keepLocalProperties } from "#server/env/local-properties.ts";
import type { LogFiles } from "#server/log-files.ts";
import type { Log } from "#server/log.ts";
import { watchFolder } from "#server/manifests/watch-folder.ts";
import { createWaysOut } from "#server/outbound/ways-out.ts";
import { startHeartbeat } from "#server/processes.ts";
import { openSecrets } from "#server/secrets/keys.ts";
import { sealStored } from "#server/spec/seal-stored.ts";
import { noteStoredSpecs } from "#server/manifests/note-unknown-fields.ts";
import { createSpecs } from "#server/spec/specs.ts";
import { StartRefused } from "#lib/process/start-refused.ts";
import type { Steps } from "../bin/steps.mjs";
import { openDatabase, type OpenedDatabase } from "./open-database.ts";

export interface Running {
  system: System;
  /** The listening address; undefined for a worker. */
  address: string | undefined;
  data: OpenedDatabase["data"];
  /** The first administrator, if this start created it. */
  administrator: Administrator | undefined;
  /** Instructions for signing in, set if a different identity service is configured. */
  signInHint: string | undefined;
  stop(): Promise<void>;
}

export interface StartOptions {
  env: Env;
  log: Log;
  /** The files to which the log is also written, in the data directory. */
  logFiles?: LogFiles | undefined;
  steps: Steps;
  areas: readonly ServerArea[];
  /** The folder of the built console; undefined to serve only the API. */
  consoleFolder?: string | undefined;
  /** Aborts a start that is in progress. */
  signal: AbortSignal;
  /**
   * Called when this start has created the first administrator, even if the start fails later: the password is shown
   * only once.
   */
  onAdministrator?(administrator: Administrator): void;
}

export async function startServer({
  env: configuredEnv,
  log,
  logFiles,
  steps,
  areas,
  consoleFolder,
  signal,
  onAdministrator,
}: StartOptions): Promise<Running> {
  // Stop functions of the started parts, called in reverse order at the stop or when the start fails.
  const started: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of started.splice(0).reverse())
      await end().catch((error: unknown) => log.error({ err: error }, "a part of the server could not be stopped"));
  };
  let explain = (error: unknown) => error;
  try {
    const opened = await steps.run("database", ({ detail }) =>
      openDatabase(configuredEnv, { log, onProgress: detail, signal }),
    );
    started.push(() => opened.stop());
    ({ explain } = opened);
    // The directory in use may differ from the default.
    const env: Env = opened.data ? { ...configuredEnv, dataDir: opened.data.dir } : configuredEnv;
    const logFolder = dataDirAt(env.dataDir).logs;
    logFiles?.open(logFolder, (error) =>
      log.warn({ err: error, folder: logFolder }, "the log is not kept in files, because the folder cannot be written"),
    );

    const { db, secrets, keys } = await steps.run("schema", async ({ detail }) => {
      const { applied, rebuilt } = await bringUpToDate(opened.connection, { log, parts: [jobsSchemaPart] });
      detail(applied + rebuilt === 0 ? "up to date" : `${applied} changes, ${rebuilt} views and functions`);
      const databases = await openDatabases(opened.connection, { log });
      started.push(() => databases.close());
      const { secrets, keys } = await openSecrets(databases.system, opened.readKeys);
      await sealStored(
        areas.flatMap(({ writes }) => (writes ? [writes] : [])),
        { db: databases.system, secrets, onProgress: detail },
      );
      // Workers read the properties that the web processes store. An agent has no web process.
      if (env.role !== "worker" || env.upstream) await keepLocalProperties(databases.system, env.localProperties);
      return { db: databases, secrets, keys };
    });

    return await steps.run("serve", async ({ detail }) => {
      // Ports that outbound connections must not reach. With PORT=0 the port is known only after listening.
      const ownPorts = new Set(env.port === 0 ? [] : [env.port]);
      const system = await assemble({ env, log, db, secrets, areas, ownPorts }, started);
      const identity = createIdentity(system);
      // The administrator is created before registration opens, because otherwise a guest could register first.
      const administrator = env.role === "worker" ? undefined : await identity.ensureAdministrator();
      if (administrator) onAdministrator?.(administrator);
      const address =
        env.role === "worker" ? undefined : await serve(system, { areas, identity, consoleFolder, ownPorts }, started);
      // The heartbeat starts before the following parts, because they look up the running processes.
      const heartbeat = await startHeartbeat({ db, log, keys }, { role: env.role, version, address });
      started.push(() => heartbeat.stop());
      await system.jobs.start(system);
      started.push(() => system.jobs.stop());
      // This version may define fields that were unknown when the specs were stored.
      if (env.role !== "web") await system.jobs.send(db.system, noteStoredSpecs, {});
      for (const { roles, start } of areas.flatMap((area) => area.services ?? []))
        if (roles.includes(env.role)) {
          const service = await start(system);
          started.push(() => service.stop());
        }
      if (env.manifestsDir !== undefined && env.role !== "web") {
        const folder = watchFolder(system, env.manifestsDir, system.manifests);
        started.push(() => folder.stop());
      }
      // A key rotation waits until every process has reported the new key.
      system.live.on(["secret_keys"], () => heartbeat.beat());
      started.push(async () => opened.announceStop());
      detail(address ?? (env.upstream ? "as an agent" : "as a worker"));
      const { signInHint } = identity.provider;
      return { system, address, data: opened.data, administrator, signInHint, stop };
    });
  } catch (error) {
    await stop();
    throw explain(error);
  }
}

type Started = (() => Promise<unknown>)[];

/** Creates the parts that all areas need, in the order of their dependencies. */
async function assemble(
  {
    env,
    log,
    db,
    secrets,
    areas,
    ownPorts,
  }: Pick<System, "env" | "log" | "db" | "secrets"> & { areas: readonly ServerArea[]; ownPorts: ReadonlySet<number> },
  started: Started,
): Promise<System & { jobs: JobEngine }> {
  const listening = createListening(db, log);
  started.push(() => listening.close());
  const catalog = await openCatalog(db, listening, log);
  started.push(async () => catalog.close());
  const live = createLive({
    db,
    listening,
    log,
    relations: () => catalog.current.relations,
    stillValid: (actor) => createIdentity(system).stillValid(actor),
  });
  started.push(() => live.close());
  const listeners = areas.flatMap((area) => area.listeners ?? []);
  const stated = [...areas.flatMap((area) => area.jobs ?? []), noteStoredSpecs, ...listenerJobs(listeners)];
  const jobs = createJobs({ db, log, role: env.role, listening, jobs: stated });
  const events = createEvents(
    jobs,
    listeners,
    areas.flatMap((area) => area.inboxes ?? []),
  );
  const system: System & { jobs: JobEngine } = {
    env,
    log,
    db,
    catalog,
    secrets,
    jobs,
    events,
    eventNames: createEventNames(areas),
    live,
    listening,
    features: createFeatures({ db, live }),
    artifacts: createArtifacts({ env, db }),
    writes: createWrites(areas, { events, secrets }),
    specs: createSpecs(areas),
    outbound: createWaysOut({ env, database: db.dedicatedClient("address"), ownPorts: () => [...ownPorts] }),
    exec: createExec({ env, log }),
    files: createFiles(env),
    manifests: areas.flatMap((area) => area.manifests ?? []),
  };
  return system;
}

async function serve(
  system: System,
  {
    areas,
    identity,
    consoleFolder,
    ownPorts,
  }: Pick<StartOptions, "areas" | "consoleFolder"> & { identity: Identity; ownPorts: Set<number> },
  started: Started,
): Promise<string> {
  const { env } = system;
  const app = await buildApp(system, {
    areas,
    authenticate: identity.authenticate,
    forward: identity.provider.forward,
    version,
    ...(consoleFolder === undefined ? {} : { consoleFolder }),
  });
  started.push(() => closeApp(app));
  try {
    await app.listen({ port: env.port, host: env.host });
  } catch (error) {
    throw listenRefusal(error as NodeJS.ErrnoException, env);
  }
  // With PORT=0 the system chooses the port, so PUBLIC_URL cannot be the address.
  const { port } = app.server.address() as AddressInfo;
  ownPorts.add(port);
  return env.port === 0 ? `http://localhost:${port}` : env.publicUrl;
}

/** Time limit for pending requests after the stop begins. */
const drainMs = 1_500;

/**
 * Closes idle connections repeatedly: a keep-alive connection whose response is sent after the server started to close
 * would delay the stop for a minute.
 */
async function closeApp(app: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => app.server.closeIdleConnections(), 50);
  const deadline = setTimeout(() => app.server.closeAllConnections(), drainMs);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}

function listenRefusal(error: NodeJS.ErrnoException, { host, port }: Env): unknown {
  switch (error.code) {
    case "EADDRINUSE":
      return new StartRefused(
        `Port ${port} on ${host} is used by another program. Stop it, or choose a different port: PORT=${port + 1} npm start`,
      );
    case "EACCES":
      return new StartRefused(
        `This user is not allowed to listen on port ${port}. Choose a port above 1023: PORT=8080 npm start`,
      );
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new StartRefused(`HOST=${host} is not an address of this machine. Example: HOST=0.0.0.0`);
    default:
      return error;
  }
}
