// Lists the effective properties from the table and the operator's configuration.
import type { Kysely } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { DB } from "#server/db/tables.ts";
import { aboutProperty } from "../model.ts";

export async function listProperties(db: Kysely<DB>, { isWhole }: { isWhole: boolean }) {
  const rows = await db
    .selectFrom("properties_in_force as f")
    .leftJoin("properties as p", (join) => join.onRef("p.name", "=", "f.name").on("p.deleted_at", "is", null))
    .leftJoin("local_properties as l", "l.name", "f.name")
    .select(["f.name", "f.value", "f.origin", "l.value as local_value", "l.origin as local_origin"])
    .select(["p.created_at", "p.updated_at"])
    .select((row) =>
      jsonObjectFrom(
        row
          .selectFrom("people as c")
          .select(["c.id", "c.name", "c.email", "c.avatar"])
          .whereRef("c.id", "=", "p.created_by"),
      ).as("created_by"),
    )
    .$if(!isWhole, (query) => query.where("f.name", "like", "%.disable"))
    .orderBy("f.name")
    .execute();
  return rows.map(({ local_value: value, local_origin: origin, ...row }) => ({
    ...row,
    ...described(row.name),
    created_by: isWhole ? row.created_by : null,
    source: row.origin === null ? ("db" as const) : ("local" as const),
    overrides: row.origin === null && value !== null && origin !== null ? { value, origin } : null,
  }));
}

function described(name: string) {
  const { description, type } = aboutProperty(name);
  return { description, type };
}
