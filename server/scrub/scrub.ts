// Removes secrets from the output of a run: its errors, its log, its history. Code that decrypts a secret registers it
// with the run's scrubber, which then finds it in every string, even if it is escaped, encoded or split into lines.
// This is a second line of defence: the first is not to put secrets into output.
import { Needles } from "./needles.ts";
import { formsOf } from "./forms.ts";
import { viewsOf } from "./views.ts";

export interface Scrubber {
  /** Registers secrets. Null, and strings that are too short to be distinguished from other text, are ignored. */
  know(...secrets: readonly (string | null | undefined)[]): void;
  /** Replaces every secret with ***. */
  text(text: string): string;
  /** Scrubs all strings of a document, including names; returns the same object if it contains no secret. */
  document<Document>(document: Document): Document;
  /** Scrubs an error: message, stack, causes and other properties. The result has the same class. */
  error(thrown: unknown): unknown;
}

const mask = "***";

/**
 * Deeper values are not visited, because they may contain a cycle. The output of Quarterdeck is never nested that
 * deeply.
 */
const maxDepth = 40;

export function createScrubber(): Scrubber {
  const needles = new Needles();
  const known = new Set<string>();

  function text(whole: string): string {
    if (needles.isEmpty) return whole;
    const found: [from: number, to: number][] = [];
    for (const view of viewsOf(whole))
      for (const [from, to] of needles.in(view.text)) found.push([view.at(from), view.at(to)]);
    if (found.length === 0) return whole;
    // Secrets may overlap, and the same secret may be found in several views.
    found.sort(([a], [b]) => a - b);
    let clean = "";
    let end = 0;
    let isMasked = false;
    for (const [from, to] of found) {
      if (from > end || !isMasked) clean += whole.slice(end, from) + mask;
      isMasked = true;
      end = Math.max(end, to);
    }
    return clean + whole.slice(end);
  }

  function clean(value: unknown, depth: number): unknown {
    if (typeof value === "string") return text(value);
    if (typeof value === "number" || typeof value === "bigint") {
      const printed = String(value);
      return text(printed) === printed ? value : mask;
    }
    if (typeof value !== "object" || value === null) return value;
    if (depth > maxDepth) return "…";
    if (value instanceof Error) return cleanError(value, depth);
    if (Array.isArray(value))
      return sameOr(
        value,
        value.map((part) => clean(part, depth + 1)),
      );
    // An object with toJSON, such as a URL, is replaced by the scrubbed result of toJSON, unless there is nothing to
    // scrub.
    if ("toJSON" in value && typeof value.toJSON === "function") {
      const printed: unknown = value.toJSON();
      const cleaned = clean(printed, depth + 1);
      return cleaned === printed ? value : cleaned;
    }
    const parts = Object.entries(value);
    const cleaned = parts.map(([name, part]) => [text(name), clean(part, depth + 1)] as const);
    const isSame = cleaned.every(([name, part], index) => name === parts[index]![0] && part === parts[index]![1]);
    return isSame ? value : Object.fromEntries(cleaned);
  }

  /** Returns a scrubbed copy, because other code may refer to the error. */
  function cleanError(error: Error, depth: number): Error {
    const copy = Object.create(Object.getPrototypeOf(error) as object) as Error;
    // Message, stack and cause are also own properties, but not enumerable.
    for (const name of Reflect.ownKeys(error)) {
      const { enumerable = false } = Reflect.getOwnPropertyDescriptor(error, name)!;
      const value = clean(Reflect.get(error, name), depth + 1);
      Object.defineProperty(copy, name, { value, enumerable, writable: true, configurable: true });
    }
    return copy;
  }

  return {
    know: (...secrets) => {
      for (const secret of secrets)
        // Each message to an address registers the same secrets again.
        if (secret && !known.has(secret)) {
          known.add(secret);
          for (const form of formsOf(secret)) needles.add(form);
        }
    },
    text,
    document: <Document>(document: Document) => (needles.isEmpty ? document : (clean(document, 0) as Document)),
    error: (thrown) => (needles.isEmpty ? thrown : clean(thrown, 0)),
  };
}

const sameOr = (before: readonly unknown[], after: readonly unknown[]) =>
  after.every((part, index) => part === before[index]) ? before : after;
