// Closes a stream when its session or token ends, or when the user's permissions change. This is necessary because a
// stream stays open after the request was authorized. The browser then reconnects and is authenticated again. The
// watched rows also change when a session or token is merely used, so the code first looks up the effect of a change.
import type { Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Actor } from "#server/http/actor.ts";
import type { Live } from "#server/live.ts";
import type { Log } from "#server/log.ts";
import { isConcerned, rightsRelations, type Change } from "./actors.ts";
import { hasSameRights, rightsOf, rolesOf } from "./sessions.ts";

export function endOutdatedStreams({ db, live, log }: { db: Kysely<DB>; live: Live; log: Log }): void {
  const whenChanged = (relation: keyof typeof validityChecks) => (change: Change) => {
    if (live.streams === 0) return;
    validityChecks[relation](db, change.ids).then(
      (isValid) => live.drop((actor) => isConcerned(actor, change) && !isValid(actor)),
      (error: unknown) =>
        log.warn({ err: error }, "streams of ended sessions could not be checked; they stay open until the next check"),
    );
  };
  live.on(["sessions"], whenChanged("sessions"));
  live.on(["access_tokens"], whenChanged("access_tokens"));
  live.on(["people", "person_roles"], whenChanged("people"));
  live.on(rightsRelations, (change) => whenChanged("people")({ ...change, ids: null }));
}

type IsValid = (actor: Actor) => boolean;
type Ids = readonly string[] | null;

const validityChecks = {
  async sessions(db: Kysely<DB>, ids: Ids): Promise<IsValid> {
    const open = await existing(db, "sessions", ids);
    return (actor) => actor.kind !== "person" || actor.session === null || open.has(actor.session.id);
  },
  async access_tokens(db: Kysely<DB>, ids: Ids): Promise<IsValid> {
    const known = await existing(db, "access_tokens", ids);
    return (actor) => actor.kind !== "token" || known.has(actor.token.id);
  },
  async people(db: Kysely<DB>, ids: Ids): Promise<IsValid> {
    const rows = await db
      .selectFrom("people as p")
      .select(["p.id", rolesOf.as("roles"), rightsOf.as("rights")])
      .where("p.state", "=", "active")
      .where("p.deleted_at", "is", null)
      .$if(ids !== null, (query) => query.where("p.id", "in", [...ids!]))
      .execute();
    const rights = new Map(rows.map((row) => [row.id, row]));
    return (actor) => actor.kind === "system" || hasSameRights(actor, rights.get(actor.id));
  },
};

async function existing(db: Kysely<DB>, table: "sessions" | "access_tokens", ids: Ids): Promise<Set<string>> {
  const rows = await db
    .selectFrom(table)
    .select("id")
    .$if(ids !== null, (query) => query.where("id", "in", [...ids!]))
    .execute();
  return new Set(rows.map(({ id }) => id));
}
