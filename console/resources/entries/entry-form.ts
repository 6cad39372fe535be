// Splits the form of an entry in two parts, common fields first.
import { isRecord, type JsonSchema } from "#console/widgets/form/json-schema.ts";

type Fields = Readonly<Record<string, unknown>>;

export interface FormParts {
  first: { schema: JsonSchema; value: Fields };
  more: { schema: JsonSchema; value: Fields };
}

/** Unknown keys belong to the second part. */
export function partsOf(schema: JsonSchema, value: unknown, later: ReadonlySet<string>): FormParts {
  const fields: Fields = isRecord(value) ? value : {};
  const isFirst = (key: string) => Object.hasOwn(schema.properties ?? {}, key) && !later.has(key);
  const pick = (wanted: boolean): { schema: JsonSchema; value: Fields } => ({
    schema: {
      ...schema,
      properties: Object.fromEntries(
        Object.entries(schema.properties ?? {}).filter(([key]) => isFirst(key) === wanted),
      ),
      required: (schema.required ?? []).filter((key) => isFirst(key) === wanted),
    },
    value: Object.fromEntries(Object.entries(fields).filter(([key]) => isFirst(key) === wanted)),
  });
  return { first: pick(true), more: pick(false) };
}

export const isFilled = (value: unknown) => value !== undefined && value !== null && value !== "";

/** The number of set fields. */
export const countOf = (value: Fields) => Object.values(value).filter(isFilled).length;
