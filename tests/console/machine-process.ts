// Runs a new installation with three processes: a worker, the web interface that it checks, and a second web interface
// for the browser. A line on standard input stops the first web interface; closing standard input stops everything.
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { pino } from "pino";
import { repository } from "#lib/load/repository.ts";
import { readEnv } from "#server/env/env.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";
import { freePort } from "../support/free-port.ts";
import { startPostgres } from "../support/postgres.ts";
import { password, people, type Product } from "./product.ts";

const postgres = await startPostgres();
const [checkedPort, port] = [await freePort(), await freePort()];

const start = (role: "web" | "worker", at: number) =>
  startServer({
    env: readEnv({
      ROLE: role,
      PORT: String(at),
      DATABASE_URL: postgres.url,
      SECRET_KEY: "a key of at least thirty-two characters",
      PUBLIC_URL: `http://127.0.0.1:${at}`,
      ADMIN_EMAIL: people.admin.email,
      ADMIN_PASSWORD: password,
    }),
    log: pino({ level: process.env["LOG_LEVEL"] ?? "warn" }, process.stderr),
    steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
    areas: serverAreas,
    consoleFolder: join(repository, "dist/console"),
    signal: new AbortController().signal,
  });

const checked = await start("web", checkedPort);
const web = await start("web", port);
const worker = await start("worker", checkedPort);

const url = `http://127.0.0.1:${port}`;
const ready: Product = { url, databaseUrl: postgres.url, urlWithProvider: url };
process.stdout.write(`${JSON.stringify(ready)}\n`);

createInterface({ input: process.stdin })
  .once("line", () => void checked.stop())
  .on("close", () => {
    void Promise.all([worker.stop(), web.stop(), checked.stop()])
      .then(() => postgres.stop())
      .then(() => process.exit());
  });
