// A program in another language that is written out inside an expression: a jq filter, a path, a pattern. It is read when the
// expression is, so that what is wrong with it is told when it is saved, at its place.
import { ExpressionFault, placeAt, type Place } from "./fault.ts";

/** Reads a text without running it; what is wrong is thrown. */
export type ReadText = (text: string) => unknown;

/** All of an expression's together; what would take longer is left to the run, which has a budget. */
const mostMs = 5;

export class Literals {
  readonly #source: string;
  #left = mostMs;

  constructor(source: string) {
    this.#source = source;
  }

  /** `at` is where its opening sign stands. */
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

  /** Inside the text where it stands as it is meant, between whatever signs; else where it begins. */
  #place(text: string, at: number, inside: Place | undefined): Place {
    // In CEL the line breaks of a text are read as blanks.
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
