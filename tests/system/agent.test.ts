// Tests a server and an agent as two processes, which lose their connection and are killed.
import { spawnSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { GeneratedAgent } from "#areas/agents/contract.ts";
import { repository } from "#lib/load/repository.ts";
import { readPostmaster } from "#server/db/embedded/postmaster.ts";
import { cutProxy } from "../support/cut-proxy.ts";
import { testDatabase } from "../support/database.ts";
import { freePort } from "../support/free-port.ts";
import { startTarget } from "../support/running-checks.ts";
import { until } from "../support/running-system.ts";
import { signIn } from "../support/sign-in.ts";
import { temporary } from "./accounts.ts";
import { Child, plainEnvironment, processesIn } from "./child.ts";
import { ask as askEmbedded, createDataDir } from "./embedded-database.ts";
import { administrator, ask, ProbedServer } from "./probed-server.ts";

interface Result {
  [column: string]: unknown;
  check_id: string;
  time: string;
}
const resultsText = `
  select s.check_id, s.time::text
  from   check_statuses s
  join   checks c on c.id = s.check_id
  join   canaries n on n.id = c.canary_id
  where  n.name = 'near'
  order  by s.check_id, s.time`;

/** Starts the agent as an operator does, with environment variables only. */
class Agent {
  readonly #dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  child: Child;

  constructor(dataDir: string, variables: Record<string, string>) {
    this.#dataDir = dataDir;
    this.#env = {
      ...plainEnvironment,
      ROLE: "agent",
      DATA_DIR: dataDir,
      LOG_FORMAT: "json",
      LOG_LEVEL: "warn",
      ...variables,
    };
    this.child = this.#spawn();
  }

  #spawn = () =>
    new Child(process.execPath, ["--disable-warning=ExperimentalWarning", join(repository, "main/server.ts")], {
      cwd: repository,
      env: this.#env,
    });

  #cluster = () => realpathSync(join(this.#dataDir, "postgres"));

  ready = () =>
    this.child.until("ready", (lines) => lines.some((line) => line.includes("as an agent of")) || undefined);

  results(): Promise<Result[]> {
    const { socketDir, port } = readPostmaster(this.#cluster())!;
    const connection = { host: socketDir, port, user: "quarterdeck", database: "quarterdeck" };
    return askEmbedded<Result>(connection, resultsText);
  }

  /** Kills the agent and its database at once, as a power failure does. */
  async killAll(): Promise<void> {
    spawnSync("kill", ["-9", ...[this.child.pid, ...processesIn(this.#cluster())].map(String)]);
    await this.child.ended;
  }

  async restart(): Promise<void> {
    this.child = this.#spawn();
    await this.ready();
  }

  async stop(): Promise<number | null> {
    this.child.signal("SIGTERM");
    return (await this.child.ended).code;
  }
}

test("results of a check on an agent reach the server; none is lost or duplicated after connection failures and kills on both sides", async () => {
  const { url: databaseUrl } = await testDatabase();
  const port = String(await freePort());
  let server = new ProbedServer(databaseUrl, "all", { PORT: port });
  await server.ready();
  const cookie = await signIn(await server.url(), administrator);
  const generated = await fetch(`${await server.url()}/api/agent/generate`, {
    method: "POST",
    headers: { cookie, origin: await server.url(), "content-type": "application/json" },
    body: JSON.stringify({ name: "north" }),
  });
  expect(generated.status).toBe(201);
  const { access_token: token } = (await generated.json()) as GeneratedAgent;

  const proxy = await cutProxy(await server.url());
  const target = await startTarget();
  const manifests = join(temporary(), "manifests");
  mkdirSync(manifests);
  writeFileSync(
    join(manifests, "near.yaml"),
    `apiVersion: canaries.flanksource.com/v1
kind: Canary
metadata: { name: near }
spec:
  schedule: "@every 1s"
  tcp: [{ name: berth, endpoint: "${target.endpoint}" }]
`,
  );
  const agent = new Agent(await createDataDir(), {
    UPSTREAM_URL: `${proxy.url}/api`,
    UPSTREAM_TOKEN: token,
    MANIFESTS_DIR: manifests,
  });
  await agent.ready();
  const onServer = () => ask<Result>(databaseUrl, resultsText);
  const count = async () => (await onServer()).length;
  const grows = async () => {
    const before = await count();
    await until(count, (now) => now > before);
  };
  await until(count, (now) => now >= 2);

  proxy.cut();
  const before = (await agent.results()).length;
  await until(
    async () => (await agent.results()).length,
    (now) => now >= before + 3,
  );
  await agent.killAll();
  await agent.restart();
  proxy.restore();
  await grows();

  server.child.killGroup();
  await server.child.ended;
  const during = (await agent.results()).length;
  await until(
    async () => (await agent.results()).length,
    (now) => now >= during + 3,
  );
  server = new ProbedServer(databaseUrl, "all", { PORT: port });
  await server.ready();
  await grows();

  await agent.killAll();
  await agent.restart();
  await grows();

  // When its manifest file is deleted, the check ends; the server then gets the last results.
  rmSync(join(manifests, "near.yaml"));
  await until(
    async () => [await agent.results(), await onServer()] as const,
    ([own, pushed]) => JSON.stringify(own) === JSON.stringify(pushed),
  );
  expect(await agent.stop()).toBe(0);
  expect(await server.stop()).toBe(0);
  expect(JSON.stringify(await ask(databaseUrl, "select * from agents"))).not.toContain(token);
});
