// Where in a source something stands that is told by its place inside a text of it: an expression in a block of YAML.
import { isScalar, Scalar } from "yaml";
import type { TextPlace } from "#language/problem.ts";
import type { Path } from "../form/json-schema.ts";
import type { Range, Source } from "./source.ts";

/** The word at that place; undefined where the text is not written as it is meant, folded or with escapes. */
export function rangeInside({ document, text }: Source, path: Path, place: TextPlace): Range | undefined {
  const node: unknown = document.getIn(path, true);
  if (!isScalar(node) || typeof node.value !== "string" || !node.range) return undefined;
  const [from, to] = node.range;
  const at =
    node.type === Scalar.BLOCK_LITERAL
      ? inBlock(text.slice(from, to), node.value, place)
      : inLine(text.slice(from, to), node.value, place);
  if (at === undefined) return undefined;
  return wordAt(text, Math.min(from + at, from + text.slice(from, to).trimEnd().length));
}

/** What is missing at the end is missing behind the last word. */
function wordAt(text: string, from: number): Range {
  const word = /^[\w.]+/.exec(text.slice(from, from + 200))?.[0] ?? " ";
  return { from, to: Math.min(from + word.length, text.length) };
}

/** Each line of a block stands on a line of its own, after the first, which has only the sign. */
function inBlock(written: string, value: string, { line, column }: TextPlace): number | undefined {
  const lines = written.split("\n");
  const meant = value.split("\n")[line - 1];
  const found = lines[line];
  if (meant === undefined || !found?.endsWith(meant)) return undefined;
  const before = lines.slice(0, line).join("\n").length + 1;
  return before + found.length - meant.length + column - 1;
}

function inLine(written: string, value: string, { line, column }: TextPlace): number | undefined {
  const begin = written.indexOf(value);
  return begin < 0 || line !== 1 ? undefined : begin + column - 1;
}
