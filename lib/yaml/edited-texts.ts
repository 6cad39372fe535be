// Changes the value of a YAML text; the unchanged parts keep their comments, order and layout. The caller passes the
// library, because the server loads it on first use.
import type { Document, Node, Pair, Scalar, ToStringOptions, YAMLMap, YAMLSeq } from "yaml";
import { keepLayout } from "../text/keep-layout.ts";

export type YamlLibrary = Pick<typeof import("yaml"), "parseDocument" | "isAlias" | "isMap" | "isScalar" | "isSeq">;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Returns two candidates: the text with this value in the layout of the original text, and in the layout of the
 * printer. The caller compares their values and uses the first correct candidate.
 */
export function editedTexts(yaml: YamlLibrary, text: string, value: unknown): string[] {
  try {
    const document = yaml.parseDocument(text, { merge: true, stringKeys: true });
    const layout = layoutOf(text);
    const before = document.toString(layout);
    document.contents = edited({ yaml, document }, document.contents, value) as typeof document.contents;
    const after = document.toString(layout);
    return [keepLayout(before, after, text), after];
  } catch {
    // Removing a node also removes its anchor, which an alias may refer to.
    return [];
  }
}

/** The layout options of the text, as far as the printer supports them. */
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

interface Editing {
  yaml: YamlLibrary;
  document: Document;
}

function edited(editing: Editing, node: unknown, value: unknown): unknown {
  const { yaml, document } = editing;
  if (yaml.isAlias(node)) return isSameData(node.toJS(document), value) ? node : document.createNode(value);
  if (yaml.isMap(node) && isRecord(value)) return editMap(editing, node, value);
  if (yaml.isSeq(node) && Array.isArray(value)) return editList(editing, node, value);
  if (yaml.isScalar(node) && isSingle(value)) return editScalar(node, value);
  const created = document.createNode(value);
  return keepComments(node, created);
}

const isSingle = (value: unknown) => typeof value !== "object" || value === null;

function editScalar(node: Scalar, value: unknown): Scalar {
  if (node.value === value) return node;
  node.value = value;
  delete node.source;
  delete node.format;
  return node;
}

function editMap(editing: Editing, map: YAMLMap, value: Readonly<Record<string, unknown>>): YAMLMap {
  const { yaml, document } = editing;
  const keyOf = ({ key }: Pair) => String(yaml.isScalar(key) ? key.value : key);
  // The converted map already includes merged keys.
  const whole = map.toJS(document) as Record<string, unknown>;
  map.items = map.items.filter((pair) => keyOf(pair) === "<<" || has(value, keyOf(pair)));
  for (const [key, inner] of Object.entries(value)) {
    if (inner === undefined) continue;
    const pair = map.items.find((item) => keyOf(item) === key);
    if (pair) {
      if (!isSameData(whole[key], inner)) pair.value = edited(editing, pair.value, inner);
    } else if (!isSameData(whole[key], inner)) map.add(document.createPair(key, inner));
  }
  return map;
}

const has = (value: Readonly<Record<string, unknown>>, key: string) =>
  Object.hasOwn(value, key) && value[key] !== undefined;

/** Keeps equal entries at both ends; edits the entries between them one by one. */
function editList(editing: Editing, list: YAMLSeq, value: readonly unknown[]): YAMLSeq {
  const { document } = editing;
  const before = list.toJS(document) as unknown[];
  const shorter = Math.min(before.length, value.length);
  let start = 0;
  while (start < shorter && isSameData(before[start], value[start])) start += 1;
  let end = 0;
  while (end < shorter - start && isSameData(before[before.length - 1 - end], value[value.length - 1 - end])) end += 1;
  const middle = value.slice(start, value.length - end).map((item, index) => {
    const old = start + index < before.length - end ? list.items[start + index] : undefined;
    return old === undefined ? document.createNode(item) : edited(editing, old, item);
  });
  list.items = [...list.items.slice(0, start), ...middle, ...list.items.slice(list.items.length - end)];
  return list;
}

/** Copies comments to the replacing node. */
function keepComments(from: unknown, to: Node): Node {
  if (typeof from !== "object" || from === null) return to;
  const { comment, commentBefore, spaceBefore } = from as Node;
  if (comment) to.comment = comment;
  if (commentBefore) to.commentBefore = commentBefore;
  if (spaceBefore) to.spaceBefore = spaceBefore;
  return to;
}

/** Compares two values. The order of keys is ignored, and an undefined key equals a missing key. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => isSameData(item, b[index]));
  }
  if (!isRecord(a) || !isRecord(b)) return false;
  const keys = (record: Readonly<Record<string, unknown>>) =>
    Object.keys(record).filter((key) => record[key] !== undefined);
  const [ours, theirs] = [keys(a), keys(b)];
  return ours.length === theirs.length && ours.every((key) => Object.hasOwn(b, key) && isSameData(a[key], b[key]));
}
