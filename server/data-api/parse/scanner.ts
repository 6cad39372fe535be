// Reads a parameter from left to right and reports the position of an error.
import { refusal } from "../refusal.ts";

export class Scanner {
  at = 0;
  readonly text: string;
  readonly #parameter: string;

  constructor(text: string, parameter: string) {
    this.text = text;
    this.#parameter = parameter;
  }

  get rest(): string {
    return this.text.slice(this.at);
  }

  get atEnd(): boolean {
    return this.at >= this.text.length;
  }

  peek(expected: string): boolean {
    return this.text.startsWith(expected, this.at);
  }

  take(expected: string): boolean {
    if (!this.peek(expected)) return false;
    this.at += expected.length;
    return true;
  }

  expect(expected: string): void {
    if (!this.take(expected)) throw this.unexpected(JSON.stringify(expected));
  }

  /** Matches a sticky pattern at the current position. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found) this.at += found[0].length;
    return found;
  }

  skipSpace(): void {
    this.match(/[ \t]*/y);
  }

  /** Reads `"…"` with backslash escapes; undefined if the current position has no quote. */
  quoted(): string | undefined {
    if (!this.peek('"')) return undefined;
    const found = this.match(/"((?:[^"\\]|\\.)*)"/sy);
    if (!found) {
      this.at = this.text.length;
      throw this.unexpected("a closing quote");
    }
    return found[1]!.replaceAll(/\\(.)/gs, "$1");
  }

  unexpected(expected: string) {
    return refusal.unreadable(this.#parameter, this.text, this.at, expected);
  }
}
