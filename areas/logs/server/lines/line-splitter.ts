// Splits the output of a program or a connection into lines, as it arrives.

const newline = 10;

export class LineSplitter {
  readonly #maxBytes: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  /** The rest of a line that is longer than `maxBytes` is dropped. */
  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Returns the lines that are now complete. */
  push(piece: Buffer): string[] {
    const lines: string[] = [];
    let from = 0;
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      this.#hold(piece.subarray(from, end));
      lines.push(this.#take());
      from = end + 1;
    }
    this.#hold(piece.subarray(from));
    return lines;
  }

  /** Returns the last line, if it does not end with a line break. */
  end(): string[] {
    return this.#heldBytes > 0 ? [this.#take()] : [];
  }

  #hold(piece: Buffer): void {
    const left = this.#maxBytes - this.#heldBytes;
    if (left <= 0 || piece.length === 0) return;
    this.#held.push(piece.length > left ? piece.subarray(0, left) : piece);
    this.#heldBytes += Math.min(piece.length, left);
  }

  #take(): string {
    const line = (this.#held.length === 1 ? this.#held[0]! : Buffer.concat(this.#held)).toString("utf8");
    this.#held = [];
    this.#heldBytes = 0;
    return line;
  }
}
