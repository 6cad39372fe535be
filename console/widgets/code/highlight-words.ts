// Highlighting without a parser: comments, strings, numbers and keywords.
import type { CodeLanguage } from "./pieces.ts";
import { type Line, type Piece, plainLines } from "./pieces.ts";

const sqlWords =
  "select|from|where|and|or|not|in|is|null|as|join|left|right|inner|outer|on|group|order|by|limit|offset|having|union|all|distinct|insert|into|values|update|set|delete|create|table|view|index|with|case|when|then|else|end|asc|desc|returning|exists|between|like|ilike|true|false";
const shellWords =
  "if|then|else|elif|fi|for|in|do|done|while|case|esac|function|return|export|local|set|exit|cd|echo|sudo";

const languages: Partial<Record<CodeLanguage, RegExp>> = {
  sql: new RegExp(
    String.raw`(?<note>--[^\n]*|/\*[\s\S]*?\*/)|(?<text>'(?:[^']|'')*'|\$\$[\s\S]*?\$\$)|(?<key>"[^"\n]*")|(?<number>\b\d+(?:\.\d+)?\b|\$\d+)|\b(?<word>${sqlWords})\b`,
    "gi",
  ),
  shell: new RegExp(
    String.raw`(?<note>(?<=^|\s)#[^\n]*)|(?<text>'[^']*'|"(?:\\.|[^"\\])*")|(?<key>\$\{[^}\n]*\}|\$\w+|(?<=\s)--?[A-Za-z][\w-]*)|(?<number>(?<=\s)\d+(?:\.\d+)?(?=\s|$))|(?<=^|[\s;|&(])(?<word>${shellWords})(?=$|[\s;|&)])`,
    "gm",
  ),
};
const looks: Readonly<Record<string, string>> = {
  note: "text-code-note",
  text: "text-code-text",
  key: "text-code-key",
  number: "text-code-number",
  word: "text-code-word",
};

export function highlightWords(code: string, language: CodeLanguage): Line[] {
  const pattern = languages[language];
  if (!pattern) return plainLines(code);
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of code.matchAll(pattern)) {
    const [name = ""] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? [];
    if (found.index > at) pieces.push({ text: code.slice(at, found.index), look: "" });
    pieces.push({ text: found[0], look: looks[name] ?? "" });
    at = found.index + found[0].length;
  }
  pieces.push({ text: code.slice(at), look: "" });
  return inLines(pieces);
}

/** Splits pieces at line ends, since strings and comments may span lines. */
function inLines(pieces: readonly Piece[]): Line[] {
  let line: Piece[] = [];
  const lines = [line];
  for (const { text, look } of pieces) {
    const [first = "", ...following] = text.split("\n");
    if (first) line.push({ text: first, look });
    for (const rest of following) lines.push((line = rest ? [{ text: rest, look }] : []));
  }
  return lines.map((each) => (each.length > 0 ? each : [{ text: "", look: "" }]));
}
