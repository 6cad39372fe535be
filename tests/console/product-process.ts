// Runs the product on a throw-away PostgreSQL until standard input closes, which also happens when the tests are
// killed.
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import { readEnv } from "#server/env/env.ts";
import { createLogFiles } from "#server/log-files.ts";
import { repository } from "#lib/load/repository.ts";
import { createSteps } from "../../bin/steps.mjs";
import { serverAreas } from "../../main/areas.server.ts";
import { startServer } from "../../main/start-server.ts";
import { freePort } from "../support/free-port.ts";
import { client, issuerAt, startRealProvider } from "../support/oidc-provider.ts";
import { startPostgres } from "../support/postgres.ts";
import { outboundTo, type Way } from "../services/outbound-to.ts";
import { ownVariables, password, people, type Product, standInsVariable } from "./product.ts";

const { [standInsVariable]: standIns, ...own } = JSON.parse(process.env[ownVariables] ?? "{}") as Record<
  string,
  string | undefined
>;
const postgres = await startPostgres();
const [port, otherPort, providerPort] = [await freePort(), await freePort(), await freePort()];

const start = (at: number, variables: Record<string, string> = {}) => {
  const env = readEnv({
    PORT: String(at),
    DATABASE_URL: postgres.url,
    SECRET_KEY: "a key of at least thirty-two characters",
    PUBLIC_URL: `http://127.0.0.1:${at}`,
    KUBERNETES_URL: "https://kubernetes.example.org:6443",
    // No server listens at this address, so the product uses its shipped copy.
    CHART_REGISTRY_URL: "http://127.0.0.1:9/charts",
    ADMIN_EMAIL: people.admin.email,
    ADMIN_PASSWORD: password,
    ...variables,
    ...own,
  });
  // With a data directory, the log is kept in files, as in a normal installation.
  const logFiles = env.dataDirGiven ? createLogFiles() : undefined;
  return startServer({
    env,
    log: logFiles
      ? pino({ level: "info", timestamp: pino.stdTimeFunctions.isoTime }, logFiles)
      : pino({ level: process.env["LOG_LEVEL"] ?? "warn" }, process.stderr),
    ...(logFiles && { logFiles }),
    steps: createSteps({ stream: new Writable({ write: (_chunk, _encoding, done) => done() }) }),
    areas: serverAreas,
    consoleFolder: join(repository, "dist/console"),
    signal: new AbortController().signal,
  });
};

// PUBLIC_URL contains the host name. Browser tests use the IP address, which needs no DNS lookup, unless they need a
// host name.
const running = await start(port, { PUBLIC_URL: `http://localhost:${port}` });
if (standIns !== undefined) {
  const outbound = outboundTo(JSON.parse(standIns) as Way);
  running.system.outbound = () => outbound;
}
const other = await start(otherPort, {
  ROLE: "web",
  VIEWS_PUBLIC: "true",
  OIDC_PROVIDERS: JSON.stringify([{ id: "example", label: "Example", issuer: issuerAt(providerPort), ...client }]),
});
const urlWithProvider = `http://127.0.0.1:${otherPort}`;
const provider = await startRealProvider(providerPort, [
  `${urlWithProvider}/api/.ory/self-service/methods/oidc/callback/example`,
]);

const db = running.system.db.system;
const { proof } = await db.selectFrom("credentials").select("proof").executeTakeFirstOrThrow();
for (const role of ["editor", "responder", "viewer"] as const) {
  const { email, name } = people[role];
  const [first_name = "", last_name = ""] = name.split(" ");
  const person = { email, name, first_name, last_name };
  const { id } = await db.insertInto("people").values(person).returning("id").executeTakeFirstOrThrow();
  await db.insertInto("person_roles").values({ person_id: id, role }).execute();
  await db.insertInto("credentials").values({ person_id: id, type: "password", proof }).execute();
}

const ready: Product = { url: `http://127.0.0.1:${port}`, databaseUrl: postgres.url, urlWithProvider };
process.stdout.write(`${JSON.stringify(ready)}\n`);

process.stdin.resume().on("end", () => {
  void Promise.all([running.stop(), other.stop(), provider.stop()])
    .then(() => postgres.stop())
    .then(() => process.exit());
});
