// Words that somebody looks for in texts: a word ends where anything but letters, digits and what stands beyond ASCII does. What
// is looked for may be the beginning of a word, unless it is shorter than three letters. The database does the same
// (split_words and words_query of the catalog).

// oxlint-disable-next-line no-control-regex -- Control characters part words, too.
const between = /[\u0000-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u007f]+/;

export const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(between)
    .filter((word) => word !== "");

/** Whether the text has all of these words; of no words, nothing has all. */
export function hasWords(text: string, wanted: string): boolean {
  const words = splitWords(text);
  const all = splitWords(wanted);
  return (
    all.length > 0 && all.every((one) => words.some((word) => (one.length > 2 ? word.startsWith(one) : word === one)))
  );
}
