// Structured log. One line per request and per job, with their ids; never a secret, a cookie or an authorization header.
import { pino, type Logger } from "pino";
import type { Env } from "./env.ts";

export type Log = Logger;

const secretNames = [
  "authorization",
  "cookie",
  "set-cookie",
  "password",
  "token",
  "secret",
  "secretKey",
  "csrf_token",
  "value",
];

/** Query parameters whose values never reach a log; the name stays, so that one sees that it was there. */
const secretParameters = /([?&](?:password|username|token|code|csrf_token|secret|api_key|key)=)[^&#]*/gi;

export const scrubUrl = (url: string) => (url.includes("=") ? url.replace(secretParameters, "$1***") : url);

export async function createLog({ logLevel, logFormat }: Pick<Env, "logLevel" | "logFormat">): Promise<Log> {
  return pino(
    {
      level: logLevel,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.headers["${name}"]`]),
        censor: "***",
      },
    },
    await destination(logFormat),
  );
}

// Pretty lines are for a person who watches. JSON lines are for machines and for load, so they are buffered: a write
// per line costs a tenth of the request rate. pino flushes them at exit, and the interval bounds what a killed process
// can take with it.
async function destination(format: Env["logFormat"]) {
  if (format === "pretty") {
    const { PinoPretty } = await import("pino-pretty");
    return PinoPretty({ ignore: "pid,hostname", translateTime: "SYS:HH:MM:ss.l" });
  }
  const stream = pino.destination({ dest: 1, sync: false, minLength: 4096 });
  setInterval(() => stream.flush(), 200).unref();
  return stream;
}
