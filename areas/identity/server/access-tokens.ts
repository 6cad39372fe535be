// Access tokens have the form `qd_<id>_<secret>`. The row is found by its id, and the digest of the whole token must
// match. A token is shown only once, because only its digest is stored.
import { randomBytes } from "node:crypto";
import { sql, type Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import { hasSqlState } from "#server/db/failures.ts";
import type { DB } from "#server/db/tables.ts";
import { isReadOnly, systemActor, type Actor, type TokenActor, type Origin } from "#server/http/actor.ts";
import { digestOf, isSame } from "./random-token.ts";
import { endOf, rightsOf, rolesOf } from "./sessions.ts";

const shape = /^qd_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;

const lifetimes = {
  never: null,
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "1y": "1 year",
} as const;
export type TokenExpiry = keyof typeof lifetimes;

export interface NewToken {
  personId: string;
  name: string;
  expiry: TokenExpiry;
  isReadOnly?: boolean;
  /** The creator. Default: the system. The new token must not expire later than the token that creates it. */
  by?: Maker;
}

export interface Maker {
  actor: Actor;
  origin?: Origin;
}

/** Call this in a transaction, so that the token exists only together with its audit record. */
export async function createAccessToken(
  db: Kysely<DB>,
  { personId, name, expiry, isReadOnly: onlyReads = false, by = { actor: systemActor } }: NewToken,
) {
  if (isReadOnly(by.actor)) throw problem.readOnlyToken();
  const lifetime = lifetimes[expiry];
  const creatorToken = by.actor.kind === "token" ? by.actor.token.id : null;
  const { rows } = await sql<{ id: string; expires_at: string | null; allowed: boolean }>`
    select new_id() as id,
           wanted.expires_at,
           parent.expires_at is null or wanted.expires_at <= parent.expires_at as allowed
    from  (select now() + ${lifetime}::interval as expires_at) wanted
    left  join access_tokens parent on parent.id = ${creatorToken}`.execute(db);
  const { id, expires_at, allowed } = rows[0]!;
  if (!allowed)
    throw problem.invalid("The new token must not expire later than the token that creates it.", {
      hint: "Choose a shorter expiry, or sign in and create the token yourself.",
    });
  const token = `qd_${id.replaceAll("-", "")}_${randomBytes(32).toString("base64url")}`;
  try {
    await db
      .insertInto("access_tokens")
      .values({
        id,
        name,
        person_id: personId,
        created_by: personId,
        digest: digestOf(token),
        expires_at,
        read_only: onlyReads,
      })
      .execute();
  } catch (error) {
    if (!hasSqlState(error, "23505")) throw error;
    throw problem.conflict(`You already have a token named ${JSON.stringify(name)}.`, {
      hint: "Choose a different name.",
    });
  }
  await recordDeeds(db, by, [
    {
      action: "create",
      resource_type: "access_tokens",
      resource_id: id,
      resource_name: name,
      after: { person_id: personId, name, expires_at, read_only: onlyReads },
    },
  ]);
  return { token, id, name, expires_at, read_only: onlyReads };
}

export interface FoundToken {
  actor: TokenActor;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Returns the actor of a token; throws a Problem with the reason if the token is not valid. Records the use at most
 * once a minute.
 */
export async function findAccessToken(db: Kysely<DB>, token: string): Promise<FoundToken> {
  const parts = shape.exec(token);
  if (!parts) throw problem.invalid("This is not a valid access token.", { hint: "A token begins with qd_." });
  const row = await db
    .selectFrom("access_tokens as t")
    .innerJoin("people as p", "p.id", "t.person_id")
    .select(["t.id as token_id", "t.name as token_name", "t.digest", "t.expires_at", "t.read_only"])
    .select(sql<boolean>`t.expires_at <= now()`.as("has_expired"))
    .select(sql<boolean>`coalesce(t.last_used_at < now() - interval '1 minute', true)`.as("is_stale"))
    .select(["p.id", "p.name", "p.email", "p.avatar", rolesOf.as("roles"), rightsOf.as("rights")])
    .where("t.id", "=", parts.slice(1).join("-"))
    .where("p.deleted_at", "is", null)
    .where("p.state", "=", "active")
    .executeTakeFirst();
  if (!row || !isSame(row.digest, digestOf(token)))
    throw problem.unauthorized("This access token is unknown. It may have been deleted.");
  if (row.has_expired) throw problem.unauthorized("This access token has expired.");
  const { id, name, email, avatar, roles, rights, token_id, token_name, expires_at, read_only, is_stale } = row;
  if (is_stale) await recordUse(db, token_id);
  return {
    actor: {
      kind: "token",
      id,
      name,
      email,
      avatar,
      roles,
      rules: rights.rules,
      limitsGuests: rights.limits_guests,
      token: { id: token_id, name: token_name, isReadOnly: read_only },
    },
    expiresAt: endOf(rights.rules, expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at)),
  };
}

const recordUse = (db: Kysely<DB>, id: string) =>
  sql`
    update access_tokens
    set    last_used_at = now()
    where  id = ${id}
    and    coalesce(last_used_at < now() - interval '1 minute', true)`.execute(db);

/** Lists all tokens, or the tokens of one person. */
export const listAccessTokens = (db: Kysely<DB>, personId?: string) =>
  db
    .selectFrom("access_tokens as t")
    .innerJoin("people as p", "p.id", "t.person_id")
    .select(["t.id", "t.name", "t.person_id", "t.created_at", "t.created_by", "t.expires_at", "t.last_used_at"])
    .select("t.read_only")
    .select(["p.name as person_name", "p.email as person_email", "p.avatar as person_avatar"])
    .where("p.deleted_at", "is", null)
    .$if(personId !== undefined, (query) => query.where("t.person_id", "=", personId!))
    .orderBy("t.created_at", "desc")
    .execute();

export const findAccessTokenOf = (db: Kysely<DB>, id: string) =>
  db
    .selectFrom("access_tokens")
    .select(["id", "person_id", "name", "expires_at", "read_only"])
    .where("id", "=", id)
    .executeTakeFirst();

export type StoredToken = NonNullable<Awaited<ReturnType<typeof findAccessTokenOf>>>;

export async function deleteAccessToken(db: Kysely<DB>, { id, ...before }: StoredToken, by: Maker): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom("access_tokens").where("id", "=", id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) return;
  await recordDeeds(db, by, [
    { action: "delete", resource_type: "access_tokens", resource_id: id, resource_name: before.name, before },
  ]);
}

export async function isTokenValid(db: Kysely<DB>, id: string): Promise<boolean> {
  const found = await db
    .selectFrom("access_tokens as t")
    .innerJoin("people as p", "p.id", "t.person_id")
    .select("t.id")
    .where("t.id", "=", id)
    .where((token) => token.or([token("t.expires_at", "is", null), token("t.expires_at", ">", sql<string>`now()`)]))
    .where("p.deleted_at", "is", null)
    .where("p.state", "=", "active")
    .executeTakeFirst();
  return found !== undefined;
}
