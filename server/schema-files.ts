// Provides JSON schemas of manifests, specs and their entries as files for YAML and JSON editors. Areas list theirs
// with the zod schema that validates the same document when it is saved, so an editor and the server report the same
// errors.
import { z } from "zod";
import type { FieldMarks } from "#language/field-marks.ts";
import { labels, part, text } from "./spec/parts.ts";

export interface SchemaFile {
  /** The file name in lower case without `.schema.json`: `canary.spec`. */
  name: string;
  title: string;
  description?: string;
  schema: z.ZodType;
}

interface Manifest {
  /**
   * The file names: `canary` stands for `canary.schema.json` (the manifest) and `canary.spec.schema.json` (its spec).
   */
  names: readonly string[];
  kind: string;
  apiVersion: string;
  spec: z.ZodType;
}

export const manifestSchemas = ({ names, kind, apiVersion, spec }: Manifest): SchemaFile[] => {
  const manifest = part({
    apiVersion: z.literal(apiVersion),
    kind: z.literal(kind),
    metadata: part({
      name: text,
      namespace: text.optional(),
      labels: labels.optional(),
      annotations: labels.optional().meta({ label: "Annotations" }),
    }),
    spec,
  });
  return names.flatMap((name) => [
    { name, title: kind, schema: manifest },
    { name: `${name}.spec`, title: `Spec of a ${kind}`, schema: spec },
  ]);
};

/** One file for each kind of entry: `health_http.schema.json` for a single http check. */
export const entrySchemas = (
  prefix: string,
  kinds: readonly { type: string; title: string; spec: z.ZodType }[],
): SchemaFile[] =>
  kinds.map(({ type, title, spec }) => ({ name: `${prefix}_${type.toLowerCase()}`, title, schema: spec }));

interface AbsentEntries {
  types: readonly string[];
  /** The fields that entries of every type have. */
  spec: z.ZodType;
  why: (type: string) => string;
}

/** Types that are stored but not run: editors still load their files, which describe the fields common to all types. */
export const absentEntrySchemas = (prefix: string, { types, spec, why }: AbsentEntries): SchemaFile[] =>
  types.map((type) => ({
    name: `${prefix}_${type.toLowerCase()}`,
    title: type,
    description: why(type),
    schema: spec,
  }));

/**
 * Prints the JSON schema with `title` instead of our own mark `label`, and without the other marks, which only our
 * forms read.
 */
export function printSchema({ title, description, schema }: SchemaFile): string {
  const { $schema, ...printed } = z.toJSONSchema(schema, {
    io: "input",
    reused: "ref",
    unrepresentable: "any",
    override: ({ jsonSchema }) => {
      const { label, placeholder } = jsonSchema as FieldMarks;
      if (label !== undefined) jsonSchema.title ??= label;
      if (placeholder !== undefined) jsonSchema.examples ??= [placeholder];
      for (const mark of formMarks) delete jsonSchema[mark];
    },
  });
  return JSON.stringify({ $schema, ...printed, title, ...(description !== undefined && { description }) });
}

const formMarks = Object.keys({
  label: true,
  field: true,
  secret: true,
  placeholder: true,
  isLong: true,
  kept: true,
  notation: true,
  isTemplated: true,
  readFrom: true,
  isBeside: true,
  inUrl: true,
  shownWhen: true,
  connectionTypes: true,
  resource: true,
  refused: true,
  presets: true,
  isOpen: true,
  alsoKnown: true,
  hasOneField: true,
} satisfies Record<keyof FieldMarks, true>);
