// Finds the credentials of a spec. The schema marks secret fields; all other fields, including those missing from the
// schema, are recognised by their names and by the strings themselves:
//
// - fields marked `secret`, and fields that are named like a secret;
// - every value in a list or map `env` or `headers`, except headers such as Accept and Content-Type;
// - `value` next to a `name` that is named like a secret; the data of a Kubernetes Secret;
// - credentials inside any other string (secret-text.ts).
//
// References (`valueFrom`, `secret://…`, `connection://…`) and templates without a literal are not credentials.
import type { z } from "zod";
import { isPlainHeader, isSecretField, isSecretName } from "#language/secret-names.ts";
import { holdsLiteral, mask, secretParts, type SecretPart } from "./secret-text.ts";
import { visitSpec, type Path, type SpecNode } from "./visit.ts";

/** A value that is a credential as a whole, or a string with credentials in it. */
export type SecretPlace =
  | { path: Path; value: string | number; isWhole: true; isListed: boolean }
  | { path: Path; value: string; isWhole: false; parts: readonly SecretPart[] };

/** Context from the values around a value. */
interface Surroundings {
  /**
   * Which strings inside the value are secret: all of them, those in fields named `value`, or the plain items of a
   * list.
   */
  secret?: "all" | "value" | "items" | undefined;
  /** The value is inside a list or map of variables or headers. */
  list?: "env" | "headers" | undefined;
  /** The keys are chosen freely, as in labels, so they do not indicate secrets. */
  isNameless?: boolean | undefined;
}

const lists: Readonly<Record<string, Surroundings["list"]>> = {
  env: "env",
  envvars: "env",
  environment: "env",
  headers: "headers",
};
const references: ReadonlySet<string> = new Set([
  "valueFrom",
  "secretKeyRef",
  "configMapKeyRef",
  "secretRef",
  "helmRef",
  "fieldRef",
]);
const freelyNamed: ReadonlySet<string> = new Set(["labels", "tags", "annotations", "matchLabels", "nodeSelector"]);

export function secretPlaces(schema: z.ZodType | undefined, spec: unknown): SecretPlace[] {
  const found: SecretPlace[] = [];
  visitSpec<Surroundings>(schema, spec, {}, (node, around) => {
    const { path, value } = node;
    if (references.has(keyOf(node))) return undefined;
    if (typeof value === "object" && value !== null) return inside(node, around);
    if (isSecret(node, around)) {
      if (typeof value === "number" || (typeof value === "string" && holdsLiteral(value)))
        found.push({ path, value, isWhole: true, isListed: around.list !== undefined });
      return undefined;
    }
    const parts = typeof value === "string" ? secretParts(value) : [];
    if (parts.length > 0) found.push({ path, value: value as string, isWhole: false, parts });
    return undefined;
  });
  return found;
}

const keyOf = ({ path }: Pick<SpecNode, "path">) => {
  const key = path.at(-1);
  return typeof key === "string" ? key : "";
};

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Returns the context for the values inside an object or a list. */
function inside(node: SpecNode, around: Surroundings): Surroundings {
  const { value, parent, marks } = node;
  const key = keyOf(node);
  const isObject = isRecord(value);
  if (isRecord(parent) && parent["kind"] === "Secret" && (key === "data" || key === "stringData"))
    return { secret: "all" };
  if (around.secret === "all" || marks.secret === true)
    // The field is a value or a reference to a value; its name is not secret.
    return { secret: isObject && ("value" in value || "valueFrom" in value) ? "value" : "all" };
  if (around.list !== undefined)
    return typeof node.path.at(-1) === "number" || isObject ? { ...around, secret: "value" } : around;
  const list = Object.hasOwn(lists, key.toLowerCase()) ? lists[key.toLowerCase()] : undefined;
  const isNameless = around.isNameless === true || freelyNamed.has(key);
  if (list !== undefined && !isNameless) return { list };
  if (!isNameless && marks.secret !== false && isNamedSecret(node)) return { secret: isObject ? "value" : "items" };
  return { isNameless };
}

function isSecret(node: SpecNode, around: Surroundings): boolean {
  const { marks, parent } = node;
  const key = keyOf(node);
  if (marks.secret !== undefined) return marks.secret;
  if (around.list !== undefined) {
    const isItem = around.secret === "value";
    if (isItem && key !== "value") return false;
    const name = isItem ? (nameIn(parent) ?? "") : key;
    return around.list === "env" || !isPlainHeader(name);
  }
  if (around.secret === "all") return true;
  if (around.secret === "items") return key === "";
  if (around.secret === "value" && key === "value") return true;
  if (around.isNameless === true) return false;
  const name = key === "value" ? nameIn(parent) : undefined;
  return isNamedSecret(node) || (name !== undefined && isSecretName(name));
}

/** The name of an expression describes its result, so it does not mark a secret. */
function isNamedSecret(node: SpecNode): boolean {
  const { marks, parent } = node;
  const key = keyOf(node);
  if (marks.notation !== undefined || marks.field === "found-in") return false;
  // A field called `key` is the private half of a certificate, or the name of an entry elsewhere.
  if (key === "key") return isRecord(parent) && ["cert", "crt", "certificate"].some((other) => other in parent);
  return isSecretField(key);
}

function nameIn(parent: unknown): string | undefined {
  const name = isRecord(parent) ? (parent["name"] ?? parent["key"]) : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Returns the strings that must not appear in the output of a run of the spec, for its scrubber. */
export function secretTexts(schema: z.ZodType | undefined, spec: unknown): string[] {
  return secretPlaces(schema, spec)
    .flatMap((place) => {
      if (!place.isWhole) return place.parts.flatMap(({ from, to }) => formsOf(place.value.slice(from, to)));
      const text = String(place.value);
      // Variables and headers are always encrypted, but removing every 1 or true from a result would make it
      // unreadable.
      if (place.isListed && /^(?:\d{1,5}|true|false|yes|no|on|off)$/i.test(text)) return [];
      return [text, text.replace(/^[A-Za-z]+\s+(?=\S+$)/, "")];
    })
    .filter((text) => text !== "" && text !== mask);
}

/** Returns the string as written and decoded, because special characters in addresses are encoded. */
function formsOf(text: string): string[] {
  try {
    return [text, decodeURIComponent(text)];
  } catch {
    return [text];
  }
}
