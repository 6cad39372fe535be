// Reads the deduplication window for equal changes from the properties, which an administrator can change at any time.
import type { Kysely } from "kysely";
import { parseDuration } from "#language/duration.ts";
import type { DB } from "#server/db/tables.ts";

export interface ChangeRules {
  /** Milliseconds; undefined when deduplication is disabled. */
  window: number | undefined;
}

const defaultWindow = 3_600_000;

export async function changeRules(db: Kysely<DB>): Promise<ChangeRules> {
  const properties = await db
    .selectFrom("properties_in_force")
    .select(["name", "value"])
    .where("name", "in", ["changes.dedup.window", "changes.dedup.disable"])
    .execute();
  const values = new Map(properties.map(({ name, value }) => [name, value.trim()]));
  if (values.get("changes.dedup.disable")?.toLowerCase() === "true") return { window: undefined };
  return { window: durationOr(values.get("changes.dedup.window"), defaultWindow) };
}

function durationOr(text: string | undefined, fallback: number): number {
  if (text === undefined) return fallback;
  try {
    return parseDuration(text);
  } catch {
    return fallback;
  }
}
