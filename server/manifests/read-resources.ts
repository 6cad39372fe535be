// Resources as they are written in files: YAML or JSON, several documents in one, in the words of the manifests in use. A
// document that cannot be read takes nothing away from the others.
import { z } from "zod";
import { placedUnknownField } from "#language/unknown-fields.ts";
import { name } from "../db/door.ts";
import { unknownFields } from "../spec/unknown-fields.ts";
import type { ManifestFault, ManifestItem, ManifestName, ReadFile } from "./manifest-kind.ts";
import { readDocuments, type Place, type YamlDocument } from "./yaml-documents.ts";

export interface ReadResource extends ManifestItem {
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  /** As it is written, and judged. */
  spec: Readonly<Record<string, unknown>>;
}

/** What is wrong with one document, to the column. */
export interface PlacedFault extends Omit<ManifestFault, "column">, Place {
  /** Of an unknown field, from the root of its document. */
  path?: readonly (string | number)[];
}

export interface ReadResources extends ReadFile<ReadResource> {
  faults: readonly PlacedFault[];
  warnings: readonly PlacedFault[];
}

/** A kind of document. */
export interface Written {
  /** `Canary`. */
  kind: string;
  /** What versions begin with: `canaries.flanksource.com/`. */
  group: string;
  /** As sentences call it: `canary`. */
  noun: string;
  spec: z.ZodType;
}

export interface ReadOptions {
  /** Of a resource that has none, such as the name of its file. */
  usualName?: string | undefined;
  usualNamespace?: string | undefined;
}

const mostBytes = 4 * 1024 * 1024;
/** Of one document: who mends these sees the rest. */
const mostFaults = 20;

const texts = z.record(z.string(), z.string("must be a text: write it in quotes"), "must be an object").nullish();

/** Fields of objects that a cluster printed; they mean nothing in a file, and are no mistake. */
const clusterFields =
  "uid resourceVersion generation creationTimestamp deletionTimestamp deletionGracePeriodSeconds finalizers generateName managedFields ownerReferences selfLink".split(
    " ",
  );

const manifestOf = ({ group }: Written) =>
  z.looseObject(
    {
      apiVersion: z.string("is required").startsWith(group, `must be ${group}v1`),
      metadata: z
        .looseObject(
          { name: name.optional(), namespace: name.optional(), labels: texts, annotations: texts },
          "must be an object",
        )
        .meta({ alsoKnown: clusterFields })
        .nullish(),
      spec: z.record(z.string(), z.unknown(), "must be an object"),
    },
    "must be an object",
  );

export function readResources(text: string, written: Written, options: ReadOptions = {}): ReadResources {
  const items: ReadResource[] = [];
  const faults: PlacedFault[] = [];
  const warnings: PlacedFault[] = [];
  const others: { line: number; kind: string }[] = [];
  if (text.length > mostBytes)
    return {
      items,
      faults: [{ line: 1, column: 1, message: "A file of manifests is 4 MiB large at most." }],
      warnings,
      others,
    };
  const known = new Set<string>();
  for (const document of readDocuments(text)) {
    faults.push(...document.faults);
    if (document.faults.length > 0) continue;
    for (const { at, value } of itemsOf(document.value, written)) {
      const { line } = document.placeOf(at);
      const kind = kindOf(value);
      if (kind !== undefined && kind !== written.kind) {
        others.push({ line, kind });
        continue;
      }
      const read = readOne(value, { document, at, written, ...options });
      if ("faults" in read) {
        faults.push(...read.faults);
        continue;
      }
      const key = `${read.namespace}/${read.name}`;
      if (known.has(key))
        faults.push({
          ...document.placeOf([...at, "metadata"]),
          of: read,
          message: `There is a second ${written.noun} ${key} in this file.`,
        });
      else {
        items.push(read);
        warnings.push(...warningsOf(value, read, { document, at, written }));
      }
      known.add(key);
    }
  }
  return { items, faults, warnings, others };
}

/** Unknown fields of the whole document. */
function warningsOf(
  value: unknown,
  of: ManifestName,
  { document, at, written }: Pick<Where, "document" | "at" | "written">,
) {
  const whole = manifestOf(written)
    .extend({ spec: written.spec })
    .meta({ alsoKnown: ["kind", "status"] });
  return unknownFields(whole, value).map((field): PlacedFault => {
    return {
      ...document.placeOf([...at, ...field.path]),
      of: { name: of.name, namespace: of.namespace },
      path: field.path,
      message: placedUnknownField(field, ""),
    };
  });
}

/** A list, as clusters print them, holds what otherwise are documents. */
function itemsOf(value: unknown, written: Written): { at: (string | number)[]; value: unknown }[] {
  const kind = kindOf(value);
  const { items } = (value ?? {}) as { items?: unknown };
  if ((kind !== "List" && kind !== `${written.kind}List`) || !Array.isArray(items)) return [{ at: [], value }];
  return items.map((item: unknown, index) => ({ at: ["items", index], value: item }));
}

const kindOf = (value: unknown) => {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return typeof kind === "string" ? kind : undefined;
};

type Where = ReadOptions & { document: YamlDocument; at: readonly (string | number)[]; written: Written };

function readOne(value: unknown, where: Where): ReadResource | { faults: PlacedFault[] } {
  const { document, at, usualName, usualNamespace = "default", written } = where;
  const refused = (issues: readonly z.core.$ZodIssue[], prefix: readonly string[], of?: ManifestName) => ({
    faults: issues.slice(0, mostFaults).map((issue): PlacedFault => {
      const path = [...prefix, ...issue.path];
      const what = path.length === 0 ? `A ${written.noun}` : path.map(String).join(".");
      const isMissing = issue.code === "invalid_type" && valueAt(value, path) === undefined;
      // Some sentences have their own end.
      const message = `${what} ${isMissing ? "is required" : issue.message}`.replace(/\.?$/, ".");
      return { ...document.placeOf([...at, ...path]), message, ...(of && { of }) };
    }),
  });
  if (kindOf(value) === undefined)
    return refused(
      [{ code: "custom", path: [], message: `says apiVersion: ${written.group}v1 and kind: ${written.kind}` }],
      [],
    );
  const parsed = manifestOf(written).safeParse(value);
  if (!parsed.success) return refused(parsed.error.issues, []);
  const { metadata, spec } = parsed.data;
  const named = metadata?.name ?? usualName;
  if (named === undefined) return refused([{ code: "custom", path: ["metadata", "name"], message: "is required" }], []);
  const of = { name: named, namespace: metadata?.namespace ?? usualNamespace };
  const judged = written.spec.safeParse(spec);
  if (!judged.success) return refused(judged.error.issues, ["spec"], of);
  return {
    ...of,
    labels: metadata?.labels ?? {},
    annotations: metadata?.annotations ?? {},
    spec,
    line: document.placeOf(at).line,
  };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((held, key) => (held as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
