// Work that takes a while, told as it goes on: a line of JSON each (https://github.com/ndjson/ndjson-spec). A line says how far it is
// when it is written, so that a slow reader costs nothing; the last line is what came of it.
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import { renderProblem } from "./dialects.ts";
import { toProblem } from "./problems.ts";

const linesType = "application/x-ndjson";

/** It is what is asked for, not merely among what would be taken. */
export const wantsLines = ({ headers }: Pick<FastifyRequest, "headers">) =>
  headers.accept?.split(",")[0]?.split(";")[0]?.trim().toLowerCase() === linesType;

/** No more often than anybody can read, and so often that nobody between takes the connection for dead. */
const leastMs = 250;
const mostMs = 5_000;

interface Telling<News> {
  reply: FastifyReply;
  request: FastifyRequest;
  log: Log;
  /** How far it is. */
  now(): News;
}

/**
 * `work` says whenever something is new, until it is done. What it comes to is the last line, `{"result": …}`, or `{"problem": …}` as the answer of a
 * request that fails would be. Work that is of no use once its reader is gone heeds the signal of its call.
 */
export function inLines<News, Result>(
  { reply, request, log, now }: Telling<News>,
  work: (tell: () => void) => Promise<Result>,
): Readable {
  // A proxy that gathers an answer before it hands it on would tell everything at the end.
  reply.type(linesType).header("x-accel-buffering", "no").header("cache-control", "no-store");
  return Readable.from(
    linesOf(now, work, (error) => problemIn(error, request, log)),
    { objectMode: false },
  );
}

async function* linesOf<News, Result>(
  now: () => News,
  work: (tell: () => void) => Promise<Result>,
  problemOf: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  let news = Promise.withResolvers<boolean>();
  const last = work(() => news.resolve(false)).then(
    (result) => ({ result }),
    (error: unknown) => ({ problem: problemOf(error) }),
  );
  const isOver = last.then(() => true);
  for (;;) {
    news = Promise.withResolvers();
    yield line({ progress: now() });
    if (await Promise.race([isOver, delay(leastMs, false)])) break;
    const waiting = new AbortController();
    const isDone = await Promise.race([isOver, news.promise, delay(mostMs, false, { signal: waiting.signal })]);
    waiting.abort();
    if (isDone) break;
  }
  yield line(await last);
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

function problemIn(error: unknown, request: FastifyRequest, log: Log): unknown {
  const found = toProblem(request.scrubber ? request.scrubber.error(error) : error);
  if (found.status >= 500 && found.id !== "unavailable")
    log.error({ req: request.id, err: found.cause ?? found }, "a request failed while it was answered");
  return { status: found.status, body: renderProblem(found, "ours", request.id) };
}
