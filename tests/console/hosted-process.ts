// Runs two servers with the hosted identity service on a throw-away PostgreSQL until standard input closes: the console,
// which is also the backend of the organisation org_acme, and the backend of org_globex on another origin.
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { repository } from "#lib/load/repository.ts";
import { readEnv } from "#server/env/env.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { ownVariables, type Product } from "./product.ts";

const postgres = await startPostgres();
const [consolePort, backendPort] = [await freePort(), await freePort()];
const addressAt = (port: number) => `http://127.0.0.1:${port}`;

const start = (port: number, variables: Record<string, string>) =>
  startServer({
    env: readEnv({
      PORT: String(port),
      DATABASE_URL: postgres.url,
      SECRET_KEY: "a key of at least thirty-two characters",
      PUBLIC_URL: addressAt(port),
      CHART_REGISTRY_URL: "http://127.0.0.1:9/charts",
      WATCH_ITSELF: "false",
      ...variables,
      ...(JSON.parse(process.env[ownVariables] ?? "{}") as Record<string, string>),
    }),
    log: pino({ level: process.env["LOG_LEVEL"] ?? "warn" }, process.stderr),
    steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
    areas: serverAreas,
    consoleFolder: join(repository, "dist/console"),
    signal: new AbortController().signal,
  });

const running = await start(consolePort, {
  CLERK_ORGANIZATION_ID: "org_acme",
  CLERK_BACKEND_ORIGINS: addressAt(backendPort),
});
const backend = await start(backendPort, {
  ROLE: "web",
  CLERK_ORGANIZATION_ID: "org_globex",
  CLERK_AUTHORIZED_PARTIES: addressAt(consolePort),
});

const ready: Product = {
  url: addressAt(consolePort),
  databaseUrl: postgres.url,
  urlWithProvider: addressAt(backendPort),
};
process.stdout.write(`${JSON.stringify(ready)}\n`);

process.stdin.resume().on("end", () => {
  void Promise.all([running.stop(), backend.stop()])
    .then(() => postgres.stop())
    .then(() => process.exit());
});
