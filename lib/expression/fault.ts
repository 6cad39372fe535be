// A fault in an expression, with its position. It is reported in the editor, on save, and when a run fails.

export interface Place {
  /** Lines and columns count from 1, as in editors. */
  line: number;
  column: number;
}

export class ExpressionFault extends Error {
  override readonly name = "ExpressionFault";
  readonly place: Place | undefined;
  /** The name that the author probably meant. */
  readonly suggestion: string | undefined;

  constructor(
    message: string,
    { place, suggestion }: { place?: Place | undefined; suggestion?: string | undefined } = {},
  ) {
    super(message);
    this.place = place;
    this.suggestion = suggestion;
  }
}

export function placeAt(text: string, offset: number): Place {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
