// The responders that a rule adds to its incidents.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Row } from "#server/db/writes.ts";
import { isContacted, type ContactedKey, type IncidentRuleSpec } from "../spec.ts";

type Responders = IncidentRuleSpec["responders"];

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns the columns of the responders for a new incident. Unknown people and teams are left out. */
export async function respondersOf(db: Kysely<DB>, responders: Responders): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [key, value] of Object.entries(responders ?? {}))
    if (isContacted(key))
      for (const entry of [value].flat()) {
        const columns = await columnsOf(db, key, entry);
        if (columns) rows.push({ type: key, person_id: null, team_id: null, ...columns });
      }
  return rows;
}

async function columnsOf(db: Kysely<DB>, key: ContactedKey, entry: unknown): Promise<Row | undefined> {
  const fields = typeof entry === "object" && entry !== null ? (entry as Readonly<Record<string, unknown>>) : undefined;
  const text = typeof entry === "string" ? entry : undefined;
  const named = text ?? (fields?.["id"] as string | undefined) ?? (fields?.["name"] as string | undefined);
  if (key === "person" || key === "team") {
    const id = await (key === "person" ? findPerson(db, named) : findTeam(db, named));
    return id === undefined ? undefined : { [`${key}_id`]: id, properties: { responderType: key } };
  }
  const team = typeof fields?.["team"] === "string" ? await findTeam(db, fields["team"]) : undefined;
  return { team_id: team ?? null, properties: propertiesOf(key, entry) };
}

/** The properties of a responder with an address, from the entry in the rule. */
export function propertiesOf(key: ContactedKey, entry: unknown): Readonly<Record<string, unknown>> {
  const main = key === "email" ? "to" : "url";
  return { responderType: key, ...(typeof entry === "string" ? { [main]: entry } : (entry as object | null)) };
}

/** Finds a person by id, email or name. */
export async function findPerson(db: Kysely<DB>, named: string | undefined): Promise<string | undefined> {
  if (!named?.trim()) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from people
    where  deleted_at is null and state = 'active'
    and    (${uuid.test(named) ? sql`id = ${named}::uuid` : sql`email = lower(${named.trim()}) or lower(name) = lower(${named.trim()})`})
    order  by email = lower(${named.trim()}) desc nulls last, created_at
    limit  1`.execute(db);
  return rows[0]?.id;
}

export async function findTeam(db: Kysely<DB>, named: string | undefined): Promise<string | undefined> {
  if (!named?.trim()) return undefined;
  const { rows } = await sql<{ id: string }>`
    select id from teams
    where  deleted_at is null and ${uuid.test(named) ? sql`id = ${named}::uuid` : sql`lower(name) = lower(${named.trim()})`}
    order  by created_at
    limit  1`.execute(db);
  return rows[0]?.id;
}
