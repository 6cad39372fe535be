// Reads resources from files: YAML or JSON, with several documents per file, in the format of existing manifests. A
// document that cannot be read does not affect the others.
import { z } from "zod";
import { placedUnknownField } from "#language/unknown-fields.ts";
import { name } from "../db/write-hook.ts";
import { unknownFields } from "../spec/unknown-fields.ts";
import type { ManifestFault, ManifestItem, ManifestName, ReadFile } from "./manifest-kind.ts";
import { readDocuments, type Place, type YamlDocument } from "./yaml-documents.ts";

export interface ReadResource extends ManifestItem {
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  /** The spec as written; it is valid. */
  spec: Readonly<Record<string, unknown>>;
}

/** A fault with its line and column. */
export interface PlacedFault extends Omit<ManifestFault, "column">, Place {
  /** For an unknown field: its path from the root of the document. */
  path?: readonly (string | number)[];
}

export interface ReadResources extends ReadFile<ReadResource> {
  faults: readonly PlacedFault[];
  warnings: readonly PlacedFault[];
}

/** A kind of document. */
export interface Written {
  /** The kind, such as `Canary`. */
  kind: string;
  /** The prefix of the kind's versions: `canaries.flanksource.com/`. */
  group: string;
  /** The name of the kind in messages: `canary`. */
  noun: string;
  spec: z.ZodType;
}

export interface ReadOptions {
  /** The default name of a resource, for example the name of its file. */
  defaultName?: string | undefined;
  defaultNamespace?: string | undefined;
}

const maxBytes = 4 * 1024 * 1024;
/** The maximum number of reported faults per document; further faults are reported after these are fixed. */
const maxFaults = 20;

const texts = z.record(z.string(), z.string("must be a string: write it in quotes"), "must be an object").nullish();

/** Fields of objects printed by a cluster; they are ignored without a warning. */
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
  if (text.length > maxBytes)
    return {
      items,
      faults: [{ line: 1, column: 1, message: "A manifest file must not be larger than 4 MiB." }],
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
          message: `This file contains a second ${written.noun} ${key}.`,
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
  resource: ManifestName,
  { document, at, written }: Pick<Where, "document" | "at" | "written">,
) {
  const whole = manifestOf(written)
    .extend({ spec: written.spec })
    .meta({ alsoKnown: ["kind", "status"] });
  return unknownFields(whole, value).map((field): PlacedFault => {
    return {
      ...document.placeOf([...at, ...field.path]),
      of: { name: resource.name, namespace: resource.namespace },
      path: field.path,
      message: placedUnknownField(field, ""),
    };
  });
}

/** Returns the resources of a document. A list, as clusters print it, contains several. */
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
  const { document, at, defaultName, defaultNamespace = "default", written } = where;
  const refused = (issues: readonly z.core.$ZodIssue[], prefix: readonly string[], resource?: ManifestName) => ({
    faults: issues.slice(0, maxFaults).map((issue): PlacedFault => {
      const path = [...prefix, ...issue.path];
      const what = path.length === 0 ? `A ${written.noun}` : path.map(String).join(".");
      const isMissing = issue.code === "invalid_type" && valueAt(value, path) === undefined;
      // Some messages already end with a period.
      const message = `${what} ${isMissing ? "is required" : issue.message}`.replace(/\.?$/, ".");
      return { ...document.placeOf([...at, ...path]), message, ...(resource && { of: resource }) };
    }),
  });
  if (kindOf(value) === undefined)
    return refused(
      [{ code: "custom", path: [], message: `must have apiVersion: ${written.group}v1 and kind: ${written.kind}` }],
      [],
    );
  const parsed = manifestOf(written).safeParse(value);
  if (!parsed.success) return refused(parsed.error.issues, []);
  const { metadata, spec } = parsed.data;
  const named = metadata?.name ?? defaultName;
  if (named === undefined) return refused([{ code: "custom", path: ["metadata", "name"], message: "is required" }], []);
  const resource = { name: named, namespace: metadata?.namespace ?? defaultNamespace };
  const result = written.spec.safeParse(spec);
  if (!result.success) return refused(result.error.issues, ["spec"], resource);
  return {
    ...resource,
    labels: metadata?.labels ?? {},
    annotations: metadata?.annotations ?? {},
    spec,
    line: document.placeOf(at).line,
  };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((parent, key) => (parent as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
