// Canaries as they are written in files: YAML or JSON, several documents in one, in the words of the manifests in use. A
// document that cannot be read takes nothing away from the others.
import { z } from "zod";
import { name } from "#server/db/door.ts";
import { canarySpec } from "../spec/canary.ts";
import { readDocuments, type ManifestFault, type YamlDocument } from "./yaml-documents.ts";

export type { ManifestFault } from "./yaml-documents.ts";

export interface ReadCanary {
  name: string;
  namespace: string;
  labels: Readonly<Record<string, string>>;
  annotations: Readonly<Record<string, string>>;
  /** As it is written, and judged. */
  spec: Readonly<Record<string, unknown>>;
  /** Where its document begins. */
  line: number;
}

/** What is wrong with one document; the canary is named where it is known. */
export interface CanaryFault extends ManifestFault {
  canary?: { name: string; namespace: string } | undefined;
}

export interface ReadManifest {
  canaries: readonly ReadCanary[];
  faults: readonly CanaryFault[];
  /** Documents of other kinds, which somebody else may know. */
  others: readonly { line: number; kind: string }[];
}

export interface ReadOptions {
  /** Of a canary that has none, such as the name of its file. */
  usualName?: string | undefined;
  usualNamespace?: string | undefined;
}

const mostBytes = 4 * 1024 * 1024;
/** Of one document: who mends these sees the rest. */
const mostFaults = 20;

const texts = z.record(z.string(), z.string("must be a text: write it in quotes"), "must be an object").nullish();
const manifest = z.looseObject(
  {
    apiVersion: z.string("is required").startsWith("canaries.flanksource.com/", "must be canaries.flanksource.com/v1"),
    metadata: z
      .looseObject(
        { name: name.optional(), namespace: name.optional(), labels: texts, annotations: texts },
        "must be an object",
      )
      .nullish(),
    spec: z.record(z.string(), z.unknown(), "must be an object"),
  },
  "must be an object",
);

export function readCanaries(text: string, options: ReadOptions = {}): ReadManifest {
  const canaries: ReadCanary[] = [];
  const faults: CanaryFault[] = [];
  const others: { line: number; kind: string }[] = [];
  if (text.length > mostBytes)
    return {
      canaries,
      faults: [{ line: 1, column: 1, message: "A file of manifests is 4 MiB large at most." }],
      others,
    };
  const known = new Set<string>();
  for (const document of readDocuments(text)) {
    faults.push(...document.faults);
    if (document.faults.length > 0) continue;
    for (const { at, value } of itemsOf(document.value)) {
      const { line } = document.placeOf(at);
      const kind = kindOf(value);
      if (kind !== undefined && kind !== "Canary") {
        others.push({ line, kind });
        continue;
      }
      const read = readCanary(value, { document, at, ...options });
      if ("faults" in read) {
        faults.push(...read.faults);
        continue;
      }
      const key = `${read.namespace}/${read.name}`;
      if (known.has(key))
        faults.push({
          ...document.placeOf([...at, "metadata"]),
          canary: read,
          message: `There is a second canary ${key} in this file.`,
        });
      else canaries.push(read);
      known.add(key);
    }
  }
  return { canaries, faults, others };
}

/** A list, as clusters print them, holds what otherwise are documents. */
function itemsOf(value: unknown): { at: (string | number)[]; value: unknown }[] {
  const kind = kindOf(value);
  const { items } = (value ?? {}) as { items?: unknown };
  if ((kind !== "List" && kind !== "CanaryList") || !Array.isArray(items)) return [{ at: [], value }];
  return items.map((item: unknown, index) => ({ at: ["items", index], value: item }));
}

const kindOf = (value: unknown) => {
  const kind = (value as { kind?: unknown } | null)?.kind;
  return typeof kind === "string" ? kind : undefined;
};

type Where = ReadOptions & { document: YamlDocument; at: readonly (string | number)[] };

function readCanary(value: unknown, where: Where): ReadCanary | { faults: CanaryFault[] } {
  const { document, at, usualName, usualNamespace = "default" } = where;
  const refused = (issues: readonly z.core.$ZodIssue[], prefix: readonly string[], canary?: CanaryFault["canary"]) => ({
    faults: issues.slice(0, mostFaults).map((issue): CanaryFault => {
      const path = [...prefix, ...issue.path];
      const what = path.length === 0 ? "A canary" : path.map(String).join(".");
      const isMissing = issue.code === "invalid_type" && valueAt(value, path) === undefined;
      const message = `${what} ${isMissing ? "is required" : issue.message}.`;
      return { ...document.placeOf([...at, ...path]), message, ...(canary && { canary }) };
    }),
  });
  if (kindOf(value) === undefined)
    return refused(
      [{ code: "custom", path: [], message: "says apiVersion: canaries.flanksource.com/v1 and kind: Canary" }],
      [],
    );
  const parsed = manifest.safeParse(value);
  if (!parsed.success) return refused(parsed.error.issues, []);
  const { metadata, spec } = parsed.data;
  const named = metadata?.name ?? usualName;
  if (named === undefined) return refused([{ code: "custom", path: ["metadata", "name"], message: "is required" }], []);
  const canary = { name: named, namespace: metadata?.namespace ?? usualNamespace };
  const judged = canarySpec.safeParse(spec);
  if (!judged.success) return refused(judged.error.issues, ["spec"], canary);
  return {
    ...canary,
    labels: metadata?.labels ?? {},
    annotations: metadata?.annotations ?? {},
    spec,
    line: document.placeOf(at).line,
  };
}

const valueAt = (value: unknown, path: readonly PropertyKey[]) =>
  path.reduce<unknown>((held, key) => (held as Record<PropertyKey, unknown> | null | undefined)?.[key], value);
