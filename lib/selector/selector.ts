// The search language: `grafana type=Kubernetes::Pod health=unhealthy,warning !labels.team`.
//
//   query  = all { ("|" | ";") all }       either
//   all    = term { term }                 both
//   term   = "(" query ")" | [-]word | path operator values | [!]path
//   path   = name { "." name }             type, labels.app, labels."app.kubernetes.io/name"
//   values = [!]value { "," [!]value }     as in match.ts; a quoted value has no wildcards
//
// A word matches names that begin with it. A path alone matches resources whose labels, tags or properties have the
// key. The palette, the resource selector and the API share this parser; selector-match.ts evaluates a selector in
// memory, the search area in SQL.
import { parsePattern, percentEncode, type Match, type Pattern } from "../text/match.ts";
import { Unreadable } from "../text/unreadable.ts";

export type Comparison = "<" | ">" | "<=" | ">=";

export type Path = readonly string[];

export type Term =
  | { kind: "name"; pattern: Pattern; negated: boolean; at: number }
  | { kind: "has"; path: Path; negated: boolean; at: number }
  | { kind: "is"; path: Path; match: Match; negated: boolean; at: number }
  | { kind: "compare"; path: Path; operator: Comparison; value: string; at: number };

export type Selector = Term | { kind: "all" | "any"; of: readonly Selector[] };

/** The selector that matches everything. */
export const everything: Selector = { kind: "all", of: [] };

/**
 * The fields with keys. A path that begins with such a field does not need an operator, and dots after the field belong
 * to the key.
 */
export const keyed: ReadonlySet<string> = new Set(["labels", "tags", "properties"]);

export function parseSelector(text: string): Selector {
  const reader = new Reader(text);
  const selector = readAny(reader);
  if (!reader.atEnd) throw new Unreadable('This ")" has no matching "(".', reader.at);
  return selector;
}

const joined = (kind: "all" | "any", selectors: readonly Selector[]): Selector => {
  // Nested groups are flattened, because "a (b c)" and "a b c" mean the same and must print the same.
  const flat = selectors.flatMap((part) => (part.kind === kind ? part.of : [part]));
  return flat.length === 1 ? flat[0]! : { kind, of: flat };
};

export const both = (...selectors: readonly Selector[]) => joined("all", selectors);
export const either = (...selectors: readonly Selector[]) => joined("any", selectors);

function readAny(reader: Reader): Selector {
  const parts: Selector[] = [];
  do {
    const part = readAll(reader);
    // An empty side of "|" means that the user is still typing, so it must not match everything.
    if (part !== undefined) parts.push(part);
  } while (reader.take("|") || reader.take(";"));
  return parts.length === 0 ? everything : either(...parts);
}

function readAll(reader: Reader): Selector | undefined {
  const terms: Selector[] = [];
  for (reader.skipSpace(); !reader.atEnd && !/[)|;]/.test(reader.next); reader.skipSpace())
    terms.push(readTerm(reader));
  return terms.length === 0 ? undefined : both(...terms);
}

function readTerm(reader: Reader): Selector {
  const { at } = reader;
  if (reader.take("(")) {
    const inner = readAny(reader);
    if (!reader.take(")")) throw new Unreadable('A ")" is missing.', at);
    return inner;
  }
  return readField(reader) ?? readHas(reader) ?? readName(reader);
}

const operator = /!=|<=|>=|[=<>]|:(?!:)/y;

function readField(reader: Reader): Term | undefined {
  const { at } = reader;
  const path = readPath(reader);
  const sign = path && reader.match(operator);
  if (!path || !sign) {
    reader.at = at;
    return undefined;
  }
  const where = `${printPath(path)}${sign}`;
  if (sign === "=" || sign === ":" || sign === "!=")
    return { kind: "is", path, match: readValues(reader, where), negated: sign === "!=", at };
  const value = reader.quoted() ?? reader.match(bareValue);
  if (!value) throw new Unreadable(`A value is missing after "${where}".`, reader.at);
  return { kind: "compare", path, operator: sign as Comparison, value, at };
}

const bareName = /[\p{L}\p{N}_@][\p{L}\p{N}_@/-]*/uy;
const bareValue = /[^\s,()|;"]+/y;

function readPath(reader: Reader): Path | undefined {
  const path: string[] = [];
  do {
    // Field names have no quotes: a quote at the beginning starts a word.
    const name = (path.length > 0 ? reader.quoted() : undefined) ?? reader.match(bareName);
    if (name === undefined) return undefined;
    path.push(name);
  } while (reader.take("."));
  return keyed.has(path[0]!) && path.length > 2 ? [path[0]!, path.slice(1).join(".")] : path;
}

function readValues(reader: Reader, where: string): Match {
  const [include, exclude]: [Pattern[], Pattern[]] = [[], []];
  do {
    const list = reader.take("!") ? exclude : include;
    const quoted = reader.quoted();
    const bare = quoted === undefined ? reader.match(bareValue) : undefined;
    if (quoted !== undefined) list.push([quoted]);
    else if (bare !== undefined) list.push(parsePattern(bare));
  } while (reader.take(","));
  if (include.length + exclude.length === 0) throw new Unreadable(`A value is missing after "${where}".`, reader.at);
  return { include, exclude };
}

function readHas(reader: Reader): Term | undefined {
  const { at } = reader;
  const negated = reader.take("!");
  const path = readPath(reader);
  if (path?.length === 2 && keyed.has(path[0]!) && (reader.atEnd || /[\s()|;]/.test(reader.next)))
    return { kind: "has", path, negated, at };
  if (negated) throw new Unreadable('Write a key after "!", such as !labels.team. To exclude a name, use "-".', at);
  reader.at = at;
  return undefined;
}

function readName(reader: Reader): Term {
  const { at } = reader;
  const negated = reader.take("-");
  const quoted = reader.quoted();
  const word = quoted ?? reader.match(/[^\s()|;"]+/y);
  if (word === undefined) throw new Unreadable('Write a word after "-".', at);
  if (quoted === undefined && /^[=<>:,]/.test(word))
    throw new Unreadable(`Write "${word[0]}" between a field and a value, without spaces: type=Pod.`, at);
  const pattern = quoted === undefined ? parsePattern(word) : [word];
  return { kind: "name", pattern: pattern.length === 1 ? [...pattern, ""] : pattern, negated, at };
}

/** Lets words of three letters or more match anywhere in a name, for searches while the user types. */
export function loosened(selector: Selector): Selector {
  if ("of" in selector) return { ...selector, of: selector.of.map(loosened) };
  const start = beginningOf(selector);
  return selector.kind === "name" && start !== undefined && start.length > 2
    ? { ...selector, pattern: ["", start, ""] }
    : selector;
}

/** The prefix that names must have, if the term requires a prefix. */
export function beginningOf(term: Selector): string | undefined {
  if (term.kind !== "name" || term.negated) return undefined;
  const [start, end] = term.pattern;
  return term.pattern.length === 2 && end === "" ? start : undefined;
}

export function printSelector(selector: Selector): string {
  switch (selector.kind) {
    case "all":
      return selector.of
        .map((part) => (part.kind === "any" ? `(${printSelector(part)})` : printSelector(part)))
        .join(" ");
    case "any":
      return selector.of.map(printSelector).join(" | ");
    case "name":
      return (selector.negated ? "-" : "") + printWord(selector.pattern);
    case "has":
      return (selector.negated ? "!" : "") + printPath(selector.path);
    case "is":
      return `${printPath(selector.path)}${selector.negated ? "!=" : "="}${printValues(selector.match)}`;
    case "compare":
      return `${printPath(selector.path)}${selector.operator}${printText(selector.value)}`;
  }
}

const printPath = (path: Path) =>
  path.map((name, index) => (index === 0 || isBareName(name) ? name : quote(name))).join(".");

const isBareName = (name: string) => /^[\p{L}\p{N}_@][\p{L}\p{N}_@/-]*$/u.test(name);

const quote = (text: string) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`;

/** Quotes a string that would otherwise be parsed differently. */
const printText = (text: string) => (/^[^\s,()|;"!*%=][^\s,()|;"!*%]*$/.test(text) ? text : quote(text));

const printValues = ({ include, exclude }: Match) =>
  [...include.map(printValue), ...exclude.map((pattern) => `!${printValue(pattern)}`)].join(",");

const printValue = (pattern: Pattern) => (pattern.length === 1 ? printText(pattern[0]!) : printGlob(pattern));

const printGlob = (pattern: Pattern, signs = /[\s,()|;"!*%]/g) =>
  pattern.map((part) => part.replaceAll(signs, percentEncode)).join("*");

/**
 * Prints without quotes where possible. Words that would be parsed as a field, a key or an operator are quoted or
 * written in full.
 */
function printWord(pattern: Pattern): string {
  const isPrefix = pattern.length === 2 && pattern[1] === "";
  const plain = isPrefix ? printGlob([pattern[0]!]) : printGlob(pattern);
  if (isNamed(plain, pattern)) return plain;
  return isPrefix ? quote(pattern[0]!) : printGlob(pattern, /[\s!-/:-@[-`{-~]/g);
}

function isNamed(text: string, pattern: Pattern): boolean {
  try {
    const read = parseSelector(text);
    return read.kind === "name" && !read.negated && read.pattern.join("\0") === pattern.join("\0");
  } catch {
    return false;
  }
}

/** The text and the current position of the parser. */
class Reader {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  get atEnd() {
    return this.at >= this.text.length;
  }

  get next() {
    return this.text[this.at] ?? "";
  }

  skipSpace() {
    this.match(/\s+/y);
  }

  take(sign: string): boolean {
    if (!this.text.startsWith(sign, this.at)) return false;
    this.at += sign.length;
    return true;
  }

  match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0];
    if (found !== undefined) this.at += found.length;
    return found;
  }

  /** Reads a string in `"…"` with backslash escapes; undefined if the current position has no quote. */
  quoted(): string | undefined {
    if (this.next !== '"') return undefined;
    const found = this.match(/"(?:[^"\\]|\\.)*"/sy);
    if (found === undefined) throw new Unreadable("A closing quote is missing.", this.at);
    return found.slice(1, -1).replaceAll(/\\(.)/gs, "$1");
  }
}

/** Aliases of the fields in selectors. */
const aliases: Readonly<Record<string, string>> = {
  config_type: "type",
  created: "created_at",
  updated: "updated_at",
  deleted: "deleted_at",
};

/** The field that a path starts with, with aliases resolved. */
export const fieldOf = ([name = ""]: Path) => (Object.hasOwn(aliases, name) ? aliases[name]! : name);
