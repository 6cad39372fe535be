// Tests a connection with the stored values or with values that are not saved yet, within limits, and reports the
// result without secrets.
import { Problem, problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { refuseKeptElsewhere } from "#server/db/own-rows.ts";
import { mayOne } from "#server/db/policy.ts";
import type { Row } from "#server/db/writes.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { createScrubber, type Scrubber } from "#server/scrub/scrub.ts";
import { withErrorHandler } from "#lib/process/stray-errors.ts";
import { takeTurns } from "#lib/async/turns.ts";
import type { Tested } from "../contract.ts";
import { attempt } from "./attempt.ts";
import type { ConnectionType } from "./connection/connection-type.ts";
import { ConnectionFailure, failureOf } from "./connection/failure.ts";
import { typeNamed } from "./rows/known-types.ts";
import { findRow, type ConnectionRow } from "./resolve/find-row.ts";
import { resolveConnection, resolveUnsaved } from "./resolve/resolve-connection.ts";
import { type Outcome, recordOutcome } from "./resolve/uses.ts";
import type { OpenConnection } from "./connection/open-connection.ts";
import { unsavedRow } from "./rows/writes.ts";

const defaultLimitMs = 30_000;
const maxSentence = 1_000;

const inTurn = takeTurns({
  atOnce: 4,
  waiting: 20,
  refuse: () =>
    new Problem("too_many_requests", "Too many connections are being tested at the moment.", {
      hint: "Try again in a few seconds.",
      retryAfter: 10,
    }),
});

export interface Asked {
  actor: Actor;
  origin: Origin;
  /** Whether to send a test message. */
  sends: boolean;
  /** Aborted when the caller disconnects. */
  signal: AbortSignal;
  /** Time limit for the whole test, including the wait for a free slot. */
  limitMs?: number;
}

/** The connection under test. */
interface Subject {
  row: Pick<ConnectionRow, "name" | "type"> & { id: string | null };
  /** Additional fields for the audit log. */
  deed?: Readonly<Record<string, unknown>>;
  /** Resolves references and fills in the address. Every secret is registered with the scrubber. */
  open(scrubber: Scrubber): Promise<OpenConnection>;
}

/** Tests a stored connection. */
export async function tryOut(system: System, id: string, asked: Asked): Promise<Tested> {
  const row = await findTestable(system, id, asked.actor);
  const open = (scrubber: Scrubber) =>
    resolveConnection(system, row.id, { subject: asked.actor, scrubber, purpose: "test", isFresh: true });
  return run(system, { row, open }, asked);
}

/**
 * Tests values before they are saved. The values are prepared in the same way as for a write, so that the test and the
 * save give the same result. Only a person with permission to save the values can test them, because stored secrets are
 * sent to the address in these values.
 */
export async function tryOutUnsaved(
  system: System,
  { id, row: sent }: { id?: string | undefined; row: Row },
  asked: Asked,
): Promise<Tested> {
  const { actor } = asked;
  const { secrets } = system;
  const stored = id === undefined ? undefined : await findTestable(system, id, actor);
  if (stored) refuseKeptElsewhere(actor, system.catalog.current.relations.get("connections")!, [stored]);
  // A form may be tested before it has a name.
  const values = stored ? sent : { namespace: "default", ...sent, name: sent["name"] || "unsaved" };
  if (!mayOne(actor, stored ? "update" : "create", "connections", identityOf({ ...stored, ...values })))
    throw problem.forbidden("write", "connections");
  const row = unsavedRow({ secrets, actor }, values, stored);
  const { name, type } = row;
  const open = (scrubber: Scrubber) =>
    resolveUnsaved(system, row, { stored, subject: actor, scrubber, purpose: "test" });
  // The address is masked, so the audit log contains no credentials.
  const deed = { unsaved: true, url: row.url };
  return run(system, { row: { name, type, id: stored?.id ?? null }, deed, open }, asked);
}

/** The columns that permission rules select connections by. */
const identityOf = (row: Row) =>
  Object.fromEntries(
    ["id", "name", "namespace", "type"].flatMap((column) =>
      typeof row[column] === "string" ? [[column, row[column].trim()]] : [],
    ),
  );

async function run(system: System, subject: Subject, asked: Asked): Promise<Tested> {
  const { row, deed } = subject;
  const type = typeNamed(row.type);
  if (!type?.test)
    throw new Problem("not_implemented", type?.untested ?? `Connections of type ${row.type} cannot be tested yet.`);
  const start = performance.now();
  const scrubber = createScrubber();
  const { limitMs = defaultLimitMs } = asked;
  const limit = AbortSignal.timeout(limitMs);
  const signal = AbortSignal.any([asked.signal, limit]);
  const record = async (outcome: Outcome) => {
    if (row.id !== null && !deed)
      await recordOutcome(system, { connectionId: row.id, subject: asked.actor, purpose: "test", outcome });
    await recordDeeds(system.db.system, asked, [
      {
        action: "test",
        resource_type: "connections",
        resource_id: row.id,
        resource_name: row.name,
        after: { outcome, ...deed, ...(asked.sends && { sent: true }) },
      },
    ]);
  };
  try {
    const reached = await inTurn(() => connect(system, { subject, type, scrubber, signal, asked }));
    await record("reached");
    return { reached: sentence(scrubber, reached), duration_ms: Math.round(performance.now() - start) };
  } catch (error) {
    if (error instanceof Problem) throw error;
    system.log.debug({ connection: row.id, err: scrubber.error(error) }, "a connection test failed");
    await record("failed");
    if (asked.signal.aborted)
      throw new Problem("timeout", "The caller no longer waits for this test.", { status: 499 });
    throw problemFrom(scrubber, limit.aborted ? tooLong(limitMs) : failureOf(error));
  }
}

const tooLong = (limitMs: number) =>
  new ConnectionFailure(`The test did not finish within ${limitMs / 1_000} seconds`, "Check host, port and firewalls.");

/**
 * Only users who may change a connection may test it, because a test uses the credentials and is visible to the server.
 */
async function findTestable({ db }: System, id: string, actor: Actor): Promise<ConnectionRow> {
  const row = await findRow(db.system, { by: "id", id }, "").catch((error: unknown) => {
    // A person who is not allowed to change any connection must not be able to find out which ids exist.
    throw mayOne(actor, "update", "connections", {}) ? error : problem.forbidden("write", "connections");
  });
  if (mayOne(actor, "update", "connections", row)) return row;
  throw problem.forbidden("write", "connections");
}

interface Trying {
  subject: Subject;
  type: ConnectionType;
  scrubber: Scrubber;
  signal: AbortSignal;
  asked: Asked;
}

async function connect(system: System, { subject, type, scrubber, signal, asked }: Trying): Promise<string> {
  signal.throwIfAborted();
  const connection = await subject.open(scrubber);
  const stray = (error: unknown) =>
    system.log.warn(
      { connection: subject.row.id, err: scrubber.error(error) },
      "a connection test failed after its time limit",
    );
  const { files } = system;
  const { cluster } = system.env;
  const outbound = system.outbound("operator");
  const answer = withErrorHandler(stray, () =>
    attempt(type, connection, { outbound, files, cluster, signal, sends: asked.sends }),
  );
  return Promise.race([answer, ended(signal)]);
}

/** Stops the test at the time limit, even if a driver keeps waiting. */
const ended = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });

const sentence = (scrubber: Scrubber, text: string) => {
  const clean = scrubber.text(text).trim();
  return clean.length > maxSentence ? `${clean.slice(0, maxSentence)}…` : clean;
};

const problemFrom = (scrubber: Scrubber, { message, fix }: ConnectionFailure) =>
  problem.invalid(sentence(scrubber, message) || "The connection failed without an error message", {
    ...(fix !== undefined && { hint: sentence(scrubber, fix) }),
  });
