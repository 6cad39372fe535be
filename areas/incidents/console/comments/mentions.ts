// Mentions of people in comments. They are stored as `@[Ada Lovelace](user:<id>)`; the input field shows `@Ada
// Lovelace`.

export interface Mentioned {
  id: string;
  name: string;
}

const MARKUP = /@\[([^\]\n]{1,200})\]\(user:([^)\s]{1,64})\)/g;

/**
 * Replaces the typed names of the chosen people by the stored markup. Longer names are replaced first, because a short
 * name can be the start of a longer name.
 */
export function withMarkup(text: string, people: readonly Mentioned[]): string {
  const names = people.toSorted((a, b) => b.name.length - a.name.length);
  let result = "";
  let at = 0;
  while (at < text.length) {
    const mentioned = text[at] === "@" ? names.find(({ name }) => text.startsWith(name, at + 1)) : undefined;
    if (mentioned) {
      result += `@[${mentioned.name.replaceAll(/[\]\n]/g, " ")}](user:${mentioned.id})`;
      at += 1 + mentioned.name.length;
    } else {
      result += text[at];
      at += 1;
    }
  }
  return result;
}

/** Characters with a meaning in Markdown or HTML are written as entities, so that a name cannot format the comment. */
const escaped = (name: string) => name.replaceAll(/[^\p{L}\p{N} ]/gu, (character) => `&#${character.codePointAt(0)};`);

/** The Markdown of a comment, with each mention as a highlighted name. */
export const markdownOf = (comment: string) =>
  comment.replaceAll(MARKUP, (_, name: string) => `<mark>@${escaped(name)}</mark>`);

/** The comment on one line, for lists. */
export const plainText = (comment: string) =>
  comment
    .replaceAll(MARKUP, "@$1")
    .replaceAll(/\*\*|`/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();

/** The word after the last @ before the cursor, if a mention is being typed there. */
export function mentionAt(text: string, cursor: number): { from: number; word: string } | undefined {
  const found = /(?:^|[\s(])@([\p{L}\p{N}._ -]{0,40})$/u.exec(text.slice(0, cursor));
  if (!found) return undefined;
  const word = found[1]!;
  // Two spaces, or a space at the start, end the mention.
  if (/^\s|\s{2}/.test(word)) return undefined;
  return { from: cursor - word.length - 1, word };
}
