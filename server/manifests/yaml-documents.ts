// A text of several YAML documents as data, and where in it each part stands.
import type { Document } from "yaml";
import { isDeepValue, isStackOverflow, tooDeep } from "../read-json.ts";
import { yaml } from "../yaml.ts";

export interface Place {
  /** From 1, as editors count. */
  line: number;
  column: number;
}

/** What cannot be read or meant, at the line that has to be mended. */
export interface ManifestFault extends Place {
  message: string;
}

export interface YamlDocument {
  /** Undefined for one that cannot be read; its faults say why. */
  value: unknown;
  faults: readonly ManifestFault[];
  /** Where a part stands, or what it is missing from. */
  placeOf(path: readonly PropertyKey[]): Place;
}

/** Documents that hold nothing, such as one of comments, are left out. */
export function readDocuments(text: string): YamlDocument[] {
  const { LineCounter, parseAllDocuments } = yaml();
  const lineCounter = new LineCounter();
  const options = { lineCounter, prettyErrors: false, merge: true, stringKeys: true } as const;
  const documents = withinStack(() => parseAllDocuments(text, options));
  if (documents === undefined) return [unreadable(tooDeep)];
  const place = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(Math.min(offset, text.length));
    // A text without a line has one.
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
    // The parser notes the end of its own stack among the errors of the document, once for each level that it leaves.
    if (document.errors.some(({ message }) => /stack size exceeded|stack overflow/i.test(message)))
      return [refused(tooDeep)];
    if (faults.length > 0) return [{ value: undefined, faults, placeOf }];
    try {
      const value: unknown = withinStack(() => document.toJS({ maxAliasCount: 100 }));
      return value === undefined || isDeepValue(value) ? [refused(tooDeep)] : [{ value, faults, placeOf }];
    } catch (error) {
      // An alias that leads nowhere, or aliases that multiply into more than anybody meant.
      return [refused(sentence((error as Error).message))];
    }
  });
}

/** The parser recurses; undefined for a document whose depth is more than the stack bears. */
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

/** After something that nobody expected, nobody expects the rest of the document either. */
const withoutEchoes = (errors: Document.Parsed["errors"]) =>
  errors.filter(({ code }, index) => index === 0 || code !== "UNEXPECTED_TOKEN");

const isEmpty = ({ contents, errors }: Document.Parsed) =>
  errors.length === 0 && (contents === null || (yaml().isScalar(contents) && contents.value === null));

/** Of the name where there is one, of an element otherwise; of what holds it for a part that is not there. */
function offsetOf(document: Document.Parsed, path: readonly PropertyKey[]): number {
  const { isCollection, isPair, isScalar } = yaml();
  let node: unknown = document.contents;
  let offset = document.contents?.range[0] ?? document.range[0];
  for (const key of path) {
    if (!isCollection(node)) break;
    const found: unknown = node.items.find((item, index) =>
      isPair(item) ? isScalar(item.key) && item.key.value === key : index === key,
    );
    const [at, held] = isPair(found) ? [found.key, found.value] : [found, found];
    const range = (at as { range?: [number, number, number] } | undefined)?.range;
    if (range === undefined) break;
    offset = range[0];
    node = held;
  }
  return offset;
}

const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/[.\s]*$/, "")}.`;
