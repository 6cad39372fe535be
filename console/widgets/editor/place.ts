// Locates a position of the text in the data: its path, and whether a key or a value is expected there.
import { keyOf } from "./outline-line.ts";
import type { Path } from "../form/json-schema.ts";
import type { OutlineEntry, OutlineNode } from "./outline-node.ts";

export interface Place {
  /** For a key: the path of its map. For a value: the path of its key or item. */
  path: Path;
  /** `open`: empty so far, so the schema decides what may follow. `item`: where a dash is expected. */
  kind: "key" | "value" | "open" | "item";
  /** The range of the current word. */
  from: number;
  to: number;
  /** The map that contains the key, or the node at the path. */
  node: OutlineNode;
  /** The entry whose key or value is at the position. */
  entry?: OutlineEntry;
  /** Whether the position is within brackets. */
  isFlow: boolean;
}

/** Undefined in comments, in block scalars, and at positions where no key and no value is possible. */
export function placeAt(text: string, root: OutlineNode, position: number): Place | undefined {
  const lineFrom = text.lastIndexOf("\n", position - 1) + 1;
  const lineTo = endOfLine(text, position);
  const line = text.slice(lineFrom, lineTo);
  if (isComment(line, position - lineFrom)) return undefined;
  const indent = /^ */.exec(line)?.[0].length ?? 0;
  // On an empty line the cursor's column is the indentation.
  const isEmpty = indent === line.length;
  const column = isEmpty ? Math.min(indent, position - lineFrom) : indent;
  return within(root, []);

  function within(node: OutlineNode, path: Path, entry?: OutlineEntry): Place | undefined {
    if (node.column < 0 && (node.kind === "map" || node.kind === "list")) return inBrackets(node, path);
    if (node.kind === "map" || node.kind === "list") return inBlock(node, path, entry);
    const onItsLine = entry !== undefined && entry.valueFrom !== undefined && entry.valueFrom >= lineFrom;
    if (node.kind === "empty") {
      const word = wordFrom(entry && onItsLine ? (entry.valueFrom ?? lineFrom) : lineFrom + indent);
      if (!word) return undefined;
      return {
        path,
        kind: onItsLine && entry && !isItem(entry) ? "value" : "open",
        ...word,
        node,
        ...(entry && { entry }),
        isFlow: false,
      };
    }
    // A text; its continuation lines cannot contain keys or values.
    if (position < node.from || position > node.to || node.text === undefined) return undefined;
    // A single word after a dash may still become a key.
    const isWord = entry !== undefined && isItem(entry) && /^[^"'\s]+$/.test(text.slice(node.from, node.to));
    const kind = isWord ? "open" : "value";
    return { path, kind, from: node.from, to: node.to, node, ...(entry && { entry }), isFlow: false };
  }

  function inBlock(node: OutlineNode, path: Path, own?: OutlineEntry): Place | undefined {
    const entry = node.entries.findLast(({ from }) => from <= position);
    if (entry && entry.from >= lineFrom) return onEntry(node, path, entry);
    // A list may have the same indentation as its key.
    const isBelow = entry?.value.entries.some(({ from }) => from >= lineFrom && from <= position);
    if (!entry || (column <= node.column && !isBelow)) {
      const word = wordFrom(Math.max(own?.valueFrom ?? 0, lineFrom + indent));
      if (!word || (entry && column < node.column)) return undefined;
      return { path, kind: node.kind === "list" ? "item" : "key", ...word, node, isFlow: false };
    }
    return within(entry.value, [...path, entry.key], entry);
  }

  function onEntry(node: OutlineNode, path: Path, entry: OutlineEntry): Place | undefined {
    if (node.kind === "map" && position <= entry.keyTo)
      return { path, kind: "key", from: entry.from, to: entry.keyTo, node, entry, isFlow: false };
    if (entry.valueFrom === undefined || position < Math.min(entry.valueFrom, lineTo)) return undefined;
    return within(entry.value, [...path, entry.key], entry);
  }

  function inBrackets(node: OutlineNode, path: Path): Place | undefined {
    if (position <= node.from || (position >= node.to && isClosed(text, node))) return undefined;
    const entry = node.entries.findLast(({ from }) => from <= position);
    const last = entry && (entry.value.kind === "empty" ? (entry.valueFrom ?? entry.keyTo) : entry.value.to);
    const isNext = !entry || (last !== undefined && position > last && text.slice(last, position).includes(","));
    if (isNext) {
      const place = { path, from: position, to: position, node, isFlow: true } as const;
      if (node.kind === "map") return { ...place, kind: "key" };
      return {
        ...place,
        kind: "open",
        path: [...path, node.entries.length],
        node: { ...node, kind: "empty", entries: [] },
      };
    }
    if (node.kind === "map" && position <= entry.keyTo)
      return { path, kind: "key", from: entry.from, to: entry.keyTo, node, entry, isFlow: true };
    if (entry.valueFrom === undefined || position < entry.valueFrom) return undefined;
    const inner = [...path, entry.key];
    if (entry.value.kind === "map" || entry.value.kind === "list") return inBrackets(entry.value, inner);
    const [from, to] = entry.value.kind === "text" ? [entry.value.from, entry.value.to] : [position, position];
    if (position < from || position > to) return undefined;
    return { path: inner, kind: "value", from, to, node: entry.value, entry, isFlow: true };
  }

  /** The word around the cursor, if it begins at `from`. */
  function wordFrom(from: number): { from: number; to: number } | undefined {
    if (position <= from) return { from: position, to: position };
    const before = text.slice(from, position);
    if (/^\s*$/.test(before)) return { from: position, to: position };
    if (/[\s:]/.test(before.trimStart())) return undefined;
    const behind = /^[^\s:#]*/.exec(text.slice(position, lineTo))?.[0].length ?? 0;
    return { from: from + before.length - before.trimStart().length, to: position + behind };
  }
}

const isItem = ({ key }: OutlineEntry) => typeof key === "number";

const endOfLine = (text: string, position: number) => {
  const found = text.indexOf("\n", position);
  return found < 0 ? text.length : found;
};

const isClosed = (text: string, { kind, to }: OutlineNode) => text[to - 1] === (kind === "map" ? "}" : "]");

function isComment(line: string, at: number): boolean {
  // A # inside quotes does not begin a comment; a comment begins the line or follows a space.
  let quote = "";
  for (let index = 0; index < at; index += 1) {
    const character = line[index] ?? "";
    if (quote) {
      if (character === quote) quote = "";
    } else if ((character === '"' || character === "'") && /(?:^|[\s[{,:])$/.test(line.slice(0, index)))
      quote = character;
    else if (character === "#" && /(?:^|\s)$/.test(line.slice(0, index))) return true;
  }
  return false;
}

/** Whether a colon already follows the key, so that only the name is completed. */
export const hasColon = (text: string, place: Place) =>
  place.entry !== undefined && place.kind === "key" && place.entry.valueFrom !== undefined
    ? true
    : keyOf(text.slice(place.from, endOfLine(text, place.from)), 0)?.to === place.to - place.from;
