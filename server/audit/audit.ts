// The record of who did what (table audit_log). Whoever changes something on somebody's behalf writes it in the same
// transaction, so that neither is there without the other. What was and what became of it is told where the table is tagged
// @audited, or where the deed says it; secrets never are (told-values.ts).
import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import type { DB, Tables } from "../db/tables.ts";
import type { Row } from "../db/writes.ts";
import type { Actor } from "../http/actor.ts";
import { daysAgo } from "../retention.ts";
import { maskText } from "../spec/masked-spec.ts";
import { storable, tellable } from "./told-values.ts";

/** Where a request came from. */
export interface Origin {
  address: string;
  userAgent: string;
  requestId: string;
}

export const originOf = ({ ip, headers, id }: Pick<FastifyRequest, "ip" | "headers" | "id">): Origin => ({
  address: ip,
  userAgent: headers["user-agent"] ?? "",
  requestId: id,
});

type Entry = Tables["audit_log"]["Insert"];

export interface Deed extends Pick<Entry, "action" | "resource_type" | "resource_id" | "resource_name" | "columns"> {
  /** What was: of an update the columns that changed (`changeBetween`), of a deletion all that is worth knowing. */
  before?: Row | null;
  /** What became of it: of an update the same columns, of a new row all that is worth knowing. */
  after?: Row | null;
  /** Where the actor is not the one who asks: a sign-in names the person that it makes. */
  person?: { id: string | null; name: string | null };
}

/** More at once would be more parameters than a statement may have. */
const batchSize = 2_000;
const prunedAtOnce = 5_000;
const longest = { name: 500, userAgent: 500 };

export async function recordDeeds(
  db: Kysely<DB>,
  { actor, origin }: { actor: Actor; origin?: Origin | undefined },
  deeds: readonly Deed[],
): Promise<void> {
  const who = {
    actor_kind: actor.kind,
    person_id: actor.kind === "system" ? null : actor.id,
    person_name: actor.kind === "system" ? null : actor.name,
    token_name: actor.kind === "token" ? actor.token.name : null,
    address: origin?.address ?? null,
    user_agent: origin ? storable(origin.userAgent, longest.userAgent) : null,
    request_id: origin?.requestId ?? null,
  };
  for (let at = 0; at < deeds.length; at += batchSize)
    await db
      .insertInto("audit_log")
      .values(
        deeds.slice(at, at + batchSize).map(({ person, resource_name, before, after, ...deed }) => ({
          ...who,
          ...(person && { actor_kind: "person" as const, person_id: person.id, person_name: person.name }),
          ...deed,
          resource_name: resource_name ? maskText(storable(resource_name, longest.name)) : null,
          before: before ? tellable(before) : null,
          after: after ? tellable(after) : null,
        })),
      )
      .execute();
}

/** Answers how many went. */
export async function pruneAudit(
  db: Kysely<DB>,
  { days, signal }: { days: number; signal: AbortSignal },
): Promise<number> {
  let deleted = 0;
  for (;;) {
    signal.throwIfAborted();
    const { rows } = await sql<{ gone: number }>`
      select prune_audit_log(${daysAgo(days)}, ${prunedAtOnce}) as gone`.execute(db);
    deleted += rows[0]!.gone;
    if (rows[0]!.gone < prunedAtOnce) return deleted;
  }
}
