// Parses the Markdown of a rule's template: headings, lists, quotes, code, bold, italic, strikethrough and links. HTML
// is treated as text. The parser takes linear time and does not nest blocks, because templates contain untrusted text.
import { type Block, type Document, isLinkable, type Run, type Runs } from "./document.ts";

/** Longer templates are cut, because no channel shows that many characters. */
const maxLength = 20_000;

const fence = /^\s*(`{3,}|~{3,})/;
const headingStart = /^\s{0,3}#{1,6}\s+/;
const bulletLine = /^\s*[-*+•]\s+(.*)$/;
const numberLine = /^\s*\d{1,9}[.)]\s+(.*)$/;
const quoteLine = /^\s*>\s?(.*)$/;
const ruleLine = /^\s*(?:-{3,}|\*{3,}|_{3,})\s*$/;

/** Returns the text of a heading. A pattern that also matches the end of the line would not take linear time. */
function titleIn(line: string): string | undefined {
  const [start] = headingStart.exec(line) ?? [];
  if (start === undefined) return undefined;
  const words = line.slice(start.length).trimEnd();
  let end = words.length;
  while (words[end - 1] === "#") end -= 1;
  return words.slice(0, end).trimEnd();
}

export function readMarkdown(text: string): Document {
  const blocks: Block[] = [];
  // Splits at every character that ends a line for the patterns above, so that they take linear time.
  const lines = text.slice(0, maxLength).split(/\r\n|[\n\r\u2028\u2029]/);
  let at = 0;
  /** Takes the following lines that match, without their markers. */
  const take = (pattern: RegExp): string[] => {
    const taken: string[] = [];
    for (; at < lines.length; at += 1) {
      const found = pattern.exec(lines[at]!);
      if (!found) break;
      taken.push(found[1]!);
    }
    return taken;
  };
  while (at < lines.length) {
    const line = lines[at]!;
    const [, ticks] = fence.exec(line) ?? [];
    const title = titleIn(line);
    if (line.trim() === "" || ruleLine.test(line)) at += 1;
    else if (ticks !== undefined) {
      const end = lines.findIndex((next, index) => index > at && next.trim() === ticks);
      const to = end < 0 ? lines.length : end;
      blocks.push({ kind: "code", text: lines.slice(at + 1, to).join("\n") });
      at = to + 1;
    } else if (title !== undefined) {
      blocks.push({ kind: "heading", runs: readInline(title) });
      at += 1;
    } else if (bulletLine.test(line)) blocks.push({ kind: "list", items: take(bulletLine).map(readInline) });
    else if (numberLine.test(line))
      blocks.push({ kind: "list", items: take(numberLine).map(readInline), isNumbered: true });
    else if (quoteLine.test(line)) blocks.push({ kind: "quote", runs: readInline(take(quoteLine).join("\n")) });
    else {
      const start = at;
      while (at < lines.length && !endsParagraph(lines[at]!)) at += 1;
      blocks.push({ kind: "paragraph", runs: readInline(lines.slice(start, at).join("\n").trim()) });
    }
  }
  return blocks;
}

const endsParagraph = (line: string) =>
  line.trim() === "" || [fence, headingStart, bulletLine, numberLine, quoteLine, ruleLine].some((it) => it.test(line));

/** A piece of inline syntax, tried in this order at each position. */
const pieces = [
  /\\([!-/:-@[-`{-~])/y,
  /`([^`\n]+)`/y,
  /\[([^[\]\n]{1,500})\]\(\s*<?((?:[^()\s<>]|\([^()\s<>]*\)){1,2000})>?\s*\)/y,
  /<(https?:\/\/[^\s<>]{1,2000}|mailto:[^\s<>]{1,500})>/y,
  /https?:\/\/[^\s<>"'`]{1,2000}/y,
] as const;

/** Each pair of markers switches a style on and off. */
const markers = [
  ["**", "bold"],
  ["__", "bold"],
  ["~~", "strike"],
  ["*", "italic"],
  ["_", "italic"],
] as const;

type Style = (typeof markers)[number][1];

export function readInline(text: string): Runs {
  const runs: Run[] = [];
  const open = new Map<string, Style>();
  const styles = () => Object.fromEntries([...open.values()].map((style) => [style, true]));
  const add = (piece: Run) => {
    const last = runs.at(-1);
    if (last && piece.url === undefined && !piece.code && sameStyle(last, piece)) last.text += piece.text;
    else if (piece.text !== "") runs.push(piece);
  };
  for (let at = 0; at < text.length;) {
    const [escaped, code, link, angle, bare] = pieces.map((pattern) => {
      pattern.lastIndex = at;
      return pattern.exec(text);
    });
    const marker = markers.find(([word]) => text.startsWith(word, at) && isMarker(text, at, word, open.has(word)));
    if (escaped) {
      add({ text: escaped[1]!, ...styles() });
      at += escaped[0].length;
    } else if (code) {
      add({ text: code[1]!, code: true, ...styles() });
      at += code[0].length;
    } else if (link) {
      const [whole, label = "", url = ""] = link;
      add(isLinkable(url) ? { text: plainLabel(label), url, ...styles() } : { text: whole, ...styles() });
      at += whole.length;
    } else if (angle && isLinkable(angle[1]!)) {
      add({ text: angle[1]!, url: angle[1]!, ...styles() });
      at += angle[0].length;
    } else if (bare) {
      const url = bare[0].replace(bare[0].includes("(") ? /[.,;:!?*_~]+$/ : /[.,;:!?)\]}*_~]+$/, "");
      add(isLinkable(url) ? { text: url, url, ...styles() } : { text: url, ...styles() });
      at += Math.max(1, url.length);
    } else if (marker) {
      const [word, style] = marker;
      if (!open.delete(word)) open.set(word, style);
      at += word.length;
    } else {
      const next = String.fromCodePoint(text.codePointAt(at)!);
      add({ text: next, ...styles() });
      at += next.length;
    }
  }
  return runs;
}

const plainLabel = (label: string) => label.replaceAll(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll(/\*\*|__|`/g, "");

const sameStyle = (a: Run, b: Run) =>
  a.url === undefined && !a.code && a.bold === b.bold && a.italic === b.italic && a.strike === b.strike;

/** The maximum distance to the closing marker, which keeps the parser linear. */
const maxStyled = 2_000;

/** A marker opens a style before a word and closes it after a word. An opening marker needs a closing marker. */
function isMarker(text: string, at: number, word: string, isOpen: boolean): boolean {
  const [before, after] = [text[at - 1] ?? " ", text[at + word.length] ?? " "];
  // An underscore inside a word is part of a name, such as check_name.
  const isInName = word.startsWith("_") && /\w/.test(before) && /\w/.test(after);
  if (isOpen) return /\S/.test(before) && !(word.startsWith("_") && /\w/.test(after));
  if (!/\S/.test(after) || isInName || (word.startsWith("_") && /\w/.test(before))) return false;
  const rest = text.slice(at + word.length, at + word.length + maxStyled);
  const end = rest.indexOf(word, 1);
  return end > 0 && /\S/.test(rest[end - 1]!) && !rest.slice(0, end).includes("\n\n");
}
