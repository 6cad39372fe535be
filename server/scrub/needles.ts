// Searches for many strings in one pass: the cost depends on the length of the searched text and not on the number of
// needles.

export interface Needle {
  text: string;
  /**
   * The needle matches only as a whole word, because it is short or an ordinary word and would match inside other words
   * by chance.
   */
  isWord?: true;
  /** The needle is base64: the digits next to it depend on its last bits and on the neighbouring bytes. */
  isEncoded?: true;
}

/** Minimum length of a searched string. */
export const minLength = 4;

const buckets = 1 << 16;

export class Needles {
  /** Needles by their first characters, longest first. */
  readonly #byStart = new Map<string, Needle[]>();
  readonly #seen = new Set<string>();
  /**
   * A filter on the hash of the first characters, which rejects almost every position immediately. Undefined until the
   * first needle is added; most runs have none.
   */
  #starts: Uint8Array | undefined;

  get isEmpty(): boolean {
    return this.#seen.size === 0;
  }

  add(needle: Needle): void {
    const { text } = needle;
    if (text.length < minLength || this.#seen.has(text)) return;
    this.#seen.add(text);
    const start = text.slice(0, minLength);
    const others = this.#byStart.get(start) ?? [];
    this.#byStart.set(
      start,
      [...others, needle].sort((a, b) => b.text.length - a.text.length),
    );
    this.#starts ??= new Uint8Array(buckets);
    this.#starts[hash(text, 0)] = 1;
  }

  /** Yields the longest match at each position. Matches may overlap. */
  *in(text: string): Iterable<readonly [from: number, to: number]> {
    const starts = this.#starts;
    for (let at = 0; starts && at + minLength <= text.length; at++) {
      if (starts[hash(text, at)] === 0) continue;
      const found = this.#byStart
        .get(text.slice(at, at + minLength))
        ?.find((needle) => text.startsWith(needle.text, at) && (!needle.isWord || standsAlone(text, at, needle.text)));
      if (!found) continue;
      const end = at + found.text.length;
      yield found.isEncoded ? [at - (isDigit(text, at - 1) ? 1 : 0), end + (isDigit(text, end) ? 1 : 0)] : [at, end];
    }
  }
}

function hash(text: string, at: number): number {
  let value = 0;
  for (let next = at; next < at + minLength; next++) value = (Math.imul(value, 31) + text.charCodeAt(next)) | 0;
  return (value ^ (value >>> 16)) & (buckets - 1);
}

const isDigit = (text: string, at: number) => /[\w+/-]/.test(text.charAt(at));

const letter = /[\p{L}\p{N}_]/u;

const standsAlone = (text: string, at: number, needle: string) =>
  !letter.test(text.charAt(at - 1)) && !letter.test(text.charAt(at + needle.length));
