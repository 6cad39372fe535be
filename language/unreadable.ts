// A text of one of our languages that cannot be read: what is wrong, in a sentence for who wrote it, and where.

export class Unreadable extends Error {
  /** The index of the character at which reading stopped. */
  readonly at: number;

  constructor(message: string, at = 0) {
    super(message);
    this.name = "Unreadable";
    this.at = at;
  }
}

/** What is wrong with a text, or undefined when it can be read. */
export function problemOf(read: () => unknown): string | undefined {
  try {
    read();
    return undefined;
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}
