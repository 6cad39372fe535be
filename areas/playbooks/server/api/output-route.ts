// Streams the output of an action, starting at an offset: stored pieces while the action runs, then the artifact. The
// stream waits for slow clients, so that memory use stays bounded.
import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { problem } from "#language/problem.ts";
import { createWakeablePause } from "#lib/async/wakeable-pause.ts";
import type { System } from "#server/area.ts";
import { claimsOf, mayUse } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { handle } from "#server/http/handle.ts";
import * as contract from "../../contract.ts";
import * as schema from "../../contract.schema.ts";
import { isFinalAction } from "../../model.ts";
import { outputChannel, outputPath } from "../runs/output.ts";
import { lineOf, pieceOf, recentOutput, type Piece } from "../runs/recent-output.ts";

/** A stream ends after this time, so that a client whose permissions have changed cannot follow it forever. */
const maxMs = 10 * 60_000;
/** Maximum time between two lines, so that proxies do not close the connection as idle. */
const heartbeatMs = 5_000;
/**
 * After a piece that this process stored itself, the stream waits up to this time for a notification before it queries
 * the database.
 */
const followMs = 1_000;
/** The size of a line with stored output. */
const partBytes = 128 * 1024;

export function outputRoute(app: FastifyInstance, system: System): void {
  handle(
    app,
    contract.actionOutput,
    schema.actionOutput,
    { access: "signed-in", type: "application/x-ndjson", summary: "Streams the output of an action as JSON lines" },
    async ({ params: { id }, query: { offset = 0 }, actor, reply, signal }) => {
      await system.features.require("playbooks", "the output of an action");
      await requireAction(system, actor, id);
      reply.header("x-accel-buffering", "no").header("cache-control", "no-store");
      const limited = AbortSignal.any([signal, AbortSignal.timeout(maxMs)]);
      return Readable.from(linesOf(system, id, offset, limited), { objectMode: false, highWaterMark: 256 * 1024 });
    },
  );
}

async function requireAction(system: System, actor: Actor, id: string): Promise<void> {
  const relation = system.catalog.current.relations.get("playbook_run_actions")!;
  if (!mayUse(actor, "select", relation)) throw problem.forbidden("read", "playbook_runs");
  const { rows } = await system.db
    .reading(claimsOf(actor, "read"), "page")
    .query("select from playbook_run_actions where id = $1", [id]);
  if (rows.length === 0) throw problem.notFound("playbook action", id);
}

async function* linesOf(system: System, actionId: string, offset: number, signal: AbortSignal): AsyncGenerator<Buffer> {
  const pause = createWakeablePause();
  const stop = system.listening.on(outputChannel, {
    notified: (id) => void (id === actionId && pause.wake()),
    resumed: pause.wake,
  });
  const unwatch = recentOutput.watch(actionId);
  let at = offset;
  let isFollowing = false;
  try {
    yield lineOf({ offset: at, text: "" });
    while (!signal.aborted) {
      const recent = recentOutput.find(actionId, at);
      if (recent) {
        yield recent.line;
        at += recent.length;
        isFollowing = true;
        continue;
      }
      // The next piece and the end of the action wake this stream, so it does not ask the database after each piece.
      if (isFollowing) {
        isFollowing = false;
        await pause.wait(followMs, signal);
        continue;
      }
      // The status is read first: output that is written afterwards is found in the next round.
      const isEnded = await hasEnded(system, actionId);
      const piece = await sharedPiece(system, actionId, at);
      if (piece !== undefined) {
        yield piece.line;
        at += piece.length;
        continue;
      }
      if (isEnded) {
        for await (const part of artifactFrom(system, actionId, at)) {
          yield pieceOf(at, part).line;
          at += part.length;
        }
        yield lineOf({ offset: at, end: "action" });
        return;
      }
      await pause.wait(heartbeatMs - followMs, signal);
      if (!signal.aborted) yield lineOf({ offset: at, text: "" });
    }
    yield lineOf({ offset: at, end: "time" });
  } finally {
    unwatch();
    stop();
  }
}

async function hasEnded({ db }: System, id: string): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select status from playbook_run_actions where id = ${id}`.execute(db.system);
  return rows[0] === undefined || isFinalAction(rows[0].status);
}

const reading = new Map<string, Promise<Piece | undefined>>();

/** All viewers of an output need the same new piece, so it is read and serialised only once. */
function sharedPiece(system: System, id: string, offset: number): Promise<Piece | undefined> {
  const key = `${id} ${offset}`;
  const known = reading.get(key);
  if (known) return known;
  const found = pieceAt(system, id, offset)
    .then((content) => content && pieceOf(offset, content))
    .finally(() => reading.delete(key));
  reading.set(key, found);
  return found;
}

/** Returns the remaining part of the piece that contains the offset. The content of earlier pieces is not read. */
async function pieceAt({ db }: System, id: string, offset: number): Promise<Buffer | undefined> {
  const { rows } = await sql<{ content: Buffer }>`
    select substring(p.content from (${offset}::bigint - p.at + 1)::int) as content
    from   (
      select at, content from playbook_outputs where action_id = ${id} and at <= ${offset} order by at desc limit 1
    ) p
    where  p.at + length(p.content) > ${offset}`.execute(db.system);
  return rows[0]?.content;
}

/** Yields whole characters, because a chunk of an artifact may end inside a character. */
async function* artifactFrom({ db, artifacts }: System, id: string, offset: number): AsyncGenerator<Buffer> {
  const { rows } = await sql<{ id: string }>`
    select id from artifacts
    where  playbook_run_action_id = ${id} and path = ${outputPath(id)} and completed_at is not null and deleted_at is null
    order  by created_at desc limit 1`.execute(db.system);
  if (!rows[0]) return;
  const { content } = await artifacts.open(rows[0].id, offset);
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of content)
    for (let from = 0; from < chunk.length; from += partBytes) {
      const part = chunk.subarray(from, from + partBytes);
      const joined = rest.length === 0 ? part : Buffer.concat([rest, part]);
      const whole = wholeLength(joined);
      rest = joined.subarray(whole);
      if (whole > 0) yield joined.subarray(0, whole);
    }
  if (rest.length > 0) yield rest;
}

/** The length without an incomplete character at the end. */
export function wholeLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}
