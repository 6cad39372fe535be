// Re-encrypts stored values with the current sealing key, in small transactions while the system is in use.
import { sql, type Kysely } from "kysely";
import type { DB } from "../db/tables.ts";
import type { Relation } from "../db/relations.ts";
import { createSeals, sealedPrefix, sealedWith, type KeyRing, type Place } from "../secrets.ts";

/** A table with sealed columns. */
export interface SealedTable {
  name: string;
  key: string;
  /** Each sealed column, with the columns that identify its row. */
  columns: readonly { name: string; row: readonly string[] }[];
}

export const sealedTables = (relations: Iterable<Relation>): SealedTable[] =>
  [...relations].flatMap(({ name, kind, primaryKey, columns }) => {
    const sealed = [...columns.values()].flatMap((column) =>
      column.sealed ? [{ name: column.name, row: column.sealed }] : [],
    );
    if (kind !== "table" || sealed.length === 0) return [];
    if (primaryKey.length !== 1) throw new Error(`${name} has sealed columns but no single-column primary key`);
    return [{ name, key: primaryKey[0]!, columns: sealed }];
  });

export interface Resealed {
  rows: number;
  /** Values that none of the keys can decrypt. They stay unchanged. */
  broken: readonly string[];
}

const batchSize = 50;

/** Returns the number of rows with a value that was encrypted with a different key. */
export async function countStale(db: Kysely<DB>, table: SealedTable, ring: KeyRing): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table.name)} where ${isStale(table, ring)}`.execute(db);
  return rows[0]!.count;
}

export async function resealTable(
  db: Kysely<DB>,
  table: SealedTable,
  { ring, signal, onRows }: { ring: KeyRing; signal: AbortSignal; onRows: (count: number) => void },
): Promise<Resealed> {
  const seals = createSeals(ring);
  const broken: string[] = [];
  let done = 0;
  /** The key of the last row of the previous batch. Locked rows are skipped; the next pass handles them. */
  let after: string | undefined;

  /** Returns the row's re-encrypted values, without those that cannot be decrypted. */
  function resealed(row: Readonly<Record<string, string | null>>): Record<string, string> {
    const texts: Record<string, string> = {};
    for (const { name, row: names } of table.columns) {
      const sealed = row[name];
      if (!sealed?.startsWith(sealedPrefix) || sealed.startsWith(sealedWith(ring.sealing))) continue;
      const place = { table: table.name, row: names.map((part) => row[part]).join("/"), column: name } as Place;
      try {
        texts[name] = seals.seal(seals.open(sealed, place), place, Object.values(texts));
      } catch {
        broken.push(`${table.name}.${name} of ${place.row}`);
      }
    }
    return texts;
  }

  for (;;) {
    signal.throwIfAborted();
    const found = await db.transaction().execute(async (tx) => {
      await sql`set local quarterdeck.resealing = 'on'`.execute(tx);
      const names = [...new Set([table.key, ...table.columns.flatMap(({ name, row }) => [name, ...row])])];
      const { rows } = await sql<Record<string, string | null>>`
        select ${sql.join(names.map((name) => sql`${sql.ref(name)}::text as ${sql.ref(name)}`))}
        from   ${sql.table(table.name)}
        where  (${isStale(table, ring)})
        and    ${after === undefined ? sql`true` : sql`${sql.ref(table.key)}::text > ${after}`}
        order  by ${sql.ref(table.key)}::text
        limit  ${batchSize}
        for    no key update skip locked`.execute(tx);
      for (const row of rows) {
        const texts = Object.entries(resealed(row));
        if (texts.length === 0) continue;
        await sql`
          update ${sql.table(table.name)}
          set    ${sql.join(texts.map(([name, text]) => sql`${sql.ref(name)} = ${text}`))}
          where  ${sql.ref(table.key)}::text = ${row[table.key]}`.execute(tx);
        done += 1;
      }
      return rows;
    });
    if (found.length === 0) return { rows: done, broken };
    after = found.at(-1)![table.key]!;
    onRows(found.length);
  }
}

const isStale = ({ columns }: SealedTable, { sealing }: KeyRing) =>
  sql.join(
    columns.map(
      ({ name }) =>
        sql`(starts_with(${sql.ref(name)}, ${sealedPrefix}) and not starts_with(${sql.ref(name)}, ${sealedWith(sealing)}))`,
    ),
    sql` or `,
  );
