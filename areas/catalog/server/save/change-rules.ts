// How long equal changes count as one: properties that an administrator may change at any time.
import type { Kysely } from "kysely";
import { parseDuration } from "#language/duration.ts";
import type { DB } from "#server/db/tables.ts";

export interface ChangeRules {
  /** Milliseconds; nothing when equal changes are kept apart. */
  window: number | undefined;
}

const usualWindow = 3_600_000;

export async function changeRules(db: Kysely<DB>): Promise<ChangeRules> {
  const said = await db
    .selectFrom("properties_in_force")
    .select(["name", "value"])
    .where("name", "in", ["changes.dedup.window", "changes.dedup.disable"])
    .execute();
  const values = new Map(said.map(({ name, value }) => [name, value.trim()]));
  if (values.get("changes.dedup.disable")?.toLowerCase() === "true") return { window: undefined };
  return { window: durationOr(values.get("changes.dedup.window"), usualWindow) };
}

function durationOr(text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  try {
    return parseDuration(text);
  } catch {
    return otherwise;
  }
}
