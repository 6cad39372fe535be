// A YAML text with another value in it: what did not change keeps its comments, its order and its layout.
import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parseDocument,
  type Scalar,
  stringify,
  type ToStringOptions,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import { isRecord } from "../form/json-schema.ts";
import { layLines } from "./lay-lines.ts";
import { isSameData } from "./same-data.ts";
import { readSource } from "./source.ts";

const plain = { lineWidth: 0, aliasDuplicateObjects: false } as const;

export const printValue = (value: unknown): string =>
  value === undefined || (isRecord(value) && Object.keys(value).length === 0) ? "" : stringify(value, plain);

/** Always a text that says exactly the value; how much of the other text it keeps depends on how much still holds. */
export function withValue(text: string, value: unknown): string {
  const { problems, value: before, document } = readSource(text, "yaml");
  if (problems.length > 0) return printValue(value);
  // Comments alone stay above.
  if (document.contents === null)
    return text.trim() === "" ? printValue(value) : `${text.trimEnd()}\n${printValue(value)}`;
  if (isSameData(before, value)) return text;
  return attempts(text, value).find((made) => says(made, value)) ?? printValue(value);
}

function says(text: string, value: unknown): boolean {
  const source = readSource(text, "yaml");
  return source.problems.length === 0 && isSameData(source.value, value);
}

function attempts(text: string, value: unknown): string[] {
  try {
    const document = parseDocument(text, { merge: true, stringKeys: true });
    const layout = layoutOf(text);
    const before = document.toString(layout);
    document.contents = edited(document, document.contents, value) as typeof document.contents;
    const after = document.toString(layout);
    return [layLines(before, after, text), after];
  } catch {
    // What was taken out had a name that something else refers to.
    return [];
  }
}

/** How the text is laid out, as far as it can be asked for. */
function layoutOf(text: string): ToStringOptions {
  const indent = /^( +)\S/m.exec(text)?.[1]?.length ?? 2;
  const hasFlatLists = /^( *)[^\s#-][^\n]*:[ \t]*\n\1- /m.test(text);
  const hasTightBraces = /\{\S/.test(text);
  return {
    lineWidth: 0,
    indent: Math.min(8, Math.max(2, indent)),
    indentSeq: !hasFlatLists,
    flowCollectionPadding: !hasTightBraces,
  };
}

function edited(document: Document, node: unknown, value: unknown): unknown {
  if (isAlias(node)) return isSameData(node.toJS(document), value) ? node : document.createNode(value);
  if (isMap(node) && isRecord(value)) return editMap(document, node, value);
  if (isSeq(node) && Array.isArray(value)) return editList(document, node, value);
  if (isScalar(node) && isSingle(value)) return editScalar(node, value);
  const made = document.createNode(value);
  return keepWords(node, made);
}

const isSingle = (value: unknown) => typeof value !== "object" || value === null;

function editScalar(node: Scalar, value: unknown): Scalar {
  if (node.value === value) return node;
  node.value = value;
  delete node.source;
  delete node.format;
  return node;
}

const keyOf = ({ key }: Pair) => String(isScalar(key) ? key.value : key);

function editMap(document: Document, map: YAMLMap, value: Readonly<Record<string, unknown>>): YAMLMap {
  // With what is merged into it from elsewhere.
  const whole = map.toJS(document) as Record<string, unknown>;
  map.items = map.items.filter((pair) => keyOf(pair) === "<<" || has(value, keyOf(pair)));
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const pair = map.items.find((one) => keyOf(one) === key);
    if (pair) {
      if (!isSameData(whole[key], inner)) pair.value = edited(document, pair.value, inner);
    } else if (!isSameData(whole[key], inner)) map.add(document.createPair(key, inner));
  }
  return map;
}

const has = (value: Readonly<Record<string, unknown>>, key: string) =>
  Object.hasOwn(value, key) && value[key] !== undefined;

/** Entries that are the same at both ends stay; those between are changed one by one, as far as they go. */
function editList(document: Document, list: YAMLSeq, value: readonly unknown[]): YAMLSeq {
  const before = list.toJS(document) as unknown[];
  const shorter = Math.min(before.length, value.length);
  let start = 0;
  while (start < shorter && isSameData(before[start], value[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameData(before[before.length - 1 - end], value[value.length - 1 - end])) end += 1;
  const middle = value.slice(start, value.length - end).map((item, index) => {
    const old = start + index < before.length - end ? list.items[start + index] : undefined;
    return old === undefined ? document.createNode(item) : edited(document, old, item);
  });
  list.items = [...list.items.slice(0, start), ...middle, ...list.items.slice(list.items.length - end)];
  return list;
}

/** Comments stay with the place, whatever stands there now. */
function keepWords(from: unknown, to: Node): Node {
  if (typeof from !== "object" || from === null) return to;
  const { comment, commentBefore, spaceBefore } = from as Node;
  if (comment) to.comment = comment;
  if (commentBefore) to.commentBefore = commentBefore;
  if (spaceBefore) to.spaceBefore = spaceBefore;
  return to;
}
