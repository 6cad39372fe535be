// Trying out a connection: really connecting with what is stored, within limits, and telling what came of it without ever
// telling a secret.
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds, type Origin } from "#server/audit/audit.ts";
import { mayOne } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import { createScrubber, type Scrubber } from "#server/scrub.ts";
import { bearing } from "#server/stray-errors.ts";
import { takeTurns } from "#server/turns.ts";
import type { Tested } from "../contract.ts";
import { attempt } from "./attempt.ts";
import type { ConnectionType } from "./connection-type.ts";
import { ConnectionFailure, failureOf } from "./failure.ts";
import { typeNamed } from "./known-types.ts";
import { findRow, type ConnectionRow } from "./resolve/find-row.ts";
import { resolveConnection } from "./resolve/resolve-connection.ts";

const usualLimitMs = 30_000;
const longestSentence = 1_000;

const inTurn = takeTurns({
  atOnce: 4,
  waiting: 20,
  refuse: () =>
    new Problem("too_many_requests", "Too many connections are being tested just now.", {
      hint: "Try again in a few seconds.",
      retryAfter: 10,
    }),
});

export interface Asked {
  actor: Actor;
  origin: Origin;
  /** Whether a message may really be sent. */
  sends: boolean;
  /** Ends when the caller goes away. */
  signal: AbortSignal;
  /** For all of it, waiting for a turn included. */
  limitMs?: number;
}

export async function tryOut(system: System, id: string, asked: Asked): Promise<Tested> {
  const row = await findTestable(system, id, asked.actor);
  const type = typeNamed(row.type);
  if (!type?.test)
    throw new Problem(
      "not_implemented",
      type?.untested ?? `There is no way yet to test a connection of the type ${row.type}.`,
    );
  const begun = performance.now();
  const scrubber = createScrubber();
  const { limitMs = usualLimitMs } = asked;
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([asked.signal, limit]);
  const record = (outcome: "reached" | "failed") =>
    recordDeeds(system.db.system, asked, [
      {
        action: "test",
        resource_type: "connections",
        resource_id: row.id,
        resource_name: row.name,
        after: { outcome, ...(asked.sends && { sent: true }) },
      },
    ]);
  try {
    const reached = await inTurn(() => connect(system, { row, type, scrubber, signal, asked }));
    await record("reached");
    return { reached: sentence(scrubber, reached), duration_ms: Math.round(performance.now() - begun) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    system.log.debug({ connection: row.id, err: scrubber.error(error) }, "a test of a connection failed");
    await record("failed");
    if (asked.signal.aborted) throw new Problem("timeout", "Nobody waits for this test any more.", { status: 499 });
    throw told(scrubber, limit.aborted ? tooLong(limitMs) : failureOf(error));
  }
}

const tooLong = (limitMs: number) =>
  new ConnectionFailure(
    `It was not done within ${limitMs / 1_000} seconds`,
    "Check host and port, and the firewalls between.",
  );

/** Who may change a connection may test it: it is done with its credentials, and heard on the other side. */
async function findTestable({ db }: System, id: string, actor: Actor): Promise<ConnectionRow> {
  const row = await findRow(db.system, { by: "id", id }, "").catch((error: unknown) => {
    // Who may change none is not told which there are.
    throw mayOne(actor, "update", "connections", {}) ? error : problem.forbidden("write", "connections");
  });
  if (mayOne(actor, "update", "connections", row)) return row;
  throw problem.forbidden("write", "connections");
}

interface Trying {
  row: ConnectionRow;
  type: ConnectionType;
  scrubber: Scrubber;
  signal: AbortSignal;
  asked: Asked;
}

async function connect(system: System, { row, type, scrubber, signal, asked }: Trying): Promise<string> {
  signal.throwIfAborted();
  const connection = await resolveConnection(system, row.id, {
    subject: asked.actor,
    scrubber,
    purpose: "test",
    isFresh: true,
  });
  const stray = (error: unknown) =>
    system.log.warn({ connection: row.id, err: scrubber.error(error) }, "a test of a connection failed late");
  const { files } = system;
  const { cluster } = system.env;
  const outbound = system.outbound("operator");
  const answer = bearing(stray, () =>
    attempt(type, connection, { outbound, files, cluster, signal, sends: asked.sends }),
  );
  return Promise.race([answer, ended(signal)]);
}

/** Whatever a driver waits for, the test ends in time. */
const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

const sentence = (scrubber: Scrubber, text: string) => {
  const clean = scrubber.text(text).trim();
  return clean.length > longestSentence ? `${clean.slice(0, longestSentence)}…` : clean;
};

const told = (scrubber: Scrubber, { message, fix }: ConnectionFailure) =>
  problem.invalid(sentence(scrubber, message) || "It does not work, and nothing says why", {
    ...(fix !== undefined && { hint: sentence(scrubber, fix) }),
  });
