// The responders of a rule. Keys that the product does not act on are kept in the spec and reported.
import { sql, type Kysely } from "kysely";
import type { DB } from "#server/db/tables.ts";
import type { Row } from "#server/db/writes.ts";
import type { IncidentRuleSpec } from "../spec.ts";

/** The keys of responders that act: they are notified, or a ticket is opened. */
export const actingKeys = ["person", "team", "email", "webhook", "jira"] as const;
type ActingKey = (typeof actingKeys)[number];

const isActing = (key: string): key is ActingKey => actingKeys.some((acting) => acting === key);

type Responders = IncidentRuleSpec["responders"];

export const idleKeys = (responders: Responders): readonly string[] =>
  Object.keys(responders ?? {}).filter((key) => !isActing(key));

export const idleMessage = (key: string) =>
  `responders.${key}: is kept, but Quarterdeck does not act on it; ${actingKeys.join(", ")} act`;

/** Returns a warning for each responder of a saved rule that has no effect. */
export const idleResponders = (spec: unknown): string[] =>
  idleKeys((spec as IncidentRuleSpec | null | undefined)?.responders).map((key) => `spec.${idleMessage(key)}`);

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Returns the columns of the responders that a new incident gets. Unknown people and teams are left out. */
export async function respondersOf(db: Kysely<DB>, responders: Responders): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const [key, value] of Object.entries(responders ?? {}))
    if (isActing(key))
      for (const entry of [value].flat()) {
        const columns = await columnsOf(db, key, entry);
        if (columns) rows.push({ type: key, person_id: null, team_id: null, ...columns });
      }
  return rows;
}

async function columnsOf(db: Kysely<DB>, key: ActingKey, entry: unknown): Promise<Row | undefined> {
  const fields = typeof entry === "object" && entry !== null ? (entry as Readonly<Record<string, unknown>>) : undefined;
  const text = typeof entry === "string" ? entry : undefined;
  const named = text ?? (fields?.["id"] as string | undefined) ?? (fields?.["name"] as string | undefined);
  if (key === "person" || key === "team") {
    const id = await (key === "person" ? findPerson(db, named) : findTeam(db, named));
    return id === undefined ? undefined : { [`${key}_id`]: id, properties: { responderType: key } };
  }
  const main = key === "email" ? "to" : "url";
  const team = typeof fields?.["team"] === "string" ? await findTeam(db, fields["team"]) : undefined;
  return {
    team_id: team ?? null,
    properties: { responderType: key, ...(text === undefined ? fields : { [main]: text }) },
  };
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
