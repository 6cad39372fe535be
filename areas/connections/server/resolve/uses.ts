// Records the uses of connections. Each subject and purpose is recorded at most once a minute, so that frequent runs do
// not write every time. Only the latest uses of a connection are kept.
import { sql } from "kysely";
import type { System } from "#server/area.ts";
import { nameSubject, type Subject } from "./subject.ts";

const everyMs = 60_000;
const maxKept = 200;
const maxRemembered = 10_000;

const remembered = new WeakMap<object, Map<string, number>>();

export interface Use {
  connectionId: string;
  subject: Subject;
  purpose: string;
}

export async function recordUse({ db }: Pick<System, "db">, { connectionId, subject, purpose }: Use): Promise<void> {
  const { kind, id, name } = nameSubject(subject);
  const written = remembered.get(db) ?? new Map<string, number>();
  remembered.set(db, written);
  const key = [connectionId, kind, id, purpose].join(" ");
  const now = performance.now();
  if (now - (written.get(key) ?? -everyMs) < everyMs) return;
  const { is_new } = await db.system
    .insertInto("connection_uses")
    .values({ connection_id: connectionId, subject_kind: kind, subject_id: id, subject_name: name, purpose })
    .onConflict((conflict) =>
      conflict
        .columns(["connection_id", "subject_kind", "subject_id", "purpose"])
        .doUpdateSet({ last_used_at: sql`now()`, subject_name: name }),
    )
    .returning(sql<boolean>`xmax = 0`.as("is_new"))
    .executeTakeFirstOrThrow();
  if (written.size >= maxRemembered) written.clear();
  written.set(key, now);
  if (is_new)
    await sql`
      delete from connection_uses
      where  connection_id = ${connectionId}
      and    last_used_at < (
        select last_used_at
        from   connection_uses
        where  connection_id = ${connectionId}
        order  by last_used_at desc
        offset ${maxKept - 1}
        limit  1
      )`.execute(db.system);
}

export type Outcome = "reached" | "failed";

/** Records the result of testing the stored values. A test may fail before the connection is used. */
export async function recordOutcome(
  { db }: Pick<System, "db">,
  { connectionId, subject, purpose, outcome }: Use & { outcome: Outcome },
): Promise<void> {
  const { kind, id, name } = nameSubject(subject);
  await db.system
    .insertInto("connection_uses")
    .values({ connection_id: connectionId, subject_kind: kind, subject_id: id, subject_name: name, purpose, outcome })
    .onConflict((conflict) =>
      conflict
        .columns(["connection_id", "subject_kind", "subject_id", "purpose"])
        .doUpdateSet({ last_used_at: sql`now()`, subject_name: name, outcome }),
    )
    .execute();
}
