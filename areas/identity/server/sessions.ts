// Sessions: one row per sign-in. The database stores only the digest of the token; deleting the row ends the session
// everywhere at once.
import { sql, type Kysely } from "kysely";
import type { AuthenticationMethods } from "#language/columns.ts";
import { Problem } from "#language/problem.ts";
import type { Role } from "#language/roles.ts";
import type { DB } from "#server/db/tables.ts";
import type { Actor, PermissionRule, PersonActor } from "#server/http/actor.ts";
import type { IdentitySession } from "../model.ts";
import { hasSecondFactor } from "./credentials.ts";
import { toIdentity } from "./identities.ts";
import { digestBytes, digestOf, randomToken } from "./random-token.ts";

export const sessionPrefix = "qds_";
export const sessionLifetimeSeconds = 30 * 24 * 60 * 60;

export interface SessionStart {
  personId: string;
  aal: "aal1" | "aal2";
  methods: AuthenticationMethods;
  userAgent: string;
  address: string;
}

export async function beginSession(
  db: Kysely<DB>,
  { personId, aal, methods, userAgent, address }: SessionStart,
): Promise<{ id: string; token: string; name: string }> {
  const token = randomToken(sessionPrefix);
  const { id } = await db
    .insertInto("sessions")
    .values({
      token_digest: digestOf(token),
      person_id: personId,
      aal,
      methods: sql`${JSON.stringify(methods)}::jsonb`,
      expires_at: inLifetime,
      user_agent: userAgent.slice(0, 500),
      ip_address: address,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const { name } = await db
    .updateTable("people")
    .set({ last_login: sql<string>`now()` })
    .where("id", "=", personId)
    .returning("name")
    .executeTakeFirstOrThrow();
  return { id, token, name };
}

const inLifetime = sql<string>`now() + make_interval(secs => ${sessionLifetimeSeconds})`;

export async function endSession(db: Kysely<DB>, id: string): Promise<void> {
  await db.deleteFrom("sessions").where("id", "=", id).execute();
}

/** Ends a session of this person. Returns false if it does not exist. */
export async function endOwnSession(db: Kysely<DB>, personId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("id", "=", id)
    .where("person_id", "=", personId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Ends the person's sessions, except `except`. Returns how many were ended. */
export async function endSessionsOf(db: Kysely<DB>, personId: string, except?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom("sessions")
    .where("person_id", "=", personId)
    .$if(except !== undefined, (query) => query.where("id", "<>", except!))
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The methods proven in a session so far; undefined if the session no longer exists. */
export async function methodsOf(db: Kysely<DB>, id: string): Promise<AuthenticationMethods | undefined> {
  const row = await db.selectFrom("sessions").select("methods").where("id", "=", id).executeTakeFirst();
  return row?.methods;
}

/** Raises a session to aal2 after a second factor was set up, because the setup proved it. */
export async function liftSession(db: Kysely<DB>, id: string, method: string): Promise<void> {
  const proven = [{ method, aal: "aal2", completed_at: new Date().toISOString() }];
  await db
    .updateTable("sessions")
    .set({ aal: "aal2", methods: sql`methods || ${JSON.stringify(proven)}::jsonb` })
    .where("id", "=", id)
    .execute();
}

export const rolesOf = sql<Role[]>`array(select r.role from person_roles r where r.person_id = p.id order by r.role)`;

/**
 * The rules about the person `p`, in the format of the policy, and whether guests see only objects that rules select.
 */
export const rightsOf = sql<{ rules: PermissionRule[]; limits_guests: boolean }>`rights_of_person(p.id)`;

/** The actor must be loaded again when the first of its rules expires, because its rights change then. */
export const endOf = (rules: readonly PermissionRule[], expiresAt: number) =>
  Math.min(expiresAt, ...rules.flatMap(({ until }) => (until === undefined ? [] : [Date.parse(until)])));

/** Whether the roles and rules of an actor are still current. */
export const hasSameRights = (
  actor: Exclude<Actor, { kind: "system" }>,
  now: { roles: readonly Role[]; rights: { rules: readonly PermissionRule[]; limits_guests: boolean } } | undefined,
) =>
  now !== undefined &&
  now.roles.join() === [...actor.roles].sort().join() &&
  now.rights.limits_guests === (actor.limitsGuests ?? false) &&
  JSON.stringify(now.rights.rules) === JSON.stringify(actor.rules);

const openSessions = (db: Kysely<DB>) =>
  db
    .selectFrom("sessions as s")
    .innerJoin("people as p", "p.id", "s.person_id")
    .where("s.expires_at", ">", sql<string>`now()`)
    .where("p.deleted_at", "is", null)
    .where("p.state", "=", "active");

/** SQL condition: the person has a second factor that this session has not proven. */
const needsSecondFactor = sql<boolean>`s.aal = 'aal1' and ${hasSecondFactor}`;

export interface FoundSession {
  actor: PersonActor;
  /** In milliseconds since 1970. */
  expiresAt: number;
}

/** Finds the person of a session, and extends the session once an hour. */
export async function findSession(db: Kysely<DB>, digest: string): Promise<FoundSession | undefined> {
  const row = await openSessions(db)
    .select(["s.id as session_id", "s.aal", "s.authenticated_at", "s.expires_at"])
    .select(needsSecondFactor.as("needs_second_factor"))
    .select(sql<boolean>`s.last_seen_at < now() - interval '1 hour'`.as("is_stale"))
    .select(["p.id", "p.name", "p.email", "p.avatar", rolesOf.as("roles"), rightsOf.as("rights")])
    .where("s.token_digest", "=", digestBytes(digest))
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, name, email, avatar, roles, rights, session_id, expires_at } = row;
  if (row.is_stale) await extend(db, session_id);
  return {
    actor: {
      kind: "person",
      id,
      name,
      email,
      avatar,
      roles,
      rules: rights.rules,
      limitsGuests: rights.limits_guests,
      session: {
        id: session_id,
        aal: row.aal,
        authenticatedAt: row.authenticated_at,
        needsSecondFactor: row.needs_second_factor,
      },
    },
    expiresAt: endOf(rights.rules, Date.parse(expires_at)),
  };
}

const extend = (db: Kysely<DB>, id: string) =>
  db
    .updateTable("sessions")
    .set({ last_seen_at: sql<string>`now()`, expires_at: inLifetime })
    .where("id", "=", id)
    .where("last_seen_at", "<", sql<string>`now() - interval '1 hour'`)
    .execute();

const describable = (db: Kysely<DB>) =>
  openSessions(db)
    .innerJoin("identities as i", "i.id", "p.id")
    .leftJoin("verified_emails as v", (join) => join.onRef("v.person_id", "=", "p.id").onRef("v.email", "=", "p.email"))
    .select(["s.id as session_id", "s.aal", "s.methods", "s.authenticated_at", "s.issued_at", "s.expires_at"])
    .select(["s.last_seen_at", "s.user_agent", "s.ip_address", "v.verified_at"])
    .select(["i.id", "i.schema_id", "i.state", "i.state_changed_at", "i.traits", "i.created_at", "i.updated_at"]);

type Describable = Awaited<ReturnType<ReturnType<typeof describable>["executeTakeFirstOrThrow"]>>;

const toSession = (row: Describable): IdentitySession => ({
  id: row.session_id,
  active: true,
  authenticated_at: row.authenticated_at,
  authenticator_assurance_level: row.aal,
  authentication_methods: row.methods,
  issued_at: row.issued_at,
  expires_at: row.expires_at,
  last_seen_at: row.last_seen_at,
  identity: toIdentity(row),
  devices: [{ id: row.session_id, ip_address: row.ip_address, user_agent: row.user_agent, location: "" }],
});

/** Describes the session in the shape of the identity service. */
export async function describeSession(db: Kysely<DB>, id: string): Promise<IdentitySession | undefined> {
  const row = await describable(db).where("s.id", "=", id).executeTakeFirst();
  return row && toSession(row);
}

/** Describes a person's other sessions, the latest first. */
export async function describeSessions(
  db: Kysely<DB>,
  personId: string,
  { except }: { except: string },
): Promise<IdentitySession[]> {
  const rows = await describable(db)
    .where("s.person_id", "=", personId)
    .where("s.id", "<>", except)
    .orderBy("s.issued_at", "desc")
    .limit(250)
    .execute();
  return rows.map(toSession);
}

/** Whether a session exists and has its second factor. */
export async function isSessionOpen(db: Kysely<DB>, id: string): Promise<boolean> {
  const found = await openSessions(db)
    .select("s.id")
    .where("s.id", "=", id)
    .where(sql<boolean>`not (${needsSecondFactor})`)
    .executeTakeFirst();
  return found !== undefined;
}

/** The error for a session that still lacks the second factor of its person. */
export function secondFactorRequired(returnTo?: string): Problem {
  const query = new URLSearchParams({ aal: "aal2", ...(returnTo && { return_to: returnTo }) });
  return new Problem("session_aal2_required", "This account requires a second factor.", {
    details: "Complete the second step of the sign-in to continue.",
    parts: { redirect_browser_to: `/login?${query}` },
  });
}
