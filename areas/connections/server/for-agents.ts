// The connections that a resource refers to, with their credentials, for the agent that runs the resource; and the agent's
// copies of them, under the same ids.
import { sql } from "kysely";
import { z } from "zod";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import type { Tx } from "#server/db/pool.ts";
import type { Row } from "#server/db/writes.ts";
import { systemActor } from "#server/http/actor.ts";
import { readConnectionReference } from "./resolve/connection-reference.ts";
import { copySource, findRow, type ConnectionRow } from "./resolve/find-row.ts";
import { requireUse } from "./resolve/may-use.ts";
import type { Automation } from "./resolve/subject.ts";
import { recordUse } from "./resolve/uses.ts";
import { openConnection } from "./rows/sealed.ts";

const text = z.string().nullable();
export const sentConnection = z.object({
  id: z.guid(),
  name: z.string(),
  namespace: z.string(),
  type: z.string(),
  url: text,
  username: text,
  password: text,
  certificate: text,
  insecure_tls: z.boolean(),
  properties: z.record(z.string(), z.string()),
  updated_at: z.string(),
});
/** References to secrets, such as `secret://…`, are not resolved: the agent resolves them. */
export type SentConnection = z.output<typeof sentConnection>;

/**
 * Returns the connections that a spec refers to. Connections that do not exist are left out: the agent may have them
 * itself. Throws a `forbidden` problem if the subject may not use one of them.
 */
export async function connectionsIn(
  { db }: Pick<System, "db">,
  spec: unknown,
  subject: Automation,
): Promise<ConnectionRow[]> {
  const found = new Map<string, ConnectionRow>();
  for (const reference of referencesIn(spec)) {
    const row = await findIn(db.system, reference, subject.namespace ?? "default");
    if (!row) continue;
    await requireUse({ db }, subject, row);
    found.set(row.id, row);
  }
  return [...found.values()];
}

const mayRefer = /^(?:connection:\/\/|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$)/i;

/** Returns the texts of a spec that may refer to a connection. */
function referencesIn(spec: unknown, found = new Set<string>()): Set<string> {
  if (typeof spec === "string") {
    if (mayRefer.test(spec.trim())) found.add(spec.trim());
  } else if (typeof spec === "object" && spec !== null)
    for (const part of Object.values(spec)) referencesIn(part, found);
  return found;
}

async function findIn(
  db: System["db"]["system"],
  reference: string,
  namespace: string,
): Promise<ConnectionRow | undefined> {
  try {
    const wanted = readConnectionReference(reference);
    return wanted.by === "address" ? undefined : await findRow(db, wanted, namespace);
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

/** Decrypts connections for an agent, and records their use. Connections that cannot be decrypted are left out. */
export async function openForAgent(
  system: Pick<System, "db" | "secrets" | "log">,
  rows: readonly ConnectionRow[],
  subject: Automation,
): Promise<SentConnection[]> {
  const sent: SentConnection[] = [];
  for (const row of rows) {
    try {
      sent.push({ ...openConnection(system.secrets, row), updated_at: row.updated_at });
    } catch (error) {
      system.log.warn({ err: error, id: row.id, name: row.name }, "a connection cannot be decrypted for an agent");
      continue;
    }
    await recordUse(system, { connectionId: row.id, subject, purpose: "agent" });
  }
  return sent;
}

/** Stores copies on an agent. A connection of the agent itself that has the same name takes precedence. */
export async function storeConnections(
  { db, writes }: Pick<System, "db" | "writes">,
  connections: readonly SentConnection[],
): Promise<void> {
  for (const { updated_at: _, ...sent } of connections)
    await db.system.transaction().execute(async (tx) => {
      if (!(await freeName(tx, sent))) return;
      const { rows: before } = await sql<Row>`select * from connections where id = ${sent.id} for update`.execute(tx);
      const isStored = before.length > 0;
      const { id, ...columns } = sent;
      await writes.through(tx, systemActor, {
        relation: "connections",
        verb: isStored ? "update" : "insert",
        rows: [isStored ? columns : { ...sent, source: copySource }],
        lockBefore: async () => before,
        statement: async ([row]) => {
          const names = sql.join(Object.keys(row!).map((name) => sql.ref(name)));
          const values = sql`select ${names} from jsonb_populate_record(null::connections, ${JSON.stringify(row)}::jsonb)`;
          const { rows } = isStored
            ? await sql<Row>`update connections set (${names}) = (${values}) where id = ${id} returning *`.execute(tx)
            : await sql<Row>`insert into connections (${names}) ${values} returning *`.execute(tx);
          return rows;
        },
      });
    });
}

/** Deletes the copy of an earlier connection of the same name. Returns false if the agent itself has one of this name. */
async function freeName(
  tx: Tx,
  { id, name, namespace }: Pick<SentConnection, "id" | "name" | "namespace">,
): Promise<boolean> {
  const others = sql`namespace = ${namespace} and name = ${name} and id <> ${id} and deleted_at is null`;
  await sql`delete from connections where ${others} and source = ${copySource}`.execute(tx);
  const { rows } = await sql`select from connections where ${others}`.execute(tx);
  return rows.length === 0;
}

/** Deletes the copies that no resource of the agent refers to and that no action needed for a day. */
export async function endOtherConnections({ db }: Pick<System, "db">, ids: readonly string[]): Promise<void> {
  await sql`
    delete from connections
    where  source = ${copySource} and updated_at < now() - interval '1 day' and id <> all(${ids}::uuid[])`.execute(
    db.system,
  );
}
