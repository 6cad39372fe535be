// A string that cannot be parsed: a message for its author, and the position of the error.

export class Unreadable extends Error {
  /** The index of the character at which parsing stopped. */
  readonly at: number;

  constructor(message: string, at = 0) {
    super(message);
    this.name = "Unreadable";
    this.at = at;
  }
}

/** Returns the parse error of a string; undefined if it is valid. */
export function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}
