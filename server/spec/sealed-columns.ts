// Documents that users write and that may hold credentials, such as `canaries.spec`. The column itself is readable and
// contains *** in place of the credentials; the credentials are in the column `<column>_secrets`, encrypted for their
// row. A table declares it once, in its write hook: `sealed: { spec: canarySpec }`.
import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { problem } from "#language/problem.ts";
import type { Place, Seals } from "../secrets.ts";
import { maskSpec, openSpec, restoreSpec, type MaskedSpec, type Original } from "./masked-spec.ts";
import { mask } from "./secret-text.ts";

type Row = Readonly<Record<string, unknown>>;

/** The schema that marks secret fields. If there are several, a function selects one by the row. */
export type SchemaOfColumn = z.ZodType | ((row: Row) => z.ZodType | undefined);

/** The sealed documents by column. */
export type SealedDocuments = Readonly<Record<string, SchemaOfColumn>>;

export const secretsColumnOf = (column: string) => `${column}_secrets`;

export const schemaFor = (schema: SchemaOfColumn, row: Row): z.ZodType | undefined =>
  typeof schema === "function" ? schema(row) : schema;

/** One document of one row. */
export interface DocumentPlace {
  table: string;
  id: string;
  column: string;
}

const placeOf = ({ table, id, column }: DocumentPlace) =>
  ({ table, row: id, column: secretsColumnOf(column) }) as Place;

/** A document as it is stored. */
export interface StoredDocument {
  masked: unknown;
  sealed: string | null;
}

/** Decrypts the document with its credentials: only for a run of the resource, or for the agent that owns it. */
export const openDocument = (seals: Pick<Seals, "open">, place: DocumentPlace, stored: StoredDocument): unknown =>
  openSpec(readDocument(seals, place, stored));

function readDocument(
  seals: Pick<Seals, "open">,
  place: DocumentPlace,
  { masked, sealed }: StoredDocument,
): MaskedSpec {
  const originals = sealed === null ? [] : (JSON.parse(seals.open(sealed, placeOf(place))) as Original[]);
  return { masked, originals };
}

/** Reads the document. Credentials that can no longer be decrypted count as absent. */
export function readIfOpens(seals: Pick<Seals, "open">, place: DocumentPlace, stored: StoredDocument): MaskedSpec {
  try {
    return readDocument(seals, place, stored);
  } catch {
    return { masked: stored.masked, originals: [] };
  }
}

/** Puts the stored credentials in place of each *** of a sent document. Refuses *** without a stored value. */
export function restoreDocument(
  schema: z.ZodType | undefined,
  sent: unknown,
  { column, stored }: { column: string; stored: MaskedSpec | undefined },
): unknown {
  const { spec, missing } = restoreSpec(schema, sent, stored);
  if (missing.length === 0) return spec;
  throw problem.badParts(
    missing.map((path) => ({
      path: [column, ...path].join("."),
      message: `is ${mask}, which would keep the stored value, but no value is stored: write the value itself`,
    })),
  );
}

/**
 * Returns the two columns for a document that contains its credentials. Unchanged credentials keep their encrypted
 * value.
 */
export function sealDocument(
  seals: Seals,
  place: DocumentPlace,
  {
    schema,
    document,
    stored,
  }: { schema: z.ZodType | undefined; document: unknown; stored: StoredDocument | undefined },
): Record<string, unknown> {
  const { masked, originals } = maskSpec(schema, document);
  return { [place.column]: masked, [secretsColumnOf(place.column)]: sealOriginals(seals, place, originals, stored) };
}

function sealOriginals(
  seals: Seals,
  place: DocumentPlace,
  originals: readonly Original[],
  stored: StoredDocument | undefined,
): string | null {
  if (originals.length === 0) return null;
  const before = stored && readIfOpens(seals, place, stored).originals;
  if (stored?.sealed && isDeepStrictEqual(before, originals)) return stored.sealed;
  return seals.seal(JSON.stringify(originals), placeOf(place), [stored?.sealed ?? null]);
}

/**
 * Returns the two columns for a document that does not come from the data API, such as a file. `stored` is the row that
 * the document replaces. Where the document has ***, the credentials of `stored` are kept.
 */
export function writeDocument(
  seals: Seals,
  place: DocumentPlace,
  { schema, sent, stored }: { schema: z.ZodType | undefined; sent: unknown; stored: StoredDocument | undefined },
): Record<string, unknown> {
  const known = stored && readIfOpens(seals, place, stored);
  const document = restoreDocument(schema, sent, { column: place.column, stored: known });
  return sealDocument(seals, place, { schema, document, stored });
}
