// The record of who did what (table audit_log). Whoever changes something on somebody's behalf writes it in the same
// transaction, so that neither is there without the other. Values are never written: they may be secrets.
import type { FastifyRequest } from "fastify";
import { sql, type Kysely } from "kysely";
import type { DB, Tables } from "../db/tables.ts";
import type { Actor } from "../http/actor.ts";
import { daysAgo, deleteInBatches } from "../retention.ts";

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
  /** Where the actor is not the one who asks: a sign-in names the person that it makes. */
  person?: { id: string | null; name: string | null };
}

/** More at once would be more parameters than a statement may have. */
const batchSize = 2_000;
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
        deeds.slice(at, at + batchSize).map(({ person, resource_name, ...deed }) => ({
          ...who,
          ...(person && { actor_kind: "person" as const, person_id: person.id, person_name: person.name }),
          ...deed,
          resource_name: resource_name ? storable(resource_name, longest.name) : null,
        })),
      )
      .execute();
}

/** Neither a zero byte nor half a character can be stored. */
const storable = (text: string, length: number) => text.slice(0, length).toWellFormed().replaceAll("\0", "\ufffd");

/** Answers how many went. */
export const pruneAudit = (db: Kysely<DB>, { days, signal }: { days: number; signal: AbortSignal }): Promise<number> =>
  deleteInBatches(
    db,
    (limit) => sql`
      delete from audit_log
      where  id in (select id from audit_log where created_at < ${daysAgo(days)} order by created_at limit ${limit})`,
    { signal },
  );
