// Parses tokens into a tree.
import { ExpressionFault, placeAt } from "../fault.ts";
import { lex, type Delimiters, type Extent, type Token, type TokenKind } from "./lex.ts";
import type { Command, Node, Operand, Pipe, Tree } from "./tree.ts";

/** The maximum nesting depth, far below the limit of the stack. */
const maxNesting = 100;

export const parseTemplate = (source: string, delimiters: Delimiters, extent?: Extent): Tree =>
  new Parser(source, delimiters, extent).tree();

class Parser {
  readonly #source: string;
  readonly #tokens: Token[];
  readonly #templates = new Map<string, Node[]>();
  #next = 0;
  #nesting = 0;
  #loops = 0;

  constructor(source: string, delimiters: Delimiters, extent?: Extent) {
    this.#source = source;
    this.#tokens = lex(source, delimiters, extent);
  }

  tree(): Tree {
    const { nodes, ended } = this.#nodes("the end");
    if (ended !== undefined)
      throw this.#fault(`This ${ended.text} has no matching if, range, with or block.`, ended.at);
    return { main: nodes, templates: this.#templates };
  }

  /** Parses up to `end`, `else` or the end of the text; the caller checks which of them is allowed. */
  #nodes(parent: string): { nodes: Node[]; ended: Token | undefined } {
    this.#nesting += 1;
    if (this.#nesting > maxNesting)
      throw this.#fault(`The template is nested more than ${maxNesting} levels deep.`, this.#at());
    const nodes: Node[] = [];
    while (true) {
      const token = this.#take();
      if (token === undefined) {
        if (parent === "the end") return { nodes, ended: undefined };
        throw this.#fault(`This ${parent} has no end.`, this.#source.length);
      }
      if (token.kind === "text") {
        nodes.push({ node: "text", text: token.text, at: token.at });
        continue;
      }
      const [first] = this.#tokens.slice(this.#next);
      if (first?.kind === "word" && (first.text === "end" || first.text === "else")) {
        this.#next += 1;
        this.#nesting -= 1;
        return { nodes, ended: first };
      }
      const node = this.#action();
      if (node) nodes.push(node);
    }
  }

  #action(): Node | undefined {
    const first = this.#peek();
    if (first?.kind === "word") {
      switch (first.text) {
        case "if":
        case "with":
        case "range":
          this.#next += 1;
          return this.#control(first.text);
        case "define":
          this.#next += 1;
          return this.#define(first.at);
        case "block":
          this.#next += 1;
          return this.#block(first.at);
        case "template":
          this.#next += 1;
          return this.#template(first.at);
        case "break":
        case "continue":
          this.#next += 1;
          if (this.#loops === 0) throw this.#fault(`${first.text} is only allowed inside a range.`, first.at);
          this.#close();
          return { node: first.text, at: first.at };
        default:
      }
    }
    const pipe = this.#pipe();
    this.#close();
    return { node: "action", pipe };
  }

  #control(kind: "if" | "with" | "range"): Node {
    const pipe = this.#pipe({ inRange: kind === "range" });
    this.#close();
    if (kind === "range") this.#loops += 1;
    const { nodes: body, ended } = this.#nodes(kind);
    if (kind === "range") this.#loops -= 1;
    let otherwise: Node[] = [];
    if (ended?.text === "else") {
      const again = this.#peek();
      if (kind !== "range" && again?.kind === "word" && (again.text === "if" || again.text === "with")) {
        // `else if` is a nested `if` that shares the `end`.
        this.#next += 1;
        return { node: kind, pipe, body, otherwise: [this.#control(again.text)] };
      }
      this.#close();
      const rest = this.#nodes(kind);
      if (rest.ended?.text === "else") throw this.#fault(`This ${kind} already has an else.`, rest.ended.at);
      otherwise = rest.nodes;
    }
    this.#close();
    return { node: kind, pipe, body, otherwise };
  }

  #define(at: number): undefined {
    const name = this.#name(at);
    this.#close();
    this.#keep(name, at);
  }

  #block(at: number): Node {
    const name = this.#name(at);
    const pipe = this.#pipe();
    this.#close();
    this.#keep(name, at);
    return { node: "template", name, pipe, at };
  }

  /** Stores the nodes up to `end` under a name. Loops outside of the definition do not apply inside. */
  #keep(name: string, at: number): void {
    const loops = this.#loops;
    this.#loops = 0;
    const { nodes, ended } = this.#nodes("define");
    this.#loops = loops;
    if (ended?.text === "else") throw this.#fault("A define block cannot have an else.", ended.at);
    this.#close();
    if (this.#templates.has(name)) throw this.#fault(`The template ${JSON.stringify(name)} is already defined.`, at);
    this.#templates.set(name, nodes);
  }

  #template(at: number): Node {
    const name = this.#name(at);
    const pipe = this.#peek()?.kind === "close" ? undefined : this.#pipe();
    this.#close();
    return { node: "template", name, pipe, at };
  }

  #name(at: number): string {
    const token = this.#take();
    if (token?.kind !== "string")
      throw this.#fault("The name of a template must be a string in quotes.", token?.at ?? at);
    return token.text;
  }

  #pipe({ inRange = false } = {}): Pipe {
    const at = this.#at();
    const pipe: Pipe = { variables: [], assigns: false, commands: [], at, end: at };
    this.#declaration(pipe, inRange);
    pipe.commands.push(this.#command());
    while (this.#isSign("|")) {
      this.#next += 1;
      pipe.commands.push(this.#command());
    }
    pipe.end = this.#at();
    return pipe;
  }

  /** Parses `$x :=`, `$x =`, and in a range also `$i, $x :=`. */
  #declaration(pipe: Pipe, inRange: boolean): void {
    const [first, second, third, fourth] = this.#tokens.slice(this.#next, this.#next + 4);
    if (first?.kind !== "variable") return;
    const isDeclaring = (token: Token | undefined) =>
      token?.kind === "sign" && (token.text === ":=" || token.text === "=");
    if (isDeclaring(second)) {
      pipe.variables.push(first.text);
      pipe.assigns = second!.text === "=";
      this.#next += 2;
    } else if (
      inRange &&
      second?.kind === "sign" &&
      second.text === "," &&
      third?.kind === "variable" &&
      isDeclaring(fourth)
    ) {
      pipe.variables.push(first.text, third.text);
      pipe.assigns = fourth!.text === "=";
      this.#next += 4;
    }
  }

  #command(): Command {
    const at = this.#at();
    const operands: Operand[] = [];
    while (true) {
      const token = this.#peek();
      if (token === undefined || token.kind === "close" || (token.kind === "sign" && token.text !== "(")) break;
      if (operands.length > 0 && !token.apart) throw this.#fault(`A space is missing before ${token.text}.`, token.at);
      operands.push(this.#operand());
    }
    const [first, ...rest] = operands;
    if (first === undefined) throw this.#fault("A value is missing here.", at);
    if (rest.length > 0 && (first.operand === "literal" || (first.operand === "dot" && first.fields.length === 0)))
      throw this.#fault("Only a function takes arguments.", first.at);
    return { operands: [first, ...rest], at };
  }

  #operand(): Operand {
    const token = this.#take()!;
    const { at, text } = token;
    switch (token.kind) {
      case "string":
        return this.#withFields({ operand: "literal", value: text, at, fields: [] });
      case "char":
        return { operand: "literal", value: text.codePointAt(0) ?? 0, at, fields: [] };
      case "number":
        return { operand: "literal", value: this.#number(text, at), at, fields: [] };
      case "dot":
        return { operand: "dot", at, fields: [] };
      case "field":
        return this.#withFields({ operand: "dot", at, fields: [text.slice(1)] });
      case "variable":
        return this.#withFields({ operand: "variable", name: text, at, fields: [] });
      case "word":
        if (text === "true" || text === "false") return { operand: "literal", value: text === "true", at, fields: [] };
        if (text === "nil") return { operand: "literal", value: null, at, fields: [] };
        return this.#withFields({ operand: "word", name: text, at, fields: [] });
      case "sign": {
        this.#nesting += 1;
        if (this.#nesting > maxNesting)
          throw this.#fault(`The template is nested more than ${maxNesting} levels deep.`, at);
        const pipe = this.#pipe();
        if (!this.#isSign(")")) throw this.#fault("This ( is never closed.", at);
        this.#next += 1;
        this.#nesting -= 1;
        return this.#withFields({ operand: "pipe", pipe, at, fields: [] });
      }
      default:
        throw this.#fault(`Unexpected ${text}.`, at);
    }
  }

  #withFields(operand: Operand): Operand {
    for (let token = this.#peek(); token?.kind === "field" && !token.apart; token = this.#peek()) {
      operand.fields.push(token.text.slice(1));
      this.#next += 1;
    }
    return operand;
  }

  #number(text: string, at: number): number | bigint {
    const negative = text.startsWith("-");
    const value = Number(text.replace(/^[+-]/, "").replaceAll("_", ""));
    if (Number.isNaN(value)) throw this.#fault(`${text} is not a number.`, at);
    if (/^[+-]?\d+$/.test(text) && !Number.isSafeInteger(value)) return BigInt(text.replace(/^\+/, ""));
    return negative ? -value : value;
  }

  #close(): void {
    const token = this.#take();
    if (token?.kind !== "close")
      throw this.#fault(
        token === undefined
          ? "The template ends too early."
          : `Unexpected ${JSON.stringify(token.text)} after the end of the expression.`,
        token?.at ?? this.#source.length,
      );
  }

  #peek = (): Token | undefined => this.#tokens[this.#next];
  #take = (): Token | undefined => this.#tokens[this.#next++];
  #at = (): number => this.#peek()?.at ?? this.#source.length;

  #isSign(text: string): boolean {
    const token = this.#peek();
    return token?.kind === ("sign" satisfies TokenKind) && token.text === text;
  }

  #fault(message: string, at: number): ExpressionFault {
    return new ExpressionFault(message, { place: placeAt(this.#source, at) });
  }
}
