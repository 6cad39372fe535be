// Converts a line and column inside a scalar (an expression in a YAML block) to a range of the whole source.
import { isScalar, Scalar } from "yaml";
import type { TextPlace } from "#language/problem.ts";
import type { Path } from "../form/json-schema.ts";
import type { Range, Source } from "./source.ts";

/** The word at the position; undefined if the scalar is folded or has escapes, since the positions then differ. */
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

/** Returns the range of the word at the position; at the end of the text the range is one character long. */
function wordAt(text: string, from: number): Range {
  const word = /^[\w.]+/.exec(text.slice(from, from + 200))?.[0] ?? " ";
  return { from, to: Math.min(from + word.length, text.length) };
}

/** The first line of a block scalar is its indicator; each following source line is one line of the value. */
function inBlock(written: string, value: string, { line, column }: TextPlace): number | undefined {
  const lines = written.split("\n");
  const parsed = value.split("\n")[line - 1];
  const found = lines[line];
  if (parsed === undefined || !found?.endsWith(parsed)) return undefined;
  const before = lines.slice(0, line).join("\n").length + 1;
  return before + found.length - parsed.length + column - 1;
}

function inLine(written: string, value: string, { line, column }: TextPlace): number | undefined {
  const begin = written.indexOf(value);
  return begin < 0 || line !== 1 ? undefined : begin + column - 1;
}
