// Reads tokens in order. A missing or unexpected token is a fault.
import { wrong, type Token } from "./lex.ts";

/** The maximum nesting depth, below the limit of the stack. */
const maxDepth = 200;

export abstract class TokenReader {
  protected readonly source: string;
  readonly #tokens: readonly Token[];
  #at = 0;
  #depth = 0;

  constructor(source: string, tokens: readonly Token[]) {
    this.source = source;
    this.#tokens = tokens;
  }

  protected peek(): Token {
    return this.#tokens[this.#at]!;
  }

  protected peekKind(ahead: number): Token["kind"] | undefined {
    return this.#tokens[this.#at + ahead]?.kind;
  }

  protected next(): Token {
    const token = this.peek();
    if (token.kind !== "end") this.#at += 1;
    return token;
  }

  /** Steps back to the last token. */
  protected unread(): void {
    this.#at -= 1;
  }

  protected isSign(text: string, ahead = 0): boolean {
    const token = this.#tokens[this.#at + ahead];
    return token?.kind === "sign" && token.text === text;
  }

  protected isWord(text: string): boolean {
    const token = this.peek();
    return token.kind === "word" && token.text === text;
  }

  protected take(kind: Token["kind"]): Token {
    const token = this.next();
    if (token.kind !== kind) throw this.wrong(`Unexpected ${this.shown(token)}.`, token);
    return token;
  }

  protected takeSign(text: string): void {
    const token = this.next();
    if (token.kind !== "sign" || token.text !== text)
      throw this.wrong(`${text} is missing before ${this.shown(token)}.`, token);
  }

  protected takeWord(text: string): void {
    const token = this.next();
    if (token.kind !== "word" || token.text !== text)
      throw this.wrong(`${text} is missing before ${this.shown(token)}.`, token);
  }

  protected deeper(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.wrong("The expression is nested too deep.");
  }

  protected shallower(): void {
    this.#depth -= 1;
  }

  protected shown(token: Token): string {
    if (token.kind === "end") return "the end";
    if (token.kind === "text") return "a string";
    const mark = token.kind === "variable" ? "$" : token.kind === "format" ? "@" : token.kind === "field" ? "." : "";
    return `${mark}${token.text}`;
  }

  protected wrong(message: string, token = this.peek(), suggestion?: string) {
    return wrong(this.source, token.at, message, suggestion);
  }
}
