// Refuses rows that belong to somebody else, and finds the rows that a push refers to but that are not stored here.
import { sql, type RawBuilder } from "kysely";
import { Problem, problem } from "#language/problem.ts";
import type { Tx } from "#server/db/pool.ts";
import type { PushedRow } from "../../contract.schema.ts";
import type { Parent, PushedTable } from "./tables.ts";

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The agent pushes the rows with these ids again, and then the rows that refer to them. */
export const missingParents = (ids: readonly string[]) =>
  new Problem("conflict", "Some rows refer to rows that are not stored here.", {
    details: `Push these rows first: ${ids.slice(0, 20).join(", ")}${ids.length > 20 ? ", …" : ""}.`,
    parts: { data: { ids } },
  });

export const notYours = (table: string, ids: readonly string[]) =>
  problem.forbidden("write", table, {
    hint: `These rows belong to another agent or to this server: ${ids.slice(0, 20).join(", ")}.`,
  });

/** Reads a column of ids. Null and absent values are left out. */
export function idsIn(name: string, rows: readonly PushedRow[], column: string): string[] {
  const ids = new Set<string>();
  for (const [index, row] of rows.entries()) {
    const id = row[column] ?? null;
    if (id === null) continue;
    if (typeof id !== "string" || !uuid.test(id))
      throw problem.badParts([{ path: `body.${name}.${index}.${column}`, message: "is not an id" }]);
    ids.add(id.toLowerCase());
  }
  return [...ids];
}

/** Returns the ids and agents of stored rows, as a subquery. */
const agentsOf = (table: Parent): RawBuilder<unknown> =>
  table === "config_changes"
    ? sql`select c.id, i.agent_id from config_changes c join config_items i on i.id = c.config_id`
    : sql`select id, agent_id from ${sql.table(table)}`;

interface Fault {
  id: string;
  is_missing: boolean;
}

/** Selects the ids that are not stored, or belong to another agent. */
const faultsOf = (agentId: string, table: Parent, ids: readonly string[]): RawBuilder<Fault> => sql<Fault>`
  select w.id, p.id is null as is_missing
  from   unnest(${ids}::uuid[]) w (id)
  left   join (${agentsOf(table)}) p on p.id = w.id
  where  p.id is null or p.agent_id is distinct from ${agentId}::uuid`;

/** Returns the ids that are not stored. Throws if a row belongs to another agent. */
function missingIn(table: string, faults: readonly Fault[]): string[] {
  const foreign = faults.filter((row) => !row.is_missing);
  if (foreign.length > 0)
    throw notYours(
      table,
      foreign.map(({ id }) => id),
    );
  return faults.map(({ id }) => id);
}

/** Returns the ids that are not stored. Throws if a row belongs to another agent. */
export async function findMissing(tx: Tx, agentId: string, table: Parent, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await faultsOf(agentId, table, ids).execute(tx);
  return missingIn(table, rows);
}

/**
 * Checks, with one statement, the rows that the pushed rows refer to, and the stored rows with their ids. Throws if one is
 * missing or belongs to somebody else. Returns the ids that `former` selects.
 */
export async function requireOwnPlaces(
  tx: Tx,
  agentId: string,
  key: string,
  pushed: PushedTable,
  rows: readonly PushedRow[],
  former?: RawBuilder<{ id: string }>,
): Promise<string[]> {
  const { table, parents } = pushed;
  const columns = Object.entries(parents);
  const isOrphan = (row: PushedRow) => columns.every(([column]) => (row[column] ?? null) === null);
  const orphan = columns.length === 0 ? -1 : rows.findIndex(isOrphan);
  // Components and config items may be roots without a parent; their agent is set when they are stored.
  if (orphan !== -1 && table !== "components" && table !== "config_items")
    throw problem.badParts([{ path: `body.${key}.${orphan}.${columns[0]![0]}`, message: "is missing" }]);
  const ids = idsIn(key, rows, "id");
  const own = new Set(ids);
  const parts = columns.map(([column, parent]) => {
    const wanted = idsIn(key, rows, column).filter((id) => parent !== table || !own.has(id));
    return sql`select ${sql.lit(column)} as what, f.* from (${faultsOf(agentId, parent, wanted)}) f`;
  });
  if (hasId(pushed)) parts.push(sql`select 'foreign', f.*, false from (${foreignOf(agentId, pushed, ids)}) f`);
  if (former) parts.push(sql`select 'former', f.*, false from (${former}) f`);
  const { rows: found } = await sql<Fault & { what: string }>`
    select * from (${sql.join(parts, sql` union all `)}) f (what, id, is_missing)`.execute(tx);
  const about = (what: string) => found.filter((row) => row.what === what);
  const missing = new Set(columns.flatMap(([column, parent]) => missingIn(parent, about(column))));
  if (missing.size > 0) throw missingParents([...missing]);
  missingIn(table, about("foreign"));
  return about("former").map(({ id }) => id);
}

/** Throws if a stored row with the id of a pushed row belongs to somebody else. */
export async function requireOwn(
  tx: Tx,
  agentId: string,
  key: string,
  pushed: PushedTable,
  rows: readonly PushedRow[],
): Promise<void> {
  if (!hasId(pushed)) return;
  const { rows: foreign } = await foreignOf(agentId, pushed, idsIn(key, rows, "id")).execute(tx);
  if (foreign.length > 0)
    throw notYours(
      pushed.table,
      foreign.map(({ id }) => id),
    );
}

const hasId = ({ key }: PushedTable) => key.length === 1 && key[0] === "id";

/** Selects the ids whose stored rows belong to somebody else. */
const foreignOf = (agentId: string, pushed: PushedTable, ids: readonly string[]) => sql<{ id: string }>`
  select t.id
  from   ${sql.table(pushed.table)} t
  where  t.id = any(${ids}::uuid[])
  and    not ${belongsTo(agentId, pushed)}`;

/** The condition that the row `t` belongs to the agent. */
export function belongsTo(agentId: string, { isOwned, parents }: PushedTable): RawBuilder<boolean> {
  if (isOwned) return sql<boolean>`(t.agent_id = ${agentId})`;
  const own = Object.entries(parents).map(
    ([column, parent]) =>
      sql`exists (select from (${agentsOf(parent)}) p where p.id = ${sql.ref(`t.${column}`)} and p.agent_id = ${agentId})`,
  );
  return sql<boolean>`(${sql.join(own, sql` or `)})`;
}
