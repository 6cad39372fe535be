// Many texts looked for in one pass: the cost is that of the text that is searched, however many are known.

export interface Needle {
  text: string;
  /** Found only where it stands by itself: it is short or a mere word, and inside of other words it means nothing. */
  isWord?: true;
  /** Base64: the signs beside it are made of its last bits and of what stood there. */
  isEncoded?: true;
}

/** Nothing shorter is looked for. */
export const shortest = 4;

const buckets = 1 << 16;

export class Needles {
  /** By their first characters, longest first. */
  readonly #byStart = new Map<string, Needle[]>();
  readonly #seen = new Set<string>();
  /** Whether some needle starts with characters of this hash; says no to almost every place at once. Most runs need none. */
  #starts: Uint8Array | undefined;

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  add(needle: Needle): void {
    const { text } = needle;
    if (text.length < shortest || this.#seen.has(text)) return;
    this.#seen.add(text);
    const start = text.slice(0, shortest);
    const others = this.#byStart.get(start) ?? [];
    this.#byStart.set(
      start,
      [...others, needle].sort((a, b) => b.text.length - a.text.length),
    );
    this.#starts ??= new Uint8Array(buckets);
    this.#starts[hash(text, 0)] = 1;
  }

  /** Where they are: at each place the longest. They may overlap. */
  *in(text: string): Iterable<readonly [from: number, to: number]> {
    const starts = this.#starts;
    for (let at = 0; starts && at + shortest <= text.length; at++) {
      if (starts[hash(text, at)] === 0) continue;
      const found = this.#byStart
        .get(text.slice(at, at + shortest))
        ?.find((needle) => text.startsWith(needle.text, at) && (!needle.isWord || standsAlone(text, at, needle.text)));
      if (!found) continue;
      const end = at + found.text.length;
      yield found.isEncoded ? [at - (isDigit(text, at - 1) ? 1 : 0), end + (isDigit(text, end) ? 1 : 0)] : [at, end];
    }
  }
}

function hash(text: string, at: number): number {
  let value = 0;
  for (let next = at; next < at + shortest; next++) value = (Math.imul(value, 31) + text.charCodeAt(next)) | 0;
  return (value ^ (value >>> 16)) & (buckets - 1);
}

const isDigit = (text: string, at: number) => /[\w+/-]/.test(text.charAt(at));

const letter = /[\p{L}\p{N}_]/u;

const standsAlone = (text: string, at: number, needle: string) =>
  !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + needle.length));
