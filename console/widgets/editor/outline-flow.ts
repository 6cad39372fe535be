// What stands in brackets and quotes: YAML's flow style, and all of JSON.
import { unquoted } from "./outline-line.ts";
import { emptyNode, type OutlineEntry, type OutlineNode } from "./outline-node.ts";

interface Read {
  node: OutlineNode;
  to: number;
}

/**
 * Reads the brackets or the quoted text that begin at `from`. What was begun and not ended ends with the first line that
 * stands no further in than `under`, the column of the key it belongs to.
 */
export function readFlow(text: string, from: number, under: number): Read {
  const end = endOf(text, from, under);
  return readNode(text, from, end);
}

/** Where lines begin that cannot belong to it any more. Brackets that close may stand at the left. */
function endOf(text: string, from: number, under: number): number {
  for (let at = text.indexOf("\n", from); at >= 0; at = text.indexOf("\n", at + 1)) {
    const line = /^( *)([^\s\]}]?)/.exec(text.slice(at + 1, at + 200));
    if (line && line[2] !== "" && (line[1]?.length ?? 0) <= under) return at;
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
      // Where a comma is missing, a text behind a key is the next key, and so is one with a colon behind it.
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
