// Takes secrets out of whatever leaves a run: its errors, its log, its history. Who opens a secret for a run tells the run's
// scrubber, which from then on finds it again in every text, also escaped, encoded or cut into lines. It is the second net:
// the first is not to put secrets into texts.
import { Needles } from "./scrub/needles.ts";
import { formsOf } from "./scrub/forms.ts";
import { viewsOf } from "./scrub/views.ts";

export interface Scrubber {
  /** From here on it is taken out. Nothing is known of null, and of what is too short to be told from other texts. */
  know(...secrets: readonly (string | null | undefined)[]): void;
  /** The text with *** in place of every secret. */
  text(text: string): string;
  /** The same for all that a document says, names included; what is clean is given back as it is. */
  document<Document>(document: Document): Document;
  /** The same for what was thrown: its words, its stack, its causes and parts. Of the same class as before. */
  error(thrown: unknown): unknown;
}

const mask = "***";

/** Deeper is nothing that we write, and perhaps a circle. */
const deepest = 40;

export function createScrubber(): Scrubber {
  const needles = new Needles();

  function text(whole: string): string {
    if (needles.isEmpty) return whole;
    const found: [from: number, to: number][] = [];
    for (const view of viewsOf(whole))
      for (const [from, to] of needles.in(view.text)) found.push([view.at(from), view.at(to)]);
    if (found.length === 0) return whole;
    // Secrets overlap, and one is found in several views.
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
    if (depth > deepest) return "…";
    if (value instanceof Error) return cleanError(value, depth);
    if (Array.isArray(value))
      return sameOr(
        value,
        value.map((part) => clean(part, depth + 1)),
      );
    // What prints itself, such as a URL, is taken as printed, unless it is clean.
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

  /** A copy, because others may hold the error too. */
  function cleanError(error: Error, depth: number): Error {
    const copy = Object.create(Object.getPrototypeOf(error) as object) as Error;
    // Message, stack and cause are properties of its own like all others, only not enumerable.
    for (const name of Reflect.ownKeys(error)) {
      const { enumerable = false } = Reflect.getOwnPropertyDescriptor(error, name)!;
      const value = clean(Reflect.get(error, name), depth + 1);
      Object.defineProperty(copy, name, { value, enumerable, writable: true, configurable: true });
    }
    return copy;
  }

  return {
    know: (...secrets) => {
      for (const secret of secrets) if (secret) for (const form of formsOf(secret)) needles.add(form);
    },
    text,
    document: <Document>(document: Document) => (needles.isEmpty ? document : (clean(document, 0) as Document)),
    error: (thrown) => (needles.isEmpty ? thrown : clean(thrown, 0)),
  };
}

const sameOr = (before: readonly unknown[], after: readonly unknown[]) =>
  after.every((part, index) => part === before[index]) ? before : after;
