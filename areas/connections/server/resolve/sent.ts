// On an agent: the connections that its server sent. Connections of a resource are stored encrypted, for this resource
// only, so that it also runs while the server cannot be reached. Connections of an action are never stored.
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { System } from "#server/area.ts";
import { sentConnection, type SentConnection, type SentForResource } from "./sent-connection.ts";
import type { Automation } from "./subject.ts";

/** After this time without the server, the stored connections are deleted. Results are kept for the same time. */
const keptFor = "7 days";

export interface FoundSent {
  connection: SentConnection;
  /**
   * Identifies the connection and its version in a cache. Undefined if the connection must not be kept longer than the
   * run.
   */
  version: string | undefined;
}

/** Finds the connection that the server sent for this reference of an automation. Throws if the server refused it. */
export async function findSent(
  { db, secrets }: Pick<System, "db" | "secrets">,
  { id, sent }: Automation,
  reference: string,
): Promise<FoundSent | undefined> {
  if (sent) {
    const found = sent.find((one) => one.reference === reference);
    return found && { connection: sentConnection.parse(found), version: undefined };
  }
  const { rows } = await sql<{ id: string; sealed: string | null; refused: string | null }>`
    select id, sealed, refused
    from   sent_connections
    where  resource_id = ${id}
    and    reference = ${reference}
    and    confirmed_at > now() - ${keptFor}::interval`.execute(db.system);
  const [row] = rows;
  if (!row) return undefined;
  if (row.sealed === null) throw new Problem("forbidden", row.refused!);
  const connection = JSON.parse(secrets.open(row.sealed, placeOf(row.id))) as SentConnection;
  return { connection, version: row.id };
}

const placeOf = (id: string) => ({ table: "sent_connections", row: id, column: "sealed" }) as const;

/** The versions that the agent has. */
export async function sentVersions({ db }: Pick<System, "db">) {
  const { rows } = await sql<{ resource_id: string; reference: string; version: string }>`
    select resource_id, reference, version from sent_connections where version is not null`.execute(db.system);
  return rows;
}

/** Stores what the server sent, and deletes everything that it no longer lists. */
export const storeSent = (
  { db, secrets }: Pick<System, "db" | "secrets">,
  listed: readonly SentForResource[],
): Promise<void> =>
  db.system.transaction().execute(async (tx) => {
    const rows = listed.map((one) => ({
      ...sealedFor(secrets, one),
      resource_id: one.resource_id,
      reference: one.reference,
    }));
    const sent = sql`
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as l (id uuid, resource_id uuid, reference text, version text, sealed text, refused text)`;
    await sql`
      delete from sent_connections s
      where  not exists (
               select
               from   ${sent}
               where  (l.resource_id, l.reference) = (s.resource_id, s.reference)
               and    (l.version, l.refused) is not distinct from (s.version, s.refused)
             )`.execute(tx);
    await sql`
      update sent_connections set confirmed_at = now() where confirmed_at < now() - interval '1 hour'`.execute(tx);
    await sql`
      insert into sent_connections (id, resource_id, reference, version, sealed, refused)
      select l.id, l.resource_id, l.reference, l.version, l.sealed, l.refused
      from   ${sent}
      where  num_nonnulls(l.sealed, l.refused) = 1
      on     conflict (resource_id, reference) do nothing`.execute(tx);
  });

function sealedFor(secrets: System["secrets"], one: SentForResource) {
  const id = newId();
  if ("refused" in one) return { id, refused: one.refused };
  const { version, connection } = one;
  return { id, version, ...(connection && { sealed: secrets.seal(JSON.stringify(connection), placeOf(id)) }) };
}

/** Deletes the connections of all resources: the server no longer accepts this agent. */
export const deleteSent = ({ db }: Pick<System, "db">) => sql`delete from sent_connections`.execute(db.system);

/** Deletes the connections that the server has not confirmed for too long. Returns their number. */
export async function deleteUnconfirmed({ db }: Pick<System, "db">): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from sent_connections where confirmed_at <= now() - ${keptFor}::interval`.execute(db.system);
  return Number(numAffectedRows);
}
