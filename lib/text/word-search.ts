// Searches for words in text. Words consist of letters, digits and non-ASCII characters. A search term of three letters
// or more also matches the beginning of a word. The database does the same (split_words and words_query of the
// catalog).

// oxlint-disable-next-line no-control-regex -- Control characters part words, too.
const between = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+/;

export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(between)
    .filter((word) => word !== "");

/** Whether the text contains all of these words; false if there are no words. */
export function hasWords(text: string, wanted: string): boolean {
  const words = splitWords(text);
  const all = splitWords(wanted);
  return (
    all.length > 0 &&
    all.every((item) => words.some((word) => (item.length > 2 ? word.startsWith(item) : word === item)))
  );
}
