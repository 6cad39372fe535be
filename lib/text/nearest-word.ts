// Finds the known word that is closest to a misspelt word. Used for fields of specs and for names in expressions.

/** Returns undefined if no known word is close enough, because a bad suggestion would mislead. */
export function nearestWord(word: string, known: readonly string[]): string | undefined {
  const wanted = word.toLowerCase();
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let least = limit + 1;
  for (const candidate of known) {
    const distance = distanceTo(candidate, wanted, limit);
    if (distance > limit) continue;
    if (distance < least || (distance === least && candidate.length === word.length && best?.length !== word.length))
      [best, least] = [candidate, distance];
  }
  return best;
}

/**
 * Computes the distance without regard to case. Plural instead of singular (`retry`, `retries`) counts less than any
 * other difference.
 */
function distanceTo(candidate: string, wanted: string, limit: number): number {
  const lower = candidate.toLowerCase();
  if (lower === wanted) return 0;
  if (singular(lower) === singular(wanted)) return 0.5;
  return Math.abs(lower.length - wanted.length) > limit ? Number.POSITIVE_INFINITY : editDistance(wanted, lower);
}

const singular = (word: string) => word.replace(/ies$/, "y").replace(/(?<=x|ch|sh|ss)es$|(?<=[^s])s$/, "");

/** The number of letters to add, remove, replace or swap with their neighbour (optimal string alignment). */
function editDistance(word: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= word.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const differs = word[at - 1] === other[index - 1] ? 0 : 1;
      const isSwapped = at > 1 && index > 1 && word[at - 1] === other[index - 2] && word[at - 2] === other[index - 1];
      next.push(
        Math.min(
          row[index]! + 1,
          next[index - 1]! + 1,
          row[index - 1]! + differs,
          isSwapped ? before[index - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [before, row] = [row, next];
  }
  return row[other.length]!;
}
