// Writes the pushed rows of one table with one statement. Rows that are already stored as they are stay untouched, so
// that a repeated push causes no events.
import { sql, type RawBuilder } from "kysely";
import { problem } from "#language/problem.ts";
import type { Tx } from "#server/db/pool.ts";
import { isRefused, storableValue } from "#server/db/sql-text.ts";
import { maskTexts } from "#server/spec/masked-spec.ts";
import type { PushedRow } from "../../contract.schema.ts";
import { belongsTo } from "./ownership.ts";
import type { PushedTable } from "./tables.ts";

/** Returns the statement that writes the rows, with the table as `t`. */
export async function storingRows(
  tx: Tx,
  agentId: string,
  pushed: PushedTable,
  sent: readonly PushedRow[],
): Promise<RawBuilder<unknown>> {
  const { table, key, columns, isOwned, fixed = {}, kept = [], unchangedIf } = pushed;
  const rows = prepareRows(pushed, sent);
  const defaults = await defaultsOf(tx, table);
  const values = columns.map((column) => {
    const value = sql.ref(`r.${column}`);
    const byDefault = defaults.get(column);
    return byDefault === undefined ? value : sql`coalesce(${value}, ${sql.raw(byDefault)})`;
  });
  const names = [...columns, ...Object.keys(fixed), ...(isOwned ? ["agent_id"] : [])];
  const constants = [...Object.values(fixed).map((text) => sql.raw(text)), ...(isOwned ? [sql`${agentId}::uuid`] : [])];
  const changing = columns.filter((column) => !key.includes(column) && !kept.includes(column));
  const refs = (source: string) => sql.join(changing.map((column) => sql.ref(`${source}.${column}`)));
  // A stored row can only change if it belongs to the agent, also if another request has stored it in the meantime.
  return sql`
    insert into ${sql.table(table)} as t (${sql.join(names.map((name) => sql.ref(name)))})
    select ${sql.join([...values, ...constants])}
    from   jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update
    set    ${sql.join(changing.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`))}
    where  (${refs("t")}) is distinct from (${refs("excluded")})
    and    ${belongsTo(agentId, pushed)}
    and    not coalesce(${unchangedIf === undefined ? sql`false` : sql.raw(unchangedIf)}, false)`;
}

/** Returns the rows without duplicates and credentials, parents first. */
function prepareRows({ key, columns, tree, specs = [] }: PushedTable, sent: readonly PushedRow[]): PushedRow[] {
  const byKey = new Map<string, PushedRow>();
  for (const row of sent) {
    // A later row replaces an earlier row with the same key.
    const own = JSON.stringify(key.map((column) => row[column] ?? null));
    const known = Object.fromEntries(
      columns.filter((column) => Object.hasOwn(row, column)).map((name) => [name, row[name]]),
    );
    for (const column of specs) if (Object.hasOwn(known, column)) known[column] = maskTexts(known[column]);
    byKey.delete(own);
    byKey.set(own, known);
  }
  const rows = [...byKey.values()];
  const ordered = tree === undefined ? rows : parentsFirst(rows, tree);
  return isRefused(JSON.stringify(ordered)) ? ordered.map(storableValue) : ordered;
}

export function parentsFirst(rows: readonly PushedRow[], column: string): PushedRow[] {
  const byId = new Map(rows.map((row) => [row["id"], row]));
  const ordered = new Set<PushedRow>();
  for (const row of rows) {
    const line: PushedRow[] = [];
    const seen = new Set<PushedRow>();
    for (let at: PushedRow | undefined = row; at !== undefined && !ordered.has(at); at = byId.get(at[column])) {
      if (seen.has(at)) throw problem.invalid(`The row ${String(at["id"])} is its own ancestor.`);
      seen.add(at);
      line.push(at);
    }
    for (const ancestor of line.reverse()) ordered.add(ancestor);
  }
  return [...ordered];
}

/** The schema does not change while the process runs. */
const knownDefaults = new Map<string, ReadonlyMap<string, string>>();

/** Returns the defaults of columns that must not be null. Agents of other versions omit such columns. */
async function defaultsOf(tx: Tx, table: string): Promise<ReadonlyMap<string, string>> {
  const known = knownDefaults.get(table);
  if (known) return known;
  const { rows } = await sql<{ name: string; value: string }>`
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as value
    from   pg_attribute a
    join   pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where  a.attrelid = ${table}::regclass
    and    a.attnotnull
    and    a.attgenerated = ''
    and    not a.attisdropped`.execute(tx);
  const defaults = new Map(rows.map(({ name, value }) => [name, value]));
  knownDefaults.set(table, defaults);
  return defaults;
}
