// Splits a SQL statement into words, symbols, strings and comments, with the precision that a plan needs. Quotes differ
// between databases.

export type Database = "postgres" | "mysql" | "sqlserver";

export interface Token {
  kind: "word" | "name" | "string" | "sign" | "parameter" | "comment";
  /** As it is written. */
  text: string;
}

/** Whether the statement ends inside a string or comment. */
export class OpenQuote extends Error {
  override readonly name = "OpenQuote";
}

type Pattern = readonly [kind: Token["kind"] | "space", pattern: RegExp];

const common: readonly Pattern[] = [
  ["space", /\s+/y],
  ["comment", /--[^\n]*/y],
  ["word", /[\p{L}_@#][\p{L}\p{N}_@#$]*/uy],
  ["sign", /\d+(?:\.\d*)?(?:e[+-]?\d+)?/iy],
];

const patterns: Readonly<Record<Database, readonly Pattern[]>> = {
  postgres: [
    ["string", /e'(?:[^'\\]|\\.|'')*'/isy],
    ["string", /(?:[bnx]|u&)?'(?:[^']|'')*'/iy],
    ["name", /(?:u&)?"(?:[^"]|"")*"/iy],
    ["string", /(\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$).*?\1/suy],
    ["parameter", /\$\d+/y],
    ...common,
  ],
  mysql: [
    ["string", /[bnx]?'(?:[^'\\]|\\.|'')*'/isy],
    ["string", /"(?:[^"\\]|\\.|"")*"/sy],
    ["name", /`(?:[^`]|``)*`/y],
    ["comment", /#[^\n]*/y],
    ["parameter", /\$\d+/y],
    ...common,
  ],
  sqlserver: [
    ["string", /n?'(?:[^']|'')*'/iy],
    ["name", /"(?:[^"]|"")*"/y],
    ["name", /\[(?:[^\]]|\]\])*\]/y],
    ["parameter", /\$\d+/y],
    ...common,
  ],
};

export function tokensOf(text: string, database: Database): Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length;) {
    const token = text.startsWith("/*", at) ? blockComment(text, at, database) : tokenAt(text, at, database);
    if (token.kind !== "space") tokens.push(token as Token);
    at += token.text.length;
  }
  return tokens;
}

function tokenAt(text: string, at: number, database: Database): { kind: Pattern[0]; text: string } {
  for (const [kind, pattern] of patterns[database]) {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found) return { kind, text: found };
  }
  const sign = text[at]!;
  if (`'"\``.includes(sign) || (sign === "[" && database === "sqlserver"))
    throw new OpenQuote(`The quote ${sign} is not closed.`);
  if (sign === "$" && /^\$\w*\$/.test(text.slice(at))) throw new OpenQuote("The quote $$ is not closed.");
  return { kind: "sign", text: sign };
}

/** Comments of PostgreSQL and SQL Server can be nested. */
function blockComment(text: string, start: number, database: Database): Token {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const pair = text.slice(at, at + 2);
    if (pair === "/*" && (depth === 0 || database !== "mysql")) depth += 1;
    else if (pair === "*/") depth -= 1;
    at += pair === "/*" || pair === "*/" ? 2 : 1;
    if (depth === 0) return { kind: "comment", text: text.slice(start, at) };
  }
  throw new OpenQuote("The comment is not closed.");
}
