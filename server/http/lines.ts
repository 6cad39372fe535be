// Streams the progress of long work as lines of JSON (https://github.com/ndjson/ndjson-spec). Each line contains the
// state at the time it is written, so a slow reader needs no queue. The last line contains the result.
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Log } from "../log.ts";
import { renderProblem } from "./dialects.ts";
import { toProblem } from "./problems.ts";

const linesType = "application/x-ndjson";

/** Whether the first type in Accept is NDJSON. A client that lists it later gets JSON. */
export const wantsLines = ({ headers }: Pick<FastifyRequest, "headers">) =>
  headers.accept?.split(",")[0]?.split(";")[0]?.trim().toLowerCase() === linesType;

/** The minimum interval between lines. */
const minIntervalMs = 250;
/** The maximum interval between lines, so that proxies do not close the connection as idle. */
const maxIntervalMs = 5_000;

interface LineStream<Progress> {
  reply: FastifyReply;
  request: FastifyRequest;
  log: Log;
  /** The current progress. */
  now(): Progress;
}

/**
 * Streams the progress of `work`, which calls `notify` whenever its progress changes. The last line is `{"result": …}`,
 * or `{"problem": …}` with the body that a failed request would get. Work that should stop when the reader disconnects
 * must observe the signal of its call.
 */
export function inLines<Progress, Result>(
  { reply, request, log, now }: LineStream<Progress>,
  work: (notify: () => void) => Promise<Result>,
): Readable {
  // Disables response buffering in proxies such as nginx, which would delay all lines until the end.
  reply.type(linesType).header("x-accel-buffering", "no").header("cache-control", "no-store");
  return Readable.from(
    linesOf(now, work, (error) => problemIn(error, request, log)),
    { objectMode: false },
  );
}

async function* linesOf<Progress, Result>(
  now: () => Progress,
  work: (notify: () => void) => Promise<Result>,
  problemOf: (error: unknown) => unknown,
): AsyncGenerator<Buffer> {
  let changed = Promise.withResolvers<boolean>();
  const last = work(() => changed.resolve(false)).then(
    (result) => ({ result }),
    (error: unknown) => ({ problem: problemOf(error) }),
  );
  const isOver = last.then(() => true);
  for (;;) {
    changed = Promise.withResolvers();
    yield line({ progress: now() });
    if (await Promise.race([isOver, delay(minIntervalMs, false)])) break;
    const waiting = new AbortController();
    const isDone = await Promise.race([
      isOver,
      changed.promise,
      delay(maxIntervalMs, false, { signal: waiting.signal }),
    ]);
    waiting.abort();
    if (isDone) break;
  }
  yield line(await last);
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

function problemIn(error: unknown, request: FastifyRequest, log: Log): unknown {
  const found = toProblem(request.scrubber ? request.scrubber.error(error) : error);
  if (found.status >= 500 && found.id !== "unavailable")
    log.error({ req: request.id, err: found.cause ?? found }, "a request failed while its response was streamed");
  return { status: found.status, body: renderProblem(found, "ours", request.id) };
}
