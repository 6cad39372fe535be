// Ensures that there is always an administrator who can sign in.
import { problem } from "#language/problem.ts";
import type { Tx } from "#server/db/pool.ts";

/** Serialises concurrent changes of administrators. Call this before taking other locks. */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await tx
    .selectFrom("person_roles")
    .select("person_id")
    .where("role", "=", "admin")
    .orderBy("person_id")
    .forUpdate()
    .execute();
}

/** Throws if this person is the only administrator who can sign in. */
export async function requireAnotherAdministrator(tx: Tx, { id, name }: { id: string; name: string }): Promise<void> {
  const other = await tx
    .selectFrom("person_roles as r")
    .innerJoin("people as p", "p.id", "r.person_id")
    .select("p.id")
    .where("r.role", "=", "admin")
    .where("p.id", "<>", id)
    .where("p.type", "is", null)
    .where("p.state", "=", "active")
    .where("p.deleted_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  if (!other) throw problem.conflict(`${name} is the last administrator. Make someone else an administrator first.`);
}
