// Encrypts the credentials in rows that are written. *** keeps the stored value.
import { sql } from "kysely";
import type { z } from "zod";
import { problem } from "#language/problem.ts";
import { maskSpec, maskText, type MaskedSpec } from "../spec/masked-spec.ts";
import {
  readIfOpens,
  restoreDocument,
  schemaFor,
  sealDocument,
  secretsColumnOf,
  type SealedDocuments,
  type StoredDocument,
} from "../spec/sealed-columns.ts";
import { newId } from "#lib/uuid/new-id.ts";
import type { Tx } from "./pool.ts";
import type { Row, WriteContext } from "./writes.ts";

/**
 * Returns the decrypted document of a row whose credentials are stored elsewhere; undefined if the row has no
 * credentials.
 */
export type OpenElsewhere = (context: Pick<WriteContext, "tx" | "secrets">, id: string) => Promise<unknown>;

export interface Sealing {
  sealed: SealedDocuments;
  masked: readonly string[];
  openElsewhere?: OpenElsewhere | undefined;
}

export async function sealRows(
  context: WriteContext,
  { sealed, masked, openElsewhere }: Sealing,
  rows: readonly Row[],
  before: readonly Row[],
): Promise<Row[]> {
  const { tx, relation: table, verb, secrets } = context;
  const columns = Object.keys(sealed);
  if (verb === "delete" || !rows.some((row) => [...columns, ...masked].some((name) => Object.hasOwn(row, name))))
    return [...rows];
  const stored = await storedRows(tx, table, columns, before);

  const sealOne = async (row: Row): Promise<Row> => {
    const written: Record<string, unknown> = { ...row };
    for (const name of masked) if (typeof written[name] === "string") written[name] = maskText(written[name]);
    const was = verb === "update" ? stored : stored.filter((other) => isSameRow(row, other, stored.length));
    for (const column of columns) {
      if (row[column] === undefined) continue;
      const schema = schemaFor(sealed[column]!, { ...was[0], ...row });
      const [only, ...others] = was;
      const document = restoreDocument(schema, row[column], {
        column,
        stored: only && others.length === 0 ? await knownOf(only, column, schema) : undefined,
      });
      written[column] = document;
      written[secretsColumnOf(column)] = null;
      if (maskSpec(schema, document).originals.length === 0) continue;
      if (others.length > 0) throw oneAtATime(column);
      // An encrypted value is bound to its row, so a new row gets its id here.
      const id = (only?.["id"] ?? written["id"] ?? newId()) as string;
      if (!only) written["id"] = id;
      const place = { table, id, column };
      Object.assign(
        written,
        sealDocument(secrets, place, { schema, document, stored: only && asStored(only, column) }),
      );
    }
    return written;
  };

  const knownOf = async (row: Row, column: string, schema: z.ZodType | undefined): Promise<MaskedSpec> => {
    const [id, document] = [String(row["id"]), asStored(row, column)];
    const elsewhere = document.sealed === null ? await openElsewhere?.(context, id) : undefined;
    return elsewhere === undefined
      ? readIfOpens(secrets, { table, id, column }, document)
      : maskSpec(schema, elsewhere);
  };

  return Promise.all(rows.map(sealOne));
}

const asStored = (row: Row, column: string): StoredDocument => ({
  masked: row[column],
  sealed: row[secretsColumnOf(column)] as string | null,
});

/** Reads the encrypted columns with the server's rights, because the writer's role cannot read them. */
async function storedRows(tx: Tx, table: string, columns: readonly string[], before: readonly Row[]): Promise<Row[]> {
  if (before.length === 0) return [];
  const names = columns.flatMap((column) => [column, secretsColumnOf(column)]);
  const { rows } = await sql<Row>`
    select id, ${sql.join(names.map((name) => sql.ref(name)))}
    from   ${sql.table(table)}
    where  id = any (${before.map(({ id }) => id)}::uuid[])`.execute(tx);
  const sealed = new Map(rows.map((row) => [row["id"], row]));
  return before.map((row) => ({ ...row, ...sealed.get(row["id"]) }));
}

/** Whether an upsert refers to this stored row: by its id, otherwise by its name. */
function isSameRow(row: Row, stored: Row, count: number): boolean {
  if (row["id"] !== undefined) return row["id"] === stored["id"];
  const names = ["name", "namespace", "canary_id", "type"].filter((name) => row[name] !== undefined && name in stored);
  return names.length > 0 ? names.every((name) => row[name] === stored[name]) : count === 1;
}

const oneAtATime = (column: string) =>
  problem.badParts([
    { path: column, message: "contains a credential, which is encrypted for one row: change one row at a time" },
  ]);
