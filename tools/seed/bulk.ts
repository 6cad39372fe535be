// What makes loading many rows quick: nothing is kept up row by row. Triggers rest, indexes and constraints are dropped
// and made again from their own definitions, all in the caller's transaction, so that giving up brings them back.
import pg from "pg";

/** Below this, keeping up costs less than making anew. */
const worthWhile = 2_000;

export interface Upkeep {
  /** Makes again what was dropped; `onStep` is told before each. */
  resume(onStep: (what: string) => void): Promise<void>;
}

interface Dropped {
  table: string;
  name: string;
  definition: string;
}

/** `rows` by table: how many will come. */
export async function suspendUpkeep(client: pg.Client, rows: ReadonlyMap<string, number>): Promise<Upkeep> {
  const tables = [...rows.keys()];
  for (const table of tables) await client.query(`alter table ${name(table)} disable trigger user`);
  const large: string[] = [];
  for (const table of tables) {
    const coming = rows.get(table)!;
    if (coming < worthWhile) continue;
    // A table that already holds more than will come keeps its indexes.
    const { rowCount } = await client.query(`select from ${name(table)} limit ${coming}`);
    if ((rowCount ?? 0) < coming) large.push(table);
  }
  const keys = await droppableConstraints(client, large);
  for (const key of keys) await client.query(`alter table ${name(key.table)} drop constraint ${name(key.name)}`);
  const indexes = await plainIndexes(client, large);
  for (const index of indexes) await client.query(`drop index ${name(index.name)}`);
  return {
    async resume(onStep) {
      for (const index of indexes) {
        onStep(index.name);
        await client.query(index.definition);
      }
      for (const key of keys) {
        onStep(key.name);
        await client.query(`alter table ${name(key.table)} add constraint ${name(key.name)} ${key.definition}`);
      }
      for (const table of tables) await client.query(`alter table ${name(table)} enable trigger user`);
    },
  };
}

const name = (text: string) => pg.escapeIdentifier(text);

/** Foreign keys, and what is unique without any foreign key leaning on it. */
async function droppableConstraints(client: pg.Client, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select c.conrelid::regclass::text as table, c.conname as name, pg_get_constraintdef(c.oid) as definition
     from   pg_constraint c
     where  c.contype in ('f', 'u') and c.conparentid = 0 and c.conrelid = any ($1::regclass[])
     and    (c.contype = 'f' or not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = c.conindid))
     order  by c.contype desc, c.conrelid::regclass::text, c.conname`,
    [tables],
  );
  return rows;
}

/** Those that are no constraint: keys stay, because other tables lean on them. */
async function plainIndexes(client: pg.Client, tables: readonly string[]): Promise<Dropped[]> {
  const { rows } = await client.query<Dropped>(
    `select i.indrelid::regclass::text as table, x.relname as name, pg_get_indexdef(i.indexrelid) as definition
     from   pg_index i
     join   pg_class x on x.oid = i.indexrelid
     where  i.indrelid = any ($1::regclass[])
     and    not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order  by i.indrelid::regclass::text, x.relname`,
    [tables],
  );
  return rows;
}
