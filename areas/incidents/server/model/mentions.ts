// Mentions in comments: `@[Display Name](user:<id>)`.
const mention = /@\[([^\]\n]{1,200})\]\(user:([\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})\)/gi;

/** Maximum number of people that one comment notifies. */
const maxMentions = 50;

/** Returns the ids of the mentioned people, without duplicates. */
export const mentionsIn = (comment: string): readonly string[] =>
  [...new Set([...comment.matchAll(mention)].map(([, , id]) => id!.toLowerCase()))].slice(0, maxMentions);

/** Returns the people that an edit mentions for the first time. */
export function newMentions(comment: string, former: string | undefined): readonly string[] {
  const known = new Set(former === undefined ? [] : mentionsIn(former));
  return mentionsIn(comment).filter((id) => !known.has(id));
}

/** Returns the comment text for external systems, with names instead of the markup. */
export const plainComment = (comment: string): string => comment.replaceAll(mention, "@$1");
