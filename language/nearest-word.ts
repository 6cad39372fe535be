// Finds the known word that a misspelt one was probably meant to be. Used for fields of specs and for names in expressions.

/** Undefined when no word is near: a wild guess misleads. */
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

/** A difference in case is none; a plural instead of its singular (`retry`, `retries`) counts less than any letter. */
function distanceTo(candidate: string, wanted: string, limit: number): number {
  const lower = candidate.toLowerCase();
  if (lower === wanted) return 0;
  if (singular(lower) === singular(wanted)) return 0.5;
  return Math.abs(lower.length - wanted.length) > limit ? Number.POSITIVE_INFINITY : editDistance(wanted, lower);
}

const singular = (word: string) => word.replace(/ies$/, "y").replace(/(?<=x|ch|sh|ss)es$|(?<=[^s])s$/, "");

/** Letters to add, remove, replace or swap with their neighbour (optimal string alignment). */
function editDistance(one: string, other: string): number {
  let before: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= other.length; index += 1) {
      const differs = one[at - 1] === other[index - 1] ? 0 : 1;
      const isSwapped = at > 1 && index > 1 && one[at - 1] === other[index - 2] && one[at - 2] === other[index - 1];
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
