// Parses CEL into a tree. The reference engine replaces every line break by a space before parsing: a quoted string may
// span several lines, and a comment extends to the end of the expression. If that fails, comments end with their line.
import { ExpressionFault, placeAt } from "../fault.ts";
import { lex, type Token } from "./lex.ts";
import type { Node, Sign } from "./tree.ts";

const maxDepth = 200;
const maxNodes = 20_000;

const reserved = new Set(
  "as break const continue else for function if import let loop namespace package return var void while".split(" "),
);

export function parseCel(source: string): Node {
  const joined = source.replaceAll(/[\r\n]/g, " ");
  try {
    return new Parser(joined, source).expression();
  } catch (error) {
    const uncommented = withoutComments(source);
    if (uncommented === joined) throw error;
    return new Parser(uncommented, source).expression();
  }
}

/** Replaces comments and line breaks by spaces, so that all offsets stay valid. */
const withoutComments = (source: string) =>
  source
    .replaceAll(/[rR]?(?:"""[^]*?"""|'''[^]*?'''|"(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')|\/\/[^\n]*/g, (part) =>
      part.startsWith("//") ? " ".repeat(part.length) : part,
    )
    .replaceAll(/[\r\n]/g, " ");

const levels: readonly (readonly Sign[])[] = [
  ["||"],
  ["&&"],
  ["==", "!=", "<", "<=", ">", ">=", "in"],
  ["+", "-"],
  ["*", "/", "%"],
];

class Parser {
  readonly #source: string;
  readonly #tokens: Token[];
  #next = 0;
  #depth = 0;
  #nodes = 0;

  /** `source` is the original source, for the positions of faults. */
  constructor(text: string, source: string) {
    this.#source = source;
    try {
      this.#tokens = lex(text);
    } catch (error) {
      if (!(error instanceof ExpressionFault) || error.place === undefined) throw error;
      throw this.#fault(error.message, error.place.column - 1);
    }
  }

  expression(): Node {
    const node = this.#expression();
    const token = this.#peek();
    if (token.kind === "end") return node;
    throw this.#fault(this.#unexpected(token, "The expression should end here"), token.at);
  }

  #expression(): Node {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.#fault("The expression is nested too deep.", this.#peek().at);
    const test = this.#binary(0);
    let node = test;
    if (this.#takes("?")) {
      const yes = this.#expression();
      this.#expect(":", "A condition is written as test ? value : otherwise");
      const no = this.#expression();
      node = this.#node({ op: "condition", test, yes, no, at: test.at, end: no.end });
    }
    this.#depth -= 1;
    return node;
  }

  #binary(level: number): Node {
    const signs = levels[level];
    if (signs === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    while (true) {
      const token = this.#peek();
      const sign = signs.find((known) => known === token.text && token.kind === (known === "in" ? "name" : "sign"));
      if (sign === undefined) return left;
      this.#next += 1;
      const right = this.#binary(level + 1);
      left = this.#node({ op: "binary", sign, left, right, at: left.at, end: right.end });
    }
  }

  #unary(): Node {
    const token = this.#peek();
    if (token.kind !== "sign" || (token.text !== "!" && token.text !== "-")) return this.#postfix();
    this.#next += 1;
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.#fault("The expression is nested too deep.", token.at);
    const operand = this.#unary();
    this.#depth -= 1;
    if (
      token.text === "-" &&
      operand.op === "literal" &&
      (typeof operand.value === "bigint" || typeof operand.value === "number")
    )
      return { ...operand, value: -operand.value, at: token.at };
    return this.#node({ op: "unary", sign: token.text, of: operand, at: token.at, end: operand.end });
  }

  #postfix(): Node {
    let node = this.#primary();
    while (true) {
      if (this.#takes(".")) {
        const isOptional = this.#takes("?");
        const token = this.#take();
        if (token.kind !== "name" && token.kind !== "quoted-name")
          throw this.#fault(this.#unexpected(token, "A field name is missing after the dot"), token.at);
        const field = token.kind === "name" ? token.text : (token.value as string);
        node =
          !isOptional && this.#takes("(")
            ? this.#node({
                op: "call",
                name: field,
                receiver: node,
                args: this.#list(")"),
                at: node.at,
                end: this.#end(),
              })
            : this.#node({ op: "select", of: node, field, isOptional, at: node.at, end: token.end });
      } else if (this.#takes("[")) {
        const isOptional = this.#takes("?");
        const key = this.#expression();
        this.#expect("]", "The index is not closed");
        node = this.#node({ op: "index", of: node, key, isOptional, at: node.at, end: this.#end() });
      } else return node;
    }
  }

  #primary(): Node {
    const token = this.#take();
    const { at, end, text } = token;
    if (token.kind === "literal") {
      if (typeof token.value === "bigint" && token.value === 2n ** 63n && this.#tokens[this.#next - 2]?.text !== "-")
        throw this.#fault(`${text} does not fit into 64 bits.`, at);
      return this.#node({ op: "literal", value: token.value, at, end });
    }
    if (token.kind === "name") return this.#name(token);
    if (token.kind === "sign") {
      if (text === "(") {
        const node = this.#expression();
        this.#expect(")", "This parenthesis is not closed");
        return node;
      }
      if (text === "[") return this.#listLiteral(at);
      if (text === "{") return this.#mapLiteral(at);
    }
    throw this.#fault(this.#unexpected(token, "A value is missing here"), at);
  }

  #name({ text, at, end }: Token): Node {
    if (text === "true" || text === "false") return this.#node({ op: "literal", value: text === "true", at, end });
    if (text === "null") return this.#node({ op: "literal", value: null, at, end });
    if (reserved.has(text) || text === "in")
      throw this.#fault(`${text} is a reserved word of CEL and cannot be used as a name.`, at);
    if (!this.#takes("(")) return this.#node({ op: "name", name: text, at, end });
    return this.#node({ op: "call", name: text, receiver: undefined, args: this.#list(")"), at, end: this.#end() });
  }

  #list(close: ")" | "]"): Node[] {
    const nodes: Node[] = [];
    while (!this.#takes(close)) {
      nodes.push(this.#expression());
      if (this.#takes(",")) continue;
      this.#expect(close, "A comma is missing between two values");
      break;
    }
    return nodes;
  }

  #listLiteral(at: number): Node {
    const elements: { value: Node; isOptional: boolean }[] = [];
    while (!this.#takes("]")) {
      const isOptional = this.#takes("?");
      elements.push({ value: this.#expression(), isOptional });
      if (this.#takes(",")) continue;
      this.#expect("]", "A comma is missing between two values");
      break;
    }
    return this.#node({ op: "list", elements, at, end: this.#end() });
  }

  #mapLiteral(at: number): Node {
    const entries: { key: Node; value: Node; isOptional: boolean }[] = [];
    while (!this.#takes("}")) {
      const isOptional = this.#takes("?");
      const key = this.#expression();
      this.#expect(":", "A map is written as {'key': value}");
      entries.push({ key, value: this.#expression(), isOptional });
      if (this.#takes(",")) continue;
      this.#expect("}", "A comma is missing between two entries");
      break;
    }
    return this.#node({ op: "map", entries, at, end: this.#end() });
  }

  #node<Made extends Node>(node: Made): Made {
    this.#nodes += 1;
    if (this.#nodes > maxNodes) throw this.#fault("The expression has too many parts.", node.at);
    return node;
  }

  #peek = (): Token => this.#tokens[this.#next]!;
  #take = (): Token => this.#tokens[this.#next + 1 < this.#tokens.length ? this.#next++ : this.#next]!;
  #end = (): number => this.#tokens[this.#next - 1]!.end;

  #takes(sign: string): boolean {
    const token = this.#peek();
    if (token.kind !== "sign" || token.text !== sign) return false;
    this.#next += 1;
    return true;
  }

  #expect(sign: string, otherwise: string): void {
    const token = this.#peek();
    if (!this.#takes(sign)) throw this.#fault(this.#unexpected(token, otherwise), token.at);
  }

  #unexpected = (token: Token, why: string): string =>
    token.kind === "end"
      ? `Unexpected end of the expression. ${why}.`
      : `Unexpected ${token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text}. ${why}.`;

  #fault(message: string, at: number): ExpressionFault {
    return new ExpressionFault(message, { place: placeAt(this.#source, at) });
  }
}
