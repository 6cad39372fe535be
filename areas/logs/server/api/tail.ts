// Streams new lines as JSON lines. The stream pauses while the client does not read. It ends after a time limit, so
// that a client whose rights have changed cannot follow logs forever; the console then continues at the time of the
// last line.
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { renderProblem } from "#server/http/dialects.ts";
import { handle } from "#server/http/handle.ts";
import { toProblem } from "#server/http/problems.ts";
import type { Scrubber } from "#server/scrub/scrub.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { openSource, type BackendEntry } from "../backends/load-backends.ts";
import type { LogQuery } from "../source/reader.ts";
import { mergeTails, type Tail } from "../source/tails.ts";
import { readLogs, requireLogs } from "./access.ts";
import { describeFailure, problemOf, warningOf, type SourceFailure } from "./failures.ts";
import { shapeLines } from "./search-logs.ts";
import { queryFor, selectEntries } from "./selected.ts";

const maxTails = 50;
/** Limits the live views of one person, so that other people can also open live views. */
const maxTailsEach = 10;
const maxMs = 10 * 60_000;
/** A client that has not read the end of the stream after this time is disconnected. */
const maxUnreadMs = 60_000;
/** Maximum time between two lines, so that proxies do not close the connection as idle. */
const heartbeatMs = 5_000;

/** The maximum number of lines in a message. Larger messages would block the client while it reads them. */
const maxLines = 1_000;

/** The people with open live views, one entry per view. */
const tails: (string | undefined)[] = [];

export function tailRoute(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.tailLogs,
    schema.tailLogs,
    {
      access: readLogs,
      reads: true,
      type: "application/x-ndjson",
      summary: "Streams new lines of a component or a log backend as JSON lines",
    },
    async ({ body, actor, request, reply, signal, scrubber }) => {
      await requireLogs(system, "a live log view");
      const { entries, selection } = await selectEntries(system, actor, body);
      const page = { limit: 500, direction: "forward" } as const;
      // A tail that continues an earlier tail begins at the last line of that tail.
      const start = body.start === undefined ? Date.now() : selection.start;
      const queries = entries.map((entry) => queryFor(entry, { ...selection, start, end: Infinity }, body, page));
      const person = actor.kind === "system" ? undefined : actor.id;
      if (tails.length >= maxTails || tails.filter((each) => each === person).length >= maxTailsEach)
        throw new Problem("too_many_requests", "Too many live log views are open.", { retryAfter: 30 });
      const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
      const stream = linesOf(system, { entries, queries, signal: limited, scrubber, request });
      return streamed(reply, stream, person);
    },
  );
}

function streamed(reply: FastifyReply, lines: AsyncGenerator<Buffer>, person: string | undefined): Readable {
  tails.push(person);
  // Disables response buffering in proxies such as nginx, which would delay all lines.
  reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
  // Few batches are read ahead, so that a slow client makes the source wait.
  const stream = Readable.from(lines, { objectMode: false, highWaterMark: 256 * 1024 });
  const deadline = setTimeout(() => stream.destroy(), maxMs + maxUnreadMs);
  stream.once("close", () => {
    clearTimeout(deadline);
    tails.splice(tails.indexOf(person), 1);
  });
  return stream;
}

interface Following {
  entries: readonly BackendEntry[];
  queries: readonly LogQuery[];
  signal: AbortSignal;
  scrubber: Scrubber;
  request: FastifyRequest;
}

const line = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);

async function* linesOf(system: System, following: Following): AsyncGenerator<Buffer> {
  const { entries, signal, scrubber, request } = following;
  const stopped = new AbortController();
  const until = AbortSignal.any([signal, stopped.signal]);
  const failures: SourceFailure[] = [];
  let reported = 0;
  const newWarnings = () => {
    const warnings = failures.slice(reported).map(warningOf);
    reported = failures.length;
    return warnings.length > 0 ? [line({ warnings })] : [];
  };
  try {
    const opened = await openTails(system, following, { signal: until, failures });
    yield* newWarnings();
    // The first line reports that the sources are being followed.
    yield line({ lines: [] });
    for await (const batch of withHeartbeats(mergeTails(opened, { signal: until }), until)) {
      yield* newWarnings();
      const shaped = await shapeLines(batch as Parameters<typeof shapeLines>[0], { entries, body: { match: [] } });
      for (let at = 0; at === 0 || at < shaped.length; at += maxLines)
        yield line(scrubber.document({ lines: shaped.slice(at, at + maxLines) }));
    }
    if (failures.length === entries.length) throw problemOf(failures);
    yield line({ end: signal.aborted ? "time" : "source" });
  } catch (error) {
    const found = toProblem(scrubber.error(error));
    if (found.status >= 500 && found.id === "internal")
      system.log.error({ req: request.id, err: found.cause ?? found }, "a live log view failed");
    yield line({ problem: { status: found.status, body: renderProblem(found, "ours", request.id) } });
  } finally {
    stopped.abort();
  }
}

interface Opening {
  signal: AbortSignal;
  /** Called with source failures, at the start and later. The other sources continue. */
  failures: SourceFailure[];
}

async function openTails(system: System, { entries, queries, scrubber }: Following, { signal, failures }: Opening) {
  const fail = (error: unknown, entry: BackendEntry) => {
    if (!signal.aborted) failures.push(describeFailure(error, entry, { entries, scrubber }));
  };
  const opened: Tail[] = [];
  await Promise.all(
    entries.map(async (entry, index) => {
      try {
        const source = await openSource(system, entry, { signal, scrubber });
        opened.push(tagged(source.tail(queries[index]!), entry, (error) => fail(error, entry)));
      } catch (error) {
        fail(error, entry);
      }
    }),
  );
  if (opened.length === 0 && failures.length > 0) throw problemOf(failures);
  return opened;
}

/** Adds the key of the entry to each line, and ends when the source ends. */
async function* tagged(tail: Tail, entry: BackendEntry, onFailure: (error: unknown) => void): Tail {
  try {
    for await (const batch of tail) yield batch.map((each) => ({ ...each, from: entry.key }));
  } catch (error) {
    onFailure(error);
  }
}

/** Yields an empty batch if there are no lines for a while. */
async function* withHeartbeats(tail: Tail, signal: AbortSignal): Tail {
  let next = tail.next();
  for (;;) {
    const beat = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => beat.resolve(undefined), heartbeatMs);
    const found = await Promise.race([next, beat.promise]).finally(() => clearTimeout(timer));
    if (found === undefined) {
      if (!signal.aborted) yield [];
      continue;
    }
    if (found.done) return;
    yield found.value;
    next = tail.next();
  }
}
