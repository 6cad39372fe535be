// Lists the changed paths of a document in one line: `spec.replicas, metadata.labels`. If several values below a path
// changed, only their common path is listed.
import type { Json } from "#language/columns.ts";
import { isSame } from "./normal-text.ts";

type Entries = Readonly<Record<string, Json | undefined>>;

const maxPaths = 20;

export function changedPaths(before: Json, after: Json): string {
  const parts = partsThatDiffer(before, after);
  if (parts.length === 0) return "";
  const paths = parts.map(([step, was, is]) => narrow(step.replace(/^\./, ""), was, is));
  const rest = paths.length - maxPaths;
  return paths.slice(0, maxPaths).join(", ") + (rest > 0 ? ` and ${rest} more` : "");
}

/** Extends the path as long as only one part below it has changed. */
function narrow(path: string, before: Json | undefined, after: Json | undefined): string {
  const parts = partsThatDiffer(before, after);
  if (parts.length !== 1) return path;
  const [step, was, is] = parts[0]!;
  return narrow(path + step, was, is);
}

type Part = readonly [step: string, was: Json | undefined, is: Json | undefined];

/** Returns the parts that differ; empty for values without parts, and for values of different kinds. */
function partsThatDiffer(before: Json | undefined, after: Json | undefined): Part[] {
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [];
    return differing((before as Json[]).map((was, index) => [`[${index}]`, was, (after as Json[])[index]] as const));
  }
  if (!isObject(before) || !isObject(after)) return [];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return differing(keys.map((key) => [stepTo(key), own(before, key), own(after, key)] as const));
}

const differing = (parts: readonly Part[]) => parts.filter(([, was, is]) => !isSame(was, is));

const own = (value: Entries, key: string) => (Object.hasOwn(value, key) ? value[key] : undefined);

const isObject = (value: Json | undefined): value is Entries =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const stepTo = (key: string) => (/^[\w$-]+$/.test(key) ? `.${key}` : `[${JSON.stringify(key)}]`);
