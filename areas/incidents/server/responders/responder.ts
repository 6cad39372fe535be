// A responder of an incident, with everything needed to contact the responder.
import { sql, type Kysely } from "kysely";
import type { System } from "#server/area.ts";
import type { DB } from "#server/db/tables.ts";
import type { EnvVar } from "#areas/connections/server/index.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";

export interface Responder {
  id: string;
  type: string;
  status: string;
  person_id: string | null;
  team_id: string | null;
  external_id: string | null;
  properties: Readonly<Record<string, unknown>> | null;
  incident: {
    id: string;
    incident_id: string;
    title: string;
    description: string;
    status: string;
    severity: string;
    type: string;
  };
  /** The name of the person who added the responder. */
  author: string;
}

/** Returns the responder; undefined if the responder was removed. */
export async function loadResponder(db: Kysely<DB>, id: string): Promise<Responder | undefined> {
  return (await selectResponders(db, sql<boolean>`r.id = ${id}`))[0];
}

/** Returns the responders that have a ticket in an external system of this type. */
export const loadTickets = (db: Kysely<DB>, type: string, incident?: string): Promise<Responder[]> =>
  selectResponders(
    db,
    incident === undefined
      ? sql<boolean>`r.type = ${type} and r.external_id is not null and i.status not in ('closed', 'cancelled')`
      : sql<boolean>`r.type = ${type} and r.external_id is not null and r.incident_id = ${incident}`,
  );

async function selectResponders(db: Kysely<DB>, condition: ReturnType<typeof sql<boolean>>): Promise<Responder[]> {
  const { rows } = await sql<Responder>`
    select r.id, r.type, r.status, r.person_id, r.team_id, r.external_id, r.properties,
           jsonb_build_object(
             'id', i.id, 'incident_id', i.incident_id, 'title', i.title, 'description', i.description,
             'status', i.status, 'severity', i.severity, 'type', i.type) as incident,
           p.name as author
    from   responders r
    join   incidents i on i.id = r.incident_id
    join   people p on p.id = r.created_by
    where  r.deleted_at is null and ${condition}
    order  by r.created_at, r.id`.execute(db);
  return rows;
}

/** An external system of a team, with its credentials. */
export interface Client {
  connection?: string;
  url?: string;
  username?: string | EnvVar;
  password?: string | EnvVar;
  tenant_id?: string;
  client_id?: string;
  group_id?: string;
  values?: Readonly<Record<string, unknown>>;
  defaults?: Readonly<Record<string, unknown>>;
}

/** Returns the external system that the responder's team has for the type; undefined if the team has no such system. */
export async function clientOf(
  { db, secrets }: Pick<System, "db" | "secrets">,
  { team_id: team, type }: Pick<Responder, "team_id" | "type">,
): Promise<Client | undefined> {
  if (team === null) return undefined;
  const row = await db.system
    .selectFrom("teams")
    .select(["id", "spec", "spec_secrets"])
    .where("id", "=", team)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const place = { table: "teams", id: row.id, column: "spec" };
  const spec = openDocument(secrets, place, { masked: row.spec, sealed: row.spec_secrets }) as {
    responder_clients?: Record<string, Client | undefined>;
  } | null;
  return spec?.responder_clients?.[type];
}

/**
 * The fields of the ticket. Form values override the team's defaults, and the team's fixed values override form values.
 */
export function fieldsOf({ properties }: Responder, client: Client | undefined): Readonly<Record<string, string>> {
  const all = { ...client?.defaults, ...properties, ...client?.values };
  return Object.fromEntries(
    Object.entries(all).flatMap(([key, value]) => {
      const plain = typeof value === "object" && value !== null ? (value as { value?: unknown }).value : value;
      return typeof plain === "string" && plain.trim() !== "" ? [[key, plain.trim()]] : [];
    }),
  );
}
