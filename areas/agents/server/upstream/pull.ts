// Returns the resources that were created here and that the agent runs, with their credentials.
import { sql, type RawBuilder } from "kysely";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds, type Deed } from "#server/audit/audit.ts";
import type { Actor, Origin } from "#server/http/actor.ts";
import { openDocument } from "#server/spec/sealed-columns.ts";
import type { Sender } from "./sender.ts";

export const pulledTables = ["canaries", "config_scrapers", "topologies"] as const;
export type PulledTable = (typeof pulledTables)[number];

interface PulledRow {
  [column: string]: unknown;
  id: string;
  name: string;
  spec: unknown;
  spec_secrets: string | null;
}

const isLive = (row: PulledRow) => (row["deleted_at"] ?? null) === null;

export interface Caller {
  actor: Actor;
  origin: Origin;
  /** Whether the connection is encrypted, or stays on this machine. */
  isPrivate: boolean;
}

export interface Pulling extends Caller {
  table: PulledTable;
  since: string | undefined;
}

export async function pull(
  { db, secrets }: Pick<System, "db" | "secrets">,
  agent: Sender,
  { table, since, actor, origin, isPrivate }: Pulling,
): Promise<Record<string, unknown>[]> {
  const rows = await rowsOf({ db }, agent, table, since);
  const sealed = rows.filter((row) => row.spec_secrets !== null && isLive(row));
  if (sealed.length > 0 && !isPrivate) throw needsHttps();
  const deeds = sealed.map((row) => sentTo(agent, table, row));
  const answer = rows.map(({ spec_secrets: secret, is_pushed: _pushed, ...columns }) => {
    if (secret === null || !isLive(columns as PulledRow)) return columns;
    const place = { table, id: columns.id, column: "spec" };
    return { ...columns, spec: openDocument(secrets, place, { masked: columns.spec, sealed: secret }) };
  });
  await recordDeeds(db.system, { actor, origin }, deeds);
  return answer;
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
 * Deleted rows are included, so that the agent deletes them, too. Rows that the agent pushed are left out, because it
 * has them already.
 */
async function rowsOf(
  { db }: Pick<System, "db">,
  agent: Sender,
  table: PulledTable,
  since: string | undefined,
): Promise<PulledRow[]> {
  const { rows } = await sql<PulledRow>`
    select r.*
    from   ${sql.table(table)} r,
           lateral (select greatest(r.updated_at, r.created_at, r.deleted_at) as changed_at) c
    where  r.agent_id = ${agent.id}
    and    r.source is distinct from 'Push'
    and    c.changed_at > coalesce(${since ?? null}::timestamptz, '-infinity')
    order  by c.changed_at, r.id`.execute(db.system);
  return rows;
}

/** The numbers of resources that the agent runs by table, without deleted ones, as an expression. */
export function countsOfPulled(agent: Sender): RawBuilder<Record<PulledTable, number>> {
  const counts = pulledTables.map(
    (table) => sql`${sql.lit(table)},
      (select count(*) from ${sql.table(table)}
       where  agent_id = ${agent.id} and source is distinct from 'Push' and deleted_at is null)`,
  );
  return sql`jsonb_build_object(${sql.join(counts)})`;
}

export const needsHttps = () =>
  new Problem("forbidden", "Resources and actions with credentials are sent only over https or to this machine.", {
    hint: "Use an https address in UPSTREAM_URL.",
  });
