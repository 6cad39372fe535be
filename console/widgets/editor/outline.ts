// A fault-tolerant outline of YAML or JSON that is being typed: an incomplete line, a missing colon or an open bracket
// does not affect the text around it. Used to locate the cursor; validation is left to the real parser.
import { readFlow } from "./outline-flow.ts";
import { keyOf, withoutComment, withoutProperties } from "./outline-line.ts";
import { emptyNode, type OutlineNode } from "./outline-node.ts";

interface Frame {
  node: OutlineNode;
  column: number;
}

/** Outlines the document of the text that contains the position. */
export function outlineOf(text: string, position = text.length): OutlineNode {
  let root = emptyNode(0);
  let frames: Frame[] = [];
  // Lines before this offset are skipped, because they belong to a text or to brackets that began on an earlier line.
  let skipTo = 0;
  let blockColumn: number | undefined;

  for (let from = 0; from <= text.length;) {
    const found = text.indexOf("\n", from);
    const end = found < 0 ? text.length : found;
    const line = text.slice(from, end);
    const start = from;
    from = end + 1;
    const indent = line.search(/[^ ]/);
    if (indent < 0 || start < skipTo) continue;
    if (blockColumn !== undefined && indent > blockColumn) continue;
    blockColumn = undefined;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) {
      if (start > position) break;
      root = emptyNode(start);
      frames = [];
      continue;
    }
    if (line[indent] === "#") continue;
    readLine(line, start, indent);
  }
  return root;

  function readLine(line: string, start: number, indent: number) {
    let column = indent;
    for (;;) {
      const dash = /^-(?:\s+|$)/.exec(line.slice(column));
      if (!dash) break;
      const list = listAt(column, start + column);
      if (!list) return;
      const at = start + column;
      const valueFrom = at + dash[0].length;
      list.entries.push({ key: list.entries.length, from: at, keyTo: at + 1, valueFrom, value: emptyNode(valueFrom) });
      list.to = valueFrom;
      frames.push({ node: list, column });
      column += dash[0].length;
      if (column >= line.length || line[column] === "#") return;
    }
    const key = keyOf(line, column);
    if (!key) {
      readValue(line, start, column, lastColumn(), openValue(column));
      return;
    }
    const map = mapAt(column, start + column);
    if (!map) return;
    const valueFrom = start + key.valueFrom;
    const value = emptyNode(valueFrom);
    map.entries.push({ key: key.name, from: start + column, keyTo: start + key.to, valueFrom, value });
    map.to = valueFrom;
    frames.push({ node: map, column });
    readValue(line, start, key.valueFrom, column, value);
  }

  /** Reads a text, brackets or the start of a block scalar. */
  function readValue(line: string, start: number, column: number, under: number, value: OutlineNode | undefined) {
    const at = withoutProperties(line, column);
    const rest = withoutComment(line.slice(at));
    if (rest === "" || !value) return;
    const here = start + at;
    if (/^[|>][-+\d]*$/.test(rest)) {
      blockColumn = under;
      Object.assign(value, { kind: "text", from: here, to: here + rest.length } satisfies Partial<OutlineNode>);
    } else if (/^[[{"']/.test(rest)) {
      const read = readFlow(text, here, under);
      Object.assign(value, read.node);
      skipTo = Math.max(skipTo, read.to);
    } else if (line.slice(0, column).trim() !== "") {
      Object.assign(value, { kind: "text", from: here, to: here + rest.length, text: rest });
    }
    // A word alone on its line may become a key, so it is not stored as a value.
  }

  function lastColumn() {
    return frames.at(-1)?.column ?? -1;
  }

  /** The nearest value above, if it is still empty. */
  function openValue(column: number): OutlineNode | undefined {
    const top = frames.findLast((frame) => frame.column < column);
    const value = top ? top.node.entries.at(-1)?.value : root;
    return value?.kind === "empty" ? value : undefined;
  }

  function mapAt(column: number, at: number): OutlineNode | undefined {
    popTo(column, (top) => top.node.kind === "map");
    const top = frames.at(-1);
    if (top?.column === column) return frames.pop()?.node;
    return begin("map", column, at);
  }

  function listAt(column: number, at: number): OutlineNode | undefined {
    // A list may have the same indentation as its key.
    popTo(column, (top) => top.node.kind === "list" || isOpen(top.node));
    const top = frames.at(-1);
    if (top?.column === column && top.node.kind === "list") return frames.pop()?.node;
    return begin("list", column, at);
  }

  function popTo(column: number, stays: (top: Frame) => boolean) {
    for (let top = frames.at(-1); top && top.column >= column; top = frames.at(-1)) {
      if (top.column === column && stays(top)) return;
      frames.pop();
    }
  }

  function begin(kind: "map" | "list", column: number, at: number): OutlineNode | undefined {
    const top = frames.at(-1);
    const value = top ? top.node.entries.at(-1)?.value : root;
    return value?.kind === "empty" ? Object.assign(value, { kind, column, from: at, to: at }) : undefined;
  }
}

const isOpen = ({ entries }: OutlineNode) => entries.at(-1)?.value.kind === "empty";
