// Properties that the operator states outside of the database, as data: lines of `name=value` in a file, or in a variable.
// They hold until the table says otherwise.
import type { Kysely } from "kysely";
import type { DB } from "./db/tables.ts";

export interface LocalProperty {
  name: string;
  value: string;
  origin: "file" | "environment";
}

/** Lines of `name=value`; `#` begins a comment. Throws what is wrong with which line. */
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

/** Of several statements the last counts. */
export const merged = (stated: readonly LocalProperty[]): LocalProperty[] => [
  ...new Map(stated.map((property) => [property.name, property])).values(),
];

/** Takes the place of what was stated at an earlier start; what stays as it is is left alone. */
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
