// Properties that the operator sets outside the database: lines of `name=value` in a file or a variable. Values in the
// table take precedence.
import type { Kysely } from "kysely";
import type { DB } from "../db/tables.ts";

export interface LocalProperty {
  name: string;
  value: string;
  origin: "file" | "environment";
}

/** Parses lines of `name=value`; `#` begins a comment. Throws an error with the number of an invalid line. */
export function parseProperties(text: string): { name: string; value: string }[] {
  return text.split(/\r?\n/).flatMap((line, index) => {
    const stated = line.trim();
    if (stated === "" || stated.startsWith("#")) return [];
    const [, name = "", value = ""] = /^([^\s=]+)\s*=\s*(.*)$/.exec(stated) ?? [];
    if (name === "" || name.includes("\0") || value.includes("\0"))
      throw new Error(`line ${index + 1} is not of the form name=value`);
    return [{ name, value }];
  });
}

/** Merges properties; the last value of a property is used. */
export const merged = (stated: readonly LocalProperty[]): LocalProperty[] => [
  ...new Map(stated.map((property) => [property.name, property])).values(),
];

/** Replaces the properties of the previous start; unchanged rows are not written. */
export async function keepLocalProperties(db: Kysely<DB>, stated: readonly LocalProperty[]): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const names = stated.map(({ name }) => name);
    await tx
      .deleteFrom("local_properties")
      .$if(names.length > 0, (query) => query.where("name", "not in", names))
      .execute();
    for (const property of stated)
      await tx
        .insertInto("local_properties")
        .values(property)
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ value: property.value, origin: property.origin })
            .where((row) =>
              row.or([
                row("local_properties.value", "!=", property.value),
                row("local_properties.origin", "!=", property.origin),
              ]),
            ),
        )
        .execute();
  });
}
