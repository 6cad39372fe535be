// People in the shape of the identity service.
import type { Kysely } from "kysely";
import type { DB, Row } from "#server/db/tables.ts";
import type { Identity } from "../model.ts";

type IdentityRow = Pick<
  Row<"identities">,
  "id" | "schema_id" | "state" | "state_changed_at" | "traits" | "created_at" | "updated_at"
> & { verified_at: string | null };

export const toIdentity = (row: IdentityRow): Identity => ({
  id: row.id,
  schema_id: row.schema_id,
  schema_url: `/api/.ory/schemas/${row.schema_id}`,
  state: row.state,
  state_changed_at: row.state_changed_at,
  traits: row.traits,
  verifiable_addresses: [
    {
      id: row.id,
      value: row.traits.email,
      via: "email",
      verified: row.verified_at !== null,
      status: row.verified_at === null ? "pending" : "completed",
      ...(row.verified_at !== null && { verified_at: row.verified_at }),
    },
  ],
  recovery_addresses: [{ id: row.id, value: row.traits.email, via: "email" }],
  created_at: row.created_at,
  updated_at: row.updated_at,
});

export async function findIdentity(db: Kysely<DB>, id: string): Promise<Identity | undefined> {
  const row = await db
    .selectFrom("identities as i")
    .innerJoin("people as p", "p.id", "i.id")
    .leftJoin("verified_emails as v", (join) => join.onRef("v.person_id", "=", "p.id").onRef("v.email", "=", "p.email"))
    .select(["i.id", "i.schema_id", "i.state", "i.state_changed_at", "i.traits", "i.created_at", "i.updated_at"])
    .select("v.verified_at")
    .where("i.id", "=", id)
    .executeTakeFirst();
  return row && toIdentity(row);
}
