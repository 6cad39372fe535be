// Parses a document according to its format, checks its size, and removes values that JSON or PostgreSQL cannot store.
import type { Json } from "#language/columns.ts";
import { Span } from "#lib/expression/values.ts";
import { yaml } from "#lib/load/on-demand.ts";
import { Unfit } from "./found.ts";
import { readProperties } from "./properties-file.ts";
import { heldInteger, mayHaveLongNumber, readJson } from "./read-json.ts";

/** The maximum size of a document as text. */
const maxBytes = 64 * 1024 * 1024;
/** Maximum nesting depth. Recursive functions would overflow the stack on deeper documents. */
const maxDepth = 200;
/** The maximum number of keys and values. */
const maxParts = 2_000_000;

export function readDocument(document: unknown, format: string | undefined): Json {
  const read = typeof document === "string" ? readText(document, format) : document;
  return plain(read);
}

function readText(text: string, format = "json"): unknown {
  if (text.length > maxBytes)
    throw new Unfit(`The document has ${text.length} bytes; the maximum is ${maxBytes / 1024 / 1024} MiB.`);
  switch (format.toLowerCase()) {
    case "json":
    case "yaml":
    case "yml":
      return readJsonOrYaml(text, format);
    case "properties":
      return readProperties(text);
    default:
      return { format, content: text };
  }
}

function readJsonOrYaml(text: string, format: string): unknown {
  try {
    return readJson(text);
  } catch (error) {
    // Parsing YAML is slow and recursive, so a large text that looks like JSON is not parsed as YAML.
    if (text.length > 4_000_000 && /^\s*[[{]/.test(text))
      throw new Unfit(`The document is not JSON: ${firstLine(error)}`);
  }
  // YAML would parse an HTML page as a string and an empty document as null; both would mean that all items were
  // deleted.
  if (/^\s*</.test(text)) throw new Unfit(`The document is HTML or XML, not ${nameOf(format)}: ${shown(text)}`);
  if (text.trim() === "") throw new Unfit("The document is empty.");
  try {
    const documents = yamlDocumentsIn(text);
    return documents.length === 1 ? documents[0] : documents;
  } catch (error) {
    throw new Unfit(`The document cannot be read as ${nameOf(format)}: ${firstLine(error)}`);
  }
}

/** Returns all documents of the text; if there are several, empty documents are left out. */
export function yamlDocumentsIn(text: string): unknown[] {
  const intAsBigInt = mayHaveLongNumber(text);
  const options = { logLevel: "error", prettyErrors: false, merge: true, stringKeys: true, intAsBigInt } as const;
  const documents = yaml().parseAllDocuments(text, options);
  if (!Array.isArray(documents)) return [];
  const values = documents.map((document): unknown => {
    const [error] = document.errors;
    if (error) throw error;
    // Limits the expansion of aliases.
    return document.toJS({ maxAliasCount: 100, ...(intAsBigInt && { reviver: held }) });
  });
  return values.length === 1 ? values : values.filter((value) => value !== null);
}

const held = (_: unknown, value: unknown) => (typeof value === "bigint" ? heldInteger(value) : value);

const nameOf = (format: string) => (format === "json" ? "JSON" : "YAML");

const shown = (text: string) => {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 60 ? `${line.slice(0, 60)}…` : line;
};

const firstLine = (error: unknown) => {
  if (error instanceof RangeError && /call stack/.test(error.message)) return "it is nested too deeply.";
  return (error instanceof Error ? error.message : String(error)).split("\n")[0]!;
};

/** Returns a copy, so that later changes do not affect the source. */
export const plain = (value: unknown): Json => new Copy().of(value, 0);

/** Optimised for speed, because every scraped document is copied. */
class Copy {
  #parts = 0;

  of(held: unknown, depth: number): Json {
    if (typeof held === "string") return cleanText(held);
    if (typeof held === "number") return Number.isFinite(held) ? held : null;
    if (typeof held === "boolean") return held;
    if (typeof held === "bigint") return heldInteger(held);
    if (typeof held !== "object" || held === null) return null;
    if (depth >= maxDepth) throw new Unfit(`The document is more than ${maxDepth} levels deep.`);
    if (Array.isArray(held)) {
      this.#count(held.length);
      return held.map((item) => this.of(item, depth + 1));
    }
    if (held instanceof Date) return Number.isNaN(held.getTime()) ? null : held.toISOString();
    if (held instanceof Span) return held.toString();
    if (held instanceof Uint8Array) return Buffer.from(held).toString("base64");
    return this.#fields(held instanceof Map ? Object.fromEntries(held) : held, depth);
  }

  #fields(held: object, depth: number): Json {
    const keys = Object.keys(held);
    this.#count(keys.length);
    const result: Record<string, Json> = {};
    for (const key of keys) {
      const value = (held as Readonly<Record<string, unknown>>)[key];
      if (value === undefined) continue;
      const copied = this.of(value, depth + 1);
      // Assigning to __proto__ would set the prototype.
      if (key === "__proto__")
        Object.defineProperty(result, key, { value: copied, enumerable: true, configurable: true, writable: true });
      else result[cleanText(key)] = copied;
    }
    return result;
  }

  #count(parts: number): void {
    if ((this.#parts += parts + 1) > maxParts) throw new Unfit("The document has too many parts.");
  }
}

/** PostgreSQL cannot store NUL characters and lone surrogates. */
export const cleanText = (text: string) =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();

export const isFields = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads own properties only. */
export const fieldIn = (value: unknown, key: string): Json | undefined =>
  isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
