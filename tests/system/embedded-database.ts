import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { Client, type QueryResultRow } from "pg";
import { z } from "zod";
import { repository } from "#lib/load/repository.ts";
import { reachableRepository, temporary, type Who } from "./accounts.ts";
import { Child } from "./child.ts";

export interface ProgramOptions {
  dataDir: string;
  dataDirGiven?: boolean;
  address?: string;
  write?: boolean;
  settings?: Record<string, string>;
}

const Started = z.object({
  connection: z.object({ host: z.string(), port: z.number(), user: z.string(), database: z.string() }),
  dataDir: z.string(),
  moved: z.string().optional(),
  version: z.string(),
});
const Event = z.object({
  started: Started.optional(),
  acknowledged: z.number().optional(),
  interrupted: z.string().optional(),
  refused: z.string().optional(),
  stopped: z.number().optional(),
});
type Event = z.infer<typeof Event>;

/** Runs the embedded PostgreSQL in its own process (embedded-program.ts). */
export class EmbeddedProgram {
  readonly child: Child;
  readonly #events: Event[] = [];

  constructor({ dataDirGiven = true, ...options }: ProgramOptions, who: Who = {}) {
    const { node, root } = who.uid === undefined ? { node: process.execPath, root: repository } : reachableRepository();
    const program = join(root, "tests", "system", "embedded-program.ts");
    const args = ["--disable-warning=ExperimentalWarning", program, JSON.stringify({ ...options, dataDirGiven })];
    this.child = new Child(node, args, { cwd: "/", ...who });
  }

  /** The events printed so far; each line is parsed once. */
  #all(): readonly Event[] {
    while (this.#events.length < this.child.lines.length)
      this.#events.push(Event.parse(JSON.parse(this.child.lines[this.#events.length] ?? "")));
    return this.#events;
  }

  #event<Name extends keyof Event>(name: Name): Promise<NonNullable<Event[Name]>> {
    return this.child.until(name, () => {
      for (const event of this.#all()) if (event[name] !== undefined) return event[name];
      return undefined;
    });
  }

  started = () => this.#event("started");

  /** Returns the error message of a failed start; the exit code must be 1. */
  async refused(): Promise<string> {
    const sentence = await this.#event("refused");
    const { code } = await this.child.ended;
    if (code !== 1) throw new Error(`expected exit code 1, got ${code}`);
    return sentence;
  }

  acknowledged(): number[] {
    return this.#all().flatMap(({ acknowledged }) => acknowledged ?? []);
  }

  async wrote(count: number): Promise<void> {
    await this.child.until(`${count} rows`, () => this.acknowledged().length >= count || undefined);
  }

  /** Returns the reason why the database did not accept a row. */
  interrupted = () => this.#event("interrupted");

  /** Stops the process as Ctrl-C does; returns the time it took. */
  async stop(): Promise<number> {
    this.child.signal("SIGINT");
    const took = await this.#event("stopped");
    await this.child.ended;
    return took;
  }
}

export async function ask<Row extends QueryResultRow>(
  connection: z.infer<typeof Started>["connection"],
  sql: string,
): Promise<Row[]> {
  const client = new Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

let template: Promise<string> | undefined;

/**
 * Creates a data directory with a cluster. It is copied from a template made once per test file, since creating a
 * cluster takes a second.
 */
export async function createDataDir(name = "data"): Promise<string> {
  template ??= (async () => {
    const dataDir = join(temporary(), "template");
    const program = new EmbeddedProgram({ dataDir });
    await program.started();
    await program.stop();
    return dataDir;
  })();
  const copy = join(temporary(), name);
  execFileSync("cp", ["-a", await template, copy]);
  return copy;
}
