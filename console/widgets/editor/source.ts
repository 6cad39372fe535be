// Parses YAML or JSON: its value, its syntax problems, and the range of a path.
import { type Document, isAlias, isCollection, isMap, isPair, isScalar, isSeq, parseDocument } from "yaml";
import type { Path } from "../form/json-schema.ts";
import { aliasProblem, sentence, type SyntaxProblem, syntaxProblems } from "./syntax.ts";

export type SourceLanguage = "yaml" | "json";

export interface Source {
  text: string;
  language: SourceLanguage;
  document: Document.Parsed;
  /** Syntax problems. If the list is not empty, the value is undefined. */
  problems: readonly SyntaxProblem[];
  /** Also undefined for an empty text. */
  value: unknown;
}

let last: Source | undefined;

/** Caches the last text, because several callers parse the same text while it is typed. */
export function readSource(text: string, language: SourceLanguage): Source {
  if (last?.text !== text || last.language !== language) last = read(text, language);
  return last;
}

function read(text: string, language: SourceLanguage): Source {
  const document = parseDocument(text, { prettyErrors: false, merge: true, stringKeys: true });
  const problems = language === "json" ? jsonProblems(text) : syntaxProblems(document.errors, text);
  let value: unknown;
  if (problems.length === 0) {
    try {
      if (document.contents !== null) value = language === "json" ? JSON.parse(text) : document.toJS();
    } catch (error) {
      problems.push(aliasProblem(document, error as Error));
    }
  }
  return { text, language, document, problems, value };
}

/** Error messages of JSON.parse differ between browsers; most contain the position. */
function jsonProblems(text: string): SyntaxProblem[] {
  if (text.trim() === "") return [];
  try {
    JSON.parse(text);
    return [];
  } catch (error) {
    const { message } = error as SyntaxError;
    const from = positionIn(message, text);
    const to = Math.min(text.length, from + 1);
    return [{ from, to, message: sentence(message.replace(/ in JSON at position.*| at line \d.*/s, "")) }];
  }
}

function positionIn(message: string, text: string): number {
  const position = /position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Math.min(Number(position), text.length);
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  if (line === undefined) return text.trimEnd().length;
  const lines = text.split("\n").slice(0, Number(line) - 1);
  return Math.min(text.length, lines.join("\n").length + (lines.length > 0 ? 1 : 0) + Number(column) - 1);
}

export interface Range {
  from: number;
  to: number;
}

/** The range of the key, value or item at the path. If the path does not exist, the range of its parent. */
export function rangeOf({ document }: Source, path: Path, part: "key" | "value"): Range {
  let node: unknown = document.contents;
  let found: Range = firstWord(node);
  for (const [index, step] of path.entries()) {
    if (isAlias(node)) node = node.resolve(document);
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => (isScalar(key) ? String(key.value) : String(key)) === String(step));
      if (!pair) return found;
      const key = rangeOfNode(pair.key);
      const value = isScalar(pair.value) ? rangeOfNode(pair.value) : undefined;
      const isLast = index === path.length - 1;
      found = (isLast && part === "value" ? visible(value) : undefined) ?? key ?? found;
      node = pair.value;
    } else if (isSeq(node) && typeof step === "number") {
      const item: unknown = node.items[step];
      if (item === undefined) return found;
      found = firstWord(item, found);
      node = item;
    } else return found;
  }
  return found;
}

const visible = (range: Range | undefined) => (range && range.to > range.from ? range : undefined);

/** Returns the range of the first entry of a collection, since underlining the whole collection would not help. */
function firstWord(node: unknown, otherwise: Range = { from: 0, to: 0 }): Range {
  if (isMap(node) && node.items[0]) return rangeOfNode(node.items[0].key) ?? otherwise;
  if (isSeq(node) && node.items[0] !== undefined && !isPair(node.items[0])) return firstWord(node.items[0], otherwise);
  const range = rangeOfNode(node);
  if (range && isCollection(node)) return { from: range.from, to: Math.min(range.to, range.from + 1) };
  return range ?? otherwise;
}

function rangeOfNode(node: unknown): Range | undefined {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return undefined;
  const [from, to] = node.range as [number, number, number];
  return { from, to };
}

/** Formats with two spaces of indentation; every comment stays. Returns undefined for invalid text. */
export function formatted(text: string, language: SourceLanguage): string | undefined {
  const { problems, document, value } = readSource(text, language);
  if (problems.length > 0) return undefined;
  if (document.contents === null) return text;
  if (language === "json") return `${JSON.stringify(value, null, 2)}\n`;
  return document.toString({ lineWidth: 0, indent: 2, flowCollectionPadding: true });
}
