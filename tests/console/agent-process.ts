// Runs an agent on a throw-away PostgreSQL until standard input closes.
import { Writable } from "node:stream";
import { pino } from "pino";
import { readEnv } from "#server/env/env.ts";
import { createSteps } from "../../bin/steps.mjs";
import { areasFor } from "../../main/agent.ts";
import { startServer } from "../../main/start-server.ts";
import { startPostgres } from "../support/postgres.ts";
import { ownVariables, type Product } from "./product.ts";

const postgres = await startPostgres();
const env = readEnv({
  ROLE: "agent",
  DATABASE_URL: postgres.url,
  SECRET_KEY: "another key of at least thirty-two characters",
  ...(JSON.parse(process.env[ownVariables] ?? "{}") as Record<string, string>),
});
const running = await startServer({
  env,
  log: pino({ level: process.env["LOG_LEVEL"] ?? "warn" }, process.stderr),
  steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
  areas: areasFor(env),
  signal: new AbortController().signal,
});

const ready: Product = { url: "", databaseUrl: postgres.url, urlWithProvider: "" };
process.stdout.write(`${JSON.stringify(ready)}\n`);

process.stdin.resume().on("end", () => {
  void running
    .stop()
    .then(() => postgres.stop())
    .then(() => process.exit());
});
