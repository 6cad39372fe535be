// Checks literal programs of other languages inside an expression: jq filters, paths and patterns. They are parsed
// together with the expression, so that their faults are reported when it is saved, with the position.
import { ExpressionFault, placeAt, type Place } from "./fault.ts";

/** Parses a string without running it; throws its fault. */
export type ReadText = (text: string) => unknown;

/**
 * The time limit for parsing all literals of an expression. Literals that take longer are parsed during the run, which
 * has a budget.
 */
const maxMs = 5;

export class Literals {
  readonly #source: string;
  #left = maxMs;

  constructor(source: string) {
    this.#source = source;
  }

  /** `at` is the offset of the opening quote. */
  judge(read: ReadText, text: string, at: number): void {
    if (this.#left <= 0) return;
    const before = performance.now();
    try {
      read(text);
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      throw new ExpressionFault(error.message, {
        place: this.#place(text, at, error.place),
        suggestion: error.suggestion,
      });
    } finally {
      this.#left -= performance.now() - before;
    }
  }

  /**
   * Returns the position inside the literal if it occurs verbatim in the source; otherwise the start of the literal.
   */
  #place(text: string, at: number, inside: Place | undefined): Place {
    // CEL reads line breaks in a string as spaces.
    const joined = this.#source.replaceAll(/[\r\n]/g, " ");
    const begin = [1, 2, 3, 4]
      .map((length) => at + length)
      .find((from) => this.#source.startsWith(text, from) || joined.startsWith(text, from));
    if (inside === undefined || begin === undefined) return placeAt(this.#source, at);
    const lines = text.split("\n").slice(0, inside.line - 1);
    const offset = lines.reduce((sum, line) => sum + line.length + 1, 0) + inside.column - 1;
    return placeAt(this.#source, begin + offset);
  }
}
