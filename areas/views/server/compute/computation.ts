// Starts the process that runs the SQL of one view, sends it the rows of the queries, and receives the result. The
// process has no environment variables, and can read only the files of its own program. It opens no connections,
// because the SQLite of Node has no function for that. The server kills the process when it takes too long or is no
// longer needed. The kernel limits its memory, because the SQLite of Node cannot limit it, and its processor time, so
// that the process ends even if the server is killed.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { repository } from "#lib/load/repository.ts";
import type { ComputePlan, ComputeResult, FoundItems, TableDefinition } from "./plan.ts";

export interface ComputeOptions {
  signal: AbortSignal;
  /** The time limit of the SQL, which starts when all rows have been sent. */
  sqlMs: number;
  findItems(ids: readonly string[]): Promise<FoundItems>;
}

export interface Computed {
  result: ComputeResult;
  /** The rows of the table as JSON. */
  rows: Buffer;
}

/** The process was stopped or failed. The message is for the author of the view. */
export class ComputeFailure extends Error {
  override readonly name = "ComputeFailure";
}

/** The program of the process, next to the built server (vite.server.config.ts). */
export const viewProcessFile = "view-process.mjs";
const builtProgram = join(import.meta.dirname, viewProcessFile);

/** A server that runs from the sources starts the process from the sources, too. */
const [program, readable] = existsSync(builtProgram)
  ? [builtProgram, builtProgram]
  : [join(import.meta.dirname, "main.ts"), join(repository, "*")];

const maxScriptMebibytes = 512;
/** The memory that the kernel counts for Node itself, before any SQL runs. */
const runtimeBytes = 640 * 1024 * 1024;

/** The maximum length of the line with the panels and the filter options. Panels have a lower limit (panel-rows.ts). */
const maxLineBytes = 50_000_000;

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

export class Computation {
  readonly #child: ChildProcess;
  readonly #options: ComputeOptions;
  readonly #answers: AsyncGenerator<Buffer>;
  #failure: ComputeFailure | undefined;
  #rest: Buffer = Buffer.alloc(0);

  constructor(plan: ComputePlan, options: ComputeOptions) {
    this.#options = options;
    const cpuSeconds = Math.ceil(options.sqlMs / 1_000) + 60;
    const kilobytes = Math.ceil((plan.limits.maxMemoryBytes + runtimeBytes) / 1_024);
    const command = [
      process.execPath,
      "--permission",
      `--allow-fs-read=${readable}`,
      "--disable-warning=ExperimentalWarning",
      `--max-old-space-size=${maxScriptMebibytes}`,
      program,
    ];
    this.#child = spawn(
      "/bin/sh",
      ["-c", `ulimit -t ${cpuSeconds}; ulimit -d ${kilobytes}; ulimit -c 0; exec "$@"`, "sh", ...command],
      {
        cwd: "/",
        env: {},
        stdio: ["pipe", "pipe", "ignore"],
      },
    );
    running.add(this.#child);
    const { stdin, stdout } = this.#child;
    // Write errors are ignored: if the process has ended, the end of its output reports this.
    stdin!.on("error", () => {});
    this.#child.on("error", (error) => this.#fail(`The SQL process cannot start: ${error.message}`));
    this.#child.on("close", () => running.delete(this.#child));
    this.#answers = stdout![Symbol.asyncIterator]() as AsyncGenerator<Buffer>;
    options.signal.addEventListener("abort", this.#abort, { once: true });
    stdin!.write(`P${JSON.stringify(plan)}\n`);
    if (options.signal.aborted) this.#abort();
  }

  #abort = () => this.#fail("The refresh was stopped, because it took too long.");

  #fail(message: string): void {
    this.#failure ??= new ComputeFailure(message);
    this.#child.kill("SIGKILL");
  }

  table(definition: TableDefinition): Promise<void> {
    return this.#send(`T${JSON.stringify(definition)}\n`);
  }

  /** Each row is a JSON array without line breaks. */
  async rows(index: number, rows: readonly string[]): Promise<void> {
    if (rows.length > 0) await this.#send(`R${index}\t${rows.join(`\nR${index}\t`)}\n`);
  }

  async #send(text: string): Promise<void> {
    const { stdin, exitCode, signalCode } = this.#child;
    if (exitCode !== null || signalCode !== null || stdin!.destroyed) return;
    if (stdin!.write(text)) return;
    const waited = new AbortController();
    const { signal } = waited;
    await Promise.race([once(stdin!, "drain", { signal }), once(this.#child, "close", { signal })]);
    waited.abort();
  }

  /** Runs the SQL. All tables and rows must have been sent. */
  async finish(): Promise<Computed> {
    const { sqlMs, findItems } = this.#options;
    const seconds = Math.round(sqlMs / 1_000);
    const late = setTimeout(() => this.#fail(`The SQL of the view takes longer than ${seconds} s.`), sqlMs);
    try {
      await this.#send("E\n");
      for (;;) {
        const line = await this.#line();
        if (line.startsWith("L")) {
          const items = await findItems(JSON.parse(line.slice(1)) as string[]);
          await this.#send(`L${JSON.stringify(items)}\n`);
          continue;
        }
        const result = JSON.parse(line.slice(1)) as ComputeResult;
        return { result, rows: await this.#bytes(result.rowsBytes) };
      }
    } catch (error) {
      throw this.#failure ?? error;
    } finally {
      clearTimeout(late);
      this.stop();
    }
  }

  stop(): void {
    this.#options.signal.removeEventListener("abort", this.#abort);
    this.#child.kill("SIGKILL");
  }

  async #more(): Promise<Buffer> {
    const { value, done } = await this.#answers.next();
    if (!done) return value;
    // The output ends before the process emits `close`.
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, "close");
    throw this.#failure ?? new ComputeFailure(`The SQL process of the view was stopped: ${reasonOf(this.#child)}.`);
  }

  async #line(): Promise<string> {
    const pieces = [this.#rest];
    let end = this.#rest.indexOf(10);
    let length = this.#rest.length;
    while (end < 0) {
      const piece = await this.#more();
      length += piece.length;
      if (length > maxLineBytes)
        throw new ComputeFailure(`The panels and filters of the view are larger than ${maxLineBytes / 1e6} MB.`);
      end = piece.indexOf(10);
      pieces.push(piece);
    }
    const last = pieces.pop()!;
    this.#rest = last.subarray(end + 1);
    return Buffer.concat([...pieces, last.subarray(0, end)]).toString();
  }

  async #bytes(count: number): Promise<Buffer> {
    const pieces = [this.#rest];
    for (let length = this.#rest.length; length < count;) {
      const piece = await this.#more();
      pieces.push(piece);
      length += piece.length;
    }
    return Buffer.concat(pieces).subarray(0, count);
  }
}

/** Node is stopped by one of these signals when it runs out of memory. */
const outOfMemory: ReadonlySet<string> = new Set(["SIGABRT", "SIGTRAP", "SIGSEGV", "SIGBUS", "SIGILL"]);

function reasonOf({ signalCode, exitCode }: ChildProcess): string {
  if (signalCode !== null && outOfMemory.has(signalCode)) return "it needs more memory than a view may use";
  if (signalCode === "SIGXCPU" || signalCode === "SIGKILL") return "it needs too much processor time";
  return `it ended unexpectedly (${signalCode ?? exitCode})`;
}
