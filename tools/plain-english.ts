// Finds wording that is hard to read in comments, test titles and names (CONTRIBUTING.md, "Words").
import { parseSync } from "vite";

export interface Finding {
  line: number;
  text: string;
  /** The suggested wording. */
  advice: string;
}

interface Rule {
  pattern: RegExp;
  advice: string;
}

const proseRules: readonly Rule[] = [
  { pattern: /^(?:What|Whatever|Who|Whoever|Whose|Whom|Those|Of)\b(?!.*\?$)/, advice: "begin with a concrete subject" },
  { pattern: /\bis no (?!longer\b|more than\b|less than\b)/, advice: 'write "is not a"' },
  { pattern: /\bunless (?:said|told)\b/, advice: 'write "Default: …"' },
  { pattern: /\b(?:is|are|was|were|be|been|being|gets?) told\b|\btells?\b/, advice: "write reports, returns or sends" },
  { pattern: /\b(?:nobody|whoever|whomever)\b/i, advice: "name the person, process or caller" },
  { pattern: /\banew\b/, advice: 'write "again"' },
  { pattern: /\bbeside\b/, advice: 'write "next to", "besides" or "while"' },
  { pattern: /\bso (?:many|much|long|often)\b(?! as\b| that\b)/, advice: "give the number or its name" },
  { pattern: /\b(?:stands?|stood|standing) in\b/, advice: 'write "is", "replaces" or "is stored in"' },
  { pattern: /\b(?:he|his|him|she|her|hers)\b/i, advice: "write they, their, or name the role" },
  { pattern: /\bsays? (?:why|which|that|how|what)\b/, advice: "write reports, shows, states or contains" },
  { pattern: /\bworks? on(?=[,.;]|$)/, advice: 'write "continues"' },
  { pattern: /\bst(?:ands?|ood) still\b/, advice: 'write "stalled"' },
  {
    pattern: /\blost (?:and|or) doubled\b|\bdoubles? (?:it|them)\b|\bdoubled (?:result|row|message)/,
    advice: 'write "duplicated"',
  },
  { pattern: /\bas (?:it|they) likes?\b/, advice: "name what is allowed" },
  { pattern: /\bhealths\b/, advice: 'write "health values"' },
];

/** Names that do not describe the value, with the usual term. */
const nameRules: readonly Rule[] = [
  { pattern: /^(?:most|MOST_)(?=[A-Z])/, advice: "name it max…" },
  { pattern: /^usual(?=[A-Z])/, advice: "name it default…" },
  { pattern: /^longest(?=[A-Z])/, advice: "name it max…" },
  { pattern: /^shortest(?=[A-Z])/, advice: "name it min…" },
  { pattern: /^patience/, advice: "name it timeout…" },
  { pattern: /^(?:told|made|given|begun|ran|of|one)$/, advice: "use a noun" },
];

export function findRiddles(path: string, source: string): Finding[] {
  const lineOf = (offset: number) => source.slice(0, offset).split("\n").length;
  if (path.endsWith(".sql")) return sqlProse(source).flatMap(({ text, offset }) => prose(text, lineOf(offset)));
  const { comments, program } = parseSync(path, source);
  const found = joinLines(comments, source).flatMap(({ text, offset }) => prose(text, lineOf(offset)));
  walk(program, (node) => {
    const title = titleOf(node);
    if (title) found.push(...prose(title.text, lineOf(title.offset)));
    const name = declaredName(node);
    if (name === undefined) return;
    for (const { pattern, advice } of nameRules)
      if (pattern.test(name.text)) found.push({ line: lineOf(name.offset), text: name.text, advice });
  });
  return found.toSorted((a, b) => a.line - b.line);
}

/** Checks each sentence separately and ignores quoted text. */
function prose(text: string, line: number): Finding[] {
  const plain = text.replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”/g, "“”");
  return plain
    .split(/(?<=[.;:!?])\s+/)
    .map((sentence, index) => (index === 0 ? capitalized(sentence.trim()) : sentence.trim()))
    .flatMap((sentence) =>
      proseRules
        .filter(({ pattern }) => pattern.test(sentence))
        .map(({ advice }) => ({ line, text: sentence, advice })),
    );
}

/** Capitalizes the first letter, because test titles begin with a lower-case letter. */
const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface Text {
  text: string;
  offset: number;
}

/** Joins consecutive // lines into one comment. */
function joinLines(comments: readonly { type: string; value: string; start: number; end: number }[], source: string) {
  const joined: (Text & { end: number })[] = [];
  for (const { type, value, start, end } of comments) {
    const last = joined.at(-1);
    const text = value
      .replaceAll(/^[\s*/]+|\n\s*\*/gm, " ")
      .replaceAll(/\s+/g, " ")
      .trim();
    if (/^(?:oxlint|@ts|#|prettier|v8|@vite)/.test(text)) continue;
    if (type === "Line" && last && /^\n?[ \t]*$/.test(source.slice(last.end, start))) {
      last.text += ` ${text}`;
      last.end = end;
    } else joined.push({ text, offset: start, end });
  }
  return joined;
}

function sqlProse(source: string): Text[] {
  const found: Text[] = [];
  for (const match of source.matchAll(/(?:^[ \t]*--[^\n]*\n?)+/gm))
    found.push({
      text: match[0]
        .replaceAll(/^[ \t]*--/gm, " ")
        .replaceAll(/\s+/g, " ")
        .trim(),
      offset: match.index,
    });
  for (const match of source.matchAll(/^comment on [^']* is\s+'((?:[^']|'')*)'/gim))
    found.push({ text: match[1]!, offset: match.index });
  return found;
}

type Node = Readonly<Record<string, unknown>> & { type: string; start: number };

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) return value.forEach((each) => walk(each, visit));
  if (!isNode(value)) return;
  visit(value);
  for (const [key, child] of Object.entries(value)) if (key !== "parent") walk(child, visit);
}

/** Returns the title of a test or of a group of tests. */
function titleOf(node: Node): Text | undefined {
  if (node.type !== "CallExpression") return undefined;
  let callee = node["callee"];
  while (isNode(callee) && (callee.type === "MemberExpression" || callee.type === "CallExpression"))
    callee = callee.type === "MemberExpression" ? callee["object"] : callee["callee"];
  if (!isNode(callee) || !["test", "it", "describe"].includes(String(callee["name"]))) return undefined;
  const [title] = node["arguments"] as readonly Node[];
  const text = title === undefined ? undefined : textOf(title);
  return text === undefined ? undefined : { text: text.replace(/^(?:[A-Z]{2}-\d+ )+/, ""), offset: title!.start };
}

/** Returns the text of a string or of a template, whose values become `…`. */
function textOf(node: Node): string | undefined {
  if (node.type === "Literal" && typeof node["value"] === "string") return node["value"];
  if (node.type !== "TemplateLiteral") return undefined;
  return (node["quasis"] as readonly { value: { raw: string } }[]).map(({ value }) => value.raw).join("…");
}

function declaredName(node: Node): Text | undefined {
  const id = node.type === "VariableDeclarator" || node.type === "FunctionDeclaration" ? node["id"] : undefined;
  return isNode(id) && typeof id["name"] === "string" ? { text: id["name"], offset: id.start } : undefined;
}
