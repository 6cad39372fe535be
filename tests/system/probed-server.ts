// Runs one process of the product with probes (server-with-probes.ts), for tests of several processes.
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { ServerRole } from "#server/env/env.ts";
import { Child, plainEnvironment } from "./child.ts";

const programOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export const administrator = { email: "admin@example.org", password: "correct-horse-battery" };

export class ProbedServer {
  readonly child: Child;
  readonly #ready: Promise<{ address: string | null }>;

  constructor(
    databaseUrl: string,
    role: ServerRole,
    variables: Readonly<Record<string, string>> = {},
    program = "./server-with-probes.ts",
  ) {
    this.child = new Child(process.execPath, ["--disable-warning=ExperimentalWarning", programOf(program)], {
      env: {
        ...plainEnvironment,
        DATABASE_URL: databaseUrl,
        SECRET_KEY: "the same key for all of these processes",
        ADMIN_EMAIL: administrator.email,
        ADMIN_PASSWORD: administrator.password,
        PORT: "0",
        ROLE: role,
        LOG_LEVEL: process.env["LOG_LEVEL"] ?? "warn",
        ...variables,
      },
    });
    this.#ready = this.child.until("ready", (lines) => {
      const line = lines.find((text) => text.includes('"ready":true'));
      return line === undefined ? undefined : (JSON.parse(line) as { address: string | null });
    });
    this.#ready.catch(() => {});
  }

  async ready(): Promise<void> {
    await this.#ready;
  }

  async url(): Promise<string> {
    return (await this.#ready).address!.replace("localhost", "127.0.0.1");
  }

  async send(probes: { from: number; count: number; takesMs: number }): Promise<void> {
    const answer = await fetch(`${await this.url()}/api/probes`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(probes),
    });
    if (!answer.ok) throw new Error(`sending failed: ${answer.status} ${await answer.text()}`);
  }

  /** Stops the process with SIGTERM; returns the exit code. */
  async stop(): Promise<number | null> {
    this.child.signal("SIGTERM");
    return (await this.child.ended).code;
  }
}

/** Creates a database with the table that probes write to. */
export async function makeDatabase(postgres: string, name: string): Promise<string> {
  const url = new URL(postgres);
  await ask(postgres, `create database ${name}`);
  url.pathname = `/${name}`;
  await ask(
    url.href,
    "create table probes (n int, pid int, attempt int, what text, at timestamptz default clock_timestamp())",
  );
  return url.href;
}

export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
