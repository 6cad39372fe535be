// Counts and cuts strings by characters, whereas JavaScript counts UTF-16 units. The results differ only for strings
// with characters beyond U+FFFF, which take the slow path.

const pairs = /[\ud800-\udbff]/;

export const lengthOf = (text: string): number => (pairs.test(text) ? [...text].length : text.length);

export const sliceOf = (text: string, from: number, to: number): string =>
  pairs.test(text) ? [...text].slice(from, to).join("") : text.slice(from, to);

/** The number of characters before a UTF-16 offset. */
export const charactersBefore = (text: string, offset: number): number =>
  offset < 0 ? -1 : lengthOf(text.slice(0, offset));

/** The UTF-16 offset after a number of characters. */
export const offsetOf = (text: string, characters: number): number => sliceOf(text, 0, characters).length;
