// Returns the resources that were created here and that the agent runs, with their credentials.
import { sql } from "kysely";
import { Problem } from "#language/problem.ts";
import type { System } from "#server/area.ts";
import { recordDeeds } from "#server/audit/audit.ts";
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

export interface Pulling {
  table: PulledTable;
  since: string | undefined;
  actor: Actor;
  origin: Origin;
  /** Whether the connection is encrypted, or stays on this machine. */
  isPrivate: boolean;
}

export async function pull(
  { db, secrets }: Pick<System, "db" | "secrets">,
  agent: Sender,
  { table, since, actor, origin, isPrivate }: Pulling,
): Promise<Record<string, unknown>[]> {
  // Deleted rows are included, so that the agent deletes them, too. The agent itself has the rows that it pushed.
  const { rows } = await sql<PulledRow>`
    select t.*
    from   ${sql.table(table)} t
    where  t.agent_id = ${agent.id}
    and    t.source is distinct from 'Push'
    and    greatest(t.updated_at, t.created_at, t.deleted_at) > coalesce(${since ?? null}::timestamptz, '-infinity')
    order  by greatest(t.updated_at, t.created_at, t.deleted_at), t.id`.execute(db.system);
  const sealed = rows.filter((row) => row.spec_secrets !== null && (row["deleted_at"] ?? null) === null);
  if (sealed.length > 0 && !isPrivate) throw needsHttps();
  const opened = rows.map(({ spec_secrets: secret, is_pushed: _pushed, ...row }) => {
    if (secret === null || !sealed.some(({ id }) => id === row.id)) return row;
    const spec = openDocument(secrets, { table, id: row.id, column: "spec" }, { masked: row.spec, sealed: secret });
    return { ...row, spec };
  });
  if (sealed.length > 0)
    await recordDeeds(
      db.system,
      { actor, origin },
      sealed.map(({ id, name }) => ({
        action: "run",
        resource_type: table,
        resource_id: id,
        resource_name: name,
        after: { agent: agent.name },
      })),
    );
  return opened;
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
