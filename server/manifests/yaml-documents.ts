// Parses a file with several YAML documents and finds the position of each part.
import type { Document } from "yaml";
import { isDeepValue, isStackOverflow, tooDeep } from "#lib/json/read-json.ts";
import { yaml } from "#lib/load/on-demand.ts";

export interface Place {
  /** The line number, starting at 1. */
  line: number;
  column: number;
}

/** A syntax or content error with its position. */
export interface ManifestFault extends Place {
  message: string;
}

export interface YamlDocument {
  /** The parsed document; undefined for a document that cannot be read, whose faults explain why. */
  value: unknown;
  faults: readonly ManifestFault[];
  /** The position of a part, or of its parent if the part is missing. */
  placeOf(path: readonly PropertyKey[]): Place;
}

/** Parses all documents. Empty documents, for example with comments only, are left out. */
export function readDocuments(text: string): YamlDocument[] {
  const { LineCounter, parseAllDocuments } = yaml();
  const lineCounter = new LineCounter();
  const options = { lineCounter, prettyErrors: false, merge: true, stringKeys: true } as const;
  const documents = withinStack(() => parseAllDocuments(text, options));
  if (documents === undefined) return [unreadable(tooDeep)];
  const place = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(Math.min(offset, text.length));
    // An empty file counts as one line.
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document): YamlDocument[] => {
    if (isEmpty(document)) return [];
    const faults = withoutEchoes(document.errors).map(({ message, pos }) => ({
      ...place(pos[0]),
      message: sentence(message),
    }));
    const placeOf = (path: readonly PropertyKey[]) => place(offsetOf(document, path));
    const refused = (message: string) => ({ value: undefined, faults: [{ ...placeOf([]), message }], placeOf });
    // The parser does not throw on a stack overflow. It adds an error to the document for every nesting level that it
    // unwinds.
    if (document.errors.some(({ message }) => /stack size exceeded|stack overflow/i.test(message)))
      return [refused(tooDeep)];
    if (faults.length > 0) return [{ value: undefined, faults, placeOf }];
    try {
      const value: unknown = withinStack(() => document.toJS({ maxAliasCount: 100 }));
      return value === undefined || isDeepValue(value) ? [refused(tooDeep)] : [{ value, faults, placeOf }];
    } catch (error) {
      // The error is an unresolved alias, or aliases that expand to too many nodes.
      return [refused(sentence((error as Error).message))];
    }
  });
}

/** Returns undefined if the nesting overflows the stack, because the parser recurses. */
function withinStack<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isStackOverflow(error)) return undefined;
    throw error;
  }
}

const start: Place = { line: 1, column: 1 };
const unreadable = (message: string): YamlDocument => ({
  value: undefined,
  faults: [{ ...start, message }],
  placeOf: () => start,
});

/** After the first error, unexpected tokens are only consequences of it. */
const withoutEchoes = (errors: Document.Parsed["errors"]) =>
  errors.filter(({ code }, index) => index === 0 || code !== "UNEXPECTED_TOKEN");

const isEmpty = ({ contents, errors }: Document.Parsed) =>
  errors.length === 0 && (contents === null || (yaml().isScalar(contents) && contents.value === null));

/** Returns the offset of the key or of the list element; for a missing part, the offset of its parent. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  const { isCollection, isPair, isScalar } = yaml();
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? document.range[0];
  for (const key of path) {
    if (!isCollection(node)) break;
    const found: unknown = node.items.find((item, index) =>
      isPair(item) ? isScalar(item.key) && item.key.value === key : index === key,
    );
    const [at, value] = isPair(found) ? [found.key, found.value] : [found, found];
    const range = (at as { range?: [number, number, number] } | undefined)?.range;
    if (range === undefined) break;
    offset = range[0];
    node = value;
  }
  return offset;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]*$/, "")}.`;
