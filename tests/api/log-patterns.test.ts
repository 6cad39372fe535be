// Tests regular expressions that people type into a log search. All calls use RE2, whose running time is linear: a
// backtracking engine would not finish with the expression of these tests, and every test would reach its time limit.
import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { LogCounts, LogsAnswer } from "#areas/logs/contract.ts";
import { openEstate } from "../permissions/estate-server.ts";
import { until } from "../support/running-system.ts";
import { startTestServer } from "../support/test-server.ts";

const folder = mkdtempSync(join(tmpdir(), "quarterdeck-api-log-patterns-"));
chmodSync(folder, 0o755);
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const logs = join(folder, "logs");
mkdirSync(logs);
const [small, large, growing] = ["small.log", "large.log", "growing.log"].map((name) => join(logs, name)) as [
  string,
  string,
  string,
];

/** A backtracking engine tries every way to divide the letters among the two repetitions. */
const catastrophic = "/(a+)+$/";
const line = (text: string) => `${new Date().toISOString()} INFO ${text}\n`;
const almost = (length: number) => line(`${"a".repeat(length)}!`);
writeFileSync(small, almost(50_000) + line("found aaa") + almost(50_000) + line("price 3.50+tax, Größe 2"));
// The file is so large that a part of it is searched with grep, if the machine has it.
writeFileSync(large, line("found in a large file: aaa") + almost(4_000).repeat(8_000));
writeFileSync(growing, line("begin"));

const server = await startTestServer({ env: { ALLOW_DIRECTORIES: logs, DATA_DIR: join(folder, "data") } });
const { person } = await openEstate(server);
const admin = await person({ roles: ["admin"] });
for (const [name, path] of Object.entries({ small, large, growing })) {
  const spec = { backends: [{ file: { path: [path] } }] };
  const { status, text } = await admin.ask("/logging_backends", { method: "POST", body: { name, spec } });
  if (status !== 201) throw new Error(text);
}

const post = (path: string, body: object) => admin.ask(path, { method: "POST", body });

async function messagesOf(body: object): Promise<string[]> {
  const messages: string[] = [];
  let cursor: string | undefined;
  do {
    const { status, body: answer } = await post("/api/logs", { ...body, ...(cursor && { cursor }) });
    expect(status).toBe(200);
    const page = answer as LogsAnswer;
    messages.push(...page.results.map(({ message }) => message));
    cursor = page.cursor;
  } while (cursor !== undefined);
  return messages;
}

/** Follows a backend until a message contains the text, while `write` adds lines, and returns all messages. */
async function follow(body: object, write: () => void, text: string): Promise<string[]> {
  const stop = new AbortController();
  const answer = await server.fetch("/api/logs/tail", {
    method: "POST",
    headers: { authorization: `Bearer ${admin.token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: stop.signal,
  });
  let received = "";
  const done = (async () => {
    for await (const piece of answer.body!.pipeThrough(new TextDecoderStream())) received += piece;
  })().catch(() => {});
  await until(
    () => {
      write();
      return received;
    },
    (all) => all.includes(text),
    60_000,
  );
  stop.abort();
  await done;
  return received
    .split("\n")
    .slice(0, -1)
    .flatMap((message) => (JSON.parse(message) as { lines?: { message: string }[] }).lines ?? [])
    .map(({ message }) => message);
}

test("a search, its histogram and its fields return results for a catastrophic expression on long lines", async () => {
  const search = { backend: "small", query: catastrophic };
  expect(await messagesOf(search)).toEqual([expect.stringMatching(/found aaa$/)]);
  expect(await messagesOf({ backend: "small", query: `-${catastrophic} found` })).toEqual([]);
  const histogram = (await post("/api/logs/histogram", { ...search, buckets: 1 })).body as LogCounts;
  expect(histogram.buckets.map(({ count }) => count)).toEqual([1]);
  const fields = await post("/api/logs/fields", search);
  expect(fields.status).toBe(200);
});

test("a large file is searched with a catastrophic expression", async () => {
  expect(await messagesOf({ backend: "large", query: catastrophic })).toEqual([
    expect.stringMatching(/found in a large file: aaa$/),
  ]);
});

test("the live view evaluates a catastrophic expression on lines as they arrive", async () => {
  const messages = await follow(
    { backend: "growing", query: catastrophic },
    () => appendFileSync(growing, almost(50_000) + line("live aaa")),
    "live aaa",
  );
  expect(messages.every((message) => message.endsWith("live aaa"))).toBe(true);
});

test("expressions in the field match of a request are also evaluated in linear time", async () => {
  expect(await messagesOf({ backend: "small", match: ["message.matches('(a+)+$')"] })).toEqual([
    expect.stringMatching(/found aaa$/),
  ]);
});

test("search and live view accept RE2 syntax, and refuse syntax that only backtracking engines support", async () => {
  // In the regular expressions of JavaScript, \Q is the letter Q, and (?i) is a mistake.
  for (const query of [String.raw`/\Q3.50+tax\E/`, "/(?i)GRÖSSE|größe/", String.raw`/\pL+ \d\z/`])
    expect(await messagesOf({ backend: "small", query })).toEqual([expect.stringContaining("3.50+tax")]);
  const live = await follow(
    { backend: "growing", query: String.raw`/\Q(live)\E/` },
    () => appendFileSync(growing, line("live") + line("(live) quoted")),
    "(live) quoted",
  );
  expect(live.every((message) => message.endsWith("(live) quoted"))).toBe(true);
  for (const query of ["/a(?=b)/", String.raw`/(a)\1/`, "/(?<!a)b/"])
    for (const path of ["/api/logs", "/api/logs/histogram", "/api/logs/fields", "/api/logs/tail"])
      expect(await post(path, { backend: "small", query })).toMatchObject({
        status: 400,
        text: expect.stringContaining("is not a regular expression"),
      });
});
