// Replaces single values in a YAML text, such as the number of replicas; every other character stays unchanged.
import type { Document, Scalar } from "yaml";
import { isSameData, type YamlLibrary } from "./edited-texts.ts";

interface Piece {
  from: number;
  to: number;
  text: string;
}

type Library = YamlLibrary & Pick<typeof import("yaml"), "stringify">;

/** Returns undefined if the change affects more than single values. The caller checks the value of the result. */
export function splicedText(yaml: Library, text: string, value: unknown): string | undefined {
  const document = yaml.parseDocument(text, { merge: true, stringKeys: true });
  const pieces: Piece[] = [];
  if (!collect({ yaml, document, pieces }, document.contents, value)) return undefined;
  return pieces
    .toSorted((a, b) => b.from - a.from)
    .reduce((changed, { from, to, text: written }) => changed.slice(0, from) + written + changed.slice(to), text);
}

interface Collecting {
  yaml: Library;
  document: Document;
  pieces: Piece[];
}

/** Returns whether all changes below the node are replacements of single values. */
function collect(collecting: Collecting, node: unknown, value: unknown): boolean {
  const { yaml, document, pieces } = collecting;
  if (yaml.isMap(node) && isRecord(value))
    return (
      node.items.length === Object.keys(value).length &&
      node.items.every(({ key, value: inner }) => {
        const name = String(yaml.isScalar(key) ? key.value : key);
        return Object.hasOwn(value, name) && collect(collecting, inner, value[name]);
      })
    );
  if (yaml.isSeq(node) && Array.isArray(value))
    return (
      node.items.length === value.length && node.items.every((item, index) => collect(collecting, item, value[index]))
    );
  if (yaml.isAlias(node)) return isSameData(node.toJS(document), value);
  if (!yaml.isScalar(node) || (typeof value === "object" && value !== null)) return false;
  if (node.value === value) return true;
  const [from, to] = node.range ?? [0, 0];
  const written = printed(yaml, node, value);
  if (written === undefined || from === to) return false;
  pieces.push({ from, to, text: written });
  return true;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Keeps the quote style of the replaced value; undefined for multiline values. */
function printed(yaml: Library, { type }: Scalar, value: unknown): string | undefined {
  const isQuoted = type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE";
  if (!isQuoted && type !== "PLAIN") return undefined;
  const text = yaml.stringify(value, { lineWidth: 0, defaultStringType: isQuoted ? type : "PLAIN" }).trimEnd();
  return text.includes("\n") ? undefined : text;
}
