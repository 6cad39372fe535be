// Measures searches in 1 GB of log files, compared with the machine's grep on the same files, and the live view.
import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, closeSync, mkdtempSync, openSync, rmSync, utimesSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { pino } from "pino";
import { file } from "../../areas/logs/server/readers/file.ts";
import type { LogQuery, LogSource, ReaderRun } from "../../areas/logs/server/source/reader.ts";
import { parseTerms } from "../../lib/logs/search-terms.ts";
import { readEnv } from "../../server/env/env.ts";
import { createExec } from "../../server/exec/run-command.ts";
import { createFiles } from "../../server/files/allowed-files.ts";
import { createScrubber } from "../../server/scrub/scrub.ts";
import { atMost, judge, median, type Bench, type BenchOptions, type Row } from "./bench.ts";

const start = Date.parse("2026-11-17T00:00:00Z");
const mebibyte = 1024 * 1024;

/**
 * Writes rotated log files. The word `harbourmaster` occurs only in the newest 10 MB, and the last line is the newest.
 */
function writeLogs(folder: string, { files, fileBytes }: { files: number; fileBytes: number }): number {
  let line = 0;
  let total = 0;
  for (let number = files - 1; number >= 0; number -= 1) {
    const path = join(folder, number === 0 ? "app.log" : `app.log.${number}`);
    const fd = openSync(path, "w");
    for (let size = 0; size < fileBytes;) {
      const isNewest = number === 0 && size > fileBytes - 10 * mebibyte;
      const lines: string[] = [];
      for (let count = 0; count < 1_000; count += 1, line += 1) {
        const word = isNewest && line % 997 === 0 ? "harbourmaster" : "request";
        const time = new Date(start + line * 10).toISOString();
        lines.push(
          `${time} level=info msg="${word} served" path=/api/db/items/${line} status=${200 + (line % 7)} ms=${line % 991}\n`,
        );
      }
      const text = lines.join("");
      writeSync(fd, text);
      size += text.length;
      total += text.length;
    }
    closeSync(fd);
    utimesSync(path, (start + line * 10) / 1_000, (start + line * 10) / 1_000);
  }
  return total;
}

function openFiles(folder: string, allowExec: boolean, signal = new AbortController().signal): LogSource {
  const env = readEnv({ ALLOW_DIRECTORIES: folder, ALLOW_EXEC: String(allowExec), DATA_DIR: join(folder, "data") });
  const run = {
    exec: createExec({ env, log: pino({ level: "silent" }) }),
    files: createFiles(env),
    signal,
    scrubber: createScrubber(),
  } as unknown as ReaderRun;
  return file.open({ path: [`${folder}/app.log*`] }, run) as LogSource;
}

const queryOf = (search: string): LogQuery => ({
  labels: {},
  start: 0,
  end: start + 10 * 365 * 86_400_000,
  terms: parseTerms(search),
  limit: 500,
  direction: "backward",
});

const timed = async (work: () => unknown): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};

/** An expression that matches no line, so that everything is searched. */
const absent = "status=5\\d\\d ms=(?:99[2-9]|1\\d{3,})";

async function searches(folder: string, bytes: number, { quick, progress }: BenchOptions): Promise<Row[]> {
  const rounds = quick ? 3 : 5;
  const [withGrep, without] = [openFiles(folder, true), openFiles(folder, false)];
  const first: number[] = [];
  const [fast, slow, bare]: [number[], number[], number[]] = [[], [], []];
  const rate = (ms: number) => bytes / 1e6 / (ms / 1_000);
  const grep = () => {
    try {
      execFileSync(
        "/bin/sh",
        ["-c", `cat ${folder}/app.log* | grep -E -c 'status=5[0-9][0-9] ms=(99[2-9]|1[0-9]{3,})'`],
        { env: { LC_ALL: "C", PATH: "/usr/bin:/bin" } },
      );
    } catch {
      // No line matches.
    }
  };
  for (let round = 0; round <= rounds; round += 1) {
    const page = await timed(async () => {
      const { lines } = await withGrep.search(queryOf("harbourmaster"));
      if (lines.length === 0) throw new Error("The word was not found.");
    });
    const search = (source: LogSource) =>
      timed(async () => {
        const { lines } = await source.search(queryOf(`/${absent}/`));
        if (lines.length > 0) throw new Error("The expression matched.");
      });
    const [ours, alone, reference] = [await search(withGrep), await search(without), await timed(grep)];
    progress(
      `first page ${page.toFixed(0)} ms; all with grep ${rate(ours).toFixed(0)} MB/s, alone ${rate(alone).toFixed(0)} MB/s, grep itself ${rate(reference).toFixed(0)} MB/s`,
    );
    if (round === 0) continue;
    first.push(page);
    fast.push(rate(ours));
    slow.push(rate(alone));
    bare.push(rate(reference));
  }
  return [
    atMost("first page of a word in the newest 10 MB", median(first), 200, "ms"),
    judge({ name: "regular expression over all files ÷ grep", our: fast, their: bare, atLeast: 0.5, unit: "MB/s" }),
    judge({ name: "the same without grep ÷ grep", our: slow, their: bare, atLeast: 0.03, unit: "MB/s" }),
  ];
}

/** Writes 5,000 lines per second and measures the delay until a tail yields each line. */
async function tail(folder: string, { quick, progress }: BenchOptions): Promise<Row[]> {
  const path = join(folder, "app.log");
  const stop = new AbortController();
  const source = openFiles(folder, true, stop.signal);
  const delays: number[] = [];
  let count = 0;
  const before = process.memoryUsage.rss();
  let most = before;
  const reading = (async () => {
    for await (const batch of source.tail({ ...queryOf("live"), start: Date.now(), direction: "forward" })) {
      count += batch.length;
      delays.push(Date.now() - batch[0]!.time);
    }
  })();
  await delay(1_000);
  const seconds = quick ? 5 : 20;
  const perStep = 250;
  for (let step = 0; step < seconds * 20; step += 1) {
    const time = new Date().toISOString();
    appendFileSync(
      path,
      Array.from({ length: perStep }, (_, index) => `${time} INFO live ${step * perStep + index}\n`).join(""),
    );
    most = Math.max(most, process.memoryUsage.rss());
    await delay(50);
  }
  await delay(2_000);
  stop.abort();
  await reading;
  progress(`${count} lines in ${seconds} s, delay ${median(delays).toFixed(0)} ms`);
  const expected = seconds * 20 * perStep;
  return [
    atMost("lines of a tail that are missing", expected - count, 0, "lines", `of ${expected} at 5,000 a second`),
    atMost("delay of a tail, median", median(delays), 1_000, "ms"),
    atMost("memory of a tail", (most - before) / 1e6, 200, "MB"),
  ];
}

export const logs: Bench = {
  name: "logs",
  async run(options) {
    const folder = mkdtempSync(join(tmpdir(), "quarterdeck-bench-logs-"));
    chmodSync(folder, 0o755);
    try {
      const bytes = writeLogs(
        folder,
        options.quick ? { files: 4, fileBytes: 64 * mebibyte } : { files: 8, fileBytes: 128 * mebibyte },
      );
      options.progress(`${(bytes / 1e6).toFixed(0)} MB in files`);
      return [...(await searches(folder, bytes, options)), ...(await tail(folder, options))];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
