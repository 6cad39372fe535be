// Speeds up loading many rows: triggers are disabled, and indexes and constraints are dropped and created again from
// their definitions. All of this happens in the caller's transaction, so that a rollback restores them.
import pg from "pg";

/** Minimum number of rows. For fewer rows, updating the indexes costs less than creating them again. */
const worthWhile = 2_000;

const maxLockAttempts = 20;

interface Upkeep {
  /** Creates the dropped objects again; calls `onStep` before each. */
  resume(onStep: (what: string) => void): Promise<void>;
}

interface Dropped {
  table: string;
  name: string;
  definition: string;
}

/** Drops indexes and constraints and disables triggers. `rows` is the expected number of rows by table. */
export async function suspendUpkeep(client: pg.Client, rows: ReadonlyMap<string, number>): Promise<Upkeep> {
  const tables = [...rows.keys()];
  const large: string[] = [];
  for (const table of tables) {
    const coming = rows.get(table)!;
    if (coming < worthWhile) continue;
    // A table that already has more rows than will be added keeps its indexes.
    const { rowCount } = await client.query(`select from ${name(table)} limit ${coming}`);
    if ((rowCount ?? 0) < coming) large.push(table);
  }
  await lockTables(client, tables, large);
  for (const table of tables) await client.query(`alter table ${name(table)} disable trigger user`);
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

/**
 * Locks all tables at the start. Reading stays possible, except on tables whose indexes are dropped. A running product
 * locks the same tables in a different order; if PostgreSQL reports a deadlock, this transaction releases its locks and
 * tries again.
 */
async function lockTables(client: pg.Client, tables: readonly string[], large: readonly string[]): Promise<void> {
  const others = tables.filter((table) => !large.includes(table));
  const lock = (names: readonly string[], mode: string) =>
    names.length === 0 ? "" : `lock table ${names.map(name).join(", ")} in ${mode} mode;`;
  const locks = lock(large, "access exclusive") + lock(others, "share row exclusive");
  for (let attempt = 1; ; attempt++) {
    await client.query("savepoint locks");
    try {
      await client.query(locks);
      // Without this, the loaded rows would belong to a subtransaction, and not to the transaction that `derive`
      // compares.
      await client.query("release savepoint locks");
      return;
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
      if (!isDeadlock || attempt === maxLockAttempts) throw error;
      await client.query("rollback to savepoint locks");
    }
  }
}

const name = (text: string) => pg.escapeIdentifier(text);

/** Returns foreign keys, and unique constraints that no foreign key references. */
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

/** Returns indexes that do not belong to a constraint. Keys are kept, because other tables reference them. */
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
