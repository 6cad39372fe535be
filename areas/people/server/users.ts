// Lists users and open invitations.
import { sql, type Kysely } from "kysely";
import { problem } from "#language/problem.ts";
import { recordDeeds } from "#server/audit/audit.ts";
import type { DB } from "#server/db/tables.ts";
import { hasSecondFactor, rolesOf } from "#areas/identity/server/index.ts";
import type { Users } from "../contract.ts";
import type { Requester } from "./people.ts";

export async function listUsers(db: Kysely<DB>): Promise<Users> {
  const users = await db
    .selectFrom("people as p")
    .select(["p.id", "p.name", "p.email", "p.avatar", "p.state", "p.created_at", "p.last_login"])
    .select(sql<string>`coalesce(p.first_name, p.name)`.as("first_name"))
    .select(sql<string>`coalesce(p.last_name, '')`.as("last_name"))
    .select([rolesOf.as("roles"), hasSecondFactor.as("has_second_factor")])
    .where("p.type", "is", null)
    .where("p.deleted_at", "is", null)
    .where("p.email", "is not", null)
    .orderBy("p.created_at", "desc")
    .execute();
  const invitations = await db
    .selectFrom("invites as i")
    .leftJoin("people as p", "p.id", "i.invited_by")
    .select(["i.id", "i.email", "i.first_name", "i.last_name", "i.role", "i.invited_at", "i.expires_at"])
    .select("p.name as invited_by")
    .select(sql<boolean>`coalesce(i.expires_at <= now(), true)`.as("has_expired"))
    .where("i.accepted_at", "is", null)
    .orderBy("i.invited_at", "desc")
    .execute();
  return { users: users.map(({ email, ...user }) => ({ ...user, email: email! })), invitations };
}

export async function withdrawInvitation(db: Kysely<DB>, id: string, requester: Requester): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const withdrawn = await tx
      .deleteFrom("invites")
      .where("id", "=", id)
      .where("accepted_at", "is", null)
      .returning(["email", "first_name", "last_name", "role"])
      .executeTakeFirst();
    if (!withdrawn) throw problem.notFound("open invitation", id);
    await recordDeeds(tx, requester, [
      {
        action: "delete",
        resource_type: "invites",
        resource_id: id,
        resource_name: withdrawn.email,
        before: withdrawn,
      },
    ]);
  });
}
