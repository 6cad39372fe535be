// Characters of texts. The runtime counts in units of UTF-16; only texts with signs beyond the first 65536 differ from that, and
// only those are taken apart.

const pairs = /[\ud800-\udbff]/;

export const lengthOf = (text: string): number => (pairs.test(text) ? [...text].length : text.length);

export const sliceOf = (text: string, from: number, to: number): string =>
  pairs.test(text) ? [...text].slice(from, to).join("") : text.slice(from, to);

/** The number of characters before an offset of the runtime. */
export const charactersBefore = (text: string, offset: number): number =>
  offset < 0 ? -1 : lengthOf(text.slice(0, offset));

/** The offset in the runtime of a number of characters. */
export const offsetOf = (text: string, characters: number): number => sliceOf(text, 0, characters).length;
