// Invitations: a link that creates one account with the email and the role that an administrator chose.
import { sql, type Kysely } from "kysely";
import type { Role } from "#language/roles.ts";
import type { Tx } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { digestOf, randomToken } from "./random-token.ts";

export interface Invited {
  email: string;
  firstName: string;
  lastName: string;
  role: Role;
  invitedBy: string;
}

/** Returns the token of the link. An open invitation to the same email is replaced, and its link becomes invalid. */
export async function invite(tx: Tx, { email, firstName, lastName, role, invitedBy }: Invited): Promise<string> {
  const token = randomToken("");
  const row = {
    first_name: firstName,
    last_name: lastName,
    role,
    token_digest: digestOf(token),
    invited_by: invitedBy,
    invited_at: sql<string>`now()`,
    expires_at: sql<string>`now() + interval '7 days'`,
  };
  await tx
    .insertInto("invites")
    .values({ email, ...row })
    .onConflict((conflict) => conflict.column("email").where("accepted_at", "is", null).doUpdateSet(row))
    .execute();
  return token;
}

const open = (db: Kysely<DB>) =>
  db
    .selectFrom("invites")
    .selectAll()
    .where("accepted_at", "is", null)
    .where("expires_at", ">", sql<string>`now()`);

export const findInvitation = (db: Kysely<DB>, token: string) =>
  open(db).where("token_digest", "=", digestOf(token)).executeTakeFirst();

export const invitationById = (db: Kysely<DB>, id: string) => open(db).where("id", "=", id).executeTakeFirst();

/** Accepts an invitation. Returns undefined if it was already accepted or has expired. */
export async function acceptInvitation(tx: Tx, id: string): Promise<Role | undefined> {
  const row = await tx
    .updateTable("invites")
    .set({ accepted_at: sql<string>`now()`, token_digest: null })
    .where("id", "=", id)
    .where("accepted_at", "is", null)
    .where("expires_at", ">", sql<string>`now()`)
    .returning("role")
    .executeTakeFirst();
  return row?.role;
}
