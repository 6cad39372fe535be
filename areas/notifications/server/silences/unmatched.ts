// Silences in force that hid no message for 14 days. They may be obsolete, or their filter or selector may be wrong.
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { UnmatchedSilence } from "../../silences.contract.ts";

/** A silence that started, or was changed, less than 14 days ago is not listed. */
export async function findUnmatched({ db }: Pick<System, "db">, actor: Actor): Promise<UnmatchedSilence[]> {
  const { rows } = await db.reading(claimsOf(actor, "read")).query<UnmatchedSilence>(
    `select s.id, s.name, s.description, s.created_at, s.until, s.error, m.last_matched_at
     from   notification_silences s
     left   join lateral (
              select max(h.created_at) as last_matched_at from notification_send_history h where h.silenced_by = s.id
            ) m on true
     where  s.deleted_at is null
     and    (s.until is null or s.until > now())
     and    greatest(coalesce(s."from", s.created_at), s.updated_at) < now() - interval '14 days'
     and    (m.last_matched_at is null or m.last_matched_at < now() - interval '14 days')
     order  by s.created_at, s.id`,
    [],
  );
  return rows;
}
