// Silences in force that hid no message for 14 days. They may be obsolete, or their filter or selector may be wrong.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { claimsOf } from "#server/db/policy.ts";
import type { Actor } from "#server/http/actor.ts";
import type { UnmatchedSilence } from "../../silences.contract.ts";

type Silence = Omit<UnmatchedSilence, "last_matched_at">;

const quietMs = 14 * 86_400_000;

/** A silence that started, or was changed, less than 14 days ago is not listed. */
export async function findUnmatched({ db }: Pick<System, "db">, actor: Actor): Promise<UnmatchedSilence[]> {
  const { rows } = await db.reading(claimsOf(actor, "read")).query<Silence>(
    `select s.id, s.name, s.description, s.created_at, s.until, s.error
     from   notification_silences s
     where  s.deleted_at is null
     and    (s.until is null or s.until > now())
     and    greatest(coalesce(s."from", s.created_at), s.updated_at) < now() - interval '14 days'
     order  by s.created_at, s.id`,
    [],
  );
  const lastMatches = await findLastMatches(
    db,
    rows.map(({ id }) => id),
  );
  const isQuiet = (at: string | null) => at === null || Date.parse(at) < Date.now() - quietMs;
  return rows
    .map((row) => ({ ...row, last_matched_at: lastMatches.get(row.id) ?? null }))
    .filter(({ last_matched_at: at }) => isQuiet(at));
}

/** Messages that the actor may not see are included, because they show that the silence has an effect. */
async function findLastMatches(db: System["db"], ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; at: string }>`
    select silenced_by as id, max(created_at) as at
    from   notification_send_history
    where  silenced_by = any (${ids}::uuid[])
    group  by silenced_by`.execute(db.system);
  return new Map(rows.map(({ id, at }) => [id, at]));
}
