// Structured log. One line per request and per job, with their ids; never a secret, a cookie or an authorization header.
import { Writable } from "node:stream";
import { pino, type Logger } from "pino";
import type { Env } from "./env.ts";
import type { Scrubber } from "./scrub.ts";
import { inSources } from "./stack-lines.ts";

export type Log = Logger;

/** Keys whose values never reach a log, at any depth and in any spelling. */
const secretName = /^(authorization|cookie|set-?cookie|.*password|.*secret(_?key)?|.*token|private_?key|x-api-key)$/i;

/** A copy without secrets; what holds none is given back as it is. */
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
 * Query parameters whose values never reach a log; the name stays, so that one sees that it was there. An address can
 * carry another one inside, as `return_to` does: then its signs are escaped, once or more often.
 */
const secretParameters =
  /((?:[?&]|%(?:25)*(?:3f|26))(?:password|username|token|code|invitation|csrf_token|secret|api_key|key)(?:=|%(?:25)*3d))(?:(?!%(?:25)*(?:26|23))[^&#])*/gi;

export const scrubUrl = (url: string) =>
  url.includes("=") || url.includes("%") ? url.replace(secretParameters, "$1***") : url;

export async function createLog({ logLevel, logFormat }: Pick<Env, "logLevel" | "logFormat">): Promise<Log> {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: isoTime,
      // pino's own redaction walks every path for every line: a fifth of the request rate.
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      serializers: { err: describeError },
    },
    await destination(logFormat),
  );
}

/** The few fields that tell what went wrong. Libraries hang whole clients with their settings on an error. */
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

/** The log of a run that opens secrets: whatever it or its children write is cleaned as it is written. */
export function cleanLog(log: Log, scrubber: Scrubber): Log {
  const child = log.child({});
  const own = child as unknown as Record<symbol, { write(line: string): void }>;
  const stream = own[pino.symbols.streamSym]!;
  const write = (line: string) => stream.write(scrubber.text(line) === line ? line : cleanLine(line, scrubber));
  own[pino.symbols.streamSym] = Object.assign(Object.create(stream) as typeof stream, { write });
  return child;
}

/** As a document, so that it stays one. */
const cleanLine = (line: string, scrubber: Scrubber) =>
  scrubber.text(`${JSON.stringify(scrubber.document(JSON.parse(line)))}\n`);

export interface RequestLine {
  /** Made by us, or of letters, digits, dots and dashes: printed as it is. */
  req: string;
  method: string;
  /** Scrubbed. */
  url: string;
  status: number;
  ms: number;
  /** Printed as it is, too. */
  actor: string | undefined;
}

/**
 * The line of a request, written past pino's formatters: its fields are known to be harmless, there is one for every
 * request, and this costs a fifth of what `log.info` does.
 */
export function requestLog(log: Log): (line: RequestLine) => void {
  const stream = (log as unknown as Record<symbol, { write(text: string): void }>)[pino.symbols.streamSym];
  return ({ req, method, url, status, ms, actor }) => {
    if (!log.isLevelEnabled("info")) return;
    const who = actor === undefined ? "" : `,"actor":"${actor}"`;
    const what = `"method":"${method}","url":${JSON.stringify(url)},"status":${status},"ms":${ms}`;
    stream?.write(`{"level":"info"${isoTime()},"req":"${req}",${what}${who},"msg":"request"}\n`);
  };
}

let printedAt = 0;
let printed = "";

/** Many lines fall into one millisecond; printing it once is enough. */
function isoTime(): string {
  const now = Date.now();
  if (now !== printedAt) {
    printedAt = now;
    printed = `,"time":"${new Date(now).toISOString()}"`;
  }
  return printed;
}

// Pretty lines are for a person who watches. JSON lines are for machines and for load, so they are buffered: a write
// per line costs a tenth of the request rate. They are flushed at exit, and the interval bounds what a killed process
// can take with it.
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
  const lines = gatherLines(pino.destination({ dest: 1, sync: false }));
  setInterval(() => lines.flush(), 200).unref();
  process.on("exit", () => lines.flushSync());
  return lines;
}

/** On a terminal a step draws its line again and again while it runs (bin/steps.mjs): others go above it, not behind it. */
const aboveSteps = () =>
  new Writable({ write: (text, _encoding, done) => void process.stdout.write(`\r\u001b[2K${text}`, done) });

const mostGathered = 16_000;

/**
 * Gathers lines and hands them on together. The stream could do that by itself (minLength), but it measures everything
 * it holds at every line: 8 kB copied for each request, a fifth of their rate.
 */
export function gatherLines(stream: { write(text: string): unknown; flushSync(): void }) {
  let lines: string[] = [];
  let length = 0;
  const flush = () => {
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
      if (length > mostGathered) flush();
    },
    flush,
    /** pino calls this for a fatal line. */
    flushSync() {
      flush();
      stream.flushSync();
    },
  };
}
