// The lines of an output, stored outside React. Text is kept in chunks with line offsets, because a million separate
// strings would need more memory than the text itself. Every operation takes only a few milliseconds.

/** A source of lines for a virtual list. */
export interface LineSource {
  readonly count: number;
  line(index: number): string;
}

interface Chunk {
  /** Complete lines, each with its line break. */
  text: string;
  /** The offset of each line in the text. */
  starts: readonly number[];
  /** The number of lines before this chunk. */
  before: number;
}

/** Maximum chunk size. Longer texts are stored in several chunks, so that searching one chunk takes little time. */
const CHUNK_LENGTH = 256 * 1024;
/** A line longer than this continues in the next row, because browsers need too long to lay it out. */
export const MAX_LINE = 8_000;

export class LineStore implements LineSource {
  #chunks: Chunk[] = [];
  /** The last line, until its line break arrives. */
  #rest = "";
  #complete = 0;
  #version = 0;
  readonly #listeners = new Set<() => void>();
  #isAnnounced = false;

  get count(): number {
    return this.#complete + (this.#rest === "" ? 0 : 1);
  }

  get chunks(): readonly Pick<Chunk, "text" | "before">[] {
    return this.#chunks;
  }

  /** The incomplete last line. */
  get rest(): string {
    return this.#rest;
  }

  /** Changes with the text, so that React re-renders. */
  snapshot = () => this.#version;

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  add(text: string): void {
    if (text === "") return;
    for (let at = 0; at < text.length; at += CHUNK_LENGTH) this.#addPart(text.slice(at, at + CHUNK_LENGTH));
    this.#announce();
  }

  #addPart(part: string): void {
    const text = this.#rest + part;
    const starts: number[] = [];
    const pieces: string[] = [];
    let length = 0;
    let from = 0;
    const push = (line: string) => {
      starts.push(length);
      pieces.push(line, "\n");
      length += line.length + 1;
    };
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      for (; end - from > MAX_LINE; from += MAX_LINE) push(text.slice(from, from + MAX_LINE));
      push(text.slice(from, end));
      from = end + 1;
    }
    for (; text.length - from > MAX_LINE; from += MAX_LINE) push(text.slice(from, from + MAX_LINE));
    this.#rest = text.slice(from);
    if (starts.length === 0) return;
    this.#chunks.push({ text: pieces.join(""), starts, before: this.#complete });
    this.#complete += starts.length;
  }

  line(index: number): string {
    if (index === this.#complete) return shown(this.#rest);
    const chunk = this.#chunks[this.#chunkAt(index)];
    if (!chunk) return "";
    const at = index - chunk.before;
    return shown(chunk.text.slice(chunk.starts[at], (chunk.starts[at + 1] ?? chunk.text.length) - 1));
  }

  /** Binary search for the last chunk that starts at or before the line. */
  #chunkAt(index: number): number {
    let [low, high] = [0, this.#chunks.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (this.#chunks[middle]!.before <= index) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Listeners are called a few times per second, however much text arrives. */
  #announce(): void {
    if (this.#isAnnounced) return;
    this.#isAnnounced = true;
    setTimeout(() => {
      this.#isAnnounced = false;
      this.#version += 1;
      for (const listener of this.#listeners) listener();
    }, 100);
  }
}

/** A terminal overwrites the line after a carriage return, as progress bars do. */
function shown(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  const at = text.lastIndexOf("\r");
  return at < 0 ? text : text.slice(at + 1);
}

/** The lines of a text that does not grow. */
export function linesOfText(text: string): LineStore {
  const store = new LineStore();
  store.add(text);
  return store;
}
