// Parses brackets and quoted texts: YAML's flow style, and all of JSON.
import { unquoted } from "./outline-line.ts";
import { emptyNode, type OutlineEntry, type OutlineNode } from "./outline-node.ts";

interface Read {
  node: OutlineNode;
  to: number;
}

/**
 * Parses the brackets or the quoted text that begin at `from`. If they are not closed, they end at the first line that
 * is not indented further than `keyColumn`, the column of the key they belong to.
 */
export function readFlow(text: string, from: number, keyColumn: number): Read {
  const end = endOf(text, from, keyColumn);
  return readNode(text, from, end);
}

/** The end of the last line that can belong to the brackets or the text. Closing brackets may be at the left. */
function endOf(text: string, from: number, keyColumn: number): number {
  for (let at = text.indexOf("\n", from); at >= 0; at = text.indexOf("\n", at + 1)) {
    const line = /^( *)([^\s\]}]?)/.exec(text.slice(at + 1, at + 200));
    if (line && line[2] !== "" && (line[1]?.length ?? 0) <= keyColumn) return at;
  }
  return text.length;
}

function readNode(text: string, from: number, end: number): Read {
  const first = text[from];
  if (first === "{" || first === "[") return readBrackets(text, from, end);
  if (first === '"' || first === "'") return readQuoted(text, from, end);
  return readPlain(text, from, end);
}

function readQuoted(text: string, from: number, end: number): Read {
  const quote = text[from];
  let at = from + 1;
  while (at < end && text[at] !== quote) at += quote === '"' && text[at] === "\\" ? 2 : 1;
  const to = Math.min(end, at + 1);
  return { node: { ...emptyNode(from), kind: "text", to, text: unquoted(text.slice(from, to)) }, to };
}

function readPlain(text: string, from: number, end: number): Read {
  const [found = ""] = /^(?:[^,[\]{}:#\n]|:(?![\s,[\]{}]|$)|(?<!\s)#)*/.exec(text.slice(from, end)) ?? [];
  const word = found.trimEnd();
  const to = from + word.length;
  return { node: { ...emptyNode(from), ...(word && { kind: "text", text: word }), to }, to };
}

function readBrackets(text: string, from: number, end: number): Read {
  const isMap = text[from] === "{";
  const node: OutlineNode = { ...emptyNode(from), kind: isMap ? "map" : "list" };
  let at = from + 1;
  let slot = at;
  let current: OutlineEntry | undefined;
  const finish = (to: number): Read => {
    node.to = to;
    return { node, to };
  };
  while (at < end) {
    const character = text[at] ?? "";
    if (/\s/.test(character)) at += 1;
    else if (character === "#") at = Math.max(at + 1, nextLine(text, at));
    else if (character === "}" || character === "]") return finish(at + 1);
    else if (character === ",") {
      current = undefined;
      at += 1;
      slot = at;
    } else if (character === ":" && current && isMap && current.valueFrom === undefined) {
      at += 1;
      current.valueFrom = at;
      current.value = emptyNode(at);
    } else {
      const read = readNode(text, at, end);
      // If a comma is missing, a text after a key or before a colon is the next key.
      const isKey = isMap && (current?.valueFrom === undefined || /^\s*:/.test(text.slice(read.to, read.to + 50)));
      if (isKey) current = undefined;
      if (current?.valueFrom !== undefined && current.value.kind === "empty") current.value = read.node;
      else if (!current) {
        current = isMap
          ? { key: read.node.text ?? "", from: at, keyTo: read.to, valueFrom: undefined, value: emptyNode(read.to) }
          : { key: node.entries.length, from: slot, keyTo: slot, valueFrom: slot, value: read.node };
        node.entries.push(current);
      }
      at = Math.max(at + 1, read.to);
    }
  }
  return finish(end);
}

const nextLine = (text: string, from: number) => {
  const found = text.indexOf("\n", from);
  return found < 0 ? text.length : found;
};
