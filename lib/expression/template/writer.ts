// Templates of scripts: a writer decides how each value appears in the result. Quoting functions return a Quoted, so
// that the writer can detect a quoted value even if it was stored in a variable.
import type { Place } from "../fault.ts";
import { Printable } from "../values.ts";

export interface Spot {
  /** The source of the action without its delimiters, such as `.params.name | toUpper`. */
  expression: string;
  place: Place;
  /** Whether the value is computed from literals of the template only. */
  isConstant: boolean;
}

export interface TemplateWriter {
  /** Receives the text of the template itself, in the order of the output. */
  text(text: string): string;
  value(value: unknown, spot: Spot): string;
}

export type QuotingStyle = "shell" | "sql";

/** A value that a quoting function returned. A function that changes it returns a plain string. */
export class Quoted extends Printable {
  readonly noun = "a quoted string";
  readonly style: QuotingStyle;
  /** The value before quoting. */
  readonly original: unknown;
  readonly #text: string;

  constructor(style: QuotingStyle, original: unknown, text: string) {
    super();
    this.style = style;
    this.original = original;
    this.#text = text;
  }

  print(): string {
    return this.#text;
  }

  read(): undefined {
    return undefined;
  }
}
