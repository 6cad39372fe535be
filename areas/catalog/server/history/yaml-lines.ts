// Prints a document as YAML. Each line has the number of the line in the normalized JSON text where the same value
// begins.
import { isMap, isNode, isPair, isSeq, LineCounter, parseDocument, stringify } from "yaml";
import type { Json } from "#language/columns.ts";

export interface YamlLine {
  text: string;
  /** The line number in the JSON text, from zero. */
  json: number;
}

export function yamlLines(document: Json, jsonLines: readonly string[]): YamlLine[] {
  const text = stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
  const counter = new LineCounter();
  const parsed = parseDocument(text, { lineCounter: counter });
  const starts = jsonStarts(jsonLines);
  const found = new Map<number, number>();
  const note = (offset: number | undefined, path: string) => {
    const json = starts.get(path);
    // If several values begin in a line, the innermost value is used.
    if (offset !== undefined && json !== undefined) found.set(counter.linePos(offset).line - 1, json);
  };
  const visit = (node: unknown, path: string) => {
    if (isMap(node))
      for (const pair of node.items) {
        if (!isPair(pair) || !isNode(pair.key)) continue;
        const inner = `${path}/${JSON.stringify(String(pair.key.toJSON()))}`;
        note(pair.key.range?.[0], inner);
        visit(pair.value, inner);
      }
    else if (isSeq(node))
      for (const [index, element] of node.items.entries()) {
        const inner = `${path}/${index}`;
        if (isNode(element)) note(element.range?.[0], inner);
        visit(element, inner);
      }
  };
  visit(parsed.contents, "");
  let json = 0;
  return text
    .replace(/\n$/, "")
    .split("\n")
    .map((line, at) => ({ text: line, json: (json = found.get(at) ?? json) }));
}

/**
 * Returns the line where each value begins in the normalized JSON text, which has two spaces per level and one line per
 * value.
 */
function jsonStarts(lines: readonly string[]): Map<string, number> {
  const starts = new Map<string, number>();
  const open: { path: string; next: number }[] = [];
  for (const [at, line] of lines.entries()) {
    const content = line.trimStart();
    if (/^[\]}]/.test(content)) {
      open.pop();
      continue;
    }
    const parent = open.at(-1);
    const key = parent && /^("(?:[^"\\]|\\.)*"): /.exec(content)?.[1];
    // A string in a list may look like a key, so keys only count inside objects.
    const isEntry = key !== undefined && parent!.next < 0;
    const path = parent === undefined ? "" : `${parent.path}/${isEntry ? key : parent.next++}`;
    starts.set(path, at);
    const value = isEntry ? content.slice(key.length + 2) : content;
    if (value === "{") open.push({ path, next: -1 });
    else if (value === "[") open.push({ path, next: 0 });
  }
  return starts;
}
