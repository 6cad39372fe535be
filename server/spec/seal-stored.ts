// Encrypts the credentials that earlier releases stored in plain text, before the server listens. It runs once for each
// table, in small transactions: after an interrupted start, the next start continues, and rows that are already
// encrypted stay unchanged.
import { isDeepStrictEqual } from "node:util";
import { sql, type Kysely } from "kysely";
import type { Tx } from "../db/pool.ts";
import type { DB } from "../db/tables.ts";
import type { Row, WriteHook, WriteHooks } from "../db/writes.ts";
import type { Secrets } from "../secrets.ts";
import { maskText, maskTexts } from "./masked-spec.ts";
import { openDocument, schemaFor, sealDocument, secretsColumnOf } from "./sealed-columns.ts";

const batchSize = 100;

/**
 * The version of the detection. Increase it when more values count as credentials: all stored rows are then checked
 * again.
 */
const detection = 1;

interface Step {
  table: string;
  columns: readonly string[];
  /** The condition for rows that can contain a credential. */
  where?: string;
  /** Returns the columns to write. */
  seal(row: Row): Row;
  /** The configuration parameter to set for the transaction of a batch. */
  setting?: string;
}

export interface SealingTools {
  db: Kysely<DB>;
  secrets: Secrets;
  onProgress?: (text: string) => void;
}

/** Returns the number of changed rows. */
export async function sealStored(hooks: readonly WriteHooks[], tools: SealingTools): Promise<number> {
  const steps = [...hooks.flatMap((some) => Object.entries(some)).flatMap(stepsOf(tools.secrets)), ...histories];
  return tools.db.connection().execute(async (own) => {
    // Processes that start at the same time wait until the first process is done.
    await sql`select pg_advisory_lock(hashtext('quarterdeck seal specs'))`.execute(own);
    try {
      let changed = 0;
      for (const step of steps) changed += await sealOnce(step, tools);
      return changed;
    } finally {
      await sql`select pg_advisory_unlock(hashtext('quarterdeck seal specs'))`.execute(own);
    }
  });
}

const stepsOf =
  (secrets: Secrets) =>
  ([table, { sealed, masked = [] }]: [string, WriteHook]): Step[] => {
    if (!sealed) return [];
    const columns = Object.keys(sealed);
    return [
      {
        table,
        columns: ["*"],
        // Encryption is not an edit, so updated_at stays unchanged.
        setting: "quarterdeck.resealing",
        seal(row) {
          const written: Record<string, unknown> = {};
          for (const column of columns) {
            if ((row[column] ?? null) === null) continue;
            const place = { table, id: String(row["id"]), column };
            const stored = { masked: row[column], sealed: row[secretsColumnOf(column)] as string | null };
            const schema = schemaFor(sealed[column]!, row);
            try {
              const document = openDocument(secrets, place, stored);
              Object.assign(written, sealDocument(secrets, place, { schema, document, stored }));
            } catch {
              // The value was already encrypted with a key that is now lost, so there is nothing to encrypt.
            }
          }
          for (const name of masked) if (typeof row[name] === "string") written[name] = maskText(row[name]);
          return written;
        },
      },
    ];
  };

const maybe = "(://|passw|pwd|secret|token|credential|key|authoriz|bearer|private|signature|:[^ ]+@)";

/** The histories that older releases wrote. The audit log is append-only and accepts only this change. */
const histories: readonly Step[] = [
  {
    table: "job_history",
    columns: ["id", "details"],
    where: `details::text ~* '${maybe}'`,
    seal: ({ details }) => ({ details: maskTexts(details) }),
  },
  {
    table: "audit_log",
    columns: ["id", "before", "after", "resource_name"],
    where: `concat_ws(' ', before::text, after::text, resource_name) ~* '${maybe}'`,
    setting: "quarterdeck.masks",
    seal: ({ before, after, resource_name: name }) => ({
      before: maskTexts(before),
      after: maskTexts(after),
      resource_name: typeof name === "string" ? maskText(name) : name,
    }),
  },
];

async function sealOnce(step: Step, { db, onProgress }: SealingTools): Promise<number> {
  const { table } = step;
  const what = `seal credentials ${detection}: ${table}`;
  const done = await sql`select from done_once where what = ${what}`.execute(db);
  if (done.rows.length > 0) return 0;
  let [changed, seen] = [0, 0];
  let after: string | undefined;
  for (;;) {
    const batch = await db.transaction().execute((tx) => sealBatch(tx, step, after));
    changed += batch.changed;
    if (batch.last === undefined) break;
    after = batch.last;
    onProgress?.(`encrypting credentials of ${table}: ${(seen += batchSize)} rows`);
  }
  await sql`insert into done_once (what) values (${what}) on conflict do nothing`.execute(db);
  return changed;
}

async function sealBatch(
  tx: Tx,
  { table, columns, where, seal, setting }: Step,
  after: string | undefined,
): Promise<{ changed: number; last: string | undefined }> {
  if (setting !== undefined)
    await sql`select set_config(${setting}, ${setting === "quarterdeck.masks" ? table : "on"}, true)`.execute(tx);
  const names = columns.map((name) => (name === "*" ? sql`*` : sql.ref(name)));
  const { rows } = await sql<Row>`
    select ${sql.join(names)}
    from   ${sql.table(table)}
    where  ${where === undefined ? sql`true` : sql.raw(where)}
    and    ${after === undefined ? sql`true` : sql`id > ${after}::uuid`}
    order  by id
    limit  ${batchSize}
    for    no key update`.execute(tx);
  let changed = 0;
  for (const row of rows) {
    const sealed = Object.entries(seal(row)).filter(
      ([name, value]) => !isDeepStrictEqual(value ?? null, row[name] ?? null),
    );
    if (sealed.length === 0) continue;
    await writeRow(tx, { table, id: String(row["id"]), sealed });
    changed += 1;
  }
  return { changed, last: rows.at(-1)?.["id"] as string | undefined };
}

const maxTries = 100;

/** Writes a row. Names that differed only in a password get numbers. */
async function writeRow(
  tx: Tx,
  { table, id, sealed }: { table: string; id: string; sealed: readonly (readonly [string, unknown])[] },
): Promise<void> {
  for (let count = 1; ; count += 1) {
    const values = sealed.map(([name, value]) => {
      const written = name === "name" && count > 1 ? `${String(value)} (${count})` : value;
      return sql`${sql.ref(name)} = ${typeof written === "object" && written !== null ? JSON.stringify(written) : written}`;
    });
    try {
      await sql`savepoint sealing`.execute(tx);
      await sql`update ${sql.table(table)} set ${sql.join(values)} where id = ${id}::uuid`.execute(tx);
      await sql`release savepoint sealing`.execute(tx);
      return;
    } catch (error) {
      await sql`rollback to savepoint sealing`.execute(tx);
      const isTaken = (error as { code?: string }).code === "23505" && sealed.some(([name]) => name === "name");
      if (!isTaken || count === maxTries) throw error;
    }
  }
}
