// The audit log (table audit_log): each change on behalf of an actor is recorded in the same transaction, so that a
// change is never stored without its audit entry. The values before and after are recorded for audited tables, or if
// the caller supplies them; secrets are never recorded (audited-values.ts).
import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import type { DB, Tables } from "../db/tables.ts";
import type { Row } from "../db/writes.ts";
import type { Actor, Origin } from "../http/actor.ts";
import { daysAgo } from "../retention.ts";
import { maskText } from "../spec/masked-spec.ts";
import { auditedValues, storable } from "./audited-values.ts";

export const originOf = ({ ip, headers, id }: Pick<FastifyRequest, "ip" | "headers" | "id">): Origin => ({
  address: ip,
  userAgent: headers["user-agent"] ?? "",
  requestId: id,
});

type Entry = Tables["audit_log"]["Insert"];

export interface Deed extends Pick<Entry, "action" | "resource_type" | "resource_id" | "resource_name" | "columns"> {
  /** The former values: for an update the changed columns (`changeBetween`), for a deletion the relevant columns. */
  before?: Row | null;
  /** The new values: for an update the same columns, for a new row the relevant columns. */
  after?: Row | null;
  /** The author, if different from the actor: for a sign-in, the person who signs in. */
  person?: { id: string | null; name: string | null };
}

/** A larger batch would exceed the maximum number of parameters of a statement. */
const batchSize = 2_000;
const pruneBatchSize = 5_000;
const maxLength = { name: 500, userAgent: 500, column: 100 };
/** Tables have fewer columns, but an MCP client can send any number of arguments. */
const maxColumns = 100;

/**
 * Adds entries to the audit log. With `isLazy`, it does not wait until the entries are on the disk: if PostgreSQL
 * crashes, the entries of the last second can be missing. This is for entries about reads.
 */
export async function recordDeeds(
  db: Kysely<DB>,
  { actor, origin }: { actor: Actor; origin?: Origin | undefined },
  deeds: readonly Deed[],
  { isLazy = false }: { isLazy?: boolean } = {},
): Promise<void> {
  const author = {
    actor_kind: actor.kind,
    person_id: actor.kind === "system" ? null : actor.id,
    person_name: actor.kind === "system" ? null : actor.name,
    token_name: actor.kind === "token" ? actor.token.name : null,
    address: origin?.address ?? null,
    user_agent: origin ? storable(origin.userAgent, maxLength.userAgent) : null,
    request_id: origin?.requestId ?? null,
  };
  for (let at = 0; at < deeds.length; at += batchSize) {
    const insert = db.insertInto("audit_log").values(
      deeds.slice(at, at + batchSize).map(({ person, resource_name, columns, before, after, ...deed }) => ({
        ...author,
        ...(person && { actor_kind: "person" as const, person_id: person.id, person_name: person.name }),
        ...deed,
        resource_name: resource_name ? maskText(storable(resource_name, maxLength.name)) : null,
        columns: columns?.slice(0, maxColumns).map((name) => storable(name, maxLength.column)) ?? null,
        before: before ? auditedValues(before) : null,
        after: after ? auditedValues(after) : null,
      })),
    );
    await (
      isLazy ? insert.returning(sql`set_config('synchronous_commit', 'off', true)`.as("setting")) : insert
    ).execute();
  }
}

/** Returns the number of deleted entries. */
export async function pruneAudit(
  db: Kysely<DB>,
  { days, signal }: { days: number; signal: AbortSignal },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ gone: number }>`
      select prune_audit_log(${daysAgo(days)}, ${pruneBatchSize}) as gone`.execute(db);
    deleted += rows[0]!.gone;
    if (rows[0]!.gone < pruneBatchSize) return deleted;
  }
}
