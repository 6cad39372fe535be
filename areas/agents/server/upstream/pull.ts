// Returns the resources that were created here and that the agent runs, with their credentials and connections.
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds, type Deed } from "#server/audit/audit.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import { connectionsIn, openForAgent, type Automation } from "#areas/connections/server/index.ts";
import type { Sender } from "./sender.ts";

export const pulledTables = ["canaries", "config_scrapers", "topologies"] as const;
export type PulledTable = (typeof pulledTables)[number];

interface PulledRow {
  [column: string]: unknown;
  id: string;
  name: string;
  spec: unknown;
  spec_secrets: string | null;
  has_changed: boolean;
}

const isLive = (row: PulledRow) => (row["deleted_at"] ?? null) === null;

const kinds = { canaries: "canary", config_scrapers: "scraper", topologies: "topology" } as const;

export interface Pulling {
  table: PulledTable;
  since: string | undefined;
  actor: Actor;
  origin: Origin;
  /** Whether the connection is encrypted, or stays on this machine. */
  isPrivate: boolean;
}

export async function pull(
  { db, secrets, log }: Pick<System, "db" | "secrets" | "log">,
  agent: Sender,
  { table, since, actor, origin, isPrivate }: Pulling,
): Promise<Record<string, unknown>[]> {
  const found: Referring[] = [];
  for (const row of await rowsOf({ db }, agent, table, since)) {
    const subject = { kind: kinds[table], id: row.id, name: row.name, namespace: row["namespace"] as string | null };
    try {
      found.push({ row, subject, uses: isLive(row) ? await connectionsIn({ db }, row.spec, subject) : [] });
    } catch (error) {
      if (!(error instanceof Problem) || error.id !== "forbidden") throw error;
      // The agent could use a copy of the connection that it got for another resource.
      log.warn({ table, id: row.id, name: row.name, reason: error.message }, "a resource is not sent to its agent");
    }
  }
  // A row that contains the name of a changed connection as an ordinary word is left out.
  const isNew = ({ updated_at: at }: { updated_at: string }) =>
    since !== undefined && Date.parse(at) > Date.parse(since);
  const changed = found.filter(({ row, uses }) => row.has_changed || uses.some(isNew));
  const hasSecrets = ({ row }: Referring) => row.spec_secrets !== null && isLive(row);
  if (changed.some((one) => hasSecrets(one) || one.uses.length > 0) && !isPrivate) throw needsHttps();
  const deeds = new Map<string, Deed>();
  const answer: Record<string, unknown>[] = [];
  for (const { row, subject, uses } of changed) {
    const { spec_secrets: secret, is_pushed: _pushed, has_changed: _changed, changed_at: _at, ...columns } = row;
    const connections = await openForAgent({ db, secrets, log }, uses, subject);
    for (const connection of connections) deeds.set(connection.id, sentTo(agent, "connections", connection));
    if (secret !== null && isLive(row)) {
      const place = { table, id: row.id, column: "spec" };
      columns.spec = openDocument(secrets, place, { masked: row.spec, sealed: secret });
      deeds.set(row.id, sentTo(agent, table, row));
    }
    answer.push({ ...columns, ...(connections.length > 0 && { connections }) });
  }
  await recordDeeds(db.system, { actor, origin }, [...deeds.values()]);
  return answer;
}

/** A resource, and the connections that it refers to. */
interface Referring {
  row: PulledRow;
  subject: Automation;
  uses: Awaited<ReturnType<typeof connectionsIn>>;
}

/** The record that credentials were sent to an agent. */
export const sentTo = (agent: Sender, type: string, { id, name }: { id: string; name: string }): Deed => ({
  action: "run",
  resource_type: type,
  resource_id: id,
  resource_name: name,
  after: { agent: agent.name },
});

/**
 * Deleted rows are included, so that the agent deletes them, too. The agent itself has the rows that it pushed. Rows that
 * mention a changed connection are included, because the agent needs the change.
 */
async function rowsOf(
  { db }: Pick<System, "db">,
  agent: Sender,
  table: PulledTable,
  since: string | undefined,
): Promise<PulledRow[]> {
  const { rows } = await sql<PulledRow>`
    select t.*
    from   (
             select r.*, c.changed_at,
                    c.changed_at > coalesce(${since ?? null}::timestamptz, '-infinity') as has_changed
             from   ${sql.table(table)} r,
                    lateral (select greatest(r.updated_at, r.created_at, r.deleted_at) as changed_at) c
             where  r.agent_id = ${agent.id}
             and    r.source is distinct from 'Push'
           ) t
    where  t.has_changed
    or     exists (
             select from connections c
             where  c.updated_at > ${since ?? null}::timestamptz
             and    (strpos(t.spec::text, c.name) > 0 or strpos(t.spec::text, c.id::text) > 0)
           )
    order  by t.changed_at, t.id`.execute(db.system);
  return rows;
}

/** Returns how many resources the agent runs, without deleted ones. */
export async function countPulled({ db }: Pick<System, "db">, agent: Sender): Promise<Record<string, number>> {
  const counts = pulledTables.map(
    (table) => sql`
      (select count(*)::int from ${sql.table(table)}
       where  agent_id = ${agent.id} and source is distinct from 'Push' and deleted_at is null) as ${sql.ref(table)}`,
  );
  const { rows } = await sql<Record<PulledTable, number>>`select ${sql.join(counts)}`.execute(db.system);
  return rows[0]!;
}

export const needsHttps = () =>
  new Problem("forbidden", "Resources and actions with credentials are sent only over https or to this machine.", {
    hint: "Use an https address in UPSTREAM_URL.",
  });
