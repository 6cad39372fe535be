// Parses a shell script while it is rendered and decides whether a quoted word is allowed at the current position.
// Quotes protect a value only in plain shell text: inside other quotes, comments, here-documents or arithmetic the
// shell would still interpret it. After a construct that shells parse differently, every position is unknown, and the
// script can only use environment variables.

type Frame =
  /** Plain text; `isParen` if it ends at a `)`. */
  | { in: "plain"; isParen: boolean }
  | { in: "single" | "ansi" | "double" | "backtick" | "comment" | "test" }
  | { in: "braces" | "arithmetic"; depth: number };

const names: Readonly<Record<Frame["in"], string>> = {
  plain: "plain text",
  single: "single quotes",
  ansi: "single quotes",
  double: "double quotes",
  backtick: "backticks",
  comment: "a comment",
  test: "[[ ]]",
  braces: "${ }",
  arithmetic: "(( ))",
};

/** Shells whose quoting rules this file implements. */
const shells = new Set(["sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"]);

/** Characters that end a word. */
const separator = /[ \t\n;&|()<>]/;

export class ShellPosition {
  #frames: Frame[] = [{ in: "plain", isParen: false }];
  #head = "";
  #isHeadComplete = false;
  /** The last characters, to recognise operators. */
  #tail = "";
  #word = "";
  #isEscaped = false;
  #lost: string | undefined;

  /** Returns why a quoted value is not allowed here; undefined if it is allowed. */
  refusal(): string | undefined {
    const interpreter = this.#interpreter();
    if (interpreter !== undefined && !shells.has(interpreter)) return `in a script of ${interpreter}`;
    if (this.#lost !== undefined) return `after ${this.#lost}`;
    const { in: where } = this.#frames.at(-1)!;
    if (where !== "plain") return `inside ${names[where]}`;
    if (this.#isEscaped) return "after a backslash";
    if (this.#isHereDocument()) return "after <<";
    return this.#tail.endsWith("$") ? "after $" : undefined;
  }

  feed(text: string): void {
    if (!this.#isHeadComplete) {
      this.#head = (this.#head + text).trimStart().slice(0, 1_000);
      this.#isHeadComplete = this.#head.includes("\n") || this.#head.length >= 1_000;
    }
    for (const sign of text) {
      // An escaped character is not an operator.
      const seen = this.#isEscaped ? "_" : sign;
      this.#step(sign);
      this.#tail = (this.#tail + seen).slice(-3);
    }
  }

  /** Returns the program name in the first line, without its path; undefined for the default shell. */
  #interpreter(): string | undefined {
    const [, line] = /^#!\s*([^\n]*)/.exec(this.#head) ?? [];
    if (line === undefined) return undefined;
    const words = line.trim().split(/\s+/);
    const program = words.map((word) => word.slice(word.lastIndexOf("/") + 1));
    return program[0] === "env" ? (program.slice(1).find((word) => !/^-|=/.test(word)) ?? "env") : (program[0] ?? "");
  }

  #step(sign: string): void {
    if (this.#lost !== undefined) return;
    const frame = this.#frames.at(-1)!;
    if (this.#isEscaped) {
      this.#isEscaped = false;
      return;
    }
    switch (frame.in) {
      case "single":
        if (sign === "'") this.#leave();
        return;
      case "ansi":
        // Only some shells support $'…', where a backslash escapes the quote.
        if (sign === "'" && this.#tail.endsWith("\\")) this.#lost = "a quote escaped in $' '";
        else if (sign === "'") this.#leave();
        return;
      case "comment":
        if (sign === "\n") this.#leave();
        return;
      case "backtick":
        if (sign === "\\") this.#isEscaped = true;
        else if (sign === "`") this.#leave();
        return;
      case "double":
        if (sign === '"') this.#leave();
        else this.#expansion(sign);
        return;
      case "braces":
      case "arithmetic":
        this.#nested(frame, sign);
        return;
      default:
        this.#plain(frame, sign);
    }
  }

  /**
   * Parses expansions, which work in both plain text and double quotes. Returns whether the character belongs to an
   * expansion.
   */
  #expansion(sign: string): boolean {
    const isAfterDollar = this.#tail.endsWith("$") && !this.#tail.endsWith("$$");
    if (this.#tail.endsWith("$$") && /[({['"]/.test(sign)) {
      // `$$` is the process id, so `$$$(` is the process id and a substitution.
      this.#lost = "$$";
      return true;
    }
    if (sign === "\\") this.#isEscaped = true;
    else if (sign === "`") this.#enter({ in: "backtick" });
    else if (isAfterDollar && sign === "(") this.#enter({ in: "plain", isParen: true });
    else if (isAfterDollar && sign === "{") this.#enter({ in: "braces", depth: 1 });
    else if (isAfterDollar && sign === "[") this.#lost = "$[ ]";
    else return false;
    return true;
  }

  #plain(before: Frame, sign: string): void {
    if (this.#isHereDocument() && sign !== "<") {
      this.#lost = "<<";
      return;
    }
    const isAfterDollar = this.#tail.endsWith("$");
    if (sign === "#" && (this.#tail === "" || separator.test(this.#tail.slice(-1))))
      return this.#enter({ in: "comment" });
    if (this.#expansion(sign)) return this.#endWord(before);
    if (sign === "'") return this.#enter({ in: isAfterDollar ? "ansi" : "single" });
    if (sign === '"') return this.#enter({ in: "double" });
    if (!separator.test(sign)) {
      this.#word += sign;
      return;
    }
    this.#endWord(before);
    const frame = this.#frames.at(-1)!;
    if (frame.in !== "plain") return;
    if (sign === "(" && this.#tail.endsWith("(")) {
      // `((` and `$((` are arithmetic, or two subshells.
      this.#leave();
      this.#enter({ in: "arithmetic", depth: 2 });
    } else if (sign === "(") this.#enter({ in: "plain", isParen: true });
    else if (sign === ")" && frame.isParen) this.#leave();
  }

  /** `<<` starts a here-document; `<<<` does not. */
  #isHereDocument = () => this.#tail.endsWith("<<") && !this.#tail.endsWith("<<<");

  /** `[[` and `case` change the meaning of the words after them. */
  #endWord(frame: Frame): void {
    const word = this.#word;
    this.#word = "";
    if (word === "[[" && frame.in === "plain") this.#enter({ in: "test" });
    else if (word === "]]" && frame.in === "test") this.#leave();
    // A `case` pattern ends with a `)` that has no opening parenthesis.
    else if (word === "case" && this.#frames.some((outer) => outer.in === "plain" && outer.isParen))
      this.#lost = "case inside parentheses";
  }

  #nested(frame: Extract<Frame, { depth: number }>, sign: string): void {
    const [open, close] = frame.in === "braces" ? ["{", "}"] : ["(", ")"];
    const isOther = frame.in === "braces" ? sign === "(" : sign === "{";
    if (isOther || /['"`\\]/.test(sign)) this.#lost = `quotes or braces inside ${names[frame.in]}`;
    else if (sign === open) frame.depth += 1;
    else if (sign === close) frame.depth -= 1;
    if (frame.depth === 0) this.#leave();
  }

  #enter(frame: Frame): void {
    // A word continues after quotes: `a'b'` is one word.
    if (frame.in === "plain" || frame.in === "comment" || frame.in === "test") this.#word = "";
    this.#frames.push(frame);
  }

  #leave(): void {
    if (this.#frames.length > 1) this.#frames.pop();
  }
}
