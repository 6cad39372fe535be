// A stream outlasts the request that opened it. When the session or token behind it is gone, or the rights of its person
// may have changed, it is ended; its browser comes back and is asked anew who it is.
import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Live } from "#server/live.ts";
import type { Log } from "#server/log.ts";
import { isConcerned, type Change } from "./actors.ts";

export function endOutdatedStreams({ db, live, log }: { db: Kysely<DB>; live: Live; log: Log }): void {
  live.on(["people", "person_roles"], (change) => live.drop((actor) => isConcerned(actor, change)));

  // These rows are also written when they are merely used; only those that are gone matter here.
  live.on(["sessions", "access_tokens"], (change) => {
    if (live.streams === 0) return;
    if (change.ids === null) return live.drop((actor) => isConcerned(actor, change));
    withoutExisting(db, change).then(
      (gone) => live.drop((actor) => isConcerned(actor, gone)),
      (error: unknown) => log.warn({ err: error }, "streams of ended sessions stay until they are checked"),
    );
  });
}

async function withoutExisting(db: Kysely<DB>, { relation, ids }: Change): Promise<Change> {
  const table = relation === "sessions" ? "sessions" : "access_tokens";
  const rows = await db
    .selectFrom(table)
    .select("id")
    .where("id", "in", [...(ids ?? [])])
    .execute();
  const existing = new Set(rows.map(({ id }) => id));
  return { relation, ids: (ids ?? []).filter((id) => !existing.has(id)) };
}
