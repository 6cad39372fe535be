import { pino } from "pino";
import { expect, test } from "vitest";
import { cleanLog, describeError, bufferLines, requestLog, scrubUrl, withoutSecrets } from "./log.ts";
import { createScrubber } from "./scrub/scrub.ts";

test("ID-06 credentials in a URL are masked in the log, but their parameter names are logged", () => {
  expect(scrubUrl("/login?username=a%40b.c&password=hunter2&return_to=%2F")).toBe(
    "/login?username=***&password=***&return_to=%2F",
  );
  expect(scrubUrl("/api/.ory/self-service/logout?token=abc#x")).toBe("/api/.ory/self-service/logout?token=***#x");
});

test("a URL without secrets is unchanged", () => {
  expect(scrubUrl("/api/db/checks?select=id&name=eq.a")).toBe("/api/db/checks?select=id&name=eq.a");
  expect(scrubUrl("/health")).toBe("/health");
});

test("fields with secret names are masked at any depth, in any spelling", () => {
  const cleaned = withoutSecrets({
    headers: { Authorization: "Bearer x", "set-cookie": ["a=b"], accept: "*/*" },
    list: [{ password: "x", name: "ada" }],
    access_token: "x",
    secretKey: "x",
    count: 1,
  });
  expect(JSON.stringify(cleaned)).not.toMatch(/x"|a=b/);
  expect(cleaned).toMatchObject({ headers: { accept: "*/*" }, count: 1 });
  expect(JSON.stringify(cleaned)).toContain("ada");
});

test("the log line of a request is JSON, and is not written below its level", () => {
  const lines: string[] = [];
  const stream = { write: (text: string) => void lines.push(text) };
  const line = { req: "r-1", method: "GET", url: '/a?q="x"', status: 200, ms: 1.5, actor: undefined };
  requestLog(pino({ level: "info" }, stream))(line);
  requestLog(pino({ level: "warn" }, stream))(line);
  expect(lines).toHaveLength(1);
  const { actor: _, ...written } = line;
  expect(JSON.parse(lines[0]!)).toEqual({ level: "info", time: expect.any(String), ...written, msg: "request" });
});

test("cleanLog removes known secrets from every part of a line and from child loggers; other loggers are unchanged", () => {
  const lines: string[] = [];
  const log = pino({ base: null, timestamp: false }, { write: (text: string) => void lines.push(text) });
  const scrubber = createScrubber();
  const clean = cleanLog(log, scrubber);
  const child = clean.child({ at: 's3cr3t "value"' });
  scrubber.know('s3cr3t "value"', "4815162342");
  clean.info({ pin: 4815162342, url: new URL("http://x/?q=s3cr3t%20%22value%22") }, 'saw s3cr3t "value"');
  child.warn({ err: new Error('no s3cr3t "value"') }, "failed");
  clean.info("all is well");
  log.info('s3cr3t "value"');
  expect(lines.slice(0, 3).join("")).not.toMatch(/s3cr3t|4815/);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { pin: "***", url: "http://x/?q=***", msg: "saw ***" },
    { at: "***", err: { message: "no ***" }, msg: "failed" },
    { msg: "all is well" },
    { msg: 's3cr3t "value"' },
  ]);
});

test("fields without secrets are not copied", () => {
  const fields = { req: "1", status: 200, more: { a: 1 } };
  expect(withoutSecrets(fields)).toBe(fields);
});

test("an error is logged with its relevant fields, without objects attached to it", () => {
  const cause = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
  const error = Object.assign(new Error("no database", { cause }), { client: { password: "x" } });
  expect(describeError(error)).toEqual({
    type: "Error",
    message: "no database",
    stack: expect.any(String),
    cause: { type: "Error", message: "refused", code: "ECONNREFUSED", stack: expect.any(String) },
  });
});

test("lines are buffered until there are many or flush is called, and keep their order", () => {
  const written: string[] = [];
  let synced = 0;
  const lines = bufferLines({ write: (text) => written.push(text), flushSync: () => (synced += 1) });
  lines.write("one\n");
  lines.write("two\n");
  expect(written).toEqual([]);
  lines.flush();
  lines.flush();
  expect(written).toEqual(["one\ntwo\n"]);
  const long = `${"x".repeat(9_000)}\n`;
  lines.write(long);
  lines.write(long);
  expect(written).toEqual(["one\ntwo\n", long + long]);
  lines.write("last\n");
  lines.flushSync();
  expect(written.at(-1)).toBe("last\n");
  expect(synced).toBe(1);
});

test("a buffered line is written after a short time without further lines", async () => {
  const written = Promise.withResolvers<string>();
  bufferLines({ write: written.resolve, flushSync: () => {} }).write("one\n");
  expect(await written.promise).toBe("one\n");
});
