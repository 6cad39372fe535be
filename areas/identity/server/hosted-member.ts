// Stores the person of a session token and the role in the organisation. The hosted identity service manages both, so
// every new token overwrites them.
import { sql, type Kysely } from "kysely";
import { isRole, type Role } from "#language/roles.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { systemActor } from "#server/http/actor.ts";
import { normaliseEmail } from "./accounts.ts";
import type { Profile } from "./hosted/service-api.ts";
import { rolesOf } from "./sessions.ts";
import { isEmail } from "./traits.ts";

/** The default roles of the service; older tokens have names without a prefix. */
const defaultRoles: Readonly<Record<string, Role>> = { member: "viewer", basic_member: "viewer" };

/** Maps a role in the organisation; undefined for a role without a mapping, which grants nothing. */
export function roleOf(organizationRole: string | undefined): Role | undefined {
  const name = organizationRole?.replace(/^org:/, "") ?? "";
  if (isRole(name)) return name;
  return Object.hasOwn(defaultRoles, name) ? defaultRoles[name] : undefined;
}

export interface Member {
  /** The id of the person at the service. */
  subject: string;
  /** The name and email in the token, if the template includes them. */
  stated: Partial<Profile>;
  role: Role | undefined;
  /** Called only for a new person whose token has no name. */
  profile(): Promise<Profile>;
}

/** Returns the id of the person; undefined if the person is deleted or disabled here. */
export async function keepMember(db: Kysely<DB>, member: Member): Promise<string | undefined> {
  const known = await findMember(db, member.subject);
  if (known === undefined) {
    const profile = member.stated.name === undefined ? await member.profile() : member.stated;
    return db.transaction().execute((tx) => addMember(tx, member, profile));
  }
  if (known.deleted_at !== null || known.state !== "active") return undefined;
  const { name = known.name } = member.stated;
  if (name !== known.name || known.roles.join() !== (member.role ?? ""))
    await db.transaction().execute(async (tx) => {
      await lockMember(tx, member.subject);
      if (name !== known.name) await tx.updateTable("people").set({ name }).where("id", "=", known.id).execute();
      const before = (await findMember(tx, member.subject))?.roles ?? [];
      await setRole(tx, { id: known.id, name, before }, member.role);
    });
  return known.id;
}

const findMember = (db: Kysely<DB>, subject: string) =>
  db
    .selectFrom("people as p")
    .select(["p.id", "p.name", "p.state", "p.deleted_at", rolesOf.as("roles")])
    .where("p.external_id", "=", subject)
    .orderBy("p.created_at")
    .executeTakeFirst();

/** A browser sends several requests with a new token at once; only one of them may store the person and the role. */
const lockMember = (tx: Tx, subject: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`hosted:${subject}`}, 0))`.execute(tx);

async function addMember(tx: Tx, { subject, role }: Member, profile: Partial<Profile>): Promise<string> {
  await lockMember(tx, subject);
  const existing = await findMember(tx, subject);
  if (existing) return existing.id;
  const email = await freeEmail(tx, profile.email);
  const name = profile.name || email || subject;
  const { id } = await tx
    .insertInto("people")
    .values({ name, email, external_id: subject })
    .returning("id")
    .executeTakeFirstOrThrow();
  await recordDeeds(tx, { actor: systemActor }, [
    { action: "create", resource_type: "people", resource_id: id, resource_name: name, after: { name, email } },
  ]);
  await setRole(tx, { id, name, before: [] }, role);
  return id;
}

/** A person is never linked to an existing account by the email address, so an email in use is not stored again. */
async function freeEmail(tx: Tx, stated: string | undefined): Promise<string | null> {
  const email = normaliseEmail(stated ?? "");
  if (!isEmail(email)) return null;
  const other = await tx
    .selectFrom("people")
    .select("id")
    .where("email", "=", email)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return other ? null : email;
}

interface Held {
  id: string;
  name: string;
  before: readonly Role[];
}

async function setRole(tx: Tx, { id, name, before }: Held, role: Role | undefined): Promise<void> {
  const after = role === undefined ? [] : [role];
  if (before.join() === after.join()) return;
  await tx.deleteFrom("person_roles").where("person_id", "=", id).execute();
  if (role !== undefined) await tx.insertInto("person_roles").values({ person_id: id, role }).execute();
  await recordDeeds(tx, { actor: systemActor }, [
    {
      action: "update",
      resource_type: "people",
      resource_id: id,
      resource_name: name,
      before: { roles: before },
      after: { roles: after },
    },
  ]);
}
