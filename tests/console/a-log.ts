// Runs a product that logs to files and may read the files of one folder; writes log files, and creates backends and
// components for them.
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import pg from "pg";
import { signIn } from "../support/sign-in.ts";
import { password, people } from "./product.ts";
import { type StartedProduct, startProduct } from "./start-product.ts";

export interface LogProduct extends StartedProduct {
  /** Writes lines to a file of the folder, or adds them to its end. */
  write(name: string, lines: readonly string[]): void;
  add(name: string, lines: readonly string[]): void;
  /** Stores a log backend with an administrator account, and returns its id. */
  backend(name: string, spec: object): Promise<string>;
  /** Stores a component with a log selector, and returns its id. */
  component(name: string, type: string): Promise<string>;
  query(text: string, values?: unknown[]): Promise<Record<string, string>[]>;
  path(name: string): string;
}

/** With a journal, the product reads this journal instead of the machine's own. */
export async function startLogProduct({ hasJournal = false } = {}): Promise<LogProduct> {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-console-logs-"));
  chmodSync(folder, 0o755);
  const [logs, data] = [join(folder, "logs"), join(folder, "data")];
  for (const each of [logs, data]) mkdirSync(each);
  const started = await startProduct({
    DATA_DIR: data,
    ALLOW_DIRECTORIES: logs,
    ...(hasJournal && { PATH: `${programsWithJournal(folder)}:/usr/bin:/bin` }),
  });
  const cookie = await signIn(started.url, { email: people.admin.email, password });
  const headers = { cookie, origin: started.url };
  const query = async (text: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: started.databaseUrl });
    await client.connect();
    const { rows } = await client.query<Record<string, string>>(text, values).finally(() => client.end());
    return rows;
  };
  const text = (lines: readonly string[]) => lines.map((line) => `${line}\n`).join("");
  return {
    ...started,
    query,
    path: (name) => join(logs, name),
    write: (name, lines) => writeFileSync(join(logs, name), text(lines)),
    add: (name, lines) => appendFileSync(join(logs, name), text(lines)),
    async backend(name, spec) {
      const response = await fetch(`${started.url}/api/db/logging_backends`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", prefer: "return=representation" },
        body: JSON.stringify({ name, spec, source: "UI" }),
      });
      if (!response.ok) throw new Error(await response.text());
      const [row] = (await response.json()) as { id: string }[];
      return row!.id;
    },
    async component(name, type) {
      const [row] = await query(
        `insert into components (name, external_id, type, stated_health, log_selectors)
         values ($1, $1, $2, 'healthy', '[{"name": "application"}, {"name": "audit", "labels": {"audit": "yes"}}]') returning id`,
        [name, type],
      );
      return row!["id"]!;
    },
    async stop() {
      await started.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The machine that runs the tests may have no journal, so journalctl reads a stored journal. */
function programsWithJournal(folder: string): string {
  const [journal, programs] = [join(folder, "journal"), join(folder, "programs")];
  for (const each of [journal, programs]) mkdirSync(each);
  writeFileSync(
    join(journal, "system.journal"),
    brotliDecompressSync(readFileSync(join(import.meta.dirname, "../support/quay.journal.br"))),
  );
  const program = join(programs, "journalctl");
  writeFileSync(program, `#!/bin/sh\nexec /usr/bin/journalctl "--directory=${journal}" "$@"\n`, { mode: 0o755 });
  return programs;
}

/** Returns the time for a log line, the given number of seconds ago. */
export const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();
