// Opens log readers in tests, without a database: the dependencies of a reader, and helpers for its results.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { reachFor } from "#areas/connections/server/index.ts";
import type { LogQuery, LogReader, LogSource, RawLine, ReaderRun } from "#areas/logs/server/source/reader.ts";
import { parseTerms } from "#lib/logs/search-terms.ts";
import { readEnv } from "#server/env/env.ts";
import { createExec } from "#server/exec/run-command.ts";
import { createFiles } from "#server/files/allowed-files.ts";
import { createOutbound } from "#server/outbound/create-outbound.ts";
import type { Outbound } from "#server/outbound/outbound.ts";
import { createScrubber } from "#server/scrub/scrub.ts";
import { filledText } from "#server/spec/fill.ts";
import { pino } from "pino";

/** A folder that the account for commands can read; removed after the test file. */
export function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "quarterdeck-logs-"));
  chmodSync(folder, 0o755);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export interface RunParts {
  outbound?: Outbound;
  directories?: readonly string[];
  allowExec?: boolean;
  signal?: AbortSignal;
  ownLogs?: string;
  onProgress?: ReaderRun["onProgress"];
}

export function readerRun({ directories = [], allowExec = true, ...parts }: RunParts = {}): ReaderRun {
  const outbound = parts.outbound ?? createOutbound();
  const signal = parts.signal ?? new AbortController().signal;
  const scrubber = createScrubber();
  const env = readEnv({
    ALLOW_EXEC: String(allowExec),
    ...(directories.length > 0 && { ALLOW_DIRECTORIES: directories.join(",") }),
  });
  const system = { env, outbound: () => outbound };
  return {
    ...reachFor(system, {
      subject: { kind: "log_backend", id: "00000000-0000-4000-8000-000000000001", name: "test" },
      namespace: "default",
      scrubber,
      purpose: "logs",
      system: undefined,
    }),
    outbound,
    exec: createExec({ env, log: pino({ level: "silent" }) }),
    files: createFiles(env),
    cluster: undefined,
    signal,
    scrubber,
    fill: (text, around) =>
      filledText(
        text,
        {
          around,
          variables: new Map(),
          value: async () => "",
          credentials: async () => Promise.reject(new Error("none")),
        },
        { what: "the query" },
      ),
    ...(parts.ownLogs !== undefined && { ownLogs: parts.ownLogs }),
    ...(parts.onProgress && { onProgress: parts.onProgress }),
  };
}

/** Parses the spec in the same way as the server, and opens the reader. */
export const openReader = async (reader: LogReader, spec: object, parts: RunParts = {}): Promise<LogSource> =>
  reader.open(reader.spec.parse(spec), readerRun(parts));

/** A query for all lines, changed by the given parts; `search` is parsed as search terms. */
export const logQuery = ({ search = "", ...parts }: Partial<LogQuery> & { search?: string } = {}): LogQuery => ({
  labels: {},
  start: 0,
  end: Date.parse("2100-01-01T00:00:00Z"),
  limit: 500,
  direction: "backward",
  terms: parseTerms(search),
  ...parts,
});

export const messages = (lines: readonly RawLine[]) => lines.map(({ message }) => message);

/** Collects the lines of a tail until there are `count` lines. */
export async function takeLines(source: LogSource, query: LogQuery, { count }: { count: number }): Promise<RawLine[]> {
  const found: RawLine[] = [];
  const tail = source.tail(query);
  for (let batch = await tail.next(); !batch.done; batch = await tail.next()) {
    found.push(...batch.value);
    if (found.length >= count) break;
  }
  await tail.return(undefined);
  return found;
}
