// The known name that a misspelt one was probably meant to be.

/** Undefined when nothing is near: a wild guess helps nobody. */
export function suggest(name: string, known: readonly string[]): string | undefined {
  const wanted = name.toLowerCase();
  const most = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let least = most + 1;
  for (const other of known) {
    if (Math.abs(other.length - name.length) > most) continue;
    const apart = distance(wanted, other.toLowerCase());
    if (apart > most) continue;
    if (apart < least || (apart === least && other.length === name.length)) [best, least] = [other, apart];
  }
  return best;
}

/** Letters to add, drop, exchange or swap with their neighbour (optimal string alignment). */
function distance(one: string, other: string): number {
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
