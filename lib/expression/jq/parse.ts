// Parses tokens into a tree. Names are resolved here, so an unknown function or variable is a fault at compile time.
import { lex, type Token } from "./lex.ts";
import type { Known } from "./name-reader.ts";
import { operators } from "./operators.ts";
import { StructureReader } from "./structure-reader.ts";
import type { Definition, Node } from "./tree.ts";

/** Keywords, which cannot be function names. */
const reserved = new Set("then elif else end as and or catch def label import include".split(" "));

export function parseJq(source: string, known: Known): Node {
  return new Parser(source, lex(source), known).program();
}

/** Parses consecutive definitions without an expression after them. */
export function parseDefinitions(source: string, known: Known): Definition[] {
  return new Parser(source, lex(source), known).definitions();
}

class Parser extends StructureReader {
  program(): Node {
    const node = this.peek().kind === "end" ? ({ node: "identity" } as const) : this.pipe();
    this.#expectEnd();
    return node;
  }

  definitions(): Definition[] {
    const found: Definition[] = [];
    while (this.isWord("def")) found.push(this.#definition());
    this.#expectEnd();
    return found;
  }

  #expectEnd(): void {
    const token = this.peek();
    if (token.kind !== "end")
      throw this.wrong(`Unexpected ${this.shown(token)} after the end of the expression.`, token);
  }

  /** Parses a complete filter: definitions, `as`, `|` and `,`. */
  protected override pipe(): Node {
    this.deeper();
    const scope = [this.variables.length, this.functions.length] as const;
    try {
      if (this.isWord("def")) {
        const definition = this.#definition();
        return { node: "define", definition, body: this.pipe() };
      }
      if (this.isWord("label")) {
        this.next();
        const name = this.take("variable").text;
        this.takeSign("|");
        this.variables.push(`*${name}`);
        return { node: "label", name, body: this.pipe() };
      }
      const left = this.#comma();
      if (!this.isSign("|")) return left;
      this.next();
      return { node: "pipe", left, right: this.pipe() };
    } finally {
      this.variables.length = scope[0];
      this.functions.length = scope[1];
      this.shallower();
    }
  }

  #comma(): Node {
    let left = this.binary(0);
    while (this.isSign(",")) {
      this.next();
      left = { node: "comma", left, right: this.binary(0) };
    }
    return left;
  }

  protected override binary(least: number): Node {
    this.deeper();
    let left = this.#postfix();
    while (true) {
      const token = this.peek();
      const operator =
        token.kind === "sign" || (token.kind === "word" && /^(?:and|or)$/.test(token.text))
          ? operators[token.text]
          : undefined;
      if (!operator || operator.strength < least) break;
      this.next();
      const right = this.binary(operator.groups === "right" ? operator.strength : operator.strength + 1);
      const isAssignment = token.text.endsWith("=") && !/^(?:==|!=|<=|>=)$/.test(token.text);
      if (token.text === "?//")
        left = { node: "binary", sign: "//", left: { node: "try", body: left, handler: undefined }, right };
      else left = { node: isAssignment ? "assign" : "binary", sign: token.text, left, right };
      if (operator.groups === "none" && operators[this.peek().text]?.strength === operator.strength)
        throw this.wrong(`${this.peek().text} cannot be chained: add brackets.`);
    }
    this.shallower();
    return left;
  }

  #postfix(): Node {
    let term = this.term();
    while (true) {
      const token = this.peek();
      if (token.kind === "field") {
        this.next();
        term = { node: "index", of: term, key: { node: "literal", value: token.text } };
      } else if (this.isSign(".") && this.peekKind(1) === "text") {
        this.next();
        term = { node: "index", of: term, key: this.text(undefined) };
      } else if (this.isSign(".") && this.isSign("[", 1)) {
        this.next();
        term = this.#bracket(term);
      } else if (this.isSign("[")) term = this.#bracket(term);
      else if (this.isSign("?")) {
        this.next();
        term = { node: "try", body: term, handler: undefined };
      } else return this.#bound(term);
    }
  }

  /** Parses `term as $x | body`, which binds tighter than `,`: in `1, 2 as $x | $x`, $x is only the 2. */
  #bound(term: Node): Node {
    if (!this.isWord("as")) return term;
    this.next();
    const scope = this.variables.length;
    const patterns = [this.pattern()];
    while (this.isSign("?//")) {
      this.next();
      patterns.push(this.pattern());
    }
    this.takeSign("|");
    const body = this.pipe();
    this.variables.length = scope;
    return { node: "bind", source: term, patterns, body };
  }

  #bracket(target: Node): Node {
    this.takeSign("[");
    if (this.isSign("]")) {
      this.next();
      return { node: "iterate", of: target };
    }
    if (this.isSign(":")) {
      this.next();
      const to = this.pipe();
      this.takeSign("]");
      return { node: "slice", of: target, from: undefined, to };
    }
    const key = this.pipe();
    if (this.isSign(":")) {
      this.next();
      const to = this.isSign("]") ? undefined : this.pipe();
      this.takeSign("]");
      return { node: "slice", of: target, from: key, to };
    }
    this.takeSign("]");
    return { node: "index", of: target, key };
  }

  protected override term(): Node {
    const token = this.next();
    switch (token.kind) {
      case "number":
        return { node: "literal", value: Number(token.text) };
      case "text":
        this.unread();
        return this.text(undefined);
      case "format":
        this.requireFormat(token);
        return this.peek().kind === "text" ? this.text(token.text) : { node: "format", name: token.text };
      case "field":
        return { node: "index", of: { node: "identity" }, key: { node: "literal", value: token.text } };
      case "variable":
        return this.variable(token);
      case "word":
        return this.#word(token);
      case "sign":
        return this.#sign(token);
      case "end":
        throw this.wrong("The expression ends too early.", token);
    }
  }

  #sign(token: Token): Node {
    switch (token.text) {
      case ".": {
        if (this.peek().kind === "text") return { node: "index", of: { node: "identity" }, key: this.text(undefined) };
        return { node: "identity" };
      }
      case "..":
        return { node: "recurse" };
      case "(": {
        const inner = this.pipe();
        this.takeSign(")");
        return inner;
      }
      case "[": {
        if (this.isSign("]")) {
          this.next();
          return { node: "array", body: undefined };
        }
        const body = this.pipe();
        this.takeSign("]");
        return { node: "array", body };
      }
      case "{":
        return this.object();
      case "-":
        return { node: "negate", body: this.#postfix() };
      default:
        throw this.wrong(`Unexpected ${this.shown(token)}.`, token);
    }
  }

  #word(token: Token): Node {
    switch (token.text) {
      case "if":
        return this.#condition();
      case "try": {
        const body = this.#handled();
        if (!this.isWord("catch")) return { node: "try", body, handler: undefined };
        this.next();
        return { node: "try", body, handler: this.#handled() };
      }
      case "reduce":
      case "foreach":
        return this.#loop(token.text);
      case "break": {
        const label = this.take("variable");
        this.requireLabel(label);
        return { node: "break", name: label.text };
      }
      case "true":
        return { node: "literal", value: true };
      case "false":
        return { node: "literal", value: false };
      case "null":
        return { node: "literal", value: null };
      default:
        if (reserved.has(token.text)) throw this.wrong(`Unexpected ${token.text}.`, token);
        return this.#call(token);
    }
  }

  /** Parses the operand of `try` and `catch`: a term with its suffixes, without operators. */
  #handled(): Node {
    this.deeper();
    let term = this.term();
    while (this.peek().kind === "field" || this.isSign("[") || this.isSign("?")) {
      const token = this.peek();
      if (token.kind === "field") {
        this.next();
        term = { node: "index", of: term, key: { node: "literal", value: token.text } };
      } else if (this.isSign("?")) {
        this.next();
        term = { node: "try", body: term, handler: undefined };
      } else term = this.#bracket(term);
    }
    this.shallower();
    return term;
  }

  #call(token: Token): Node {
    const values: Node[] = [];
    if (this.isSign("(")) {
      do {
        this.next();
        values.push(this.pipe());
      } while (this.isSign(";"));
      this.takeSign(")");
    }
    this.requireFunction(token, values.length);
    return { node: "call", name: token.text, values };
  }

  #condition(): Node {
    const condition = this.pipe();
    this.takeWord("then");
    const yes = this.pipe();
    const token = this.next();
    if (token.kind === "word" && token.text === "elif") return { node: "if", condition, yes, no: this.#condition() };
    if (token.kind === "word" && token.text === "end") return { node: "if", condition, yes, no: undefined };
    if (token.kind !== "word" || token.text !== "else")
      throw this.wrong("This if is not closed: end is missing.", token);
    const no = this.pipe();
    this.takeWord("end");
    return { node: "if", condition, yes, no };
  }

  #loop(kind: "reduce" | "foreach"): Node {
    const source = this.#handled();
    this.takeWord("as");
    const scope = this.variables.length;
    const pattern = this.pattern();
    const inside = this.variables.splice(scope);
    this.takeSign("(");
    const init = this.pipe();
    this.takeSign(";");
    this.variables.push(...inside);
    const update = this.pipe();
    let extract: Node | undefined;
    if (kind === "foreach" && this.isSign(";")) {
      this.next();
      extract = this.pipe();
    }
    this.takeSign(")");
    this.variables.length = scope;
    return kind === "reduce"
      ? { node: "reduce", source, pattern, init, update }
      : { node: "foreach", source, pattern, init, update, extract };
  }

  #definition(): Definition {
    this.takeWord("def");
    const { text: name } = this.take("word");
    const parameters: string[] = [];
    if (this.isSign("(")) {
      do {
        this.next();
        const token = this.next();
        if (token.kind !== "word" && token.kind !== "variable")
          throw this.wrong("def needs the names of its parameters.", token);
        parameters.push(token.kind === "variable" ? `$${token.text}` : token.text);
      } while (this.isSign(";"));
      this.takeSign(")");
    }
    this.takeSign(":");
    this.functions.push(`${name}/${parameters.length}`);
    const scope = [this.variables.length, this.functions.length] as const;
    for (const parameter of parameters) {
      this.functions.push(`${parameter.replace("$", "")}/0`);
      if (parameter.startsWith("$")) this.variables.push(parameter.slice(1));
    }
    const body = this.pipe();
    this.variables.length = scope[0];
    this.functions.length = scope[1];
    this.takeSign(";");
    return { name, parameters, body };
  }

  protected override text(format: string | undefined): Node {
    const { parts } = this.take("text");
    const { variables, functions } = this;
    const read = parts!.map((part) =>
      typeof part === "string"
        ? part
        : new Parser(this.source, lex(this.source, part.from, part.to), this.known, { variables, functions }).program(),
    );
    if (read.length === 1 && typeof read[0] === "string") return { node: "literal", value: read[0] };
    return { node: "text", format, parts: read };
  }
}
