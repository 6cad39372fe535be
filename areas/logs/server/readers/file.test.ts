import { appendFileSync, mkdirSync, renameSync, symlinkSync, truncateSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { logQuery, messages, openFolder, openReader, takeLines, type RunParts } from "#tests/support/log-reader.ts";
import type { LogPage, LogQuery, LogSource } from "../source/reader.ts";
import { seriesName } from "./file/find-files.ts";
import { file } from "./file.ts";

const reader = file as unknown as Parameters<typeof openReader>[0];
const base = Date.parse("2026-11-17T10:00:00.000Z");
const at = (number: number) => new Date(base + number * 1_000).toISOString();
const numbered = (from: number, to: number, text = (number: number) => `INFO line ${number}`) =>
  Array.from({ length: to - from }, (_, index) => `${at(from + index)} ${text(from + index)}\n`).join("");

/** Writes a file, and sets its modification time to the time of its last line. */
function write(folder: string, name: string, content: string | Buffer, lastLine: number): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  utimesSync(path, base / 1_000 + lastLine, base / 1_000 + lastLine);
  return path;
}

const open = (folder: string, path: string[] = [`${folder}/*`], parts: RunParts = {}) =>
  openReader(reader, { path }, { directories: [folder], ...parts });

/** Reads all pages. */
async function allPages(source: LogSource, query: LogQuery): Promise<string[]> {
  const found: string[] = [];
  let rest = query;
  for (let page: LogPage = await source.search(rest); ; page = await source.search(rest)) {
    const isFirst = rest === query;
    found.push(...messages(isFirst ? page.lines : page.lines.filter(({ message }) => !found.includes(message))));
    if (page.reached === undefined) return found;
    const range = query.direction === "backward" ? { end: page.reached } : { start: page.reached };
    rest = { ...query, ...range };
  }
}

describe("rotated files", () => {
  const folder = openFolder();
  write(folder, "app.log.2.gz", gzipSync(numbered(0, 100)), 99);
  write(folder, "app.log.1", numbered(100, 200), 199);
  write(folder, "app.log", numbered(200, 300), 299);

  test("rotated files are one series that is searched from the newest line", async () => {
    const source = await open(folder);
    const { lines, reached } = await source.search(logQuery({ limit: 150 }));
    expect(lines).toHaveLength(150);
    expect(lines[0]).toMatchObject({
      message: `${at(299)} INFO line 299`,
      time: base + 299_000,
      labels: { file: join(folder, "app.log") },
    });
    expect(lines.at(-1)!.message).toContain("line 150");
    expect(reached).toBe(base + 150_000);
    const all = await source.search(logQuery());
    expect(all.lines).toHaveLength(300);
    expect(all.reached).toBeUndefined();
  });

  test("rotated files can be searched from the oldest line", async () => {
    const source = await open(folder);
    const { lines } = await source.search(logQuery({ limit: 150, direction: "forward" }));
    expect(lines[0]!.message).toContain("line 0");
    expect(lines.at(-1)!.message).toContain("line 149");
  });

  test("rotated files return only matching lines within the time range", async () => {
    const source = await open(folder);
    const range = { start: base + 95_000, end: base + 104_999 };
    expect((await source.search(logQuery(range))).lines).toHaveLength(10);
    const found = await source.search(logQuery({ search: "/line \\d*9$/ -99", ...range }));
    expect(messages(found.lines)).toEqual([]);
    expect(messages((await source.search(logQuery({ search: '"line 7"' }))).lines)).toHaveLength(11);
  });

  test("rotated files have histograms, labels, fields and a description", async () => {
    const source = await open(folder, [`${folder}/app.log`]);
    const query = logQuery({ start: base, end: base + 300_000 });
    expect(await source.histogram(query, 100_000)).toEqual({
      buckets: [{ time: base + 200_000, severity: "info", count: 100 }],
      reached: undefined,
    });
    expect(await source.labels(query)).toEqual([{ name: "file", values: [join(folder, "app.log")] }]);
    expect((await source.fields(query))[0]).toMatchObject({ name: "file", count: 100 });
    expect(await source.describe()).toMatch(/^1 file, \d+ KiB$/);
  });
});

test("the series name is derived from the name of a rotated file", () => {
  for (const name of ["app.log", "app.log.1", "app.log.12.gz", "app.log-20261117", "app.log-20261117.gz"])
    expect(seriesName(name)).toBe("app.log");
  expect(seriesName("app-2026-11-17.log")).toBe("app.log");
  expect(seriesName("quarterdeck-12-20261117100000000000001.log")).toBe("quarterdeck-12.log");
  expect(seriesName("web-1.log")).toBe("web-1.log");
});

test("lines of several programs are merged by time, and pages continue without gaps", async () => {
  const folder = openFolder();
  write(
    folder,
    "even.log",
    numbered(0, 100, (n) => `even ${n}`),
    100,
  );
  write(
    folder,
    "odd.log",
    numbered(50, 150, (n) => `odd ${n}`),
    150,
  );
  const source = await open(folder);
  const found = await allPages(source, logQuery({ limit: 30 }));
  expect(found).toHaveLength(200);
  expect(found).toEqual(
    [...found].sort((a, b) => (a.slice(0, 24) < b.slice(0, 24) ? 1 : a.slice(0, 24) > b.slice(0, 24) ? -1 : 0)),
  );
});

test("a line without a time belongs to the line before it; a file without times uses its modification time", async () => {
  const folder = openFolder();
  write(folder, "trace.log", `${at(1)} ERROR no\n  at here\n  at there\r\n${at(5)} INFO ok`, 5);
  write(folder, "plain.txt", "one\ntwo\n", 3);
  const { lines } = await (await open(folder)).search(logQuery({ direction: "forward" }));
  expect(lines.map(({ message, time }) => [message, (time - base) / 1_000])).toEqual([
    [`${at(1)} ERROR no`, 1],
    ["  at here", 1],
    ["  at there", 1],
    ["one", 3],
    ["two", 3],
    [`${at(5)} INFO ok`, 5],
  ]);
});

test("globs select files in folders, and links are followed only within the allowed directories", async () => {
  const folder = openFolder();
  const outside = openFolder();
  write(outside, "secret.log", `${at(1)} secret\n`, 1);
  mkdirSync(join(folder, "a/b"), { recursive: true });
  write(folder, "a/b/deep.log", `${at(1)} deep\n`, 1);
  write(folder, "a/other.txt", `${at(1)} other\n`, 1);
  symlinkSync(join(folder, "a/b/deep.log"), join(folder, "inside.log"));
  symlinkSync(join(outside, "secret.log"), join(folder, "outside.log"));
  const found = async (pattern: string) => {
    const { lines } = await (await open(folder, [pattern])).search(logQuery());
    return lines.map(({ labels }) => labels["file"]!.slice(folder.length)).sort();
  };
  expect(await found(`${folder}/**/*.log`)).toEqual(["/a/b/deep.log", "/inside.log"]);
  expect(await found(`${folder}/a/*`)).toEqual(["/a/other.txt"]);
  expect(await found(`${folder}/inside.log`)).toEqual(["/inside.log"]);
  symlinkSync(outside, join(folder, "a/way-out"));
  expect(await found(`${folder}/a/**/*.log`)).toEqual(["/a/b/deep.log"]);
  await expect(found(`${folder}/a/way-out/*.log`)).rejects.toThrow("not within the directories");
  await expect(found(`${folder}/a/way-out/secret.log`)).rejects.toThrow("not within the directories");
  await expect(found(`${folder}/../*/secret.log`)).rejects.toThrow("must not contain ..");
  expect(await found(`${folder}/outside.log`)).toEqual([]);
});

test("a path outside the allowed directories and a pattern without files have clear messages", async () => {
  const folder = openFolder();
  const other = await open(folder, ["/etc/*"]);
  await expect(other.search(logQuery())).rejects.toThrow(/not within the directories.*ALLOW_DIRECTORIES/);
  const none = await open(folder, [`${folder}/none.log`]);
  expect(await none.search(logQuery())).toEqual({ lines: [], warnings: [`No file matches ${folder}/none.log.`] });
  await expect(none.describe()).rejects.toThrow("No file matches");
  write(folder, "bad.gz", "not compressed", 1);
  await expect((await open(folder, [`${folder}/bad.gz`])).search(logQuery())).rejects.toThrow("not a valid gzip file");
});

describe("a large file", () => {
  const folder = openFolder();
  // 60 MB; the rare word occurs only in the first tenth, which the quick search does not reach.
  const filler = "x".repeat(200);
  const block = numbered(0, 25_000, (n) => (n === 7 ? `a rare needle=${n} ${filler}` : `INFO plain=${n} ${filler}`));
  const rest = Array.from({ length: 9 }, (_, part) =>
    numbered((part + 1) * 25_000, (part + 2) * 25_000, (n) => `INFO plain=${n} ${filler}`),
  );
  write(folder, "big.log", [block, ...rest].join(""), 250_000);

  test.each([
    ["the machine's grep", true],
    ["this process", false],
  ])("is searched to its beginning with %s", async (_name, allowExec) => {
    const progress: number[] = [];
    const source = await open(folder, undefined, { allowExec, onProgress: ({ searched }) => progress.push(searched) });
    // Searches that look like command-line options are treated as text.
    for (const search of ['"--help"', '"-f/etc/passwd"', "/-e -f/"])
      expect((await source.search(logQuery({ search }))).lines).toEqual([]);
    for (const search of ["needle", "/needle=\\d+/", "/(?i)NEEDLE/ rare -other"]) {
      const { lines, reached } = await source.search(logQuery({ search }));
      expect(lines.map(({ message }) => message.slice(0, 40))).toEqual([`${at(7)} a rare needle=7`]);
      expect(reached).toBeUndefined();
    }
    expect(progress.length).toBeGreaterThan(10);
    expect(Math.max(...progress)).toBeGreaterThan(50_000_000);
  });

  test("returns the newest part if it has matches, and continues after that part", async () => {
    const source = await open(folder);
    const first = await source.search(logQuery({ search: "/plain=\\d+999 /", limit: 10_000 }));
    expect(first.lines.length).toBeGreaterThan(10);
    expect(first.reached).toBeGreaterThan(base);
    expect(await allPages(source, logQuery({ search: "/plain=\\d+999 /", limit: 10_000 }))).toHaveLength(249);
  });

  test("a large file is read only around the requested time", async () => {
    const searched: number[] = [];
    const source = await open(folder, undefined, { onProgress: (now) => searched.push(now.searched) });
    const { lines } = await source.search(logQuery({ start: base + 100_000_000, end: base + 100_009_000 }));
    expect(lines).toHaveLength(10);
    expect(Math.max(...searched)).toBeLessThan(1_000_000);
  });

  test("a large file is not read further after the caller cancels", async () => {
    const stop = new AbortController();
    const source = await open(folder, undefined, {
      allowExec: false,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(source.search(logQuery({ search: "nothing-has-this" }))).rejects.toThrow();
  });
});

test("a line of ten megabytes is found and cut, and the adjacent lines are intact", async () => {
  const folder = openFolder();
  write(folder, "long.log", `${at(1)} before\n${at(2)} ${"y".repeat(10_000_000)} needle\n${at(3)} after\n`, 3);
  const source = await open(folder);
  const { lines } = await source.search(logQuery());
  expect(lines.map(({ message }) => message.length > 1_000)).toEqual([false, true, false]);
  expect(lines[1]!.message.length).toBeLessThan(70_000);
  expect((await source.search(logQuery({ search: "needle" }))).lines).toHaveLength(1);
  expect((await source.search(logQuery({ direction: "forward" }))).lines).toHaveLength(3);
});

test("a file that expands a thousandfold when decompressed is searched in chunks", async () => {
  const folder = openFolder();
  const zeros = Buffer.alloc(64 * 1024 * 1024);
  write(folder, "bomb.log.gz", gzipSync(Buffer.concat([zeros, Buffer.from(`\n${at(1)} needle\n`)])), 1);
  const source = await open(folder);
  expect(messages((await source.search(logQuery({ search: "needle" }))).lines)).toEqual([`${at(1)} needle`]);
  const { lines } = await source.search(logQuery());
  expect(lines.every(({ message }) => message.length < 70_000)).toBe(true);
});

test("a million lines are searched and counted page by page", async () => {
  const folder = openFolder();
  const blocks = Array.from({ length: 10 }, (_, part) =>
    numbered(part * 100_000, (part + 1) * 100_000, (n) => (n === 3 ? "INFO needle" : "INFO hay")),
  );
  write(folder, "many.log", blocks.join(""), 1_000_000);
  const source = await open(folder);
  expect(messages((await source.search(logQuery({ search: "needle" }))).lines)).toEqual([`${at(3)} INFO needle`]);
  const first = await source.search(logQuery({ limit: 10_000 }));
  expect([first.lines.length, first.lines.at(-1)!.time]).toEqual([10_000, base + 990_000_000]);
  const { buckets, reached } = await source.histogram(
    logQuery({ start: base, end: base + 1_000_000_000 }),
    1_000_000_000,
  );
  const counted = buckets.reduce((sum, { count }) => sum + count, 0);
  // Counting stops after a few seconds, and the response contains the time up to which lines were counted.
  expect(reached === undefined ? counted === 1_000_000 : counted > 0).toBe(true);
});

test("a histogram counts matching lines by severity", async () => {
  const folder = openFolder();
  write(
    folder,
    "mixed.log",
    numbered(0, 60, (n) => `${n % 3 === 0 ? "ERROR" : "INFO"} n=${n}`),
    60,
  );
  const source = await open(folder);
  const { buckets } = await source.histogram(logQuery({ start: base, end: base + 60_000, search: "/n=\\d$/" }), 5_000);
  expect(buckets).toEqual([
    { time: base, severity: "info", count: 3 },
    { time: base, severity: "error", count: 2 },
    { time: base + 5_000, severity: "info", count: 3 },
    { time: base + 5_000, severity: "error", count: 2 },
  ]);
});

test("a tail returns new lines of all files, also after rotation and truncation", async () => {
  const folder = openFolder();
  const path = join(folder, "live.log");
  writeFileSync(path, "old\n");
  writeFileSync(join(folder, "other.log"), "");
  const stop = new AbortController();
  const source = await open(folder, undefined, { signal: stop.signal });
  const found: string[] = [];
  const done = (async () => {
    for await (const batch of source.tail(logQuery({ search: "-noise", start: Date.now() })))
      found.push(...messages(batch));
  })();
  const seen = async (text: string) => {
    await expect.poll(() => found, { timeout: 60_000, interval: 20 }).toContain(text);
  };
  const untilSeen = async (text: string) => {
    // The tail needs some time to start, so the line is written repeatedly until it arrives.
    await expect
      .poll(
        () => {
          appendFileSync(path, `${text}\n`);
          return found;
        },
        { timeout: 60_000, interval: 50 },
      )
      .toContain(text);
  };
  await untilSeen("first");
  appendFileSync(path, "noise\nsec");
  appendFileSync(path, "ond\n");
  await seen("second");
  appendFileSync(join(folder, "other.log"), "elsewhere\n");
  await seen("elsewhere");
  renameSync(path, `${path}.1`);
  appendFileSync(`${path}.1`, "last of the old\n");
  writeFileSync(path, "first of the new\n");
  await seen("last of the old");
  await seen("first of the new");
  truncateSync(path);
  await untilSeen("x");
  stop.abort();
  await done;
  expect(found).not.toContain("old");
  expect(found).not.toContain("noise");
});

test("a tail does not repeat a rotated file, and follows new files", async () => {
  const folder = openFolder();
  const path = join(folder, "app.log");
  writeFileSync(path, "");
  const stop = new AbortController();
  const source = await open(folder, [`${folder}/*.log*`], { signal: stop.signal });
  const found: string[] = [];
  const done = (async () => {
    for await (const batch of source.tail(logQuery({ start: Date.now() }))) found.push(...messages(batch));
  })();
  const untilSeen = async (file: string, text: string) => {
    await expect
      .poll(
        () => {
          if (!found.includes(text)) appendFileSync(file, `${text}\n`);
          return found;
        },
        { timeout: 60_000, interval: 50 },
      )
      .toContain(text);
  };
  await untilSeen(path, "before the rotation");
  appendFileSync(path, "once\n");
  await expect.poll(() => found, { timeout: 60_000 }).toContain("once");
  renameSync(path, `${path}.1`);
  writeFileSync(path, "");
  await untilSeen(path, "after the rotation");
  // The scan that finds this new file would also find the rotated file.
  writeFileSync(join(folder, "fresh.log"), "of a new file\n");
  await expect.poll(() => found, { timeout: 60_000 }).toContain("of a new file");
  stop.abort();
  await done;
  expect(found.filter((text) => text === "once")).toEqual(["once"]);
});

test("a file that cannot be read results in a warning, and the lines of the other files are returned", async () => {
  const folder = openFolder();
  write(folder, "app.log", `${at(1)} fine\n`, 1);
  write(folder, "bad.log.gz", "not compressed", 1);
  const source = await open(folder, [`${folder}/*`]);
  const { lines, warnings } = await source.search(logQuery());
  expect(messages(lines)).toEqual([`${at(1)} fine`]);
  expect(warnings).toEqual([`${join(folder, "bad.log.gz")} is not a valid gzip file.`]);
});

test("a tail returns many thousands of lines in order", async () => {
  const folder = openFolder();
  const path = join(folder, "fast.log");
  writeFileSync(path, "");
  const stop = new AbortController();
  const source = await open(folder, undefined, { signal: stop.signal });
  const numbers: number[] = [];
  let isReady = false;
  const done = (async () => {
    for await (const batch of source.tail(logQuery({ start: Date.now() }))) {
      isReady = true;
      for (const { message } of batch) if (message.startsWith("burst ")) numbers.push(Number(message.slice(6)));
    }
  })();
  const knock = () => {
    appendFileSync(path, "ready\n");
    return isReady;
  };
  await expect.poll(knock, { timeout: 60_000, interval: 50 }).toBe(true);
  for (let part = 0; part < 20; part += 1)
    appendFileSync(path, Array.from({ length: 1_000 }, (_, index) => `burst ${part * 1_000 + index}\n`).join(""));
  await expect.poll(() => numbers.length, { timeout: 60_000, interval: 20 }).toBe(20_000);
  stop.abort();
  await done;
  expect(numbers).toEqual(Array.from({ length: 20_000 }, (_, index) => index));
});

test("a tail that continues an earlier tail begins where the earlier tail ended", async () => {
  const folder = openFolder();
  write(folder, "again.log", `${numbered(0, 100)}  a line without a time\n`, 100);
  const stop = new AbortController();
  const source = await open(folder, undefined, { signal: stop.signal });
  const lines = await takeLines(source, logQuery({ start: base + 97_000 }), { count: 4 });
  stop.abort();
  expect(messages(lines).map((text) => text.slice(-7))).toEqual(["line 97", "line 98", "line 99", " a time"]);
});
