// Structured log with one line per request and per job, with their ids. It never contains a secret, a cookie or an
// authorization header.
import { Writable } from "node:stream";
import { pino, type Logger } from "pino";
import type { Env } from "./env/env.ts";
import type { LogFiles } from "./log-files.ts";
import type { Scrubber } from "./scrub/scrub.ts";
import { inSources } from "#lib/process/stack-lines.ts";

export type Log = Logger;

/** The keys whose values are never logged, at any depth and in any spelling. */
const secretName = /^(authorization|cookie|set-?cookie|.*password|.*secret(_?key)?|.*token|private_?key|x-api-key)$/i;

/** Returns a copy without secrets, or the same object if it contains no secrets. */
export function withoutSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  let copy: Record<string, unknown> | undefined;
  for (const key in fields) {
    const value = fields[key];
    const safe = secretName.test(key)
      ? "***"
      : isPlain(value)
        ? depth < 6
          ? withoutSecrets(value, depth + 1)
          : "…"
        : value;
    if (safe !== value) (copy ??= { ...fields })[key] = safe;
  }
  return copy ?? fields;
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/**
 * The query parameters whose values are never logged; their names are kept. A URL can contain another URL, as in
 * `return_to`, whose separators are then escaped once or several times.
 */
const secretParameters =
  /((?:[?&]|%(?:25)*(?:3f|26))(?:password|username|token|code|invitation|csrf_token|secret|api_key|key)(?:=|%(?:25)*3d))(?:(?!%(?:25)*(?:26|23))[^&#])*/gi;

export const scrubUrl = (url: string) =>
  url.includes("=") || url.includes("%") ? url.replace(secretParameters, "$1***") : url;

export async function createLog(
  { logLevel, logFormat }: Pick<Env, "logLevel" | "logFormat">,
  files?: LogFiles,
): Promise<Log> {
  const shown = await destination(logFormat);
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: isoTime,
      // pino's own redaction checks every path for every line, which would cost a fifth of the request rate.
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: describeError },
    },
    files ? withFiles(shown, files) : shown,
  );
}

/** Writes every line to the output and to the files. The files always contain JSON. */
const withFiles = (shown: Awaited<ReturnType<typeof destination>>, files: LogFiles) => ({
  write(line: string) {
    shown.write(line);
    files.write(line);
  },
  /** pino calls this for a fatal line. */
  flushSync() {
    if ("flushSync" in shown) shown.flushSync();
    files.flushSync();
  },
});

/** Returns the relevant fields of an error, because libraries attach whole clients with their settings to errors. */
export function describeError(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return error;
  const { code } = error as { code?: unknown };
  return {
    type: error.constructor.name,
    message: error.message,
    ...(typeof code === "string" ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: inSources(error.stack) }),
    ...(error.cause === undefined || depth >= 4 ? {} : { cause: describeError(error.cause, depth + 1) }),
  };
}

/**
 * Returns a log for a run that decrypts secrets: its lines and the lines of its child loggers are scrubbed when they
 * are written.
 */
export function cleanLog(log: Log, scrubber: Scrubber): Log {
  const child = log.child({});
  const own = child as unknown as Record<symbol, { write(line: string): void }>;
  const stream = own[pino.symbols.streamSym]!;
  const write = (line: string) => stream.write(scrubber.text(line) === line ? line : cleanLine(line, scrubber));
  own[pino.symbols.streamSym] = Object.assign(Object.create(stream) as typeof stream, { write });
  return child;
}

/** Scrubs the parsed document, so that the line stays valid JSON. */
const cleanLine = (line: string, scrubber: Scrubber) =>
  scrubber.text(`${JSON.stringify(scrubber.document(JSON.parse(line)))}\n`);

export interface RequestLine {
  /**
   * The request id. It is generated here, or it has only letters, digits, dots and dashes, so it is printed without
   * escaping.
   */
  req: string;
  method: string;
  /** The scrubbed URL. */
  url: string;
  status: number;
  ms: number;
  /** The actor, which is also printed without escaping. */
  actor: string | undefined;
}

/**
 * Writes the line of a request without pino's formatters: its fields are known to be harmless, there is a line for
 * every request, and this takes a fifth of the time of `log.info`.
 */
export function requestLog(log: Log): (line: RequestLine) => void {
  const stream = (log as unknown as Record<symbol, { write(text: string): void }>)[pino.symbols.streamSym];
  return ({ req, method, url, status, ms, actor }) => {
    if (!log.isLevelEnabled("info")) return;
    const actorField = actor === undefined ? "" : `,"actor":"${actor}"`;
    const fields = `"method":"${method}","url":${JSON.stringify(url)},"status":${status},"ms":${ms}`;
    stream?.write(`{"level":"info"${isoTime()},"req":"${req}",${fields}${actorField},"msg":"request"}\n`);
  };
}

let printedAt = 0;
let printed = "";

/** Returns the current time. Many lines share a millisecond, so its string is cached. */
function isoTime(): string {
  const now = Date.now();
  if (now !== printedAt) {
    printedAt = now;
    printed = `,"time":"${new Date(now).toISOString()}"`;
  }
  return printed;
}

// Opens the output. Pretty lines are for interactive use. JSON lines are for machines and under load, so they are
// buffered: a write per line would cost a tenth of the request rate. They are flushed at exit; the delay limits the
// loss when the process is killed.
async function destination(format: Env["logFormat"]) {
  if (format === "pretty") {
    const { PinoPretty } = await import("pino-pretty");
    return PinoPretty({
      ignore: "pid,hostname",
      translateTime: "SYS:HH:MM:ss.l",
      singleLine: true,
      ...(process.stdout.isTTY && { destination: aboveSteps() }),
    });
  }
  const lines = bufferLines(pino.destination({ dest: 1, sync: false }));
  process.on("exit", () => lines.flushSync());
  return lines;
}

/** Prints log lines above the line that a running step redraws on a terminal (bin/steps.mjs). */
const aboveSteps = () =>
  new Writable({ write: (text, _encoding, done) => void process.stdout.write(`\r\u001b[2K${text}`, done) });

const maxBuffered = 16_000;
const maxBufferedMs = 200;

/**
 * Buffers lines and writes them together. The stream has an option for that (minLength), but it measures its whole
 * buffer for every line. That copies 8 kB per request and reduced the request rate by a fifth.
 */
export function bufferLines(stream: { write(text: string): unknown; flushSync(): void }) {
  let lines: string[] = [];
  let length = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (length === 0) return;
    const text = lines.join("");
    lines = [];
    length = 0;
    stream.write(text);
  };
  return {
    write(line: string) {
      lines.push(line);
      length += line.length;
      if (length > maxBuffered) flush();
      else timer ??= setTimeout(flush, maxBufferedMs).unref();
    },
    flush,
    /** pino calls this for a fatal line. */
    flushSync() {
      flush();
      stream.flushSync();
    },
  };
}
