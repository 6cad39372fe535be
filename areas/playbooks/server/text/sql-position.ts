// Parses SQL while it is rendered and determines how the database interprets the current position. It applies the rules
// that PostgreSQL, MySQL and SQL Server share. Where they differ, the position is ambiguous, and values can only be
// bound.

export type SqlWhere =
  /** Outside of quotes and comments. */
  | "plain"
  /** In brackets, or after text that some databases parse as a comment. */
  | "ambiguous"
  | "single"
  | "double"
  | "backtick"
  | "comment"
  | "dollar"
  /**
   * The position is after a quote that some databases parse as escaped, so the state of the remaining text is unknown.
   */
  | "lost";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

/** Values follow these words, until the next clause begins. */
const beforeValues = words(
  "where and or not having in values limit offset top fetch like ilike between when then else is return interval escape any all some",
);
/** Names, keywords or columns follow these words. */
const beforeNames = words(
  "select distinct from join update database schema view column user role by as returning set grant revoke to drop truncate alter create add rename call exec execute show use references asc desc with delete insert",
);
/** After these words, parentheses contain columns: insert into t (a, b). */
const beforeColumns = words("into table index on using");

type Clause = "values" | "names" | "columns";

const clauseAfter = (word: string): Clause | undefined => {
  if (beforeValues.has(word)) return "values";
  if (beforeNames.has(word)) return "names";
  return beforeColumns.has(word) ? "columns" : undefined;
};

export class SqlPosition {
  #where: SqlWhere = "plain";
  /** The last characters outside quotes; a quoted string counts as one quote. */
  #tail = "";
  #backslashes = 0;
  #isLine = false;
  #tag = "";
  /** The last characters of the current comment or dollar-quoted string. */
  #inside = "";
  #brackets = 0;
  #isHash = false;
  /** The current word outside of quotes. */
  #word = "";
  /** The current clause in each open parenthesis. */
  #clauses: Clause[] = ["names"];
  /** The last character outside of quotes that is not a blank. */
  #last = "";
  /** Whether the text of the author has `$1`, which could be confused with a bound value. */
  hasNumberedParameter = false;

  get where(): SqlWhere {
    return this.#where === "plain" && (this.#brackets > 0 || this.#isHash) ? "ambiguous" : this.#where;
  }

  /** The characters before the current position. */
  get before(): string {
    return this.#tail;
  }

  /** Whether SQL expects a value here, rather than a name or a keyword. */
  get expectsValue(): boolean {
    return /[=<>!+*/%|&^~-]/.test(this.#last) || this.#clauses.at(-1) === "values";
  }

  feed(text: string): void {
    for (const sign of text) {
      if (this.#where === "plain") this.#read(sign);
      this.#step(sign);
      this.#tail = (this.#tail + sign).slice(-64);
    }
  }

  /** Adds the placeholder of a bound value. */
  feedPlaceholder(text: string): void {
    this.#tail = (this.#tail + text).slice(-64);
    this.#last = "$";
  }

  /** Follows the clauses of the statement. */
  #read(sign: string): void {
    if (/[\w$]/.test(sign)) {
      this.#word += sign.toLowerCase();
      this.#last = sign;
      return;
    }
    const clause = clauseAfter(this.#word) ?? this.#clauses.at(-1)!;
    this.#word = "";
    this.#clauses[this.#clauses.length - 1] = clause;
    if (sign === "(") this.#clauses.push(clause === "columns" ? "names" : "values");
    else if (sign === ")" && this.#clauses.length > 1) this.#clauses.pop();
    else if (sign === ";") this.#clauses = ["names"];
    if (!/\s/.test(sign)) this.#last = sign;
  }

  #step(sign: string): void {
    switch (this.#where) {
      case "plain":
        this.#plain(sign);
        return;
      case "single":
      case "double":
      case "backtick":
        this.#quoted(sign);
        return;
      case "comment":
        if (this.#isLine ? sign === "\n" : sign === "/" && this.#inside.endsWith("*")) this.#where = "plain";
        // PostgreSQL supports nested comments, other databases do not.
        else if (!this.#isLine && sign === "*" && this.#inside.endsWith("/")) this.#where = "lost";
        this.#inside = sign;
        return;
      case "dollar":
        if (sign === "$" && this.#inside.endsWith(this.#tag)) this.#where = "plain";
        this.#inside = (this.#inside + sign).slice(-64);
        return;
      default:
    }
  }

  #plain(sign: string): void {
    if (sign === "\n") this.#isHash = false;
    if (sign === "'") this.#open("single");
    else if (sign === '"') this.#open("double");
    else if (sign === "`") this.#open("backtick");
    else if (sign === "#") this.#isHash = true;
    else if (sign === "[") this.#brackets += 1;
    else if (sign === "]") this.#brackets = Math.max(0, this.#brackets - 1);
    else if (sign === "-" && this.#tail.endsWith("-")) this.#comment({ isLine: true });
    else if (sign === "*" && this.#tail.endsWith("/")) this.#comment({ isLine: false });
    else if (sign === "$") this.#dollar();
    else if (/\d/.test(sign) && this.#tail.endsWith("$")) this.hasNumberedParameter = true;
  }

  #open(where: "single" | "double" | "backtick"): void {
    // SQL Server parses quotes in brackets as part of a name, and MySQL parses `#` as a comment.
    this.#where = this.#brackets > 0 || this.#isHash ? "lost" : where;
    this.#backslashes = 0;
  }

  #quoted(sign: string): void {
    const quote = { single: "'", double: '"', backtick: "`" }[this.#where as "single" | "double" | "backtick"];
    if (sign === quote) {
      // MySQL treats a backslash as an escape. A doubled quote closes and reopens the string.
      this.#where = this.#backslashes % 2 === 1 ? "lost" : "plain";
    }
    this.#backslashes = sign === "\\" ? this.#backslashes + 1 : 0;
  }

  #comment({ isLine }: { isLine: boolean }): void {
    this.#where = "comment";
    this.#isLine = isLine;
    this.#inside = "";
  }

  /** `$$` or `$name$` starts a dollar-quoted string in PostgreSQL. */
  #dollar(): void {
    const found = /(.?)(\$(?:[A-Za-z_]\w*)?)$/s.exec(this.#tail);
    if (!found) return;
    const [, before = "", tag = ""] = found;
    // In a name such as `a$b$`, the dollar belongs to the name.
    this.#where = /[\w$]/.test(before) ? "lost" : "dollar";
    this.#tag = tag;
    this.#inside = "";
  }
}
