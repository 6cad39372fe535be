// Syntax highlighting. Loaded lazily, since the parsers are large.
import type { Parser } from "@lezer/common";
import { highlightCode, tagHighlighter, tags } from "@lezer/highlight";
import { parser as json } from "@lezer/json";
import { parser as yaml } from "@lezer/yaml";
import type { CodeLanguage, Line, Piece } from "./pieces.ts";
import { highlightWords } from "./highlight-words.ts";

const TEXT = "text-code-text";
const NUMBER = "text-code-number";
/** The YAML parser does not distinguish unquoted numbers from strings. */
const bareValue = /^\s*(?:true|false|null|~|[-+]?\d[\d_]*(?:\.\d+)?(?:e[-+]?\d+)?)\s*$/i;

const looks = tagHighlighter([
  { tag: tags.propertyName, class: "text-code-key" },
  { tag: [tags.string, tags.attributeValue, tags.content], class: TEXT },
  { tag: [tags.number, tags.bool, tags.null], class: NUMBER },
  { tag: [tags.keyword, tags.typeName, tags.labelName, tags.meta], class: "text-code-word" },
  { tag: tags.comment, class: "text-code-note" },
  { tag: [tags.punctuation, tags.separator, tags.bracket], class: "text-muted" },
]);

const parsers: Partial<Record<CodeLanguage, Parser>> = { json, yaml };

export function highlight(code: string, language: CodeLanguage): Line[] {
  const parser = parsers[language];
  return parser ? parsed(code, parser) : highlightWords(code, language);
}

function parsed(code: string, parser: Parser): Line[] {
  let line: Piece[] = [];
  const lines = [line];
  highlightCode(
    code,
    parser.parse(code),
    looks,
    (text, look) => line.push({ text, look: look === TEXT && bareValue.test(text) ? NUMBER : look }),
    () => lines.push((line = [])),
  );
  for (const each of lines) if (each.length === 0) each.push({ text: "", look: "" });
  return lines;
}
