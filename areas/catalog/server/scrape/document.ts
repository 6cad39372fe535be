// A document as it came, made into one that can be worked on and kept: read as its format says, bounded, and nothing in it that
// JSON or PostgreSQL has not.
import type { Json } from "#language/columns.ts";
import { Span } from "#server/expression/values.ts";
import { yaml } from "#server/yaml.ts";
import { readProperties } from "./properties-file.ts";
import { heldInteger, mayHaveLongNumber, readJson } from "./read-json.ts";
import { Unfit } from "./unfit.ts";

/** Of a text that is read. */
const mostBytes = 64 * 1024 * 1024;
/** Deeper is no configuration, and whoever goes through it would run out of stack. */
const deepest = 200;
/** Every key and every value of a document. */
const mostParts = 2_000_000;

export function readDocument(document: unknown, format: string | undefined): Json {
  const read = typeof document === "string" ? readText(document, format) : document;
  return plain(read);
}

function readText(text: string, format = "json"): unknown {
  if (text.length > mostBytes)
    throw new Unfit(
      `A document is ${mostBytes / 1024 / 1024} MiB large at most, and this one has ${text.length} bytes.`,
    );
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
    // Reading YAML takes stack and time; what looks like a large JSON was meant as one.
    if (text.length > 4_000_000 && /^\s*[[{]/.test(text)) throw new Unfit(`It is no JSON: ${firstLine(error)}`);
  }
  // To YAML both would be values: one of them a text, the other nothing. Neither is what anybody's items are found in.
  if (/^\s*</.test(text)) throw new Unfit(`It is a page of HTML or XML, and no ${nameOf(format)}: ${shown(text)}`);
  if (text.trim() === "") throw new Unfit("It is empty.");
  try {
    const documents = yamlDocumentsIn(text);
    return documents.length === 1 ? documents[0] : documents;
  } catch (error) {
    throw new Unfit(`It cannot be read as ${nameOf(format)}: ${firstLine(error)}`);
  }
}

/** Several are as many; what is empty is none. */
export function yamlDocumentsIn(text: string): unknown[] {
  const intAsBigInt = mayHaveLongNumber(text);
  const options = { logLevel: "error", prettyErrors: false, merge: true, stringKeys: true, intAsBigInt } as const;
  const documents = yaml().parseAllDocuments(text, options);
  if (!Array.isArray(documents)) return [];
  const values = documents.map((document): unknown => {
    const [error] = document.errors;
    if (error) throw error;
    // A short text must not become a large one.
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

/** A copy of its own: what is made of a document later changes nobody else's. */
export const plain = (value: unknown): Json => new Copy().of(value, 0);

/** Every document of a scrape goes through here: what costs little is written out. */
class Copy {
  #parts = 0;

  of(held: unknown, depth: number): Json {
    if (typeof held === "string") return cleanText(held);
    if (typeof held === "number") return Number.isFinite(held) ? held : null;
    if (typeof held === "boolean") return held;
    if (typeof held === "bigint") return heldInteger(held);
    if (typeof held !== "object" || held === null) return null;
    if (depth >= deepest) throw new Unfit(`A document is ${deepest} levels deep at most.`);
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
    const made: Record<string, Json> = {};
    for (const key of keys) {
      const value = (held as Readonly<Record<string, unknown>>)[key];
      if (value === undefined) continue;
      const copied = this.of(value, depth + 1);
      // Defined and not set: it is a key like any other.
      if (key === "__proto__")
        Object.defineProperty(made, key, { value: copied, enumerable: true, configurable: true, writable: true });
      else made[cleanText(key)] = copied;
    }
    return made;
  }

  #count(parts: number): void {
    if ((this.#parts += parts + 1) > mostParts) throw new Unfit("The document has too many parts.");
  }
}

/** PostgreSQL keeps neither zeros nor halves of characters. */
export const cleanText = (text: string) =>
  text.isWellFormed() && !text.includes("\0") ? text : text.replaceAll("\0", "").toWellFormed();

export const isFields = (value: unknown): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Only what was put there. */
export const fieldIn = (value: unknown, key: string): Json | undefined =>
  isFields(value) && Object.hasOwn(value, key) ? value[key] : undefined;
