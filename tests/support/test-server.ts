// The real application on its own database, for tests that speak HTTP:
//
//   const server = await startTestServer();               // at the top of a test file; stopped after the file
//   const answer = await server.fetch("/api/about", { headers: { cookie: await server.signIn() } });
//
//   areas        other areas than the product's (default: main/areas.server.ts); identity is needed to sign in
//   env          more environment variables, as the operator would write them: { ROLE: "web", TRUST_PROXY: "true" }
//   log          the logger (default: silent)
//   database     a database that already has data (default: an empty one)
//   port         the port to listen on (default: a free one)
//   url          http://127.0.0.1:PORT
//   fetch()      fetch with a path; never follows a redirect
//   signIn()     the cookie header of the first administrator, or of the given credentials
//   administrator, system, database (see database.ts)
//   stop()       stops it before the end of the file
import { Writable } from "node:stream";
import { afterAll } from "vitest";
import type { OpenConnection } from "#areas/connections/server/connection/open-connection.ts";
import { openConnection } from "#areas/connections/server/rows/sealed.ts";
import type { ServerArea, System } from "#server/area.ts";
import { readEnv } from "#server/env/env.ts";
import type { Log } from "#server/log.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";
import { testDatabase, testLog, type TestDatabase } from "./database.ts";
import { freePort } from "./free-port.ts";
import { signIn, type Credentials } from "./sign-in.ts";

export interface TestServer {
  url: string;
  system: System;
  database: TestDatabase;
  administrator: Credentials;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  signIn(credentials?: Credentials): Promise<string>;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  areas?: readonly ServerArea[];
  env?: Record<string, string>;
  log?: Log;
  port?: number;
  consoleFolder?: string;
  /** A database that already has data. Default: an empty database. */
  database?: TestDatabase;
}

const administrator: Credentials = { email: "admin@example.org", password: "correct-horse-battery" };

export async function startTestServer({
  areas = serverAreas,
  env = {},
  log = testLog,
  port: wanted,
  consoleFolder,
  database: prepared,
}: TestServerOptions = {}): Promise<TestServer> {
  const database = prepared ?? (await testDatabase());
  const port = wanted ?? (await freePort());
  const running = await startServer({
    env: readEnv({
      PORT: String(port),
      DATABASE_URL: database.url,
      SECRET_KEY: "a key of at least thirty-two characters",
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ADMIN_EMAIL: administrator.email,
      ADMIN_PASSWORD: administrator.password,
      // The default canary and scraper of a new installation are created only if a test requests them.
      WATCH_ITSELF: "false",
      ...env,
    }),
    log,
    steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
    areas,
    signal: new AbortController().signal,
    ...(consoleFolder === undefined ? {} : { consoleFolder }),
  });
  let stopped: Promise<void> | undefined;
  const stop = () => (stopped ??= running.stop());
  // Stops the server before the database is dropped: vitest runs the last registered hook first.
  afterAll(stop);
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    system: running.system,
    database,
    administrator,
    fetch: (path, init) => fetch(`${url}${path}`, { redirect: "manual", ...init }),
    signIn: (credentials = administrator) => signIn(url, credentials),
    stop,
  };
}

/** Reads a stored connection with its decrypted secrets, without permission checks. */
export async function openStored({ db, secrets }: Pick<System, "db" | "secrets">, id: string): Promise<OpenConnection> {
  const row = await db.system.selectFrom("connections").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  return openConnection(secrets, row);
}
